"""What only the people at the table can count for a seat: cards, contracts, other points."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from companion.errors import Counted
from companion.rules.score_sheet import counts_secret_tomes
from companion.rules.state import State
from companion.rules.values import LIMIT
from kernel.text import isolated, minus

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
    "other": _("Points that have no line of their own. A minus sign takes points away."),
}
OTHERS = _("Other contracts")
COUNTED_ALREADY = _("Only those that did not lie on the table: it has counted its own already.")
NO_NUMBER = _("Enter a whole number.")
EMPTIED = _("Type 0 if there is nothing to count any more.")
TOO_MUCH = _("Enter a number of at least %(limit_value)s.")
TOO_LITTLE = _("Enter a number of at most %(limit_value)s.")


class ScoreForm(forms.Form):
    """One seat's sheet. Only what was changed since the sheet was shown is sent."""

    tap = forms.CharField(widget=forms.HiddenInput)
    on = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)
    cards = forms.IntegerField()
    contracts = forms.IntegerField()
    secret_tomes = forms.IntegerField()
    other = forms.IntegerField()

    def __init__(self, state: State, seat: int, *args: Any, **kwargs: Any) -> None:
        held = state.seats[seat]
        self._is_counted = held.counted or not state.over
        # Nothing counted yet is an empty field, so that no digit is added to a nought.
        kwargs["initial"] = {name: getattr(held, name) or None for name in FIELDS} | {
            "tap": kwargs.pop("tap", "")
        }
        super().__init__(*args, **kwargs)
        if not (state.edition.switches.contracts.value or held.contracts):
            del self.fields["contracts"]
        if not (counts_secret_tomes(state) or held.secret_tomes):
            del self.fields["secret_tomes"]
        for name in self.counted:
            self.fields[name] = _number(name)
        if state.contracts and "contracts" in self.fields:
            self.fields["contracts"].label = OTHERS
            self.fields["contracts"].help_text = COUNTED_ALREADY

    @property
    def counted(self) -> tuple[str, ...]:
        return tuple(name for name in FIELDS if name in self.fields)

    def clean(self) -> None:
        """A number that was counted can be changed, not emptied."""
        for name in self.counted:
            if name in self.changed_data and self.cleaned_data.get(name, 0) is None:
                self.add_error(name, EMPTIED)

    def action(self, seat: int) -> dict[str, object] | None:
        """The changed counts as one action; None if nothing was changed.

        After the game, a sheet without a change counts once: its seat has 0.
        """
        changed = {
            name: self.cleaned_data[name] or 0
            for name in self.counted
            if name in self.changed_data or not self._is_counted
        }
        return {"do": "score", "seat": seat, **changed} if changed else None

    def seen(self) -> dict[str, int]:
        """What the sheet showed of the counts that are sent."""
        shown = {name: self._shown(name) for name in self.action(0) or () if name in self.fields}
        return {name: count for name, count in shown.items() if count is not None}

    def _shown(self, name: str) -> int | None:
        sent = self.data.get(self.add_initial_prefix(name))
        try:
            return None if sent is None else self.fields[name].to_python(sent) or 0
        except ValidationError:
            return None

    def tell(self, counted: Mapping[str, Counted], *, tap: str) -> None:
        """Say what other devices have counted since; sent again, the sheet replaces it."""
        data = {**dict(self.data.items()), "tap": tap}
        for name in self.counted:
            stored = counted[name].number if name in counted else self.initial[name]
            shown = "" if stored is None else str(stored)
            data[self.add_initial_prefix(name)] = shown
            if name not in self.changed_data:
                data[name] = shown
        self.data = data
        for name, other in counted.items():
            self.add_error(name, _told(other))


def _told(other: Counted) -> str:
    if not other.name:
        return gettext("Another device has saved {count}.").format(count=minus(other.number))
    return gettext("{name} has saved {count}.").format(
        name=isolated(other.name), count=minus(other.number)
    )


def _number(name: str) -> forms.IntegerField:
    field = forms.IntegerField(
        label=LABELS[name],
        help_text=HELP[name],
        min_value=0 if name == "secret_tomes" else -LIMIT,
        max_value=LIMIT,
        # Two phones may have the same sheet open: this one sends only what was changed on it.
        show_hidden_initial=True,
        required=False,
        error_messages={
            "invalid": NO_NUMBER,
            "min_value": TOO_MUCH,
            "max_value": TOO_LITTLE,
        },
        widget=forms.NumberInput(attrs={"autocomplete": "off", "placeholder": "0"}),
    )
    field.has_usual = True  # type: ignore[attr-defined]
    return field
