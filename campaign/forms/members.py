"""Members, their names and roles."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.models import Role
from campaign.models.campaigns import ROLES
from kernel.text import is_writable
from web.overtaken import SeenForm

LETTING_IN = tuple((role, name) for role, name in ROLES if role != Role.OWNER.value)
DAYS = ((7, _("a week")), (1, _("a day")), (30, _("a month")), (0, _("until it is closed")))


class PersonForm(forms.Form):
    """A name in the campaign."""

    name = forms.CharField(
        max_length=40,
        label=_("Name"),
        help_text=_("The others see it next to everything that is written."),
        error_messages={"required": _("Say what the others call you.")},
    )


class AddForm(forms.Form):
    """A name that nobody has claimed yet."""

    name = forms.CharField(
        max_length=40, label=_("Name"), error_messages={"required": _("Give the member a name.")}
    )
    role = forms.ChoiceField(label=_("Role"), choices=LETTING_IN, initial=Role.PLAYER.value)


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=ROLES)


class RemoveForm(forms.Form):
    invites_too = forms.BooleanField(required=False)


class InviteForm(forms.Form):
    role = forms.ChoiceField(label=_("They join as"), choices=LETTING_IN, initial=Role.PLAYER.value)
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int)


class NoteForm(forms.Form):
    """A player's private note."""

    text = forms.CharField(
        max_length=4000,
        label=_("Your note"),
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": _("Write something, or leave the page.")},
    )

    def clean_text(self) -> str:
        """The note with plain line breaks; the rule for all texts holds for private ones as well."""
        text: str = "\n".join(self.cleaned_data["text"].splitlines())
        if not is_writable(text, lines=True):
            raise ValidationError(_("Write ordinary characters; control signs cannot be kept."))
        return text


class ChangedNoteForm(SeenForm, NoteForm):
    """A note that is there, and may be changed on another device meanwhile."""
