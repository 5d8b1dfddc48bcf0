"""Creating a campaign, naming it, removing it."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.errors import CampaignError, translate
from campaign.models.campaigns import kinds
from campaign.rules import campaigns
from campaign.services.members import tidy
from companion.rules import editions
from web.overtaken import SeenForm

EXPLAINED = {
    "legacy2": _("Characters, cards, marks, stickers, contracts, milestones, the map."),
    "legacy1": _("Checkmarks, Associate Status, goals, contracts, the Dran Enterprises Track."),
    "house": _("For any edition: scores, notes, counters, cards and stickers of your own."),
}


def explained_kinds() -> list[tuple[str, str]]:
    """The kinds of campaigns with what each remembers, the most detailed first."""
    return [(slug, f"{name}. {EXPLAINED[slug]}") for slug, name in reversed(kinds())]


class PlainName(forms.CharField):
    """A name as the services accept it: plain characters, single spaces."""

    def clean(self, value: object) -> str:
        name = super().clean(value)
        try:
            return tidy(name, self.max_length or len(name))
        except CampaignError as refusal:
            raise forms.ValidationError(translate(refusal)) from refusal


class CampaignForm(forms.Form):
    name = PlainName(
        max_length=80,
        label=_("Name of the campaign"),
        error_messages={"required": _("Give the campaign a name.")},
    )
    member = PlainName(
        max_length=40,
        label=_("Your name in it"),
        help_text=_("The others see it next to everything you write."),
        error_messages={"required": _("Say what the others call you.")},
    )
    kind = forms.ChoiceField(
        label=_("What you play"), choices=explained_kinds, widget=forms.RadioSelect
    )
    edition = forms.ChoiceField(
        label=_("Edition of a house campaign"),
        required=False,
        choices=lambda: [
            ("", "–"),
            *((slug, editions.load(slug).name) for slug in editions.slugs()),
        ],
        help_text=_("What its tables play. The other campaigns have their own."),
    )

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        kind = given.get("kind")
        if kind and not campaigns.load(str(kind)).edition and not given.get("edition"):
            self.add_error("edition", _("Say which edition the house campaign plays."))
        if kind and given.get("edition") not in ("", None, *self._editions(str(kind))):
            told = _("This campaign has its own edition. Choose none, or a house campaign.")
            self.add_error("edition", told)
        return given

    def _editions(self, kind: str) -> list[str]:
        """What may be named for a kind: its own edition, or any for a house campaign."""
        own = campaigns.load(kind).edition
        return [own] if own else list(editions.slugs())


class NameForm(SeenForm):
    name = PlainName(
        max_length=80,
        label=_("Name of the campaign"),
        error_messages={"required": _("Give it a name.")},
    )


class DeleteForm(forms.Form):
    typed = forms.CharField(
        max_length=80,
        label=_("Name of the campaign"),
        error_messages={"required": _("Type the name.")},
    )
