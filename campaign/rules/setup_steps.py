"""The steps before a game, each by its key in a campaign's file (docs/rules.md 8.8)."""

from collections.abc import Callable, Mapping

from campaign.rules.contracts import setup_waiting
from campaign.rules.entries import Draft
from campaign.rules.midnight_oil import TRACK, MidnightOil, midnight_oil
from campaign.rules.naming import card_said, character_said, contract_said, place_said
from campaign.rules.sentences import Sentence, gettext_noop
from campaign.rules.step import Evening, Step, say
from campaign.rules.tracks import ticks_in
from campaign.rules.words import PLACES


def _prologue_setup(evening: Evening) -> Step:
    title = gettext_noop(
        "Look up game {game} in the Mission Reports. Of its Prologue passage read only the SETUP "
        "part, and do it first."
    )
    lines: tuple[Sentence, ...] = ()
    if evening.game and evening.game.prologue:
        lines = (say(gettext_noop("Passage {passage}."), passage=evening.game.prologue),)
    return Step(key="prologue_setup", title=say(title, game=evening.number), lines=lines)


def _map(evening: Evening) -> Step:
    title = gettext_noop("Lay the map on the side for this game, the Clank! board above it.")
    lines = []
    if evening.game and evening.game.side:
        lines.append(say(gettext_noop("Side: {side}."), side=evening.game.side))
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
        "Everybody takes what belongs to their character; the figures stand on HQ."
    )
    supplies = evening.state.campaign.supplies
    lines = [_deck_line(evening, player) for player in evening.players]
    if supplies.cubes:
        template = gettext_noop("Each: cubes {cubes}, destination markers {markers}.")
        lines.append(say(template, cubes=supplies.cubes, markers=supplies.markers))
    return Step(key="personal", title=say(title), lines=tuple(lines))


def _deck_line(evening: Evening, player: str) -> Sentence:
    cards = evening.state.cards.values()
    own = [c for c in cards if c.place.where == "starting" and c.place.character == player]
    template = gettext_noop("{character}: cards in the starting deck {count}.")
    return say(template, character=evening.name(player), count=len(own))


def _prologue(evening: Evening) -> Step:
    title = gettext_noop("Read this game's Prologue passage aloud and follow it.")
    passage = evening.game.prologue if evening.game else ""
    if not passage:
        return Step(key="prologue", title=say(title))
    read = passage in evening.state.passages
    drafts = () if read else (Draft(verb="read", arguments={"passage": passage}),)
    line = say(gettext_noop("Passage {passage}."), passage=passage)
    return Step(key="prologue", title=say(title), lines=(line,), drafts=drafts, done=read)


def _journals(evening: Evening) -> Step:
    title = gettext_noop("Each player reads their Journal passage for this game: {players}.")
    lines: tuple[Sentence, ...] = ()
    if evening.absent:
        template = gettext_noop("Skip the Journals of those nobody plays: {characters}.")
        lines = (say(template, characters=evening.absent),)
    return Step(key="journals", title=say(title, players=evening.names), lines=lines)


def _contracts(evening: Evening) -> Step:
    title = gettext_noop("Lay out the contracts, new ones and those kept.")
    state = evening.state
    lines = []
    for key, contract in state.contracts.items():
        if contract.active and contract.in_play and contract.group:
            template = gettext_noop("{contract}: into the contracts row.")
            lines.append(say(template, contract=contract_said(state, key)))
        elif contract.active and contract.in_play and contract.owner in evening.players:
            template = gettext_noop("{contract}: into the supply of {character}.")
            who = character_said(state, contract.owner)
            lines.append(say(template, contract=contract_said(state, key), character=who))
    return Step(key="contracts", title=say(title), lines=tuple(lines))


def _contract_setups(evening: Evening) -> Step:
    title = gettext_noop("Do the SETUP of every contract, new ones and those kept.")
    waiting = setup_waiting(evening.state, evening.number)
    lines = tuple(contract_said(evening.state, key) for key in waiting)
    begun = waiting if evening.game else ()
    drafts = tuple(Draft(verb="setup", arguments={"contract": key}) for key in begun)
    done = not waiting if evening.game else None
    return Step(key="contract_setups", title=say(title), lines=lines, drafts=drafts, done=done)


def _midnight_oil(evening: Evening) -> Step:
    oil = midnight_oil(evening.state, evening.players)
    if oil is None:
        title = gettext_noop("Nobody burns the midnight oil in this game.")
        return Step(key="midnight_oil", title=say(title), done=True)
    cards = tuple(card_said(evening.state, card) for card in oil.cards)
    if oil.for_everybody:
        title = gettext_noop("Each player takes one Burn the Midnight Oil: {cards}.")
        return _oil_taken(evening, oil, evening.players, say(title, cards=cards))
    title = gettext_noop("One of them, by lot, takes {cards} and checks one of their boxes on it.")
    chosen = _burning(evening)
    if chosen:
        return _oil_taken(evening, oil, chosen, say(title, cards=cards))
    template = gettext_noop("{character}: chance {chance}.")
    chances = tuple(
        say(template, character=evening.name(player), chance=str(chance))
        for player, chance in oil.chances.items()
    )
    # A box that is checked before the game has begun would count in the game before.
    drafts = tuple(
        Draft(verb="tick", arguments={"track": TRACK, "character": player})
        for player in (oil.chances if evening.game else ())
    )
    lines = (*chances, *_where(evening, oil.cards))
    return Step(key="midnight_oil", title=say(title, cards=cards), lines=lines, drafts=drafts)


