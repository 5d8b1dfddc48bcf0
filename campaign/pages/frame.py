"""What surrounds every page of a campaign: its name, its tabs, the ledger line, the game it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaign.models import Campaign, Membership

# Tab, its words, its icon, and the verb without which a campaign has no such page.
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
    """The games a page can be asked for, the one it shows, and how its other wishes are kept."""

    games: tuple[int, ...]
    shown: int
    rest: tuple[tuple[str, str], ...]

    @property
    def today(self) -> bool:
        return not self.games or self.shown == self.games[-1]

    @property
    def last(self) -> int:
        return self.games[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    campaign: Campaign
    member: Membership
    tabs: tuple[Tab, ...]
    may: Mapping[str, bool]

    @property
    def key(self) -> UUID:
        """A fresh key for each form, by which one that is sent twice is known."""
        return uuid4()


def frame_of(member: Membership, may: Mapping[str, bool], current: str) -> Frame:
    campaign = member.campaign
    verbs = campaign.rules.verbs
    tabs = tuple(
        Tab(_(text), reverse(f"campaign:{name}", args=[campaign.pk]), icon, name == current)
        for name, text, icon, verb in TABS
        if not verb or verb in verbs
    )
    return Frame(campaign=campaign, member=member, tabs=tabs, may=may)
