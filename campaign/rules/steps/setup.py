"""The steps before a game, each by its key in a campaign's file (docs/rules.md 8.8)."""

from collections.abc import Callable, Mapping

from campaign.rules.contracts import setup_waiting
from campaign.rules.entries import Draft
from campaign.rules.labels import card_label, character_label, contract_label, place_label
from campaign.rules.midnight_oil import burning
from campaign.rules.steps.midnight_oil import TRACK, MidnightOil, midnight_oil
from campaign.rules.steps.step import Evening, Step, say
from campaign.rules.verbs.joining import missed
from campaign.rules.verbs.tracks import ticks_in
from campaign.rules.words import PLACES
from kernel.message import Message, gettext_noop


def _prologue_setup(evening: Evening) -> Step:
    title = gettext_noop(
        "Look up game {game} in the Mission Reports. Read only the SETUP part of its Prologue "
        "passage, and do it first."
    )
    lines: tuple[Message, ...] = ()
    if evening.game and evening.game.prologue:
        lines = (say(gettext_noop("Passage {passage}."), passage=evening.game.prologue),)
    return Step(key="prologue_setup", title=say(title, game=evening.number), lines=lines)


def _map(evening: Evening) -> Step:
    title = gettext_noop(
        "Lay out the map with the side for this game facing up, and the board with the Clank! area."
    )
    lines = []
    if evening.game and evening.game.side:
        lines.append(say(gettext_noop("Side: {side}."), side=evening.game.side))
    if "rows" in evening.state.campaign.setup:
        template = gettext_noop("The board lies above the map; leave room for a row between them.")
        lines.append(say(template))
    space = evening.state.campaign.supplies.rage_start.get(str(len(evening.players)))
    if space:
        template = gettext_noop("The dragon marker starts on space {space} of the rage track.")
        lines.append(say(template, space=space))
    return Step(key="map", title=say(title), lines=tuple(lines))


def _dragon_bag(evening: Evening) -> Step:
    title = gettext_noop("Put {count} black cubes into the dragon bag.")
    count = evening.state.campaign.supplies.black_cubes
    return Step(key="dragon_bag", title=say(title, count=count))


def _bank(evening: Evening) -> Step:
    title = gettext_noop("Make the bank: gold, and the minor secrets shuffled face down.")
    return Step(key="bank", title=say(title))


def _personal(evening: Evening) -> Step:
    title = gettext_noop(
        "Everybody takes what belongs to their character; the figures start on HQ."
    )
    supplies, mark = evening.state.campaign.supplies, evening.state.campaign.stickers.mark
    lines = [_deck_line(evening, player) for player in evening.players]
    if mark:
        template = gettext_noop(
            "Each: Journal, figure on the disc of their colour, deck box, mark stickers."
        )
        lines.append(say(template))
    if supplies.cubes:
        template = gettext_noop("Each: cubes {cubes}, destination markers {markers}.")
        lines.append(say(template, cubes=supplies.cubes, markers=supplies.markers))
    new = [player for player in evening.players if not _has_played(evening, player)]
    template = gettext_noop(
        "{character} plays for the first time: the name goes on the deck box and the Journal, the "
        "mark stickers of the colour come from {sticker}."
    )
    lines += [say(template, character=evening.name(p), sticker=mark) for p in new if mark]
    return Step(key="personal", title=say(title), lines=tuple(lines))


def _has_played(evening: Evening, player: str) -> bool:
    games = evening.state.games.values()
    return any(game.finished and player in game.players for game in games)


def _deck_line(evening: Evening, player: str) -> Message:
    cards = evening.state.cards.values()
    own = [c for c in cards if c.place.where == "starting" and c.place.character == player]
    template = gettext_noop("{character}: cards in the starting deck {count}.")
    known = any(card.kind == "employee" for card in own)
    count = len(own) + (evening.state.employee == player and not known)
    return say(template, character=evening.name(player), count=count)


