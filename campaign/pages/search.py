"""What a search has found, with the addresses of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.errors import translate
from campaign.models import Campaign
from campaign.pages.lines import A_PAGE, ICONS
from campaign.selectors.search import Found, FoundEntry, FoundThing

THING_ICONS = {"card": "card", "character": "account", "contract": "contract"}


def kinds() -> dict[str, str]:
    """The words for what has a page of its own, which can be typed as well."""
    return {"card": _("Card"), "character": _("Character"), "contract": _("Contract")}


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRow:
    """``campaign`` is the name of the campaign it is in; ``game`` is 0 for a thing."""

    icon: str
    href: str
    text: str
    campaign: str
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    typed: str
    things: tuple[FoundRow, ...]
    lines: tuple[FoundRow, ...]
    more: bool

    @property
    def nothing(self) -> bool:
        return not (self.things or self.lines)


def search_page(typed: str, found: Found, campaigns: Mapping[UUID, Campaign]) -> SearchPage:
    return SearchPage(
        typed=typed,
        things=tuple(_thing(each, campaigns) for each in found.things),
        lines=tuple(_line(each, campaigns) for each in found.entries),
        more=found.more,
    )


def _thing(found: FoundThing, campaigns: Mapping[UUID, Campaign]) -> FoundRow:
    return FoundRow(
        icon=THING_ICONS[found.kind],
        href=reverse(f"campaign:{found.kind}", args=[found.campaign, found.key]),
        text=_called(found),
        campaign=campaigns[found.campaign].name,
        game=0,
    )


def _called(found: FoundThing) -> str:
    """A character's label is their name alone."""
    label = found.label if isinstance(found.label, str) else translate(found.label)
    return f"{kinds()['character']} {label}" if found.kind == "character" else label


def _line(found: FoundEntry, campaigns: Mapping[UUID, Campaign]) -> FoundRow:
    return FoundRow(
        icon=ICONS.get(found.topic, "ledger"),
        href=_ledger(campaigns[found.campaign], found.number),
        text=" ".join(map(translate, found.sentences)),
        campaign=campaigns[found.campaign].name,
        game=found.game,
    )


def _ledger(campaign: Campaign, number: int) -> str:
    """The page of the ledger on which a line is; entries are numbered without a gap."""
    page = (campaign.sequence - number) // A_PAGE + 1
    return f"{reverse('campaign:ledger', args=[campaign.pk])}?page={page}#entry-{number}"
