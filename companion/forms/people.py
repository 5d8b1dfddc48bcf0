"""What the opener changes about a table, and what a device says about itself."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from companion.forms.opening import SALT, offer
from companion.rules.record import NAME_LENGTH
from companion.rules.state import COLORS
from companion.templatetags.pictures import NAMES
from web.ordinary import ordinary


class NoForm(forms.Form):
    """A button without any fields."""


class NameForm(forms.Form):
    seat = forms.IntegerField(min_value=0)
    name = forms.CharField(
        max_length=NAME_LENGTH,
        validators=[ordinary],
        error_messages={"required": _("Give the seat a name of 1 to 40 characters.")},
    )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        return {**given, "seen": self.data.get(self.add_initial_prefix("name"))}


class ColorForm(forms.Form):
    seat = forms.IntegerField(min_value=0)
    color = forms.ChoiceField(choices=[(color, NAMES[color]) for color in COLORS])


class HandOverForm(forms.Form):
    """A seat from one device to another."""

    seat = forms.IntegerField(min_value=0)
    giver = forms.IntegerField()
    taker = forms.IntegerField(error_messages={"required": _("Choose who takes the seat.")})


class DeviceForm(forms.Form):
    device = forms.IntegerField()
    new_codes = forms.BooleanField(required=False)


class SwitchForm(forms.Form):
    on = forms.BooleanField(required=False)


class NicknameForm(forms.Form):
    nickname = forms.CharField(
        label=_("What this device is called"),
        max_length=NAME_LENGTH,
        validators=[ordinary],
        help_text=_("The log says who tapped: give this device your name."),
        error_messages={"required": _("Give it a name of 1 to 40 characters.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nickname"].widget.attrs["autocomplete"] = "nickname"


class FirstPlayerForm(forms.Form):
    """Who begins the next game; the others keep their order."""

    first = forms.TypedChoiceField(label=_("Who begins?"), coerce=int, widget=forms.RadioSelect)
    salt = forms.RegexField(SALT, required=False)

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.count = len(names)
        offer(self, "first", enumerate(names))

    def order(self) -> list[int]:
        first = self.cleaned_data["first"]
        return [*range(first, self.count), *range(first)]