def _joining(evening: Evening) -> Step | None:
    """Whoever was not there the game before; nobody needs no step."""
    behind = tuple(player for player in evening.players if _catches_up(evening, player))
    if not behind or "joining" not in evening.state.campaign.verbs:
        return None
    title = gettext_noop("Before the Prologue, whoever was not there last time catches up.")
    plans = evening.state.joining
    open_ones = [key for key in behind if not (key in plans and plans[key].finished)]
    template = gettext_noop("{character} catches up.")
    lines = tuple(say(template, character=evening.name(key)) for key in open_ones)
    return Step(key="joining", title=say(title), lines=lines, done=not open_ones, joining=behind)


def _catches_up(evening: Evening, player: str) -> bool:
    return evening.number - 1 in missed(evening.state, player, evening.number)


def _prologue(evening: Evening) -> Step:
    title = gettext_noop("Read this game’s Prologue passage aloud and follow it.")
    passage = evening.game.prologue if evening.game else ""
    if not passage:
        return Step(key="prologue", title=say(title))
    read = passage in evening.state.passages
    drafts = () if read else (Draft(verb="read", arguments={"passage": passage}),)
    line = say(gettext_noop("Passage {passage}."), passage=passage)
    return Step(key="prologue", title=say(title), lines=(line,), drafts=drafts, done=read)


def _journals(evening: Evening) -> Step:
    title = say(gettext_noop("Each player reads their Journal passage for this game."))
    if evening.names:
        template = gettext_noop("Each player reads their Journal passage for this game: {players}.")
        title = say(template, players=evening.names)
    lines: tuple[Message, ...] = ()
    if evening.absent:
        template = gettext_noop("Skip the Journals of characters that nobody plays: {characters}.")
        lines = (say(template, characters=evening.absent),)
    return Step(key="journals", title=title, lines=lines)


def _contracts(evening: Evening) -> Step:
    title = gettext_noop("Lay out the contracts, new ones and those kept.")
    state = evening.state
    lines = []
    for key, contract in state.contracts.items():
        if state.campaign.burns_oil(key):
            continue
        if contract.active and contract.in_play and contract.group:
            template = gettext_noop("{contract}: into the contracts row.")
            lines.append(say(template, contract=contract_label(state, key)))
        elif contract.active and contract.in_play and contract.owner in evening.players:
            template = gettext_noop("{contract}: into the supply of {character}.")
            who = character_label(state, contract.owner)
            lines.append(say(template, contract=contract_label(state, key), character=who))
    return Step(key="contracts", title=say(title), lines=tuple(lines))


def _contract_setups(evening: Evening) -> Step:
    title = gettext_noop("Do the SETUP of every contract, new ones and those kept.")
    waiting = setup_waiting(evening.state, evening.number)
    lines = tuple(contract_label(evening.state, key) for key in waiting)
    begun = waiting if evening.game else ()
    drafts = tuple(Draft(verb="setup", arguments={"contract": key}) for key in begun)
    # Without one that is known to have a SETUP, only the group can tell.
    known = waiting or any(c.setup_in == evening.number for c in evening.state.contracts.values())
    done = not waiting if evening.game and known else None
    return Step(key="contract_setups", title=say(title), lines=lines, drafts=drafts, done=done)


