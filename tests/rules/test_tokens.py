"""Every token of every edition: who has it, how many, what taking, using and scoring it does."""

from typing import NamedTuple

import pytest

from companion.rules.editions import load
from companion.rules.scoring import scores
from companion.rules.state import State
from tests.rules.play import after, do, drawn, hurt, opened, out, refused, take

BASE, CATACOMBS, LEGACY1, LEGACY2 = "base", "catacombs", "legacy1", "legacy2"
ALL = (BASE, CATACOMBS, LEGACY1, LEGACY2)
LEGACY = (LEGACY1, LEGACY2)
DUNGEON = (BASE, CATACOMBS)
PARTY = "adventuring-party"


class Kind(NamedTuple):
    """What the table in docs/table-record.md says about one token."""

    editions: tuple[str, ...]
    printed: dict[str, int]
    """How many there are, by edition; unlimited where it is not listed."""
    points: int
    use: str | None
    """"box" for one that just goes to the box, "gold n", "heal n", or None if it is kept."""
    boxed: bool = False
    """Whether it goes to the box as it is taken."""


KINDS = {
    "monkey_idol": Kind(DUNGEON, {BASE: 3, CATACOMBS: 3}, 5, None),
    "dragon_egg": Kind(ALL, {BASE: 3}, 3, None),
    "chalice": Kind(ALL, {BASE: 3}, 7, None),
    "treasure": Kind(ALL, {BASE: 3}, 2, "gold 2"),
    "greater_treasure": Kind(ALL, {BASE: 2}, 5, "gold 5"),
    "potion_of_healing": Kind(ALL, {BASE: 3}, 0, "heal 1"),
    "potion_of_greater_healing": Kind(ALL, {BASE: 2}, 0, "heal 2"),
    "potion_of_strength": Kind(ALL, {BASE: 2}, 0, "box"),
    "potion_of_swiftness": Kind(ALL, {BASE: 2}, 0, "box"),
    "potion_of_greater_strength": Kind(LEGACY, {}, 0, "box"),
    "trash_a_card": Kind(LEGACY, {}, 0, "box"),
    "magic_spring": Kind(DUNGEON, {BASE: 2}, 0, "box"),
    "skill_boost": Kind((BASE,), {BASE: 3}, 0, None, boxed=True),
    "flash_of_brilliance": Kind((BASE,), {BASE: 2}, 0, None, boxed=True),
    "greater_skill_boost": Kind(DUNGEON, {BASE: 2}, 0, None, boxed=True),
    "puzzle_box": Kind((CATACOMBS,), {}, 0, "box"),
    "lockpick_secret": Kind((CATACOMBS,), {}, 0, None, boxed=True),
    "lockpick": Kind((CATACOMBS,), {}, 0, "box"),
    "catacombs_map": Kind((CATACOMBS,), {}, 5, None),
    "master_key": Kind((BASE,), {BASE: 2}, 5, None),
    "backpack": Kind(DUNGEON, {BASE: 2, CATACOMBS: 2}, 5, None),
    "blood_amulet": Kind((CATACOMBS,), {CATACOMBS: 2}, 7, None),
    "burglars_kit": Kind((CATACOMBS,), {CATACOMBS: 3}, 2, None),
    "pick_axe": Kind((LEGACY2,), {}, 5, None),
    "ore": Kind(LEGACY, {}, 0, None),
    "adventurer": Kind((CATACOMBS,), {}, 3, None),
    "haunted_prisoner": Kind((CATACOMBS,), {}, 3, None),
    "cleric": Kind((CATACOMBS,), {}, 2, None),
    "barbarian": Kind((CATACOMBS,), {}, 2, None),
    "golden_monkey_bot": Kind((CATACOMBS,), {}, 3, None),
    "peasant": Kind((CATACOMBS,), {}, 2, None),
    "mayor": Kind((CATACOMBS,), {}, 0, None),
    "primatologist": Kind((CATACOMBS,), {}, 0, None),
    "prince_princess": Kind((CATACOMBS,), {}, 0, None),
    "sorceress": Kind((CATACOMBS,), {}, 0, None),
    "monk": Kind((CATACOMBS,), {}, 0, None),
    "warrior": Kind((CATACOMBS,), {}, 1, None),
    "discount_coupon": Kind((CATACOMBS,), {}, 0, None),
}
WITH_PARTY = {
    "master_key": Kind((BASE,), {BASE: 3}, 5, None),
    "backpack": Kind(DUNGEON, {BASE: 3, CATACOMBS: 3}, 5, None),
    "invisibility_cloak": Kind(DUNGEON, {BASE: 3, CATACOMBS: 3}, 5, None),
    "potion_of_stealth": Kind(DUNGEON, {}, 0, "box"),
}
SPECIAL = {"artifact", "crown"}
GROUPS = {
    "major": (11, {"chalice", "greater_treasure", "potion_of_greater_healing",
                   "greater_skill_boost", "catacombs_map"}),
    "minor": (20, {"dragon_egg", "treasure", "potion_of_healing", "potion_of_strength",
                   "potion_of_swiftness", "magic_spring", "puzzle_box", "lockpick_secret"}),
    "prisoner": (20, {"adventurer", "haunted_prisoner", "cleric", "barbarian",
                      "golden_monkey_bot", "peasant", "mayor", "primatologist",
                      "prince_princess", "sorceress", "monk", "warrior"}),
}  # fmt: skip

