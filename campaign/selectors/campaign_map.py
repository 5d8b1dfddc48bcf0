"""The campaign's map: spaces as the group arranged them, with marks, remnants and markers."""

from collections import defaultdict
from dataclasses import dataclass

from campaign.models import Campaign, Photo
from campaign.rules.state import Contract, Path, Space, State, Sticker
from campaign.selectors.ledger import state_at
from campaign.selectors.photos import MAP, picture_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceRow:
    """A space with the open contracts whose destination it is."""

    space: Space
    stickers: tuple[Sticker, ...]
    destinations: tuple[Contract, ...]

    @property
    def arranged(self) -> bool:
        return self.space.x >= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignMap:
    state: State
    spaces: tuple[SpaceRow, ...]
    paths: tuple[Path, ...]
    picture: Photo | None


def map_of(campaign: Campaign, game: int | None = None) -> CampaignMap:
    """The map today or at the end of a game; the group's own photo of the board is behind it."""
    state = state_at(campaign, game)
    stickers, contracts = _stickers(state), _destinations(state)
    rows = (
        SpaceRow(
            space=space,
            stickers=tuple(stickers[key]),
            destinations=tuple(contracts[key]),
        )
        for key, space in state.spaces.items()
    )
    return CampaignMap(
        state=state,
        spaces=tuple(sorted(rows, key=_by_number)),
        paths=tuple(state.paths.values()),
        picture=picture_of(campaign, MAP),
    )


def _by_number(row: SpaceRow) -> tuple[int, str]:
    """Runestones in order, then everything else by name."""
    key = row.space.key
    return (int(key), "") if key.isdecimal() else (1000, key.casefold())


def _stickers(state: State) -> dict[str, list[Sticker]]:
    found: dict[str, list[Sticker]] = defaultdict(list)
    for sticker in state.stickers.values():
        kind, _, key = sticker.target.partition(":")
        if kind == "space":
            found[key].append(sticker)
    return found


def _destinations(state: State) -> dict[str, list[Contract]]:
    found: dict[str, list[Contract]] = defaultdict(list)
    for contract in state.contracts.values():
        for marker in contract.markers:
            found[marker.space].append(contract)
    return found
