"""Joining: the code as people type it, and the seat they pick."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from companion import codes
from companion.sheets.opening import EVERYBODY, NOBODY, SALT, offer, taken_seats

LONGEST = 300  # room for a whole link


class CodeForm(forms.Form):
    """A code in any case, with spaces or dashes; a whole link is understood as well."""

    code = forms.CharField(
        label=_("Code of the table"),
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
        code = codes.tidy(after.strip("/"))
        if len(code) != codes.JOIN_LENGTH:
            fault = _(
                "A code has 8 letters and digits, never 0, 1, I or O; this one has %(count)d."
            )
            raise ValidationError(fault, params={"count": len(code)})
        return code


class SeatForm(forms.Form):
    """What a device takes at a table: a seat, every seat, or none to watch."""

    seat = forms.ChoiceField()
    salt = forms.RegexField(SALT, required=False)

    def __init__(self, *args: Any, seats: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        values = (EVERYBODY, *map(str, range(seats)), NOBODY)
        offer(self, "seat", [(value, value) for value in values])

    def wanted(self) -> tuple[int, ...]:
        return taken_seats(self.cleaned_data["seat"], self.seats)
