"""Begin a game: who is here, the date, and what the Mission Reports say about it."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.rules.entries import Draft, Value
from campaign.rules.state import State
from campaign.rules.verbs.games import next_number

STORY = ("side", "prologue", "epilogue")


class BeginForm(forms.Form):
    """Everything else has its own step; the rules check what is given."""

    players = forms.MultipleChoiceField(
        label=_("Who is here?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Say who is here.")},
    )
    date = forms.CharField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}), max_length=10
    )
    side = forms.CharField(label=_("Side of the map"), required=False, max_length=30)
    prologue = forms.CharField(label=_("Prologue passage"), required=False, max_length=8)
    epilogue = forms.CharField(label=_("Epilogue passage"), required=False, max_length=8)

    def __init__(self, state: State, today: datetime.date, data: Any = None) -> None:
        self.state, before = state, seated(state)
        first = {"players": before, "date": today.isoformat()}
        super().__init__(data, initial=first, prefix="begin")
        players = self.fields["players"]
        assert isinstance(players, forms.MultipleChoiceField)  # noqa: S101 - declared so above
        everybody = dict.fromkeys([*before, *state.characters])
        players.choices = [(key, state.characters[key].name) for key in everybody]
        if "prologue" not in state.campaign.setup:
            for name in STORY:
                del self.fields[name]

    def draft(self) -> Draft:
        given: dict[str, Value] = {"game": next_number(self.state)}
        for name in self.fields:
            if self.cleaned_data[name]:
                given[name] = self.cleaned_data[name]
        return Draft(verb="start", arguments=given)


def seated(state: State) -> list[str]:
    """As they sat last time; before the first game, everybody who fits at the table."""
    last = list(state.current.players) if state.current else []
    return last or list(state.characters)[: state.campaign.players.most]
