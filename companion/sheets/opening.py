"""The form on which a table is opened: game, seats, house values, and who uses this device."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from companion import naming, words
from companion.models import TITLE_LENGTH
from companion.rules import editions
from companion.rules.editions import Edition
from companion.rules.record import NAME_LENGTH
from companion.rules.state import COLORS
from companion.templatetags.pictures import NAMES

EVERYBODY, NOBODY = "all", "none"
SALT = r"^[0-9a-f]{32}$"

Typed = MultiValueDict[str, str]


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Give a field the choices that only this table has."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


class SeatForm(forms.Form):
    """A seat's name and colour; without a name it is called by its colour."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, required=False)
    color = forms.ChoiceField(
        label=_("Colour"),
        choices=[(color, NAMES[color]) for color in COLORS],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a colour."), "invalid_choice": _("Choose a colour.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update({"autocomplete": "off", "autocapitalize": "words"})

    def player(self) -> dict[str, object]:
        color = self.cleaned_data["color"]
        unnamed = naming.word(color, get_language() or "en")
        return {"name": self.cleaned_data["name"] or unnamed, "color": color}


class ModulesForm(forms.Form):
    modules = forms.MultipleChoiceField(
        label=_("Modules"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, edition: Edition, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.edition, self.seats = edition, seats
        offered = editions.modules_for(edition.slug)
        offer(self, "modules", [(module, words.MODULES[module]) for module in offered])

    def chosen(self) -> list[str]:
        """The modules in the order of the data, with those that so many seats need."""
        wanted = {*self.cleaned_data["modules"], *needed_modules(self.edition, self.seats)}
        return [module for module in editions.modules_for(self.edition.slug) if module in wanted]


class TableForm(ModulesForm):
    """What concerns the whole table."""

    title = forms.CharField(
        label=_("Title"),
        max_length=TITLE_LENGTH,
        required=False,
        help_text=_("Everybody at the table sees it."),
    )
    holds = forms.ChoiceField(label=_("This device"), widget=forms.RadioSelect)
    salt = forms.RegexField(SALT, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, edition: Edition, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, edition=edition, seats=seats, **kwargs)
        self.fields["title"].widget.attrs["autocomplete"] = "off"
        offer(self, "holds", _who(seats))


def _who(seats: int) -> Iterator[tuple[str, object]]:
    yield EVERYBODY, _("One phone for everybody: it plays every seat")
    for seat in range(seats):
        yield str(seat), gettext("It is mine: I play seat {number}").format(number=seat + 1)
    yield NOBODY, _("It only runs the table")


def taken_seats(choice: str, seats: int) -> tuple[int, ...]:
    """The seats that a device takes by its choice."""
    if choice == EVERYBODY:
        return tuple(range(seats))
    return () if choice == NOBODY else (int(choice),)


def most_seats(edition: Edition) -> int:
    """How many seats an edition has with the module that brings most."""
    choices: list[tuple[str, ...]] = [(), *((each,) for each in editions.modules_for(edition.slug))]
    return max(editions.load(edition.slug, modules).most_players for modules in choices)


def needed_modules(edition: Edition, seats: int) -> list[str]:
    """The modules without which there would not be so many seats."""
    if seats <= editions.load(edition.slug).most_players:
        return []
    offered = editions.modules_for(edition.slug)
    return [each for each in offered if editions.load(edition.slug, (each,)).most_players >= seats]


def free_color(taken: Mapping[int, str], seat: int) -> str:
    """The colour a new seat begins with: its own in the row of colours, else the first free one."""
    others = set(taken.values())
    return next(color for color in (COLORS[seat], *COLORS) if color not in others)
