"""Forms made from the table of verbs: a field for each argument, choices from the campaign's state."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaign.refusals import said
from campaign.rules.arguments import Choice, Flag, Kind, Number, OneOf, Reading, Text, Unfit
from campaign.rules.entries import Draft, Value
from campaign.rules.errors import LedgerError
from campaign.rules.labels import Day, Member
from campaign.rules.references import CardRef, CharacterRef, Characters, Scores
from campaign.rules.sentences import Sentence, render
from campaign.rules.verb import Argument, Verb

# Longer lists are typed, with the list to choose from below the field.
LONGEST = 60
NOBODY = "–"
# Filled in by the site itself, never typed: which table a game was played at.
OURS = {"table"}
SCORE = (-999, 9999)


def label(text: str) -> str:
    return capfirst(said(Sentence(text)))


def words(choice: Choice) -> str:
    return render(choice.label, _)


class Listed(forms.TextInput):
    """Typed freely, with what is known offered below the field."""

    template_name = "campaign/forms/listed.html"

    def __init__(self, choices: list[tuple[str, str]]) -> None:
        super().__init__(attrs={"autocomplete": "off"})
        self.choices = choices

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        listed = {
            "choices": self.choices,
            "list": f"{context['widget']['attrs'].get('id', name)}-list",
        }
        context["widget"]["attrs"]["list"] = listed["list"]
        return {**context, **listed}


class Places(forms.MultiWidget):
    """Several choices in their order, one field below the other."""

    template_name = "campaign/forms/places.html"

    def decompress(self, value: list[str] | None) -> list[str]:
        return list(value or [])

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_0"


class Numbers(Places):
    """A number for each of several names."""

    template_name = "campaign/forms/numbers.html"


class InOrder(forms.MultiValueField):
    """Several characters in the order in which they are chosen."""

    def __init__(self, choices: list[tuple[str, str]], count: int, **options: Any) -> None:
        listed = [("", NOBODY), *choices]
        parts = [forms.ChoiceField(choices=listed, required=False) for _each in range(count)]
        names = [_("%(place)d. place") % {"place": at} for at in range(1, count + 1)]
        selects = [forms.Select(choices=listed, attrs={"aria-label": name}) for name in names]
        super().__init__(parts, widget=Places(selects), require_all_fields=False, **options)

    def compress(self, chosen: list[str]) -> list[str]:
        return [key for key in chosen if key]


class Points(forms.MultiValueField):
    """A score for each character; those left empty did not play."""

    def __init__(self, choices: list[tuple[str, str]], **options: Any) -> None:
        least, most = SCORE
        self.keys = [key for key, _name in choices]
        parts = [
            forms.IntegerField(min_value=least, max_value=most, required=False) for _k in choices
        ]
        inputs = [
            forms.NumberInput(attrs={"aria-label": name, "data_name": name, "inputmode": "numeric"})
            for _key, name in choices
        ]
        super().__init__(parts, widget=Numbers(inputs), require_all_fields=False, **options)

    def compress(self, typed: list[int | None]) -> dict[str, int]:
        pairs = zip(self.keys, typed, strict=False)
        return {key: number for key, number in pairs if number is not None}


class VerbForm(forms.Form):
    """One verb's arguments. What is wrong with them is said by the rules themselves."""

    def __init__(
        self,
        verb: Verb,
        reading: Reading,
        data: Any = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), prefix="a")
        self.verb, self.reading = verb, reading
        for argument in verb.arguments:
            if argument.name not in OURS and _of_use(argument, reading):
                self.fields[argument.name] = _field(verb, argument, reading)

    def complete(self, given: Mapping[str, Any]) -> bool:
        """Whether what a link has given says all that must be said, and says it well."""
        needed = [argument.name for argument in self.verb.arguments if not argument.optional]
        return all(given.get(name) for name in needed) and self.is_valid()

    def draft(self) -> Draft:
        """The entry that the form means; raises LedgerError for a word that means nothing."""
        return Draft(verb=self.verb.key, arguments=dict(self._arguments()))

    def _arguments(self) -> Iterator[tuple[str, Value]]:
        for argument in self.verb.arguments:
            given = self.cleaned_data.get(argument.name)
            if given not in (None, "", [], {}, False):
                yield argument.name, self._value(argument, given)

    def _value(self, argument: Argument, given: Any) -> Value:
        """A key that was picked as it is, anything else as it would be typed in the line."""
        kind, campaign = argument.kind, self.reading.campaign
        picked = not isinstance(given, str) or given in self._offered(kind)
        try:
            if picked or isinstance(kind, Text):
                return kind.clean(given, campaign)
            return self._read(kind, given)
        except Unfit as unfit:
            raise unfit.named(Sentence(argument.label)) from unfit

    def _read(self, kind: Kind, given: str) -> Value:
        """A field holds one thing, so that what is new needs no quotation marks here."""
        try:
            return kind.read(tuple(given.split()), self.reading)
        except LedgerError as error:
            if error.code not in ("unknown_space", "unknown_target"):
                raise
            return kind.read((f'"{given.strip()}"',), self.reading)

    def _offered(self, kind: Kind) -> set[str]:
        return {choice.value for choice in kind.choices(self.reading)}

    def refuse(self, error: LedgerError) -> None:
        """What the rules say goes to the field it is about, if that can be told."""
        named = str(error.params.get("field", ""))
        at = next((a.name for a in self.verb.arguments if a.label == named), None)
        self.add_error(at, said(error))


