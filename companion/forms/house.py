"""House values: the edition's numbers with their sources, and what a table has in their place."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from companion import words
from companion.rules.editions import Edition, Number, modules_for
from companion.rules.editions.edition import DIFFICULTIES, by_seats
from companion.rules.errors import RuleError
from companion.rules.house import HOUSE_VALUES

LISTS = ("rage_track", "starting_clank", "starting_gold")
BY_SEATS = ("start_space", "off_clock_cubes")
LONGEST = 120
DIFFICULTY = "difficulty"
MONSTERS = "monsters"
YES, NO = "yes", "no"


class Numbers(forms.CharField):
    """Whole numbers with any separators, as a list."""

    def to_python(self, value: object) -> list[int] | None:  # type: ignore[override]
        words_ = str(value or "").replace(",", " ").replace(";", " ").split()
        try:
            return [int(word) for word in words_] or None
        except ValueError:
            raise ValidationError(_("Enter whole numbers, separated by commas.")) from None


class HouseForm(forms.Form):
    """A field for each number that a table may change; an empty one keeps the edition's."""

    def __init__(self, *args: Any, edition: Edition, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edition = edition
        for name in HOUSE_VALUES:
            number = getattr(edition.numbers, name, None)
            switch = getattr(edition.switches, name, None)
            if number is not None:
                self.fields[name] = _field(name, number, seats)
            elif switch is not None:
                self.fields[name] = _switch(name, switch)
        if MONSTERS in modules_for(edition.slug):
            self.fields[DIFFICULTY] = _difficulty()

    def rules(self, modules: Sequence[str]) -> dict[str, object]:
        """The house values as they are written in a record of a game with these modules."""
        given = {name: value for name, value in self.cleaned_data.items() if value is not None}
        if MONSTERS not in modules:
            given.pop(DIFFICULTY, None)
        return {name: value for name, value in given.items() if value != ""}

    def refuse(self, error: RuleError) -> None:
        """Add a refusal of the setup to the field it is about."""
        name = str(error.params.get("field", "")).removeprefix("rules.")
        field = name if name in self.fields else None
        self.add_error(field, words.translate(error, words.HOUSE_VALUES))


def initial(rules: Mapping[str, object]) -> dict[str, object]:
    """A table's house values as the form's initial content."""
    return {name: _text(value) for name, value in rules.items()}


def _switch(name: str, switch: Number[bool]) -> forms.Field:
    printed = gettext("yes") if switch.value else gettext("no")
    field = forms.TypedChoiceField(
        label=words.HOUSE_VALUES[name],
        help_text=_help(printed, switch),
        choices=[("", gettext("as in the game")), (YES, _("yes")), (NO, _("no"))],
        coerce=lambda value: value == YES,
        empty_value=None,
        required=False,
    )
    field.presumed = switch.presumed  # type: ignore[attr-defined]
    return field


def _field(name: str, number: Number[Any], seats: int) -> forms.Field:
    printed = _text(_printed(name, number.value, seats))
    labels: Any = {"label": words.HOUSE_VALUES[name], "help_text": _help(printed, number)}
    if name in LISTS:
        field: forms.Field = Numbers(required=False, max_length=LONGEST, **labels)
    else:
        field = forms.IntegerField(required=False, **labels)
    field.widget.attrs.update({"placeholder": printed, "autocomplete": "off"})
    field.presumed = number.presumed  # type: ignore[attr-defined]
    return field


def _printed(name: str, value: Any, seats: int) -> object:
    if name in BY_SEATS:
        return by_seats(value, seats)
    return value[:seats] if name.startswith("starting_") else value


def _text(value: object) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _help(printed: str, number: Number[Any]) -> str:
    if number.presumed:
        sentence = gettext("If left empty: {number}. Presumed: {source}.")
    else:
        sentence = gettext("If left empty: {number}. Source: {source}.")
    return sentence.format(number=printed, source=gettext(number.source))


def _difficulty() -> forms.Field:
    choices: list[tuple[str, str | Promise]] = [
        (each, words.DIFFICULTIES[each]) for each in DIFFICULTIES
    ]
    return forms.ChoiceField(
        label=words.HOUSE_VALUES[DIFFICULTY],
        choices=choices,
        initial="normal",
        required=False,
        help_text=_("Counts only if you play with the monsters."),
    )
