"""A campaign's state as plain JSON values and back, for the snapshot that a site keeps."""

from campaign.rules.campaigns import Campaign
from campaign.rules.shapes import build, plain
from campaign.rules.state import State


def to_json(state: State) -> dict[str, object]:
    """Everything but the campaign's own rules, as plain values."""
    value = plain(state)
    assert isinstance(value, dict)  # noqa: S101 (for the type checker)
    return value


def from_json(campaign: Campaign, raw: object) -> State:
    """The state again; raises ShapeError for anything that ``to_json`` would not have written."""
    return build(State, raw, "state", campaign=campaign)
