"""A campaign's state as a snapshot in plain JSON, and back. Only a cache of the ledger."""

import json

from campaign.rules.campaigns import Campaign
from campaign.rules.state import State
from kernel.reading import ReadingError, build, plain

FORM = 3
"""To be raised when the same entries lead to another state than before."""


class SnapshotError(ValueError):
    """The text is not a snapshot of this version of the rules; the ledger has to be folded."""


def dump(state: State) -> str:
    """The snapshot as one line of JSON, without the campaign's rules."""
    return json.dumps({"form": FORM, "state": to_json(state)}, separators=(",", ":"))


def load(campaign: Campaign, text: str) -> State:
    """The state that ``dump`` wrote; raises SnapshotError for any other text."""
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict) or raw.get("form") != FORM:
            raise SnapshotError("form")
        return from_json(campaign, raw.get("state"))
    except (ReadingError, ValueError, RecursionError) as error:
        raise SnapshotError(str(error)) from error


def to_json(state: State) -> dict[str, object]:
    """The whole state but the campaign's rules, as plain values."""
    value = plain(state)
    assert isinstance(value, dict)  # noqa: S101 (for the type checker)
    return value


def from_json(campaign: Campaign, raw: object) -> State:
    """The state; raises ReadingError for anything that ``to_json`` does not write."""
    return build(State, raw, "state", campaign=campaign)
