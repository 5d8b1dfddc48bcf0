"""The filter of the card registry."""

from collections.abc import Iterable

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaign.errors import translate
from campaign.rules.state import State
from campaign.rules.words import KINDS, PLACES
from campaign.selectors.cards import CardFilter


class RegistryForm(forms.Form):
    words = forms.CharField(
        label=_("Number or name"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    where = forms.ChoiceField(label=_("Where"), required=False)
    character = forms.ChoiceField(label=_("Of"), required=False)
    marked = forms.BooleanField(label=_("Only marked cards"), required=False)

    def __init__(self, typed: QueryDict, *, state: State) -> None:
        super().__init__(typed)
        rules = state.campaign
        self._offer(
            "kind", [(kind.key, translate(KINDS[kind.key].sentence)) for kind in rules.kinds]
        )
        places = (*rules.places, "destroyed")
        self._offer("where", [(place, translate(PLACES[place].sentence)) for place in places])
        self._offer("character", [(key, c.name) for key, c in state.characters.items()])

    def _offer(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared so above
        field.choices = [("", _("all")), *choices]

    def criteria(self) -> CardFilter:
        return CardFilter(**self.cleaned_data)
