"""The form of one entry, made from its verb: a field for each argument, choices from the state."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaign.errors import translate
from campaign.rules.arguments.cards import CardRef
from campaign.rules.arguments.characters import CharacterRef, Characters, Member, Scores
from campaign.rules.arguments.codes import Day
from campaign.rules.arguments.kind import Choice, InvalidArgument, Kind, Reading
from campaign.rules.arguments.values import Flag, Number, OneOf, Text
from campaign.rules.entries import Draft, Value
from campaign.rules.errors import LedgerError
from campaign.rules.verbs.verb import Argument, Verb
from kernel.message import Message, render

# Longer lists are typed, with suggestions below the field.
LONGEST = 60
NOBODY = "–"
# Filled in by the site, never typed: the table at which a game was played.
OURS = {"table"}
SCORE = (-999, 9999)
# Arguments that mean whoever writes, unless somebody else is chosen, and the verbs about a box
# that is theirs although nobody need be named.
OWN = {"character", "characters"}
OWN_BOX = {"tick", "scratch"}


def label(text: str) -> str:
    return capfirst(translate(Message(text)))


def words(choice: Choice) -> str:
    return render(choice.label, _)


class Listed(forms.TextInput):
    """Free text, with known values suggested below the field."""

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
    """Several choices in order, one field below the other."""

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
        names = [_("Place %(place)d") % {"place": at} for at in range(1, count + 1)]
        selects = [forms.Select(choices=listed, attrs={"aria-label": name}) for name in names]
        super().__init__(parts, widget=Places(selects), require_all_fields=False, **options)

    def compress(self, chosen: list[str]) -> list[str]:
        return [key for key in chosen if key]


class Points(forms.MultiValueField):
    """A score for each character; an empty one means that the character did not play."""

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
    """One verb's arguments, which the rules check; ``late`` is the earlier game it is for."""

    def __init__(
        self,
        verb: Verb,
        reading: Reading,
        data: Any = None,
        initial: Mapping[str, Any] | None = None,
        late: int | None = None,
    ) -> None:
        given = {**defaults(verb, reading), **(initial or {})}
        if verb.key == "correct":
            given = {**as_written(reading, str(given.get("game", ""))), **given}
        super().__init__(data, initial=given, prefix="a")
        self.verb, self.reading, self.late = verb, reading, late
        for argument in verb.arguments:
            if argument.name not in OURS and _of_use(argument, reading):
                self.fields[argument.name] = _field(verb, argument, reading)
        if any(_follows_from_name(argument.kind) for argument in verb.arguments):
            self.fields["name"].required = True

    def complete(self, given: Mapping[str, Any]) -> bool:
        """Whether the values from a link are complete and valid."""
        needed = [argument.name for argument in self.verb.arguments if not argument.optional]
        return all(given.get(name) for name in needed) and self.is_valid()

    def draft(self) -> Draft:
        """The entry that the form stands for; raises LedgerError for a word it cannot read."""
        arguments = dict(self._arguments())
        complete = self.verb.complete
        if complete is not None:
            arguments = dict(complete(arguments, self.reading))
        return Draft(verb=self.verb.key, arguments=arguments, game=self.late)

    def _arguments(self) -> Iterator[tuple[str, Value]]:
        for argument in self.verb.arguments:
            given = self.cleaned_data.get(argument.name)
            if given is not False and given not in (None, "", [], {}):
                yield argument.name, self._value(argument, given)

    def _value(self, argument: Argument, given: Any) -> Value:
        """A chosen key as it is; anything else is read as if it were typed in the line."""
        kind, campaign = argument.kind, self.reading.campaign
        picked = not isinstance(given, str) or given in self._offered(kind)
        try:
            if picked or isinstance(kind, Text):
                return kind.clean(given, campaign)
            return self._read(kind, given)
        except InvalidArgument as unfit:
            raise unfit.named(Message(argument.label)) from unfit

    def _read(self, kind: Kind, given: str) -> Value:
        """Read a field. It holds one value, so that new names need no quotation marks here."""
        try:
            return kind.read(tuple(given.split()), self.reading)
        except LedgerError as error:
            if error.code not in ("unknown_space", "unknown_target"):
                raise
            return kind.read((f'"{given.strip()}"',), self.reading)

    def _offered(self, kind: Kind) -> set[str]:
        return {choice.value for choice in kind.choices(self.reading)}

    def refuse(self, error: LedgerError) -> None:
        """Add a refusal to the field it is about, if that is known."""
        named = str(error.params.get("field", ""))
        at = next((a.name for a in self.verb.arguments if a.label == named), None)
        self.add_error(at, translate(error))


def defaults(verb: Verb, reading: Reading) -> dict[str, Any]:
    """What is chosen before anybody chooses: the character of whoever fills the form in."""
    if not reading.own:
        return {}
    needed = {argument.name: argument.kind for argument in verb.arguments if not argument.optional}
    if verb.key in OWN_BOX and not any(track.shared for track in reading.campaign.tracks):
        needed |= {argument.name: argument.kind for argument in verb.arguments}
    return {
        name: [reading.own] if isinstance(kind, Characters) else reading.own
        for name, kind in needed.items()
        if name in OWN and isinstance(kind, CharacterRef | Characters)
    }


def as_written(reading: Reading, asked: str) -> dict[str, Any]:
    """The scores to correct: those of the game asked for, or else of the last one that has any."""
    state = reading.state
    games = {str(game.number): game for game in state.games.values() if game.finished}
    game = games.get(asked or max(games, key=int, default=""))
    if game is None:
        return {}
    return {"game": game.number, "scores": [game.scores.get(key) for key in state.characters]}


def _of_use(argument: Argument, reading: Reading) -> bool:
    """Whether to show an argument: a shared victory only if the campaign allows it, the short
    word of a new character never, because it follows from the name."""
    if _follows_from_name(argument.kind):
        return False
    return argument.name != "shared" or reading.campaign.shares_victory


def _follows_from_name(kind: Kind) -> bool:
    return isinstance(kind, CharacterRef) and kind.fresh


def _field(verb: Verb, argument: Argument, reading: Reading) -> forms.Field:
    kind = argument.kind
    options: dict[str, Any] = {
        "label": label(argument.label),
        "required": argument.needed(reading.campaign) and not isinstance(kind, Flag),
        "error_messages": {
            "required": _("Please give: %(field)s.") % {"field": translate(Message(argument.label))}
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
    """The choices, each value once even if it has several names."""
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
    help_text = capfirst(translate(Message(kind.expected)))
    widget = Listed(choices) if choices else forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(max_length=80, widget=widget, help_text=help_text, **options)