def _midnight_oil(evening: Evening) -> Step:
    oil = midnight_oil(evening.state, evening.players)
    away = tuple(c.key for c in burning(evening.state) if not _on_the_table(evening, c.key))
    if away:
        title = gettext_noop("Burn the Midnight Oil goes back into the Filing Cabinet first.")
        drafts = tuple(Draft(verb="cabinet", arguments={"card": card}) for card in away)
        lines = _where(evening, away)
        return Step(key="midnight_oil", title=say(title), lines=lines, drafts=drafts, done=False)
    if oil is None:
        title = gettext_noop("Nobody burns the midnight oil in this game.")
        return Step(key="midnight_oil", title=say(title), done=True)
    cards = tuple(card_label(evening.state, card) for card in oil.cards)
    if oil.for_everybody:
        title = gettext_noop("Each player takes one Burn the Midnight Oil: {cards}.")
        return _oil_taken(evening, oil, evening.players, say(title, cards=cards))
    title = gettext_noop(
        "One of them, chosen at random, takes {cards} and checks one of their boxes on it."
    )
    label = say(title, cards=cards)
    chosen = _burning(evening)
    return _oil_taken(evening, oil, chosen, label) if chosen else _oil_to_draw(evening, oil, label)


def _oil_to_draw(evening: Evening, oil: MidnightOil, title: Message) -> Step:
    """Whoever might be chosen, with their chances, and a press for each."""
    template = gettext_noop("{character}: chance {chance}.")
    chances = tuple(
        say(template, character=evening.name(player), chance=str(chance))
        for player, chance in oil.chances.items()
    )
    # A box checked before the game has started would count for the game before.
    drafts = tuple(
        Draft(verb="tick", arguments={"track": TRACK, "character": player})
        for player in (oil.chances if evening.game else ())
    )
    told = (*chances, *_where(evening, oil.cards))
    done = False if evening.game else None
    return Step(key="midnight_oil", title=title, lines=told, drafts=drafts, done=done)


def _burning(evening: Evening) -> tuple[str, ...]:
    """Whose box was checked for this game."""
    state, number = evening.state, evening.number
    begun = evening.players if evening.game else ()
    return tuple(player for player in begun if ticks_in(state, number, TRACK, player))


def _oil_taken(
    evening: Evening, oil: MidnightOil, players: tuple[str, ...], title: Message
) -> Step:
    """Taking a card means a solo contract; done once it is on the table for this game."""
    free = [card for card in oil.cards if not _on_the_table(evening, card)]
    owners = [evening.state.contracts[c].owner for c in oil.cards if c not in free]
    waiting = [player for player in players if player not in owners]
    template = gettext_noop("{character} takes {card}.")
    pairs = list(zip(free, waiting, strict=False)) if evening.game else []
    lines = (
        say(template, character=evening.name(player), card=card_label(evening.state, card))
        for card, player in pairs
    )
    drafts = tuple(
        Draft(verb="contract", arguments={"card": card, "kind": "solo", "owner": player})
        for card, player in pairs
    )
    done = not waiting if evening.game else None
    return Step(
        key="midnight_oil",
        title=title,
        lines=(*lines, *_where(evening, tuple(free))),
        drafts=drafts,
        done=done,
    )


def _on_the_table(evening: Evening, card: str) -> bool:
    contract = evening.state.contracts.get(card)
    return contract is not None and contract.fetched_in == evening.number


def _where(evening: Evening, cards: tuple[str, ...]) -> tuple[Message, ...]:
    """Where the cards are now; cards never fetched are still in the Cardporium."""
    places = (
        place_label(evening.state, known.place) if known else PLACES["cardporium"].sentence
        for known in map(evening.state.cards.get, cards)
    )
    template = gettext_noop("{card}: {place}.")
    pairs = zip(cards, places, strict=True)
    return tuple(
        say(template, card=card_label(evening.state, c), place=place) for c, place in pairs
    )


def _unassigned(evening: Evening) -> Step:
    title = gettext_noop(
        "Contracts that were fetched but not named: into their character’s tuckbox, otherwise into "
        "the Filing Cabinet."
    )
    kinds = {kind.key for kind in evening.state.campaign.kinds if kind.contract}
    cards = evening.state.cards.values()
    loose = [c for c in cards if c.kind in kinds and c.key not in evening.state.contracts]
    waiting = [c.key for c in loose if c.place.where not in ("tuckbox", "cabinet", "destroyed")]
    lines = tuple(card_label(evening.state, key) for key in waiting)
    drafts = tuple(Draft(verb="cabinet", arguments={"card": key}) for key in waiting)
    # Whose tuckbox it is, only the group knows.
    asks = tuple(Draft(verb="tuckbox", arguments={"card": key}) for key in waiting)
    return Step(key="unassigned", title=say(title), lines=lines, drafts=drafts, asks=asks)


