"""House tokens of a table about to be opened: one small form each."""

import re
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from companion.rules.editions import Edition
from companion.rules.house_tokens import KINDS, MOST, NUMBERS, PRICE, TAKEN_KEYS
from companion.rules.values import LONG_NAME
from web.ordinary import ordinary

KEY_LENGTH = 30
KIND_NAMES = {
    "market": _("sold on the market"),
    "major": _("major secret"),
    "minor": _("minor secret"),
    "other": _("something else"),
}


def _number(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, **more)


class HouseTokenForm(forms.Form):
    """A token that the table brings along; a form without a name is none."""

    name = forms.CharField(
        label=_("Name"), max_length=LONG_NAME.most, required=False, validators=[ordinary]
    )
    kind = forms.ChoiceField(
        label=_("Kind"), choices=[(kind, KIND_NAMES[kind]) for kind in KINDS], initial="other"
    )
    points = _number(_("Points"), *NUMBERS["points"])
    count = _number(_("How many there are"), *NUMBERS["count"])
    price = _number(_("Price"), *PRICE)
    heal = _number(_("Heals"), *NUMBERS["heal"])
    gold = _number(_("Gold"), *NUMBERS["gold"])
    rage = _number(_("Rage"), *NUMBERS["rage"])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("price") is not None and given.get("kind") != "market":
            self.add_error("price", _("Only what the market sells has a price."))
        return given

    @property
    def is_named(self) -> bool:
        return bool(self.cleaned_data.get("name"))

    def token(self, key: str) -> dict[str, object]:
        """The token, as a table record has it; what was left empty is left out."""
        given = self.cleaned_data
        optional = ("count", "price", "heal", "gold", "rage")
        return {
            "key": key,
            "name": given["name"],
            "kind": given["kind"],
            "points": given["points"] or 0,
            **{name: given[name] for name in optional if given[name] is not None},
        }


def tokens_of(filled: list[HouseTokenForm], edition: Edition) -> list[dict[str, object]]:
    """The named tokens, each with a key of its own made from its name."""
    taken = {*edition.tokens, *TAKEN_KEYS}
    found = []
    for form in filled:
        if form.is_named:
            key = _free_key(form.cleaned_data["name"], taken)
            taken.add(key)
            found.append(form.token(key))
    return found[:MOST]


def _free_key(name: str, taken: set[str]) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", slugify(name)).strip("_")
    stem = plain if plain[:1].isalpha() else f"token_{plain}".rstrip("_")
    keys = (f"{stem[: KEY_LENGTH - 3]}_{number}" for number in range(2, MOST + len(taken)))
    first = stem[:KEY_LENGTH]
    return first if first not in taken else next(key for key in keys if key not in taken)
