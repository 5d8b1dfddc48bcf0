"""Random games of legal and illegal actions: what is true after every single one."""

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.rules import codec
from companion.rules.editions import from_json, modules_for, slugs, to_json
from companion.rules.errors import RuleError
from companion.rules.fairness import Fairness, fill_in
from companion.rules.log.story import story_of
from companion.rules.odds import joint, odds
from companion.rules.record import load_record, open_game, parse_record, replay
from companion.rules.record import to_json as record_to_json
from companion.rules.reducer import act
from companion.rules.state import COLORS, GHOST, State
from companion.rules.state_json import answer
from kernel.draws import commit
from tests.rules.play import cubes

SEED = "0d" * 32
FAIR = Fairness(commit(SEED), "ab" * 16, SEED)
PLACES = ("supply", "area", "bag", "bank", "health", "board")
Plain = dict[str, Any]

seats = st.sampled_from((0, 1, 0, 1, 2, 0, 1, 3, 5, -1))
counts = st.integers(0, 12)
flags = st.booleans()
tables = st.tuples(st.sampled_from(slugs()), st.integers(2, 6), flags, flags)
houses = st.fixed_dictionaries(
    {},
    optional={
        "health": st.integers(1, 12),
        "black_cubes": st.integers(0, 24),
        "player_cubes": st.integers(3, 30),
        "rage_track": st.lists(st.integers(0, 6), min_size=1, max_size=8),
    },
)
newer_houses = st.fixed_dictionaries(
    {},
    optional={
        "price": st.integers(0, 9),
        "escape_points": st.integers(0, 30),
        "bag_empty_ends": flags,
        "deck_out_ends": flags,
        "escape_clears_area": flags,
        "market_one_each": flags,
    },
)
OWN_TOKENS = (
    {
        "key": "ankh",
        "name": "Ankh",
        "kind": "market",
        "points": 7,
        "heal": 1,
        "price": 3,
        "count": 2,
    },
    {"key": "curse", "name": "Curse", "kind": "other", "points": -2, "rage": -1},
    {"key": "purse", "name": "crown", "kind": "minor", "points": 1, "gold": 4, "heal": 2},
)
CONTRACTS = (
    {"key": "7", "need": 3, "cubes": True},
    {"key": "A", "name": "Night shift", "need": 4, "have": 2, "new": True},
    {"key": "12-b", "solo": 1, "need": 2, "cubes": True, "due": True},
    {"key": "text"},
)
junk = st.one_of(
    st.none(), flags, st.floats(), st.text(max_size=3), st.lists(st.integers(), max_size=2)
)


