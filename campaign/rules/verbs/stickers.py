"""Verbs about stickers, rules stickers, token groups and passages."""

from dataclasses import replace

from campaign.rules.arguments.codes import PassageLabel, Slot, StickerLabel
from campaign.rules.arguments.spaces import Target
from campaign.rules.arguments.values import Flag, Number, Text
from campaign.rules.errors import LedgerError
from campaign.rules.labels import passage_label
from campaign.rules.lookup import the_card, the_character
from campaign.rules.state import (
    Character,
    Passage,
    RulesSticker,
    State,
    Sticker,
    TokenGroup,
    put,
)
from campaign.rules.verbs.characters import CHARACTER
from campaign.rules.verbs.milestones import count, passages_unread
from campaign.rules.verbs.verb import Argument, Call, Verb
from kernel.message import gettext_noop, pgettext


def sticker(call: Call) -> State:
    """Put a sticker on a card, a space, a Journal or anything else; a group may have several."""
    state, target = call.state, call.text("target")
    kind, _, key = target.partition(":")
    if kind == "card":
        the_card(state, key)
    if kind == "character":
        the_character(state, key)
    applied = Sticker(
        key=call.key,
        label=call.text("label"),
        target=target,
        note=call.text("note"),
        game=call.game,
    )
    return replace(state, stickers=put(state.stickers, call.key, applied))


def rules(call: Call) -> State:
    """Put a rules sticker into the rulebook; each goes in once (docs/rules.md 8.2)."""
    state, slot = call.state, call.text("slot")
    if slot in state.rules:
        raise LedgerError("rules_taken", slot=slot)
    page, letter = int(slot[:-1]), slot[-1]
    printed = any(p.page == page and letter in p.letters for p in state.campaign.slots)
    applied = RulesSticker(key=slot, printed=printed, note=call.text("note"), game=call.game)
    return replace(state, rules=put(state.rules, slot, applied))


def token(call: Call) -> State:
    """Punch out a group of tokens."""
    state, group = call.state, str(call.number("group"))
    if group in state.tokens:
        raise LedgerError("token_taken", group=group)
    return replace(state, tokens=put(state.tokens, group, TokenGroup(key=group, game=call.game)))


def read(call: Call) -> State:
    """Read a passage of the Book of Secrets."""
    if call.text("character"):
        the_character(call.state, call.text("character"))
    return _read(call, call.text("passage"), call.text("character"))


def journal(call: Call) -> State:
    """Read a passage of a character's own Journal."""
    character = the_character(call.state, call.text("character"))
    space = call.number("space") or _waiting_space(call, character)
    if space > count(character):
        raise LedgerError("no_such_space", character=character.name, space=space)
    return _read(call, f"{character.key}/{call.text('passage')}", character.key, space)


def _waiting_space(call: Call, character: Character) -> int:
    """After a game, the lowest milestone space covered in it whose passage is not read yet."""
    game = call.state.games.get(str(call.game))
    if game is None or not game.finished:
        return 0
    return next(iter(passages_unread(call.state, character, call.game)), 0)


def _read(call: Call, key: str, character: str, space: int = 0) -> State:
    """Rereading needs no entry; instructions are repeated only if the text says so."""
    state, times = call.state, 1
    if key in state.passages:
        known = state.passages[key]
        if not call.flag("told"):
            raise LedgerError("already_read", passage=passage_label(state, key), game=known.game)
        times, space = known.times + 1, space or known.space
    passage = Passage(key=key, game=call.game, character=character, times=times, space=space)
    return replace(state, passages=put(state.passages, key, passage))


_NOTE = Argument("note", Text(200), gettext_noop("note"), optional=True)
_TOLD = Argument("told", Flag(), gettext_noop("told"), optional=True)
_NOTE_SAID = {"note": gettext_noop("Note: {note}")}
_AGAIN = {"told": gettext_noop("Once more, because the text said so.")}

VERBS = (
    Verb(
        key="sticker",
        topic="stickers",
        act=sticker,
        sentence=gettext_noop("Sticker {label} on {target}."),
        extras=_NOTE_SAID,
        arguments=(
            Argument("label", StickerLabel(), gettext_noop("sticker")),
            Argument("target", Target(), gettext_noop("where it goes")),
            _NOTE,
        ),
        forms=(pgettext("typed", "sticker <label> [ on ] <target> [ note <note> ]"),),
    ),
    Verb(
        key="rules",
        topic="stickers",
        act=rules,
        sentence=gettext_noop("Rules sticker {slot} is in the rulebook."),
        extras=_NOTE_SAID,
        arguments=(Argument("slot", Slot(), gettext_noop("slot")), _NOTE),
        forms=(pgettext("typed", "rules <slot> [ <note> ]"),),
        several="slot",
    ),
    Verb(
        key="token",
        topic="tokens",
        act=token,
        sentence=gettext_noop("Token group {group} is open."),
        arguments=(
            Argument(
                "group",
                Number(1, 199, nouns=pgettext("typed noun", "group")),
                gettext_noop("token group"),
            ),
        ),
        forms=(pgettext("typed", "token <group>"),),
        several="group",
    ),
    Verb(
        key="read",
        topic="passages",
        act=read,
        sentence=gettext_noop("Read passage {passage}."),
        extras={"character": gettext_noop("It was for {character}."), **_AGAIN},
        arguments=(
            Argument("passage", PassageLabel(), gettext_noop("passage")),
            replace(CHARACTER, optional=True),
            _TOLD,
        ),
        forms=(pgettext("typed", "read <passage> [ <character> ] [ ?told:told ]"),),
        several="passage",
        late=True,
    ),
    Verb(
        key="journal",
        topic="passages",
        act=journal,
        sentence=gettext_noop("{character} read Journal passage {passage}."),
        extras={"space": gettext_noop("It is that of milestone space {space}."), **_AGAIN},
        arguments=(
            Argument("passage", PassageLabel(journal=True), gettext_noop("passage")),
            CHARACTER,
            Argument("space", Number(1, 99), gettext_noop("milestone space"), optional=True),
            _TOLD,
        ),
        forms=(
            pgettext("typed", "journal <passage> <character> [ space <space> ] [ ?told:told ]"),
        ),
        late=True,
    ),
)
