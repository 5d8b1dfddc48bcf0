"""What surrounds every page of a campaign: name, tabs, ledger line, the game it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaign.models import Membership

# The tab, its name, its icon, and the verb without which a campaign has no such page.
TABS = (
    ("home", gettext_noop("Home"), "bag", ""),
    ("characters", gettext_noop("Characters"), "members", ""),
    ("cards", gettext_noop("Cards"), "cards", "fetch"),
    ("contracts", gettext_noop("Contracts"), "contract", "contract"),
    ("map", gettext_noop("Map"), "map", "arrange"),
    ("pieces", gettext_noop("Stickers"), "sticker", "sticker"),
    ("reports", gettext_noop("Reports"), "score", "start"),
    ("ledger", gettext_noop("Ledger"), "ledger", ""),
    ("photos", gettext_noop("Photos"), "photo", ""),
    ("members", gettext_noop("Members"), "account", ""),
)


@dataclass(frozen=True, slots=True)
class Tab:
    text: str
    href: str
    icon: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AsOf:
    """The games a page can show, the one it shows, and the rest of its query."""

    games: tuple[int, ...]
    game: int
    rest: tuple[tuple[str, str], ...]

    @property
    def today(self) -> bool:
        return self.game == self.games[-1]

    @property
    def last(self) -> int:
        return self.games[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """``name`` is the reader's own, ``may`` what they may do, by permission."""

    member_id: UUID
    name: str
    tabs: tuple[Tab, ...]
    may: Mapping[str, bool]

    @property
    def key(self) -> UUID:
        """A new key for each form, to recognise one that is sent twice."""
        return uuid4()


def frame_of(member: Membership, may: Mapping[str, bool], current: str) -> Frame:
    campaign = member.campaign
    verbs = campaign.rules.verbs
    tabs = tuple(
        Tab(_(text), reverse(f"campaign:{name}", args=[campaign.pk]), icon, name == current)
        for name, text, icon, verb in TABS
        if not verb or verb in verbs
    )
    return Frame(member_id=member.pk, name=member.name, tabs=tabs, may=may)
