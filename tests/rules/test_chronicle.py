"""The log in words: the line itself, then its consequences, each said once."""

from typing import Any

import pytest

from companion.rules.log.sentences import LogSentence
from companion.rules.log.story import story_of
from companion.rules.reducer import act
from companion.rules.state import State
from tests.rules.play import Plain, after, do, drawn, hurt, move, opened, out, quiet_turn, take


def said(state: State, action: Plain) -> list[str]:
    lines = story_of(state, action, act(state, action))
    return [line.message for line in lines]


def lair(level: str) -> State:
    state = opened("catacombs", "monsters", difficulty=level)
    return after(state, do("monster_cards", count=4), do("monster_spawn", count=1))


def armed(state: State) -> State:
    return after(state, take(0, "artifact", value=5))


def fallen(edition: str, *, seats: int = 3) -> State:
    """Ana is out, and it is her turn again."""
    state = quiet_turn(out(opened(edition, seats=seats), 0))
    while not state.turn.out:
        state = quiet_turn(state)
    return state


TOLD: dict[str, tuple[State, Plain, list[str]]] = {
    "clank": (opened(), do("clank", seat=0, count=2), ["Ana makes 2 Clank!"]),
    "clank without cubes": (
        opened(player_cubes=3), do("clank", seat=0, count=2), ["Ana has no cubes left for Clank!"],
    ),
    "clank that is owed": (
        after(opened(), do("quiet", seat=0, count=4)), do("clank", seat=0, count=3),
        ["Ana makes 3 Clank!", "Cubes that go straight back: 1."],
    ),
    "quiet": (opened(), do("quiet", seat=1, count=1), ["Ben takes back 1 Clank!"]),
    "quiet and owed": (
        opened(), do("quiet", seat=1, count=5),
        ["Ben takes back 2 Clank!", "Clank! that Ben will still take back this turn: 3."],
    ),
    "damage": (opened(), do("damage", seat=0, count=2), ["Ana takes 2 damage."]),
    "damage by choice": (
        opened(), do("damage", seat=0, count=2, voluntary=True),
        ["Ana chooses to take 2 damage."],
    ),
    "damage without a cube": (
        after(opened(player_cubes=3)), do("damage", seat=0, count=2),
        ["Ana takes no damage: no cube is left to mark it."],
    ),
    "damage with a stand-in": (
        after(opened(player_cubes=4), drawn("black", "black")), do("damage", seat=0, count=2),
        ["Ana takes 2 damage.", "Black cubes standing in on Ana’s health meter: 1."],
    ),
    "damage that knocks out": (
        opened(seats=3), do("damage", seat=1, count=10),
        ["Ben takes 10 damage.", "Ben is knocked out above the Depths.",
         "Ben gets the countdown pawn."],
    ),
    "damage in the deep": (
        after(opened("legacy2", seats=3), do("zone", seat=1, zone="deep")),
        do("damage", seat=1, count=10),
        ["Ben takes 10 damage.", "Ben is knocked out in the Danger Zone."],
    ),
    "heal": (hurt(opened(), 0, 3), do("heal", seat=0, count=2), ["Ana heals 2."]),
    "heal nothing": (opened(), do("heal", seat=0, count=2), ["Ana has no damage to heal."]),
    "rage": (opened(), do("rage", count=2), ["Rage rises to space 5; attacks draw 4."]),
    "rage down": (opened(), do("rage", count=-1), ["Rage falls to space 2; attacks draw 2."]),
    "rage at its end": (
        after(opened(), do("rage", count=9)), do("rage", count=1),
        ["Rage stays on space 7; attacks draw 5."],
    ),
    "danger": (opened(), do("danger", count=2), ["Danger cards in the row: 2."]),
    "haunt": (opened("catacombs"), do("haunt"), ["A ghost joins the Clank! area."]),
    "haunt without ghosts": (
        after(opened("catacombs"), *[do("haunt")] * 5), do("haunt"), ["No ghost is left to come."],
    ),
    "black_return": (
        after(opened(), drawn("black", "black")), do("black_return", count=3),
        ["Black cubes put back into the bag: 2."],
    ),
    "gold": (opened(), do("gold", seat=0, count=3), ["Ana gains 3 gold."]),
    "gold spent": (
        after(opened(), do("gold", seat=0, count=3)), do("gold", seat=0, count=-2),
        ["Ana spends 2 gold."],
    ),
    "take": (opened(), take(0, "chalice"), ["Ana takes: Chalice."]),
    "take an egg": (
        opened(), take(0, "dragon_egg"),
        ["Ana takes: Dragon Egg.", "Rage rises to space 4; attacks draw 3."],
    ),
    "take an artifact": (
        opened(), take(0, "artifact", value=10),
        ["Ana takes the artifact worth 10.", "Rage rises to space 4; attacks draw 3."],
    ),
    "take silver": (
        after(opened("base", "adventuring-party", seats=5), do("rage", count=9)),
        take(0, "artifact", value=10, silver=True), ["Ana takes the silver artifact worth 10."],
    ),
    "take a crown": (opened(), take(0, "crown"), ["Ana takes the crown worth 10."]),
    "take for the box": (
        opened(), take(0, "skill_boost"), ["Ana finds: Skill Boost. It goes to the box."],
    ),
    "take lockpicks": (
        opened("catacombs"), take(0, "lockpick_secret"),
        ["Ana finds: Lockpick (secret). It goes to the box.", "Ana gets lockpicks: 1."],
    ),
    "take a cleric": (
        hurt(opened("catacombs"), 0, 2), take(0, "cleric"), ["Ana takes: Cleric.", "Ana heals 1."],
    ),
    "take a haunted prisoner": (
        opened("catacombs"), take(0, "haunted_prisoner"),
        ["Ana takes: Haunted Prisoner.", "A ghost joins the Clank! area."],
    ),
    "use a treasure": (
        after(opened(), take(0, "treasure")), do("use", seat=0, token="treasure"),
        ["Ana uses: Treasure.", "Ana gains 2 gold."],
    ),
    "use a potion": (
        after(hurt(opened(), 0, 2), take(0, "potion_of_healing")),
        do("use", seat=0, token="potion_of_healing"), ["Ana uses: Potion of Healing.", "Ana heals 1."],
    ),
    "use a spring": (
        after(opened(), take(0, "magic_spring")), do("use", seat=0, token="magic_spring"),
        ["Ana uses: Magic Spring."],
    ),
    "drop": (
        after(opened(), take(0, "chalice")), do("drop", seat=0, token="chalice"),
        ["Ana gives back: Chalice."],
    ),
    "drop an artifact": (
        after(armed(opened()), do("leave", seat=0)),
        do("drop", seat=0, token="artifact", value=5),
        ["Ana gives back the artifact worth 5.", "Ana is no longer leaving."],
    ),
    "drop silver": (
        after(opened("base", "adventuring-party", seats=5), take(0, "artifact", value=10, silver=True)),
        do("drop", seat=0, token="artifact", value=10, silver=True),
        ["Ana gives back the silver artifact worth 10."],
    ),
    "drop a crown": (
        after(opened(), take(0, "crown")), do("drop", seat=0, token="crown", value=10),
        ["Ana gives back the crown worth 10."],
    ),
    "buy": (
        after(opened(), do("gold", seat=0, count=7)), do("buy", seat=0, item="backpack"),
        ["Ana buys for 7 gold: Backpack."],
    ),
    "buy a crown with a coupon": (
        after(opened("catacombs"), do("gold", seat=0, count=2), take(0, "discount_coupon")),
        do("buy", seat=0, item="crown", coupon=True),
        ["Ana buys with a coupon for 2 gold: Crown.", "It is the crown worth 10."],
    ),
    "buy an amulet": (
        hurt(after(opened("catacombs"), do("gold", seat=0, count=7)), 0, 5),
        do("buy", seat=0, item="blood_amulet"),
        ["Ana buys for 7 gold: Blood Amulet.", "Ana heals 2."],
    ),
    "wayshrine": (
        after(opened("catacombs"), do("wayshrine", seat=0)), do("wayshrine", seat=0),
        ["Ana marks a Wayshrine and gets 2 gold."],
    ),
    "wayshrine with a name": (
        opened("catacombs"), do("wayshrine", seat=0, place="{name}"),
        ["Ana marks the Wayshrine {name} and gets 1 gold."],
    ),
    "place": (opened(), do("place", seat=0, count=2), ["Ana puts cubes on the board: 2."]),
    "unplace": (
        after(opened(), do("place", seat=0, count=2)), do("unplace", seat=0, count=1),
        ["Ana takes cubes off the board: 1."],
    ),
    "zone": (opened(), do("zone", seat=0, zone="deep"), ["Ana is in the Depths now."]),
    "zone safe": (
        opened("legacy1"), do("zone", seat=0, zone="safe"), ["Ana is outside the Danger Zone now."],
    ),
    "leave": (
        armed(opened()), do("leave", seat=0),
        ["Ana reaches the exit and leaves when the turn ends."],
    ),
    "leave again": (
        after(armed(opened()), do("leave", seat=0)), do("leave", seat=0),
        ["Ana is already leaving."],
    ),
    "attack": (
        opened(), drawn("red", "black", "yellow", "black"),
        ["The dragon draws 4: 2 black, 1 red, 1 yellow.", "Ana takes 1 damage.",
         "Ben takes 1 damage."],
    ),
    "attack by hand": (
        opened(), drawn("black", by_hand=True),
        ["The dragon draws 1 by hand: 1 black.", "Nobody is hurt."],
    ),
    "attack of nothing": (opened(), drawn(), ["The dragon attacks, and no cube is drawn."]),
    "attack of a ghost": (
        after(opened("catacombs"), do("haunt")), drawn("ghost"),
        ["The dragon draws 1: 1 ghost.", "Ana takes 1 damage.", "Ben takes 1 damage."],
    ),
    "attack that fells all": (
        hurt(hurt(opened(), 0, 9), 1, 9), drawn("yellow", "red"),
        ["The dragon draws 2: 1 red, 1 yellow.", "Ana takes 1 damage.", "Ben takes 1 damage.",
         "Ana is knocked out above the Depths.", "Ben is knocked out above the Depths.",
         "Ana gets the countdown pawn.", "Nobody is in play any more: the game is over."],
    ),
    "attack that empties the bag": (
        after(opened("legacy2"), move("black", 24, "bag", "bank"), drawn("red"), drawn("red")),
        drawn("red", "yellow", "yellow"),
        ["The dragon draws 3: 1 red, 2 yellow.", "Ana takes 1 damage.", "Ben takes 2 damage.",
         "Ana is knocked out outside the Danger Zone.",
         "Ben is knocked out outside the Danger Zone.", "The bag is empty: the game is over."],
    ),
    "end_turn": (opened(), do("end_turn"), ["Ana ends the turn."]),
    "end_turn with an escape": (
        after(armed(opened()), do("leave", seat=0)), do("end_turn"),
        ["Ana ends the turn.", "Ana escapes and takes: Mastery.", "Ana gets the countdown pawn."],
    ),
    "refill": (
        after(opened(), do("end_turn")), do("refill", attack=False),
        ["The row is refilled without an attack.", "It is Ben’s turn."],
    ),
    "refill with a dragon": (
        after(opened(), do("end_turn")), do("refill", attack=True, drawn=["black"] * 3),
        ["The dragon draws 3: 3 black.", "Nobody is hurt.", "It is Ben’s turn."],
    ),
    "refill before an out turn": (
        after(out(opened("legacy2", seats=3), 1), do("end_turn")), do("refill", attack=False),
        ["The row is refilled without an attack.", "Ben is out: this turn is the dragon’s."],
    ),
    "out_turn": (
        fallen("legacy2"), do("out_turn", drawn=["black"] * 4),
        ["Ana is out, and the dragon attacks.", "The dragon draws 4: 4 black.",
         "Nobody is hurt.", "It is Ben’s turn."],
    ),
    "out_turn on the countdown": (
        fallen("base"), do("out_turn", drawn=["black"] * 3),
        ["Ana moves the countdown pawn to space 2.", "The dragon draws 3: 3 black.",
         "Nobody is hurt.", "It is Ben’s turn."],
    ),
    "deck_out": (
        out(opened("catacombs"), 0), do("deck_out"),
        ["The row cannot be refilled.", "Ben is knocked out above the Depths.",
         "The deck has run out: the game is over."],
    ),
    "move": (
        opened(), move("red", 2, "area", "supply"),
        ["By hand, 2 red: from the Clank! area to the supply."],
    ),
    "move that fills a meter": (
        opened("legacy2"), move("red", 10, "supply", "health"),
        ["By hand, 10 red: from the supply to the health meter.",
         "Ana is knocked out outside the Danger Zone."],
    ),
    "status": (
        opened("legacy2"), do("status", seat=0, status="escaped"), ["By hand: Ana has escaped."],
    ),
    "status back in play": (
        out(out(opened(), 0), 1), do("status", seat=0, status="in_play"),
        ["By hand: Ana is in play.", "Ben gets the countdown pawn.", "The game goes on."],
    ),
    "status back in a turn": (
        fallen("base"), do("status", seat=0, status="in_play"),
        ["By hand: Ana is in play.", "The countdown pawn waits for the next seat to go out.",
         "It is Ana’s turn."],
    ),
    "status with a full meter": (
        hurt(opened("legacy2"), 0, 10), do("status", seat=0, status="in_play"),
        ["By hand: Ana is in play.", "Ana is knocked out outside the Danger Zone."],
    ),
    "score": (
        opened(), do("score", seat=0, cards=5, contracts=-1, other=0, secret_tomes=2),
        ["Ana counts points for cards: 5.", "Ana counts points for contracts: −1.",
         "Ana counts Secret Tomes: 2."],
    ),
    "score back to 0": (
        after(opened(), do("score", seat=0, cards=5, other=3)),
        do("score", seat=0, cards=5, contracts=0, other=0),
        ["Ana counts points for cards: 5.", "Ana counts further points: 0."],
    ),
    "score of nothing": (
        opened(), do("score", seat=0, cards=0, contracts=0, other=0),
        ["Ana counts points for cards: 0."],
    ),
    "monster_cards": (
        lair("easy"), do("monster_cards", count=2), ["Monster cards in the row: 2."],
    ),
    "monster_spawn": (
        after(lair("easy"), do("monster_lost", count=1)), do("monster_spawn", count=1),
        ["Monsters appear: 1."],
    ),
    "monster_defeat": (
        lair("easy"), do("monster_defeat", seat=0), ["Ana defeats a monster.", "Ana gains 2 gold."],
    ),
    "monster_defeat with Clank!": (
        lair("hard"), do("monster_defeat", seat=0),
        ["Ana defeats a monster.", "Ana makes 1 Clank!"],
    ),
    "monster_lost": (
        lair("easy"), do("monster_lost", count=1), ["Monsters that lose the trail: 1."],
    ),
    "monster_hit": (
        hurt(lair("easy"), 0, 8), do("monster_hit", seat=0, count=3),
        ["Monsters hit Ana for 2 damage.", "Ana is knocked out above the Depths."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TOLD)
def test_an_action_is_told(what: str) -> None:
    state, action, expected = TOLD[what]

    assert said(state, action) == expected


def test_the_countdowns_end_is_told() -> None:
    state = fallen("base")
    for size in (3, 4, 5):
        while not state.turn.out:
            state = quiet_turn(state)
        state = after(state, do("out_turn", drawn=["black"] * size))
    while not state.turn.out:
        state = quiet_turn(state)

    assert said(state, do("out_turn")) == [
        "Ana moves the countdown pawn to space 5.",
        "Ben is knocked out above the Depths.",
        "Cleo is knocked out above the Depths.",
        "The countdown has run out: the game is over.",
    ]


def test_parameters_are_raw_codes_with_index_and_name_of_the_seat() -> None:
    state = opened()
    (line,) = story_of(state, take(1, "chalice"), after(state, take(1, "chalice")))

    assert line == LogSentence("take", {"seat": 1, "name": "Ben", "token": "chalice"})
    strike = drawn("yellow", "black")
    drew, _ = story_of(state, strike, after(state, strike))
    assert drew.params == {"count": 2, "colors": {"black": 1, "yellow": 1}}


def test_a_line_is_said_in_another_language() -> None:
    german = {
        "{name} takes: {token}.": "{name} nimmt: {token}.",
        "Chalice": "Kelch",
        "The dragon draws {count}: {colors}.": "Der Drache zieht {count}: {colors}.",
        "black": "schwarz",
        "yellow": "gelb",
    }
    state = opened()
    for action, expected in (
        (take(1, "chalice"), "Ben nimmt: Kelch."),
        (drawn("yellow", "black"), "Der Drache zieht 2: 1 schwarz, 1 gelb."),
    ):
        line = story_of(state, action, after(state, action))[0]
        assert line.render(german.__getitem__) == expected


def test_a_player_called_like_a_token_keeps_the_name() -> None:
    line = LogSentence("take", {"seat": 0, "name": "chalice", "token": "chalice"})
    words: Any = {"{name} takes: {token}.": "{name} nimmt: {token}.", "Chalice": "Kelch"}

    assert line.render(words.__getitem__) == "chalice nimmt: Kelch."