def _rows(evening: Evening) -> Step:
    title = gettext_noop("Lay out the reserve, shuffle the adventure deck and fill the row of six.")
    lines = (
        gettext_noop(
            "Reserve: the Goblin, Mercenaries and Longswords shuffled together, Explores, Employee "
            "Handbooks shuffled."
        ),
        gettext_noop(
            "Replace any card with a dragon symbol, even one inside its Arrive text; shuffle the "
            "replaced cards back in afterwards."
        ),
        gettext_noop("Leave room for a discard pile beside the adventure deck."),
    )
    return Step(key="rows", title=say(title), lines=tuple(map(say, lines)))


def _tokens(evening: Evening) -> Step:
    title = gettext_noop(
        "Mugs beside HQ: {count}. Then market items, artifacts, ore and major secrets."
    )
    lines = (
        gettext_noop(
            "Artifacts lie face up on the spaces of their value; those without one go back into "
            "the box."
        ),
        gettext_noop("Ore, shuffled, lies face down on its spaces, the rest in the bank."),
        gettext_noop(
            "Major secrets, shuffled face down: one on each of their spaces, also where a minor "
            "one follows; the rest in the bank, apart from the minor ones."
        ),
    )
    label = say(title, count=len(evening.players))
    return Step(key="tokens", title=label, lines=tuple(map(say, lines)))


def _hidden(evening: Evening) -> Step:
    slot = evening.state.campaign.hidden_setup_slot
    if slot in evening.state.rules:
        title = gettext_noop("Do what rules sticker {slot} added to the setup.")
        return Step(key="hidden", title=say(title, slot=slot))
    title = gettext_noop("This step is still hidden; go on with the next one.")
    return Step(key="hidden", title=say(title), done=True)


def _order(evening: Evening) -> Step:
    title = gettext_noop("Choose the first player at random; turns go clockwise.")
    clank = evening.state.campaign.supplies.starting_clank[: len(evening.players)]
    template = gettext_noop("Starting Clank! in the order of play: {clank}.")
    lines = (say(template, clank=tuple(clank)),) if clank else ()
    return Step(key="order", title=say(title), lines=lines, drafts=_first_players(evening))


def _first_players(evening: Evening) -> tuple[Draft, ...]:
    """The same order, begun by each of the others: turns go clockwise round the table."""
    seated = evening.players if evening.game else ()
    return tuple(
        Draft(verb="players", arguments={"players": [*seated[at:], *seated[:at]]})
        for at in range(1, len(seated))
    )


def _hands(evening: Evening) -> Step:
    title = gettext_noop("Everybody shuffles their starting deck and draws {count} cards.")
    return Step(key="hands", title=say(title, count=evening.state.campaign.supplies.hand))


def _arrive(evening: Evening) -> Step:
    title = gettext_noop("Follow the Arrive text in the opening row, then the first turn begins.")
    return Step(key="arrive", title=say(title))


SETUP: Mapping[str, Callable[[Evening], Step | None]] = {
    "prologue_setup": _prologue_setup,
    "map": _map,
    "dragon_bag": _dragon_bag,
    "bank": _bank,
    "personal": _personal,
    "joining": _joining,
    "prologue": _prologue,
    "journals": _journals,
    "contracts": _contracts,
    "contract_setups": _contract_setups,
    "midnight_oil": _midnight_oil,
    "unassigned": _unassigned,
    "rows": _rows,
    "tokens": _tokens,
    "hidden": _hidden,
    "order": _order,
    "hands": _hands,
    "arrive": _arrive,
}
