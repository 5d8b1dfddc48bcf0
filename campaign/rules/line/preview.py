"""What a line would do, before anything is stored."""

from dataclasses import dataclass

from campaign.rules.arguments.kind import Reading
from campaign.rules.consequences import consequences
from campaign.rules.entries import Draft
from campaign.rules.errors import LedgerError
from campaign.rules.ledger import attempt, coming_game, describe
from campaign.rules.line.parser import parse_all
from campaign.rules.state import State
from campaign.rules.steps.walkthrough import placed
from campaign.rules.tasks import left_open
from kernel.message import Message, gettext_noop


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
    typed, after = drafts, state
    drafts = tuple(placed(state, draft) for draft in drafts)
    for draft in drafts:
        try:
            after = attempt(after, draft)
        except LedgerError as error:
            return Preview(drafts=drafts, sentences=(*said, *describe(after, draft)), error=error)
        said.extend(describe(after, draft))
    follows = (*_late(typed, drafts), *consequences(state, after), *_packing(state, drafts))
    return Preview(drafts=drafts, sentences=tuple(said), consequences=follows)


def _late(typed: tuple[Draft, ...], drafts: tuple[Draft, ...]) -> tuple[Message, ...]:
    """The earlier game that an entry is for, though nobody has said so."""
    pairs = zip(typed, drafts, strict=True)
    games = dict.fromkeys(new.game for old, new in pairs if new.game != old.game and new.game)
    template = gettext_noop("This is for game {game}.")
    return tuple(Message(template, {"game": game}) for game in games)


def _packing(state: State, drafts: tuple[Draft, ...]) -> tuple[Message, ...]:
    """What stays open if the entry is written for the coming game, which packs the last one away."""
    left = left_open(state) if any(coming_game(state, draft.verb) for draft in drafts) else ()
    template = gettext_noop("Before it counts for game {game}, the last one is packed away.")
    return (Message(template, {"game": state.game + 1}), *left) if left else ()