def _of_use(argument: Argument, reading: Reading) -> bool:
    """A victory is shared only where the campaign lets several win."""
    return argument.name != "shared" or reading.campaign.shares_victory


def _field(verb: Verb, argument: Argument, reading: Reading) -> forms.Field:
    kind = argument.kind
    options: dict[str, Any] = {
        "label": label(argument.label),
        "required": not argument.optional and not isinstance(kind, Flag),
        "error_messages": {
            "required": _("Say which %(field)s.") % {"field": said(Sentence(argument.label))}
        },
    }
    if isinstance(kind, Characters | Scores):
        return _of_characters(verb, kind, reading, options)
    choices = [(c.value, words(c)) for c in _known(kind, reading)]
    if isinstance(kind, OneOf | Member) or (isinstance(kind, CharacterRef | CardRef) and choices):
        return (
            _choice(choices, options) if len(choices) <= LONGEST else _typed(choices, kind, options)
        )
    return _typed(choices, kind, options)


def _known(kind: Kind, reading: Reading) -> list[Choice]:
    """Each value once, however many names it is known by."""
    return list({choice.value: choice for choice in reversed(kind.choices(reading))}.values())[::-1]


def _of_characters(
    verb: Verb, kind: Kind, reading: Reading, options: dict[str, Any]
) -> forms.Field:
    state = reading.state
    keys = list(state.characters)
    if isinstance(kind, Scores):
        playing = state.running.players if state.running and verb.key == "finish" else keys
        return Points([(key, state.characters[key].name) for key in playing], **options)
    most = min(len(keys), state.campaign.players.most) or 1
    return InOrder([(key, state.characters[key].name) for key in keys], most, **options)


def _choice(choices: list[tuple[str, str]], options: dict[str, Any]) -> forms.Field:
    return forms.ChoiceField(choices=[("", NOBODY), *choices], **options)


def _typed(choices: list[tuple[str, str]], kind: Kind, options: dict[str, Any]) -> forms.Field:
    if isinstance(kind, Flag):
        return forms.BooleanField(**options)
    if isinstance(kind, Number):
        return forms.IntegerField(min_value=kind.least, max_value=kind.most, **options)
    if isinstance(kind, Day):
        return forms.CharField(widget=forms.DateInput(attrs={"type": "date"}), **options)
    if isinstance(kind, Text):
        area = forms.Textarea(attrs={"rows": 4}) if kind.lines else forms.TextInput()
        return forms.CharField(max_length=kind.most, widget=area, **options)
    help_text = capfirst(said(Sentence(kind.expected)))
    widget = Listed(choices) if choices else forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(max_length=80, widget=widget, help_text=help_text, **options)
