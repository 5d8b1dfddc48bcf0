"""Joining: the code as people type it, and the seat they choose."""

from enum import StrEnum
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from companion import codes
from companion.forms.opening import EVERYBODY, NOBODY, SALT, offer, taken_seats
from companion.table import lookup
from web.codes import tidy

LONGEST = 300  # room for a whole link


class CodeForm(forms.Form):
    """A code in any case, with spaces or dashes; a whole link works as well."""

    code = forms.CharField(
        label=_("Table code"),
        max_length=LONGEST,
        error_messages={"required": _("Type the code that the table shows.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs.update(
            {
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": "ABCD-2345",
                "class": "code-field",
            }
        )

    def clean_code(self) -> str:
        _before, _mark, after = self.cleaned_data["code"].rpartition("/j/")
        code = tidy(after.strip("/"))
        if len(code) not in (codes.JOIN_LENGTH, codes.LINK_LENGTH, codes.SCREEN_LENGTH):
            fault = _(
                "A code has 8 letters and digits, never 0, 1, I or O; this one has %(count)d."
            )
            raise ValidationError(fault, params={"count": len(code)})
        return code


class TelevisionForm(forms.Form):
    """The code of a table's television, or its whole address."""

    code = forms.CharField(label=_("The table’s code for a TV"), max_length=LONGEST)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs.update({"autocomplete": "off", "spellcheck": "false"})

    def clean_code(self) -> str:
        code = tidy(self.cleaned_data["code"].rpartition("/tv/")[2].strip("/"))
        if lookup.table_by_tv_code(code) is None:
            raise ValidationError(
                _(
                    "No table has this code for a TV. A phone at the table shows it under “Invite the others”."
                )
            )
        return code


class How(StrEnum):
    """What becomes of the seats that a device has when it chooses another."""

    ALSO = "also"
    ONLY = "only"
    WITHOUT = "without"


class SeatForm(forms.Form):
    """What a device takes at a table: a seat, every seat, or none to watch.

    `how` answers the question that comes first where a seat would be given up.
    """

    seat = forms.ChoiceField()
    how = forms.ChoiceField(choices=[(each, each) for each in How], required=False)
    salt = forms.RegexField(SALT, required=False)

    def __init__(self, *args: Any, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        values = (EVERYBODY, *map(str, range(seats)), NOBODY)
        offer(self, "seat", [(value, value) for value in values])

    def wanted(self, held: tuple[int, ...]) -> tuple[int, ...]:
        """The seats of a device afterwards that has these now."""
        chosen, how = taken_seats(self.cleaned_data["seat"], self.seats), self.cleaned_data["how"]
        if how == How.ALSO:
            return tuple(sorted({*held, *chosen}))
        return tuple(seat for seat in held if seat not in chosen) if how == How.WITHOUT else chosen

    def asks(self, held: tuple[int, ...]) -> bool:
        """Whether it has to be asked first what becomes of the seats that the device has.

        A device for everybody that chooses one seat has read beside it that it leaves the others.
        """
        if self.cleaned_data["how"] or not held:
            return False
        wanted = self.wanted(held)
        everybody = len(held) == self.seats and wanted
        return not everybody and not set(held) <= set(wanted)
