"""Verbs about stickers, rules stickers, token groups and passages."""

from dataclasses import replace

from campaign.rules.arguments import Flag, Number, Text
from campaign.rules.characters import CHARACTER
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_card, the_character
from campaign.rules.labels import PassageLabel, Slot, StickerLabel
from campaign.rules.naming import passage_said
from campaign.rules.references import Target
from campaign.rules.sentences import gettext_noop
from campaign.rules.state import Passage, RulesSticker, State, Sticker, TokenGroup, put
from campaign.rules.verb import Argument, Call, Verb, Who


def sticker(call: Call) -> State:
    """A sticker on a card, a space, a Journal or anything else; a group may hold several."""
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
    """A rules sticker into the rulebook; each goes in once (docs/rules.md 8.2)."""
    state, slot = call.state, call.text("slot")
    if slot in state.rules:
        raise LedgerError("rules_taken", slot=slot)
    page, letter = int(slot[:-1]), slot[-1]
    printed = any(p.page == page and letter in p.letters for p in state.campaign.slots)
    applied = RulesSticker(key=slot, printed=printed, note=call.text("note"), game=call.game)
    return replace(state, rules=put(state.rules, slot, applied))


def token(call: Call) -> State:
    """A group of tokens punched out."""
    state, group = call.state, str(call.number("group"))
    if group in state.tokens:
        raise LedgerError("token_taken", group=group)
    return replace(state, tokens=put(state.tokens, group, TokenGroup(key=group, game=call.game)))


def read(call: Call) -> State:
    """A passage of the Book of Secrets."""
    if call.text("character"):
        the_character(call.state, call.text("character"))
    return _read(call, call.text("passage"), call.text("character"))


def journal(call: Call) -> State:
    """A passage of a character's own Journal."""
    character = the_character(call.state, call.text("character")).key
    return _read(call, f"{character}/{call.text('passage')}", character)


def _read(call: Call, key: str, character: str) -> State:
    """Rereading is free and no entry; instructions are repeated only when the text says so."""
    state, times = call.state, 1
    if key in state.passages:
        known = state.passages[key]
        if not call.flag("told"):
            raise LedgerError("already_read", passage=passage_said(state, key), game=known.game)
        times = known.times + 1
    passage = Passage(key=key, game=call.game, character=character, times=times)
    return replace(state, passages=put(state.passages, key, passage))


_NOTE = Argument("note", Text(200), gettext_noop("note"), optional=True)
_TOLD = Argument("told", Flag(), gettext_noop("told"), optional=True)
_NOTE_SAID = {"note": gettext_noop("Note: {note}")}
_AGAIN = {"told": gettext_noop("Once more, as the text said so.")}

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
        forms=("sticker|aufkleber <label> [ on|auf ] <target> [ note|notiz <note> ]",),
    ),
    Verb(
        key="rules",
        topic="stickers",
        act=rules,
        sentence=gettext_noop("Rules sticker {slot} is in the rulebook."),
        extras=_NOTE_SAID,
        arguments=(Argument("slot", Slot(), gettext_noop("slot")), _NOTE),
        forms=("rules|regel <slot> [ <note> ]",),
    ),
    Verb(
        key="token",
        topic="tokens",
        act=token,
        sentence=gettext_noop("Token group {group} is open."),
        arguments=(Argument("group", Number(1, 199), gettext_noop("token group")),),
        forms=("token|marker|plättchen <group>",),
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
        forms=("read|lies <passage> [ <character> ] [ ?told:told|gesagt ]",),
        who=Who.PASSAGE,
    ),
    Verb(
        key="journal",
        topic="passages",
        act=journal,
        sentence=gettext_noop("{character} read Journal passage {passage}."),
        extras=_AGAIN,
        arguments=(
            Argument("passage", PassageLabel(journal=True), gettext_noop("passage")),
            CHARACTER,
            _TOLD,
        ),
        forms=("journal|tagebuch <passage> <character> [ ?told:told|gesagt ]",),
        who=Who.PASSAGE,
    ),
)