PLAIN = [(edition, name) for name, kind in KINDS.items() for edition in kind.editions]
PARTIES = [(edition, name) for name, kind in WITH_PARTY.items() for edition in kind.editions]
EVERY = [(edition, (), name, KINDS[name]) for edition, name in PLAIN] + [
    (edition, (PARTY,), name, WITH_PARTY[name]) for edition, name in PARTIES
]
every_token = pytest.mark.parametrize(
    ("edition", "modules", "name", "kind"),
    EVERY,
    ids=[f"{edition}{'+' * len(modules)}-{name}" for edition, modules, name, _ in EVERY],
)
Modules = tuple[str, ...]


def points(state: State, seat: int, what: str) -> int:
    return sum(line.points for line in scores(state)[seat].lines if line.what == what)


def armed(edition: str, *modules: str) -> State:
    """Ana has an artifact, so that her tokens score."""
    return after(begun(edition, *modules), take(0, "artifact", value=5), do("rage", count=-1))


def begun(edition: str, *modules: str) -> State:
    """Two players, or the five of an Adventuring Party."""
    return opened(edition, *modules, seats=5 if modules else 2)


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("modules", [(), (PARTY,)])
def test_an_edition_has_these_tokens_and_no_others(edition: str, modules: Modules) -> None:
    if modules and edition in LEGACY:
        return
    expected = {name for name, kind in KINDS.items() if edition in kind.editions}
    expected |= SPECIAL if edition in DUNGEON else {"artifact"}
    expected |= set(WITH_PARTY) - {"master_key"} if modules else set()

    assert set(load(edition, modules, 5 if modules else 2).tokens) == expected


@pytest.mark.parametrize("edition", ALL)
def test_a_token_of_another_edition_is_unknown(edition: str) -> None:
    foreign = [name for name, kind in KINDS.items() if edition not in kind.editions]
    for name in [*foreign, "invisibility_cloak", "potion_of_stealth", "mastery", "mug", "sword"]:
        assert refused(opened(edition), take(0, name)) == "unknown_token", name


@every_token
def test_a_token_is_held_once_taken(edition: str, modules: Modules, name: str, kind: Kind) -> None:
    before = begun(edition, *modules).seats[0].tokens.get(name, 0)
    seat = after(begun(edition, *modules), take(0, name)).seats[0]

    assert seat.tokens.get(name, 0) == before + (0 if kind.boxed else 1)


@every_token
def test_a_token_runs_out_where_its_number_is_known(
    edition: str, modules: Modules, name: str, kind: Kind
) -> None:
    state = begun(edition, *modules)
    shared = {one: total for total, kinds in GROUPS.values() for one in kinds}
    count = kind.printed.get(edition) or (shared.get(name) if edition == CATACOMBS else None)
    state = after(state, *[take(i % 2, name) for i in range(count or 12)])
    if count is None:
        after(state, take(0, name))
    else:
        assert refused(state, take(0, name)) == "none_left"


@pytest.mark.parametrize("group", GROUPS)
def test_the_kinds_of_a_group_share_its_total(group: str) -> None:
    total, names = GROUPS[group]
    kinds, state = sorted(names), opened(CATACOMBS)
    for taken in range(total):
        state = after(state, take(taken % 2, kinds[taken % len(kinds)]))
    for name in kinds:
        assert refused(state, take(0, name)) == "none_left"
    for name in ("monkey_idol", "discount_coupon", "lockpick", "burglars_kit"):
        assert after(state, take(0, name)).seats[0].tokens[name] >= 1


def test_what_is_dropped_is_back_in_its_group_and_what_is_used_is_not() -> None:
    state = after(opened(CATACOMBS), *[take(0, "treasure")] * 20)
    assert refused(state, take(1, "puzzle_box")) == "none_left"

    used = after(state, do("use", seat=0, token="treasure"))
    assert refused(used, take(1, "puzzle_box")) == "none_left"
    dropped = after(state, do("drop", seat=0, token="treasure"), take(1, "puzzle_box"))
    assert refused(dropped, take(1, "puzzle_box")) == "none_left"


