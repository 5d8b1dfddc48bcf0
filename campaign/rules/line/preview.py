"""What a line would do, before anything is stored."""

from dataclasses import dataclass

from campaign.rules.arguments.kind import Reading
from campaign.rules.consequences import consequences
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.ledger import attempt, describe
from campaign.rules.line.parser import parse_all
from campaign.rules.state import State
from kernel.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a line would do, before anything is stored.

    ``error`` says why the line cannot be read or is not allowed; ``drafts`` are set even
    if they are not allowed now.
    """

    drafts: tuple[Draft, ...] = ()
    sentences: tuple[Message, ...] = ()
    consequences: tuple[Message, ...] = ()
    error: LedgerError | None = None

    @property
    def draft(self) -> Draft | None:
        """The first draft."""
        return self.drafts[0] if self.drafts else None


def preview(reading: Reading, text: str) -> Preview:
    """What a line would do, as sentences; raises and stores nothing."""
    try:
        drafts = parse_all(reading, text)
    except LedgerError as error:
        return Preview(error=error)
    return _preview(reading.state, drafts)


def preview_draft(state: State, draft: Draft) -> Preview:
    """The same for the draft of a form."""
    return _preview(state, (draft,))


def _preview(state: State, drafts: tuple[Draft, ...]) -> Preview:
    """Each draft on the state that the one before leaves."""
    said: list[Message] = []
    after = state
    for draft in drafts:
        try:
            after = attempt(after, draft)
        except LedgerError as error:
            return Preview(drafts=drafts, sentences=(*said, *describe(after, draft)), error=error)
        said.extend(describe(after, draft))
    follows = consequences(state, after)
    return Preview(drafts=drafts, sentences=tuple(said), consequences=follows)
