"""The filter of the ledger's lines."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaign.errors import translate
from campaign.rules.arguments.kind import Reading
from campaign.rules.verbs.index import verbs_of
from campaign.selectors.ledger import EntryFilter
from campaign.topics import TOPICS


class FilterForm(forms.Form):
    character = forms.ChoiceField(label=_("Character"), required=False)
    card = forms.CharField(label=_("Card"), required=False, max_length=40)
    kind = forms.ChoiceField(label=_("What"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    member = forms.ChoiceField(label=_("Written by"), required=False)

    def __init__(self, typed: QueryDict, *, reading: Reading) -> None:
        super().__init__(typed)
        self.reading = reading
        state = reading.state
        topics = dict.fromkeys(verb.topic for verb in verbs_of(state.campaign))
        games = [
            ("0", _("before the first")),
            *((str(n), str(n)) for n in range(1, state.tonight + 1)),
        ]
        self._offer("character", [(key, c.name) for key, c in state.characters.items()])
        self._offer("kind", [(topic, translate(TOPICS[topic])) for topic in topics])
        self._offer("game", games)
        self._offer("member", list(reading.members.items()))

    def _offer(self, name: str, choices: Iterable[tuple[str, object]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared so above
        field.choices = [("", _("all")), *((key, str(name)) for key, name in choices)]

    def criteria(self) -> EntryFilter:
        """The filter; a card goes before a character, because it can be about one thing only."""
        given = self.cleaned_data
        kind = "card" if given["card"] else "character" if given["character"] else ""
        key = self._card(given["card"]) if given["card"] else given["character"]
        verbs = [
            verb for verb in verbs_of(self.reading.state.campaign) if verb.topic == given["kind"]
        ]
        return EntryFilter(
            kind=kind,
            key=key,
            verbs=tuple(verb.key for verb in verbs),
            game=int(given["game"]) if given["game"] else None,
            member=given["member"],
        )

    def _card(self, typed: str) -> str:
        digits = self.reading.state.campaign.card_digits
        return typed.zfill(digits) if typed.isdecimal() else typed

    def rest(self) -> str:
        """The filter as a query string, for the next page of lines."""
        return urlencode([(name, self.data[name]) for name in self.fields if self.data.get(name)])
