"""Modules and house values of a table, as long as no action has been taken."""

from json import dumps, loads
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from companion.forms.house import DIFFICULTY, HouseForm, initial
from companion.forms.opening import ModulesForm, with_modules
from companion.rules.editions import Edition
from companion.rules.errors import RuleError
from companion.rules.house import HOUSE_VALUES
from web.overtaken import OvertakenError, said_meanwhile

MODULES = "modules"
FIELDS = tuple(dict.fromkeys((MODULES, *HOUSE_VALUES, DIFFICULTY)))
Setup = dict[str, list[str]]


class SetupForm:
    """Brings along what it showed (`seen`). A field that was left alone stays as it is now; one that somebody
    else has changed as well is `overtaken`, and replaced once the form is sent again."""

    refused = 422

    def __init__(self, edition: Edition, seats: int, given: QueryDict | None, **first: Any):
        sizes: dict[str, Any] = {"edition": edition, "seats": seats}
        modules, house = list(first.get("modules", [])), initial(first.get("rules", {}))
        self._now: Setup = {MODULES: modules, **{name: [str(house[name])] for name in house}}
        self.overtaken: list[str] = []
        sent = None if given is None else self._brought_up_to_date(given)
        self.modules = ModulesForm(sent, initial={"modules": modules}, **sizes)
        chosen = self._chosen() if sent is not None else modules
        tonight = with_modules(edition, chosen, seats)
        self.house = HouseForm(sent, initial=house, prefix="house", edition=tonight, seats=seats)
        self._tell()

    @property
    def seen(self) -> str:
        return dumps(self._now)

    @property
    def status(self) -> int:
        if self.overtaken:
            return OvertakenError.status
        return self.refused if self.house.is_bound else 200

    def _brought_up_to_date(self, given: QueryDict) -> QueryDict:
        sent, seen = given.copy(), _seen(given)
        for name in FIELDS if seen else ():
            key = name if name == MODULES else f"house-{name}"
            was, now, typed = (
                _of(seen, name),
                _of(self._now, name),
                [*filter(None, given.getlist(key))],
            )
            if typed == was:
                sent.setlist(key, now)
            elif now not in (was, typed):
                self.overtaken.append(name)
        return sent

    def _tell(self) -> None:
        if not self.overtaken:
            return
        self.modules.add_error(None, OvertakenError({}, ()).render(gettext))
        for name in self.overtaken:
            form = self.modules if name == MODULES else self.house
            if name in form.fields:
                form.add_error(name, said_meanwhile(form.fields[name], *_of(self._now, name)))

    def _chosen(self) -> list[str]:
        return self.modules.chosen() if self.modules.is_valid() else []

    def is_valid(self) -> bool:
        return all((self.modules.is_valid(), self.house.is_valid()))

    def setup(self) -> dict[str, Any]:
        modules = self.modules.chosen()
        return {"modules": modules, "rules": self.house.rules(modules)}

    def refuse(self, error: RuleError) -> None:
        self.house.refuse(error)


def _of(setup: Setup, name: str) -> list[str]:
    usual = ["normal"] if name == DIFFICULTY else []
    return setup.get(name, usual)


def _seen(given: QueryDict) -> Setup:
    """What the page had shown; nothing if it does not say so."""
    try:
        seen = loads(given.get("seen", ""))
    except (ValueError, RecursionError):
        return {}
    return seen if isinstance(seen, dict) else {}
