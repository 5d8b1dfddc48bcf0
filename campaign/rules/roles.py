"""Who may write or strike what: owner and keeper all, a player their own part, a guest nothing."""

from dataclasses import dataclass
from enum import StrEnum

from campaign.rules.entries import Arguments, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.verb import Verb, Who
from campaign.rules.verbs import VERBS


class Role(StrEnum):
    """What a member of a campaign is."""

    OWNER = "owner"
    KEEPER = "keeper"
    PLAYER = "player"
    GUEST = "guest"


KEEPERS = frozenset({Role.OWNER, Role.KEEPER})


@dataclass(frozen=True, slots=True)
class Writer:
    """A member about to write: the campaign's key of theirs, and their role."""

    member: str
    role: Role


def own_characters(state: State, member: str) -> frozenset[str]:
    """The characters that a member plays."""
    return frozenset(c.key for c in state.characters.values() if c.player == member)


def may_use(role: Role, verb: Verb) -> bool:
    """Whether a role has any use for a verb at all: what to offer in menus and forms."""
    return role in KEEPERS or (role is Role.PLAYER and verb.who is not Who.KEEPER)


def check_write(state: State, writer: Writer, draft: Draft) -> None:
    """Raises ``forbidden`` unless the member may write this, whatever the rules say of it.

    Raises ``bad_argument`` for a player's draft that cannot be read.
    Players write about their own character, about contracts in play, and passages.
    """
    verb = VERBS.get(draft.verb)
    if writer.role in KEEPERS or verb is None:
        return
    if not may_use(writer.role, verb):
        raise LedgerError("forbidden")
    args = verb.clean(draft.arguments, state.campaign)
    if verb.who is Who.OWN:
        _check_own(state, writer, args)
    if verb.who is Who.CONTRACT:
        _check_contract(state, args)


def _check_own(state: State, writer: Writer, args: Arguments) -> None:
    named = args.get("character") or _about(args)
    if named not in own_characters(state, writer.member):
        raise LedgerError("forbidden.character")
    if "player" in args:
        raise LedgerError("forbidden")


def _about(args: Arguments) -> str:
    kind, _, key = str(args.get("about", "")).partition(":")
    return key if kind == "character" else ""


def _check_contract(state: State, args: Arguments) -> None:
    contract = state.contracts.get(str(args.get("contract", "")))
    if contract is None or not contract.in_play:
        raise LedgerError("forbidden.contract")


def check_strike(state: State, writer: Writer, target: Entry) -> None:
    """Raises ``forbidden`` unless the member may strike that entry.

    Owners and keepers strike any, players their own of the current game.
    """
    if writer.role in KEEPERS:
        return
    if writer.role is Role.GUEST:
        raise LedgerError("forbidden")
    if target.member != writer.member or target.game != state.game:
        raise LedgerError("forbidden.strike")
