"""Who belongs to a campaign, and as what."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.models import Role
from campaign.models.campaigns import ROLES

LETTING_IN = tuple((role, name) for role, name in ROLES if role != Role.OWNER.value)
DAYS = ((7, _("a week")), (1, _("a day")), (30, _("a month")), (0, _("until it is closed")))


class PersonForm(forms.Form):
    """A name in the campaign."""

    name = forms.CharField(
        max_length=40,
        label=_("Name"),
        help_text=_("The others see it beside all that is written."),
        error_messages={"required": _("Say what the others call you.")},
    )


class AddForm(forms.Form):
    """A name without anybody behind it yet."""

    name = forms.CharField(
        max_length=40, label=_("Name"), error_messages={"required": _("Give the member a name.")}
    )
    role = forms.ChoiceField(label=_("Role"), choices=LETTING_IN, initial=Role.PLAYER.value)


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=ROLES)


class InviteForm(forms.Form):
    role = forms.ChoiceField(label=_("They join as"), choices=LETTING_IN, initial=Role.PLAYER.value)
    days = forms.TypedChoiceField(label=_("It works for"), choices=DAYS, coerce=int)


class NoteForm(forms.Form):
    """A player's own note, which nobody else reads."""

    text = forms.CharField(
        max_length=4000,
        label=_("Your note"),
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": _("Write something, or leave the page.")},
    )
