"""What only the people at the table can count for a seat: cards, contracts, other points."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from companion.rules.actions import LIMIT
from companion.rules.sheet import counts_secret_tomes
from companion.rules.state import State

FIELDS = ("cards", "contracts", "secret_tomes", "other")
LABELS = {
    "cards": _("Cards"),
    "contracts": _("Contracts"),
    "secret_tomes": _("Secret Tomes"),
    "other": _("Anything else"),
}
HELP = {
    "cards": _(
        "Put your whole deck together, hand and discards too, and add up the points on the cards."
    ),
    "contracts": _("The points of the contracts you have fulfilled."),
    "secret_tomes": _("How many you have in your deck. Their own points belong to the cards."),
    "other": _("Points for which there is no other line. A minus sign takes points away."),
}
NO_NUMBER = _("Write a whole number.")
TOO_MUCH = _("Write a number from %(limit_value)s on.")
TOO_LITTLE = _("Write a number up to %(limit_value)s.")


class ScoreForm(forms.Form):
    """One seat's sheet. Only what was changed against the sheet as it was shown is counted."""

    tap = forms.CharField(widget=forms.HiddenInput)
    cards = forms.IntegerField()
    contracts = forms.IntegerField()
    secret_tomes = forms.IntegerField()
    other = forms.IntegerField()

    def __init__(self, state: State, seat: int, *args: Any, **kwargs: Any) -> None:
        held = state.seats[seat]
        kwargs["initial"] = {name: getattr(held, name) for name in FIELDS} | {
            "tap": kwargs.pop("tap", "")
        }
        super().__init__(*args, **kwargs)
        if not (state.edition.switches.contracts or held.contracts):
            del self.fields["contracts"]
        if not (counts_secret_tomes(state) or held.secret_tomes):
            del self.fields["secret_tomes"]
        for name in self.counted:
            self.fields[name] = _number(name)

    @property
    def counted(self) -> tuple[str, ...]:
        return tuple(name for name in FIELDS if name in self.fields)

    def action(self, seat: int) -> dict[str, object] | None:
        """The changed counts as one action; None where nothing was changed."""
        changed = {
            name: self.cleaned_data[name] for name in self.counted if name in self.changed_data
        }
        return {"do": "score", "seat": seat, **changed} if changed else None


def _number(name: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=LABELS[name],
        help_text=HELP[name],
        min_value=0 if name == "secret_tomes" else -LIMIT,
        max_value=LIMIT,
        # Two phones may have the same sheet open: what this one did not touch, it does not send.
        show_hidden_initial=True,
        error_messages={
            "required": NO_NUMBER,
            "invalid": NO_NUMBER,
            "min_value": TOO_MUCH,
            "max_value": TOO_LITTLE,
        },
        widget=forms.NumberInput(attrs={"autocomplete": "off"}),
    )
