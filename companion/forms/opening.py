"""The form on which a table is opened: game, seats, house values, and who uses this device."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from companion import words
from companion.models import TITLE_LENGTH
from companion.rules import editions
from companion.rules.editions import Edition
from companion.rules.record import NAME_LENGTH
from companion.rules.state import COLORS
from companion.table import naming
from companion.templatetags.pictures import NAMES
from web.ordinary import ordinary

EVERYBODY, NOBODY = "all", "none"
SALT = r"^[0-9a-f]{32}$"

Typed = MultiValueDict[str, str]


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a field, which depend on the table."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


class SeatForm(forms.Form):
    """A seat's name and colour; without a name it is named after its colour."""

    name = forms.CharField(
        label=_("Name"), max_length=NAME_LENGTH, required=False, validators=[ordinary]
    )
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
        """The modules in the order of the data, with those needed for this many seats."""
        wanted = {*self.cleaned_data["modules"], *needed_modules(self.edition, self.seats)}
        return [module for module in editions.modules_for(self.edition.slug) if module in wanted]


class TableForm(ModulesForm):
    """Everything about the table but its seats."""

    title = forms.CharField(
        label=_("Title"),
        max_length=TITLE_LENGTH,
        required=False,
        validators=[ordinary],
        help_text=_("Everybody at the table sees it."),
    )
    holds = forms.ChoiceField(label=_("This device"), widget=forms.RadioSelect)
    salt = forms.RegexField(SALT, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, edition: Edition, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, edition=edition, seats=seats, **kwargs)
        self.fields["title"].widget.attrs["autocomplete"] = "off"
        offer(self, "holds", _who(seats))


def _who(seats: int) -> Iterator[tuple[str, object]]:
    yield EVERYBODY, _("One device for everybody: it plays every seat")
    for seat in range(seats):
        yield str(seat), gettext("It is mine: I play seat {number}").format(number=seat + 1)
    yield NOBODY, _("It only runs the table")


def taken_seats(choice: str, seats: int) -> tuple[int, ...]:
    """The seats that a device takes with this choice."""
    if choice == EVERYBODY:
        return tuple(range(seats))
    return () if choice == NOBODY else (int(choice),)


def most_seats(edition: Edition) -> int:
    """How many seats an edition has with the module that allows most."""
    loaded = [editions.load(edition.slug, (each,)) for each in editions.modules_for(edition.slug)]
    return max(each.most_players for each in (edition, *loaded))


def needed_modules(edition: Edition, seats: int) -> list[str]:
    """The modules without which an edition does not have this many seats."""
    if seats <= edition.most_players:
        return []
    offered = editions.modules_for(edition.slug)
    return [each for each in offered if editions.load(edition.slug, (each,)).most_players >= seats]


def with_modules(edition: Edition, chosen: Iterable[str], seats: int) -> Edition:
    """The edition for this many seats, with the modules that were chosen and those it needs."""
    wanted = {*chosen, *needed_modules(edition, seats)}
    modules = tuple(each for each in editions.modules_for(edition.slug) if each in wanted)
    return editions.load(edition.slug, modules, seats) if modules else edition


def free_color(taken: Mapping[int, str], seat: int) -> str:
    """The colour of a new seat: the one at its index, or else the first free one."""
    others = set(taken.values())
    return next(color for color in (COLORS[seat], *COLORS) if color not in others)
