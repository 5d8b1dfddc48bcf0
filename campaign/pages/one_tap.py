"""Entries that one tap writes, on the page of what they are about; undone beside it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from campaign.errors import translate
from campaign.rules.labels import character_label
from campaign.rules.state import Card, Character, Contract, State
from campaign.rules.verbs.marks import why_not
from kernel.message import Message


@dataclass(frozen=True, slots=True)
class OneTap:
    """A button: its verb, its word, for whom it writes, and the arguments of the entry."""

    verb: str
    icon: str
    text: str
    who: str
    fields: tuple[tuple[str, str], ...]


def card_taps(state: State, card: Card, own: str) -> tuple[OneTap, ...]:
    """Mark and scratch it for the reader's own character, or destroy it."""
    return () if card.destroyed else tuple(_on_card(state, card, own))


def _on_card(state: State, card: Card, own: str) -> Iterator[OneTap]:
    verbs, key = state.campaign.verbs, ("card", card.key)
    if own and "mark" in verbs and why_not(state, card) is None:
        yield _tap(state, "mark", gettext_noop("Mark"), own, key)
    if "scratch" in verbs and card.scratched < (card.boxes or card.scratched + 1):
        yield _tap(state, "scratch", gettext_noop("Scratch"), own, key)
    if "destroy" in verbs:
        yield _tap(state, "destroy", gettext_noop("Destroy"), "", key)


def contract_taps(state: State, contract: Contract, own: str) -> tuple[OneTap, ...]:
    """A cube or a tick by its owner, or by the reader's own character."""
    who, key = contract.owner or own, ("contract", contract.key)
    if not who or not contract.active:
        return ()
    taps = []
    if contract.track and state.running and who in state.running.players:
        taps.append(_tap(state, "cube", gettext_noop("Cube"), who, key))
    if contract.ticked < contract.boxes:
        taps.append(_tap(state, "tick_contract", gettext_noop("Tick"), who, key))
    return tuple(taps)


def character_taps(state: State, character: Character) -> tuple[OneTap, ...]:
    """The next milestone space, filled with a sticker or with a mark."""
    if "milestone" not in state.campaign.verbs:
        return ()
    sticker, who = ("label", state.campaign.stickers.milestone), ("character", character.key)
    return (
        OneTap("milestone", "milestone", _text(gettext_noop("Milestone")), "", (sticker, who)),
        OneTap("milestone", "mark", _text(gettext_noop("Mark as a milestone")), "", (who,)),
    )


ICONS = {
    "mark": "mark", "scratch": "minus", "destroy": "trash", "cube": "plus", "tick_contract": "check",
}  # fmt: skip


def _tap(state: State, verb: str, text: str, who: str, about: tuple[str, str]) -> OneTap:
    name = character_label(state, who) if who else ""
    fields = (about, ("character", who)) if who else (about,)
    return OneTap(verb, ICONS[verb], _text(text), name, fields)


def _text(text: str) -> str:
    return translate(Message(text))
