"""Arguments of a lot, which the site fills in: a list of names, and hexadecimal digits."""

import re
from dataclasses import dataclass
from typing import cast

from campaign.rules.arguments.kind import Kind
from campaign.rules.arguments.values import Text
from campaign.rules.campaigns import Campaign
from campaign.rules.entries import Value
from campaign.rules.lot_reasons import OFFERED
from campaign.rules.state import State
from kernel.message import Message, Param, gettext_noop
from kernel.text import is_writable

MOST_NAMES = 300
MOST_SIGNS = 80


@dataclass(frozen=True, slots=True)
class Names(Kind):
    """A list of different names."""

    least: int = 1
    expected: str = gettext_noop("a list of different names")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The names without spaces around them."""
        if not isinstance(raw, list | tuple) or not self.least <= len(raw) <= MOST_NAMES:
            self.refuse()
        names = [name.strip() if isinstance(name, str) else "" for name in raw]
        fits = all(is_writable(name) and len(name) <= MOST_SIGNS for name in names)
        return names if fits and len(set(names)) == len(names) else self.refuse()

    def show(self, value: Value, state: State) -> Param:
        """The names in their order."""
        return tuple(cast(list[str], value))


@dataclass(frozen=True, slots=True)
class Reason(Text):
    """What a lot is for; what the site offers itself is said in the reader's language."""

    def show(self, value: Value, state: State) -> Param:
        """A message to translate, or the group's own words as they are."""
        return Message(value) if isinstance(value, str) and value in OFFERED else cast(str, value)


@dataclass(frozen=True, slots=True)
class Digits(Kind):
    """So many hexadecimal digits."""

    count: int
    expected: str = gettext_noop("hexadecimal digits")

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """In lower case."""
        text = raw.lower() if isinstance(raw, str) else ""
        return text if re.fullmatch(rf"[0-9a-f]{{{self.count}}}", text) else self.refuse()
