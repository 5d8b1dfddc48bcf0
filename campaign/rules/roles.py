"""Who may write or strike what: owners and keepers all, players their part, guests nothing."""

from dataclasses import dataclass
from enum import StrEnum

from campaign.rules.entries import Arguments, Draft, Entry
from campaign.rules.errors import LedgerError
from campaign.rules.state import State
from campaign.rules.verbs.index import VERBS
from campaign.rules.verbs.verb import Verb, Who


class Role(StrEnum):
    """What a member of a campaign is."""

    OWNER = "owner"
    KEEPER = "keeper"
    PLAYER = "player"
    GUEST = "guest"


KEEPERS = frozenset({Role.OWNER, Role.KEEPER})


@dataclass(frozen=True, slots=True)
class Actor:
    """A member about to write or strike: their key in the campaign, and their role."""

    member: str
    role: Role


def own_characters(state: State, member: str) -> frozenset[str]:
    """The characters that a member plays."""
    return frozenset(c.key for c in state.characters.values() if c.player == member)


def own_character(state: State, member: str) -> str:
    """The only character that a member plays tonight, or at all; empty if that leaves a choice."""
    own = own_characters(state, member)
    tonight = own & set(state.running.players) if state.running else own
    (one,) = [*(tonight or own)] if len(tonight or own) == 1 else [""]
    return one


def may_use(role: Role, verb: Verb) -> bool:
    """Whether a role may ever write a verb, so that menus and forms offer it."""
    if verb.who is Who.SITE:
        return False
    return role in KEEPERS or (role is Role.PLAYER and verb.who is Who.PLAYER)


def check_write(state: State, actor: Actor, draft: Draft) -> None:
    """Raise ``forbidden`` unless the member may write this, whether the rules allow it or not.

    Raises ``bad_argument`` for a player's draft that cannot be read.
    Players write everything of tonight's game but what is for keepers; who plays a character is
    for keepers too, and what has been put away or played before is not tonight's.
    """
    verb = VERBS.get(draft.verb)
    if actor.role in KEEPERS or verb is None:
        return
    if verb.who is Who.SITE and actor.role is Role.PLAYER:
        return
    if not may_use(actor.role, verb):
        raise LedgerError("forbidden")
    args = verb.clean(draft.arguments, state.campaign)
    if "player" in args:
        raise LedgerError("forbidden")
    if not verb.opens_game and args.get("game", state.game) != state.game:
        raise LedgerError("forbidden.game")
    _check_late(state, actor, draft.game, args)
    _check_contract(state, args)


def _check_late(state: State, actor: Actor, game: int | None, args: Arguments) -> None:
    """A player makes up for what is open of their own character only."""
    if game is None or game >= state.tonight:
        return
    contract = state.contracts.get(str(args.get("contract", args.get("card", ""))))
    about = (contract.owner, *contract.stars) if contract else (args.get("character"),)
    if not own_characters(state, actor.member) & set(about):
        raise LedgerError("forbidden.late")


def _check_contract(state: State, args: Arguments) -> None:
    if "contract" not in args:
        return
    contract = state.contracts.get(str(args["contract"]))
    if contract is None or not contract.in_play:
        raise LedgerError("forbidden.contract")


def check_strike(state: State, actor: Actor, target: Entry) -> None:
    """Raise ``forbidden`` unless the member may strike that entry.

    Owners and keepers may strike any, players their own of the current game.
    """
    if actor.role in KEEPERS:
        return
    if actor.role is Role.GUEST:
        raise LedgerError("forbidden")
    if target.member != actor.member or target.game != state.tonight:
        raise LedgerError("forbidden.strike")