def test_a_party_has_minor_secrets_without_end_but_no_more_of_the_others() -> None:
    state = after(begun(CATACOMBS, PARTY), *[take(0, "dragon_egg")] * 30)
    for name, total in (("chalice", 11), ("peasant", 20)):
        full = after(state, *[take(0, name)] * total)
        assert refused(full, take(1, name)) == "none_left"


@every_token
def test_a_token_scores_its_points(edition: str, modules: Modules, name: str, kind: Kind) -> None:
    state = after(armed(edition, *modules), take(0, name))

    assert points(state, 0, name) == kind.points
    two = after(state, take(0, name))
    assert points(two, 0, name) == kind.points * (4 if name == "warrior" else 2)


@every_token
def test_using_a_token(edition: str, modules: Modules, name: str, kind: Kind) -> None:
    state = hurt(after(begun(edition, *modules), take(0, name)), 0, 4)
    use = do("use", seat=0, token=name)
    if kind.use is None:
        assert refused(state, use) == ("not_held" if kind.boxed else "not_usable")
        return
    used = after(state, use)
    effect, _, amount = kind.use.partition(" ")
    assert used.seats[0].gold == (int(amount) if effect == "gold" else 0)
    assert len(used.seats[0].health) == 4 - (int(amount) if effect == "heal" else 0)
    start = 3 if name == "lockpick" else 0
    assert used.seats[0].tokens.get(name, 0) == start
    assert used.stock == state.stock, "what goes to the box is not back in the bank"


@every_token
def test_a_dropped_token_is_back_and_what_it_brought_stays(
    edition: str, modules: Modules, name: str, kind: Kind
) -> None:
    state = after(begun(edition, *modules), take(0, name))
    drop = do("drop", seat=0, token=name)
    if kind.boxed:
        assert refused(state, drop) == "not_held"
        return
    dropped = after(state, drop)
    assert dropped.stock == begun(edition, *modules).stock
    assert (dropped.rage, dropped.area) == (state.rage, state.area)
    assert (dropped.seats[0].gold, dropped.seats[0].health) == (0, state.seats[0].health)


@every_token
def test_what_taking_a_token_brings(edition: str, modules: Modules, name: str, kind: Kind) -> None:
    state = hurt(begun(edition, *modules), 0, 4)
    taken = after(state, take(0, name))
    raised = name in ("dragon_egg", "adventurer")
    healed = {"blood_amulet": 2, "cleric": 1}.get(name, 0)
    picks = {"burglars_kit": 2, "lockpick_secret": 1, "lockpick": 1}.get(name, 0)

    assert taken.rage == state.rage + raised
    assert len(taken.seats[0].health) == 4 - healed
    assert taken.area.get("ghost", 0) == (1 if name == "haunted_prisoner" else 0)
    start = 3 if edition == CATACOMBS else 0
    assert taken.seats[0].tokens.get("lockpick", 0) == start + picks
    assert taken.seats[0].gold == 0


def test_a_haunted_prisoner_comes_alone_when_no_ghost_is_left() -> None:
    state = after(opened(CATACOMBS), *[do("haunt")] * 5, take(0, "haunted_prisoner"))

    assert state.area["ghost"] == 5
    assert state.seats[0].tokens["haunted_prisoner"] == 1


# What cannot be


@pytest.mark.parametrize("token", ["artifact", "dragon_egg", "sword"])
def test_a_token_that_is_not_held_is_neither_used_nor_dropped(token: str) -> None:
    value = {"value": 10} if token == "artifact" else {}

    assert refused(opened(), do("use", seat=0, token=token)) == "not_held"
    assert refused(opened(), do("drop", seat=0, token=token, **value)) == "not_held"


def test_a_seat_that_is_out_drops_but_neither_takes_nor_uses() -> None:
    state = out(after(opened(), take(0, "treasure")), 0)

    assert refused(state, take(0, "treasure")) == "seat_out"
    assert refused(state, take(0, "sword")) == "seat_out"
    assert refused(state, do("use", seat=0, token="treasure")) == "seat_out"
    assert after(state, do("drop", seat=0, token="treasure")).seats[0].tokens == {}


def test_healing_with_a_potion_may_bring_nothing() -> None:
    state = after(
        opened(), take(0, "potion_of_healing"), do("use", seat=0, token="potion_of_healing")
    )

    assert state.seats[0].health == ()
    assert state.seats[0].tokens == {}


def test_an_egg_raises_the_size_of_this_turns_attack() -> None:
    state = after(opened(seats=4), take(0, "dragon_egg"), take(0, "dragon_egg"), do("end_turn"))

    assert after(state, do("refill", attack=True, drawn=["black"] * 3)).attacks == 1
    assert refused(state, drawn("black", "green", "green")) == "bad_draw"