def at_some_seat(name: str, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[Plain]:
    return st.fixed_dictionaries({"do": st.just(name), "seat": seats, **fields})


def bare(name: str, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[Plain]:
    return st.fixed_dictionaries({"do": st.just(name), **fields})


contracts = st.sampled_from(("7", "A", "12-b", "text", "new", "none"))
newer_actions = st.one_of(
    bare("clank_all", count=st.integers(0, 4)),
    bare("clank_all", count=st.integers(1, 3), **{"except": seats}),
    bare("lot", of=st.just(["a", "b", "a"]), take=st.integers(0, 4)),
    bare("lot", of=st.just(["a", "b"]), take=st.just(1), drawn=st.sampled_from(([0], [2], []))),
    bare("box", value=st.sampled_from((5, 7, 8))),
    bare("contract", key=contracts, need=st.integers(0, 3), cubes=flags),
    *(at_some_seat(f"contract_{name}", contract=contracts, count=st.integers(1, 3))
      for name in ("tick", "tick", "tick", "untick")),
    bare("contract_status", contract=contracts, status=st.sampled_from(("active", "failed"))),
    bare("contract_status", contract=contracts, status=st.just("completed"),
         seats=st.lists(st.integers(0, 2), min_size=1, max_size=2)),
    bare("contract_back", contract=contracts, points=st.integers(-9, 9),
         waits=st.sampled_from(([], ["turn"], ["scoring", "turn"]))),
    bare("contract_read", contract=contracts, wait=st.sampled_from(("turn", "scoring"))),
)  # fmt: skip


def actions(tokens: tuple[str, ...]) -> st.SearchStrategy[Plain]:
    """Any action, mostly well-formed, for a table with these tokens."""
    token = st.sampled_from((*tokens, "sword", "mug", "mastery"))
    value = st.sampled_from((5, 7, 8, 9, 10, 15, 20))
    valued = st.sampled_from(("artifact", "artifact", "crown"))
    return st.one_of(
        *(at_some_seat(name, count=counts) for name in ("clank", "quiet", "heal", "damage")),
        at_some_seat("damage", count=counts, voluntary=flags),
        *(at_some_seat(name, count=counts) for name in ("place", "unplace", "monster_hit")),
        *(bare(name, count=st.integers(-3, 4)) for name in ("rage", "danger", "black_return")),
        *(bare(f"monster_{name}", count=counts) for name in ("cards", "spawn", "lost")),
        at_some_seat("gold", count=st.integers(-9, 20)),
        *(at_some_seat(name, token=token) for name in ("take", "use", "drop")),
        at_some_seat("take", token=valued, value=value),
        at_some_seat("take", token=valued, value=value, silver=flags),
        at_some_seat("drop", token=valued, value=value, silver=flags),
        at_some_seat("buy", item=token, coupon=flags),
        at_some_seat("wayshrine", place=st.sampled_from(("north", "south"))),
        at_some_seat("zone", zone=st.sampled_from(("safe", "deep"))),
        *(at_some_seat(name) for name in ("leave", "leave", "monster_defeat", "wayshrine")),
        at_some_seat("status", status=st.sampled_from(("in_play", "escaped", "knocked_out"))),
        at_some_seat("score", cards=st.integers(-9, 30), secret_tomes=st.integers(0, 3)),
        *(bare(name) for name in ("haunt", "end_turn")),
    )


moves = st.fixed_dictionaries(
    {
        "do": st.just("move"),
        "color": st.sampled_from(("red", "yellow", "black", "ghost")),
        "count": st.integers(1, 4),
        "from": st.sampled_from(PLACES),
        "to": st.sampled_from(PLACES),
    }
)


class Walk(RuleBasedStateMachine):
    """One table; whatever is done to it, no cube is lost."""

    @initialize(table=tables, house=houses, newer=newer_houses, second=flags, data=st.data())
    def open(
        self, table: tuple[str, int, bool, bool], house: Plain, newer: Plain, second: bool,
        data: st.DataObject,
    ) -> None:  # fmt: skip
        edition, count, party, monsters = table
        wanted = {"adventuring-party": party, "monsters": monsters}
        modules = [module for module in modules_for(edition) if wanted[module]]
        count = count if "adventuring-party" in modules else min(count, 4)
        self.raw: Plain = {
            "format": "dragonbag-table", "version": 1, "edition": edition, "modules": modules,
            "rules": house, "fairness": FAIR.to_json(), "actions": [],
            "seats": [{"name": f"P{i}", "color": color} for i, color in enumerate(COLORS[:count])],
        }  # fmt: skip
        if second:
            self.raw |= {"version": 2, "rules": house | newer, "tokens": list(OWN_TOKENS)}
            if edition.startswith("legacy"):
                self.raw["contracts"] = [dict(each) for each in CONTRACTS]
        self.second = second
        self.states: list[State] = [open_game(parse_record(self.raw))]
        self.sums = cubes(self.state)
        self.actions = actions(tuple(self.state.edition.tokens))
        self.split = data.draw(st.integers(0, 20), label="where the record is cut")

    @property
    def state(self) -> State:
        return self.states[-1]

    def plays(self, action: Plain) -> None:
        before = self.state
        picture = codec.dump(before)
        try:
            action = dict(fill_in(before, action, FAIR)) if "drawn" not in action else action
            after = act(before, action)
        except RuleError:
            assert codec.dump(before) == picture, "a refused action changes nothing"
            return
        assert codec.dump(before) == picture, "no state is changed in place"
        assert after.version == before.version + 1
        lines = story_of(before, action, after)
        assert lines
        assert all(line.message for line in lines)
        self.raw["actions"].append(action)
        self.states.append(after)

    @rule(data=st.data())
    def do_something(self, data: st.DataObject) -> None:
        self.plays(data.draw(self.actions))

    @rule(data=st.data())
    def do_several_things(self, data: st.DataObject) -> None:
        for action in data.draw(st.lists(self.actions, min_size=4, max_size=12)):
            self.plays(action)

    @rule(data=st.data())
    def do_something_newer(self, data: st.DataObject) -> None:
        for action in data.draw(st.lists(newer_actions, min_size=2, max_size=8)):
            if self.second:
                self.plays(action)

    @rule(attack=flags, by_hand=flags)
    def finish_the_turn(self, attack: bool, by_hand: bool) -> None:
        for name in ("out_turn", "end_turn"):
            self.plays({"do": name})
        self.plays({"do": "refill", "attack": attack})
        self.plays({"do": "out_turn", "by_hand": by_hand})

    @rule(some=st.lists(moves, min_size=2, max_size=4))
    def put_cubes_right(self, some: list[Plain]) -> None:
        for action in some:
            self.plays(action)

    @rule(seat=st.integers(0, 1), data=st.data(), then=st.sampled_from(("use", "drop", "buy")))
    def handle_a_token(self, seat: int, data: st.DataObject, then: str) -> None:
        token = data.draw(st.sampled_from(tuple(self.state.edition.tokens)))
        value = {"value": 9} if token in ("artifact", "crown") else {}
        self.plays({"do": "take", "seat": seat, "token": token, **value})
        if then == "buy":
            self.plays({"do": "gold", "seat": seat, "count": 7})
            self.plays({"do": "buy", "seat": seat, "item": token})
        else:
            value = value if then == "drop" else {}
            self.plays({"do": then, "seat": seat, "token": token, **value})

    @rule(seat=st.integers(0, 1))
    def go_home(self, seat: int) -> None:
        self.plays({"do": "take", "seat": seat, "token": "artifact", "value": 5 + 2 * seat})
        self.plays({"do": "leave", "seat": seat})

    @rule(sure=st.integers(0, 9))
    def run_out_of_cards(self, sure: int) -> None:
        if sure == 0:
            self.plays({"do": "deck_out"})

    @rule(size=st.sampled_from((0, 1, 2, 3, 4, 6, 9, 60)), extra=st.integers(0, 3))
    def attack(self, size: int, extra: int) -> None:
        self.plays({"do": "attack", "extra": extra})
        self.plays({"do": "attack", "size": size})

    @rule(
        data=st.data(),
        key=st.sampled_from(("seat", "count", "token", "drawn", "x", "do")),
        wrong=junk,
    )
    def garble(self, data: st.DataObject, key: str, wrong: object) -> None:
        self.plays({**data.draw(self.actions), key: wrong})

    @rule()
    def undo(self) -> None:
        """After undo and redo everything is as before, the drawn cubes too."""
        if len(self.states) > 1:
            again = act(self.states[-2], self.raw["actions"][-1])
            assert again == self.state

    @invariant()
    def cubes_are_conserved(self) -> None:
        assert cubes(self.state) == self.sums

    @invariant()
    def what_is_seen_fits_together(self) -> None:
        state = self.state
        assert 1 <= state.rage <= len(state.edition.numbers.rage_track.value)
        assert bool(state.over) is not any(seat.in_play for seat in state.seats)
        assert state.area.get(GHOST, 0) <= state.ghosts
        for seat in state.seats:
            assert len(seat.health) <= state.health_size
            assert not (seat.in_play and state.full(seat))
            assert not (seat.leaving and not (seat.in_play and seat.artifacts))
            assert min(seat.gold, seat.owed, seat.made) >= 0
            escaped = seat.tokens.get(state.edition.escape_token, 0)
            assert escaped == (seat.status == "escaped")
            assert all(count > 0 for count in seat.tokens.values())
        for contract in state.contracts:
            assert contract.left >= 0 or not contract.need
            assert not (contract.status == "active" and (contract.stars or contract.waits))
            assert (contract.turn is None) is (contract.status == "active")
            assert contract.status == "completed" or not contract.stars
            if contract.solo is not None:
                assert {*contract.ticks, *contract.stars} <= {contract.solo}
        active = state.active
        assert not (state.turn.out and active.in_play)
        json.dumps(answer(state))

    @invariant()
    def a_snapshot_is_the_state(self) -> None:
        edition = from_json(to_json(self.state.edition))
        assert codec.load(codec.dump(self.state), edition) == self.state

    @invariant()
    def chances_add_up(self) -> None:
        found = odds(self.state, 3, (2,))
        for seat in found.seats:
            assert sum(seat.damage.values()) == 1
            assert sum(p * chance for p, chance in seat.damage.items()) == seat.expected
            assert 1 >= seat.survives[0] >= seat.survives[1] >= 0
            assert found.any_knocked_out >= seat.knocked_out == 1 - seat.survives[0]
        together = joint(self.state, 3)
        assert sum(together.weights.values()) == together.ways

    def teardown(self) -> None:
        if not hasattr(self, "states"):
            return
        record = load_record(json.dumps(self.raw))
        assert record_to_json(record) == self.raw, "a record of version 2 uses something of it"
        assert replay(record) == self.state
        cut = min(self.split, len(self.states) - 1)
        state = replay(parse_record({**self.raw, "actions": self.raw["actions"][:cut]}))
        assert state == self.states[cut]
        for action in self.raw["actions"][cut:]:
            state = act(state, action)
        assert state == self.state, "a prefix and the rest are all of it"


TestWalk = Walk.TestCase
TestWalk.settings = settings(
    max_examples=30,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