def _burning(evening: Evening) -> tuple[str, ...]:
    """Whose box was checked for this game."""
    state, number = evening.state, evening.number
    begun = evening.players if evening.game else ()
    return tuple(player for player in begun if ticks_in(state, number, TRACK, player))


def _oil_taken(
    evening: Evening, oil: MidnightOil, players: tuple[str, ...], title: Sentence
) -> Step:
    """Whoever takes a card has a solo contract; done once it lies on the table for this game."""
    free = [card for card in oil.cards if not _on_the_table(evening, card)]
    owners = [evening.state.contracts[c].owner for c in oil.cards if c not in free]
    waiting = [player for player in players if player not in owners]
    template = gettext_noop("{character} takes {card}.")
    pairs = list(zip(free, waiting, strict=False)) if evening.game else []
    lines = (
        say(template, character=evening.name(player), card=card_said(evening.state, card))
        for card, player in pairs
    )
    drafts = tuple(
        Draft(verb="contract", arguments={"card": card, "kind": "solo", "owner": player})
        for card, player in pairs
    )
    done = not waiting if evening.game else None
    told = (*lines, *_where(evening, tuple(free)))
    return Step(key="midnight_oil", title=title, lines=told, drafts=drafts, done=done)


def _on_the_table(evening: Evening, card: str) -> bool:
    contract = evening.state.contracts.get(card)
    return contract is not None and contract.fetched_in == evening.number


def _where(evening: Evening, cards: tuple[str, ...]) -> tuple[Sentence, ...]:
    """Where the cards lie now: what was never fetched is still in the Cardporium."""
    places = (
        place_said(evening.state, known.place) if known else PLACES["cardporium"].sentence
        for known in map(evening.state.cards.get, cards)
    )
    template = gettext_noop("{card}: {place}.")
    pairs = zip(cards, places, strict=True)
    return tuple(say(template, card=card_said(evening.state, c), place=place) for c, place in pairs)


def _unassigned(evening: Evening) -> Step:
    title = gettext_noop(
        "Contracts that were fetched but not named: into their character's tuckbox, else into "
        "the Filing Cabinet."
    )
    kinds = {kind.key for kind in evening.state.campaign.kinds if kind.contract}
    cards = evening.state.cards.values()
    loose = [c for c in cards if c.kind in kinds and c.key not in evening.state.contracts]
    waiting = [c.key for c in loose if c.place.where not in ("tuckbox", "cabinet", "destroyed")]
    lines = tuple(card_said(evening.state, key) for key in waiting)
    drafts = tuple(Draft(verb="cabinet", arguments={"card": key}) for key in waiting)
    return Step(key="unassigned", title=say(title), lines=lines, drafts=drafts)


def _rows(evening: Evening) -> Step:
    title = gettext_noop("Lay out the reserve, shuffle the adventure deck and fill the row of six.")
    lines = (
        gettext_noop(
            "Reserve: the Goblin, Mercenaries and Longswords shuffled together, Explores, Employee "
            "Handbooks shuffled."
        ),
        gettext_noop(
            "A card with a dragon symbol, even inside its Arrive text, is replaced; shuffle those "
            "set aside back in afterwards."
        ),
    )
    return Step(key="rows", title=say(title), lines=tuple(map(say, lines)))


def _tokens(evening: Evening) -> Step:
    title = gettext_noop(
        "Mugs beside HQ: {count}. Then market items, artifacts, ore and major secrets."
    )
    lines = (
        gettext_noop("Artifacts without a space of their value go back into the box."),
        gettext_noop("Ore lies face down on its spaces, the rest in the bank."),
        gettext_noop(
            "One major secret on each of its spaces, the rest in the bank, apart from the minor "
            "ones."
        ),
    )
    said = say(title, count=len(evening.players))
    return Step(key="tokens", title=said, lines=tuple(map(say, lines)))


def _hidden(evening: Evening) -> Step:
    slot = evening.state.campaign.hidden_setup_slot
    if slot in evening.state.rules:
        title = gettext_noop("Do what rules sticker {slot} added to the setup.")
        return Step(key="hidden", title=say(title, slot=slot))
    title = gettext_noop("This step is still hidden; go on with the next one.")
    return Step(key="hidden", title=say(title), done=True)


def _order(evening: Evening) -> Step:
    title = gettext_noop("Choose the first player by lot; the turns go clockwise.")
    clank = evening.state.campaign.supplies.starting_clank[: len(evening.players)]
    template = gettext_noop("Starting Clank! in the order of play: {clank}.")
    lines = (say(template, clank=tuple(clank)),) if clank else ()
    return Step(key="order", title=say(title), lines=lines)


def _hands(evening: Evening) -> Step:
    title = gettext_noop("Everybody shuffles their starting deck and draws {count} cards.")
    return Step(key="hands", title=say(title, count=evening.state.campaign.supplies.hand))


def _arrive(evening: Evening) -> Step:
    title = gettext_noop("Follow the Arrive text in the opening row, then the first turn begins.")
    return Step(key="arrive", title=say(title))


SETUP: Mapping[str, Callable[[Evening], Step]] = {
    "prologue_setup": _prologue_setup,
    "map": _map,
    "dragon_bag": _dragon_bag,
    "bank": _bank,
    "personal": _personal,
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
