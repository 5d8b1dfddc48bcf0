"""What version 2 of the record brings, at a live table: opened, played, taken back, taken along."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from companion import services
from companion.errors import TableError
from companion.fragments.tokens import offer
from companion.fragments.words import Words
from companion.models import Table
from companion.rules import fairness
from companion.rules.errors import RecordError
from companion.rules.record import parse_record, to_json
from companion.rules.scoring import scores
from companion.rules.verify import lots, verify
from companion.table import cache, selectors
from kernel import draws
from tests.companion.browser import client_on
from tests.companion.game import Game, phone, setup

pytestmark = pytest.mark.django_db

ANKH = {"key": "ankh", "name": "Ankh", "kind": "market", "points": 7, "price": 3}
TRACK = {"key": "7", "name": "Night shift", "need": 3, "cubes": True, "new": True}
OFFICE: dict[str, Any] = {
    "numbers": {
        name: {"value": value, "source": "our table"}
        for name, value in {
            "rage_track": [1, 2, 3], "start_space": [1], "health": 5, "black_cubes": 9,
            "player_cubes": 12, "starting_clank": [1, 0], "starting_gold": [2, 3],
            "off_clock_cubes": [2], "price": 4, "escape_points": 11,
        }.items()
    },
    "name": "The office",
    "players": {"least": 2, "most": 2},
    "words": {
        "deep": "the cellar", "safe": "upstairs", "exit": "the door", "row": "the row",
        "escape_token": "mug",
    },
    "switches": {
        name: {"value": True, "source": "our table"}
        for name in ("bag_empty_ends", "deck_out_ends", "escape_clears_area", "market_one_each")
    },
    "tokens": {
        "zebra": {"kind": "market", "text": "A zebra.", "source": "our table", "name": "Zebra"},
        "artifact": {"kind": "artifact", "text": "The key.", "source": "our table"},
    },
}  # fmt: skip


def exported(table: Table) -> dict[str, Any]:
    return json.loads(json.dumps(to_json(selectors.record_of(selectors.view_of(table.pk)))))  # type: ignore[no-any-return]


def bring(raw: object) -> Table:
    opener = services.Opener(device=phone())
    return services.import_record(parse_record(raw), opener=opener, title="Old")


def played() -> Game:
    game = Game(setup("legacy2", tokens=[ANKH], contracts=[TRACK], rules={"price": 5}))
    game.do("contract_tick", contract="7", seat=0)
    game.do("clank_all", count=2)
    game.do("gold", seat=1, count=3)
    game.do("buy", seat=1, item="ankh")
    game.do("contract_tick", contract="7", seat=1, count=2)
    game.do("contract_back", contract="7", points=6, bonus=2, waits=["turn"])
    return game


def test_a_table_with_tokens_and_contracts_comes_out_and_back_the_same() -> None:
    game = played()
    first = exported(game.table)

    assert first["version"] == 2
    assert (first["tokens"], first["contracts"]) == ([ANKH], [TRACK])
    table = bring(first)
    assert exported(table) == first
    cache.forget()
    assert selectors.view_of(table.pk).state.contracts == game.view.state.contracts
    assert game.view.state.contracts[0].stars == (1,)


def test_every_page_shows_what_was_brought_along() -> None:
    game = played()
    for seat in (0, 1):
        game.do("take", seat=seat, token="artifact", value=9)
    game.do("status", seat=0, status="escaped")
    game.do("status", seat=1, status="escaped")
    client = client_on(game.alice)
    pages = {
        name: client.get(reverse(f"companion:{name}", args=[game.id])).content.decode()
        for name in ("table", "scores", "winner", "log")
    }

    assert "Ankh" in pages["table"]
    assert "7 points." in pages["table"]
    assert "Contract 7 Night shift" in pages["winner"]
    assert "Ankh" in pages["winner"]
    assert "Bob completes the contract 7 Night shift." in pages["log"]
    sheet = client.get(reverse("companion:score-seat", args=[game.id, 1])).content.decode()
    assert "6, and 2 because it was new in this game" in sheet


def press(game: Game, button: str, **fields: str) -> dict[str, Any]:
    """Press a button of the table's page whose value begins like that, without scripts."""
    client = client_on(game.alice)
    html = client.get(reverse("companion:table", args=[game.id])).content.decode()
    value = next(
        each for each in re.findall(r"name=\"action\" value='([^']*)'", html) if button in each
    )
    answer = client.post(
        reverse("companion:act", args=[game.id]),
        {"action": value, "tap": "t", "seat": "0", **fields},
    )
    assert answer.status_code in (200, 302), answer.content.decode()[:2000]
    return json.loads(value)  # type: ignore[no-any-return]


def test_everybody_and_the_others_make_clank_by_a_button() -> None:
    game = Game(setup("base", 3))
    press(game, '"clank_all","count":1}')
    assert [seat.made for seat in game.view.state.seats] == [1, 1, 1]
    press(game, '"except":null', seat="1")
    assert [seat.made for seat in game.view.state.seats] == [2, 1, 2]


def test_lots_are_drawn_from_their_sheet() -> None:
    game = Game()
    press(game, '"lot","of":null', of="a map\n\n  a mug \na hat", take="2")
    assert "a map" in game.view.tail[-1].story[0].message
    assert game.view.state.lots == 1
    press(game, '"lot","of":["Alice","Bob"]', take="2")
    assert game.view.state.lots == 2


def test_lots_that_the_players_drew_are_written_down() -> None:
    game = Game()
    Table.objects.update(seed="", commitment="")
    cache.forget()
    client = client_on(game.alice)
    page = unescape(client.get(f"/tables/{game.id}/").content.decode())
    assert "This table draws by hand" in page
    written = re.findall(r"'(\{\"do\":\"lot\"[^']+)'", page)
    assert len(written) == 5, "one for each player, and the first one, two, three lines"
    assert client.post(game_url(game, "act"), {"action": written[1], "tap": "a"}).status_code == 302
    typed = {"action": written[3], "of": "moon\nsun\nstar", "tap": "b"}
    assert client.post(game_url(game, "act"), typed).status_code == 302
    told = [line.story[0] for line in game.view.tail[-2:]]
    assert [each.code for each in told] == ["lot.by_hand", "lot.by_hand"]
    assert [each.params["drawn"] for each in told] == ["Bob", "moon, sun"]


def test_an_unusual_value_of_an_artifact_is_asked_about_once_more() -> None:
    game = Game(setup("catacombs"))
    client = client_on(game.alice)
    take = '{"do":"take","seat":null,"token":"artifact","value":null}'
    posted = {"action": take, "seat": "0", "value": "30", "tap": "a"}
    asked = client.post(game_url(game, "act"), posted)
    assert "worth 5 to 20. Is it really 30?" in asked.content.decode()
    assert game.stored().version == 0

    form = {"do": "take", "seat": "0", "token": "artifact", "value": "3", "sure": "30", "tap": "b"}
    assert "Is it really 3?" in client.post(game_url(game, "act"), form).content.decode()
    form |= {"value": "30"}
    assert client.post(game_url(game, "act"), form).status_code == 302
    assert [each.value for each in game.view.state.seats[0].artifacts] == [30]
    posted |= {"value": "20", "seat": "1", "tap": "c"}
    assert client.post(game_url(game, "act"), posted).status_code == 302

    legacy = Game(setup("legacy2"))
    posted = {"action": take, "seat": "0", "value": "30", "tap": "d"}
    answer = client_on(legacy.alice).post(game_url(legacy, "act"), posted)
    assert answer.status_code == 302, "where no value is known none is unusual"


def game_url(game: Game, name: str) -> str:
    return reverse(f"companion:{name}", args=[game.id])


def test_artifacts_stay_in_the_box_until_the_first_turn_has_ended() -> None:
    game = Game()
    lot = press(game, '"lot","of":["Artifact 5"')
    assert (lot["take"], len(lot["of"])) == (2, 7)
    press(game, '{"do":"box","value":15}')
    assert game.view.state.stock.artifacts == (5, 7, 10, 20, 25, 30)

    game.turn()
    html = client_on(game.alice).get(reverse("companion:table", args=[game.id])).content.decode()
    assert "Leave artifacts in the box" not in html
    four = Game(setup("base", 4))
    html = client_on(four.alice).get(reverse("companion:table", args=[four.id])).content.decode()
    assert "Leave artifacts in the box" not in html


def test_a_table_that_uses_none_of_it_is_written_as_version_1() -> None:
    game = Game(setup("legacy2", rules={"health": 8}))
    game.do("gold", seat=0, count=1)

    assert exported(game.table)["version"] == 1
    assert "contracts" not in exported(game.table)


def test_undo_and_redo_bring_contracts_back_as_they_were() -> None:
    game = played()
    states = [game.view.state]
    for _ in range(6):
        game.do("undo")
        states.append(game.view.state)
    assert states[-1].contracts[0].ticks == ()
    cache.forget()
    for state in reversed(states[:-1]):
        game.do("redo")
        assert game.view.state == state


def test_every_thing_in_the_market_says_its_own_price() -> None:
    state = played().view.state
    said = {code: offer(state, code, Words("en"), buy=True).text for code in state.edition.market}

    assert said.pop("ankh").startswith("3 gold. ")
    assert {text.partition(".")[0] for text in said.values()} == {"5 gold"}


def test_a_rematch_keeps_the_tokens_and_begins_without_contracts() -> None:
    again = services.rematch(played().table, phone())
    state = selectors.view_of(again.pk).state

    assert state.edition.tokens["ankh"].name == "Ankh"
    assert state.contracts == ()


def test_house_values_change_and_what_was_brought_along_stays() -> None:
    game = Game(setup("legacy2", tokens=[ANKH], contracts=[TRACK]))
    services.change_setup(game.table, game.alice, rules={"price": 2})

    assert game.view.state.edition.tokens["ankh"].price == 3
    assert game.view.state.contracts[0].key == "7"
    services.change_setup(game.table, game.alice, contracts=[])
    assert game.view.state.contracts == ()


def test_a_lot_is_drawn_by_the_server_alone() -> None:
    game = Game()
    with pytest.raises(TableError) as refused:
        game.do("lot", of=["a", "b"], take=1, drawn=[0])
    assert refused.value.code == "hand_unmarked"

    first = game.do("lot", of=["a", "b", "c"], take=2).action["drawn"]
    assert game.stored().salt_fixed, "the first chance of any kind fixes the salt"
    game.do("lot", of=["a", "b"], take=1, drawn=[1], by_hand=True)
    game.do("undo")
    game.do("undo")
    marks = [line.past_draw for line in game.view.tail if line.kind == "undo"]
    assert marks == [False, True]
    assert game.do("lot", of=["a", "b", "c"], take=2).action["drawn"] == first
    assert game.view.state.attacks == 0


def test_who_begins_is_drawn_once_before_the_first_action() -> None:
    game = Game(setup("legacy2", 3, contracts=[{"key": "7", "solo": 2}]))
    names = [seat.name for seat in game.view.state.seats]
    stored = game.stored()
    fair = fairness.Fairness(stored.commitment, stored.salt, stored.seed)
    first = fairness.draw_first(fair, 3)
    page = client_on(game.alice).post(reverse("companion:change", args=[game.id, "first"]))
    assert page.status_code == 302
    cache.forget()

    view = game.view
    assert [seat.name for seat in view.state.seats] == [*names[first:], *names[:first]]
    assert view.state.area[view.state.seats[0].color] == 3, "the first player makes most noise"
    assert names[2] == view.state.seats[view.state.contracts[0].solo or 0].name
    held = {view.settings.names[seat] for person in view.settings.people for seat in person.seats}
    assert held == {"Alice", "Bob"}, "every device keeps its seat"
    assert game.stored().salt_fixed
    assert view.tail[-1].name == "first_drawn"
    with pytest.raises(TableError):
        services.draw_first_player(game.table, game.alice)


def test_settings_from_before_the_draw_keep_naming_their_seat() -> None:
    game = Game(setup("legacy2", 4))
    services.hold_seat(game.table, phone("Tablet"), seat=3)
    services.rename_seat(game.stored(), game.alice, seat=2, name="Cleo")
    before = [line for line in game.view.tail if line.seat is not None]
    called = [game.view.settings.names[line.seat or 0] for line in before]
    services.draw_first_player(game.table, game.alice)
    cache.forget()
    after = [line for line in game.view.tail if line.seat is not None][: len(before)]
    assert [game.view.settings.names[line.seat or 0] for line in after] == called
    assert called[-2:] == ["Dora", "Cleo"]


def test_who_begins_is_not_drawn_any_more_once_something_was_done() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    game.do("undo")
    with pytest.raises(TableError):
        services.draw_first_player(game.table, game.alice)
    assert fairness.draw_first(fairness.Fairness("", "ab" * 16, "0d" * 32), 4) in range(4)


def test_everybody_can_check_the_lots_once_the_game_is_closed() -> None:
    game = Game()
    game.do("lot", of=["a", "b", "c"], take=3)
    game.turn(attack=True)
    game.do("lot", of=["a", "b", "c"], take=1)
    game.do("deck_out")
    services.close_game(game.table, game.alice)

    record = parse_record(exported(game.table))
    assert verify(record).ok
    assert [lot.number for lot in lots(record)] == [1, 2]
    actions = list(record.actions)
    actions[-2] = {"do": "lot", "of": ["a", "b", "c"], "take": 1, "drawn": [
        (lots_drawn(record)[-1] + 1) % 3]}  # fmt: skip
    wrong = parse_record({**exported(game.table), "actions": actions})
    assert (verify(wrong).ok, verify(wrong).code) == (False, "lot")
    assert draws.commit(game.stored().seed) == game.stored().commitment


def lots_drawn(record: Any) -> list[int]:
    return [lot.drawn[0] for lot in lots(record)]


# House tokens at the opening


def opening(**more: str) -> dict[str, str]:
    people = {
        "seat-0-name": "Ana",
        "seat-0-color": "red",
        "seat-1-name": "Ben",
        "seat-1-color": "blue",
    }
    return {"do": "open", "edition": "base", "holds": "all", "form_id": "f", **people, **more}


def token_fields(at: int, **given: str) -> dict[str, str]:
    empty = dict.fromkeys(("points", "count", "price", "heal", "gold", "rage"), "")
    typed = {"name": "", "kind": "other", **empty, **given}
    return {f"token-{at}-{name}": value for name, value in typed.items()}


def test_house_tokens_are_typed_where_a_table_is_opened() -> None:
    client = client_on(phone())
    more = client.post(
        reverse("companion:open"),
        opening(do="tokens:more") | token_fields(0, name="SCUBA", kind="market", points="5"),
    ).content.decode()
    assert 'value="SCUBA"' in more
    assert 'name="token-1-name"' in more

    answer = client.post(
        reverse("companion:open"),
        opening()
        | token_fields(0, name="SCUBA", kind="market", points="5", price="0")
        | token_fields(1, name="Crown", points="-3", rage="-1")
        | token_fields(2),
    )
    assert answer.status_code == 302
    assert Table.objects.get().brought["tokens"] == [
        {"key": "scuba", "name": "SCUBA", "kind": "market", "points": 5, "price": 0},
        {"key": "crown_2", "name": "Crown", "kind": "other", "points": -3, "rage": -1},
    ]


def test_a_house_token_that_cannot_be_is_marked_where_it_was_typed() -> None:
    answer = client_on(phone()).post(
        reverse("companion:open"), opening() | token_fields(0, name="Ankh", points="31", price="2")
    )

    assert answer.status_code == 422
    assert "Only what the market sells has a price." in answer.content.decode()
    assert not Table.objects.exists()


def test_known_artifacts_of_catacombs_are_buttons_and_any_value_can_be_typed() -> None:
    game = Game(setup("catacombs"))
    press(game, '"token":"artifact","value":12}')
    press(game, '"token":"artifact","value":null}', seat="1", value="17")

    assert [seat.artifacts[0].value for seat in game.view.state.seats] == [12, 17]


# An edition of the host's own


def test_a_hosts_edition_is_carried_whole_in_the_record() -> None:
    game = Game(setup("the-office", edition_data=OFFICE))
    game.do("take", seat=0, token="artifact", value=3)
    game.do("clank", seat=1, count=2)
    first = exported(game.table)

    assert (first["version"], first["edition"]) == (2, "the-office")
    assert first["edition_data"] == OFFICE
    assert list(first["edition_data"]["tokens"]) == ["zebra", "artifact"], "the order counts"
    assert exported(bring(first)) == first
    assert [score.total for score in scores(game.view.state)] == [5, 0]
    again = services.rematch(game.table, game.alice)
    assert selectors.view_of(again.pk).state.edition.name == "The office"


# Tables of before


def of_before(**numbers: object) -> Game:
    """A table as an earlier release stored it: bare switches, no groups, values without end."""
    game = Game(setup("catacombs"))
    stored = json.loads(game.stored().edition_json)
    stored["switches"] = {name: each["value"] for name, each in stored["switches"].items()}
    for name in ("groups", "contracts_read"):
        del stored[name]
    for name, value in numbers.items():
        stored["numbers"][name]["value"] = value
    state = json.loads(game.stored().snapshot)
    del state["stock"]["groups"]
    Table.objects.filter(pk=game.id).update(
        edition_json=json.dumps(stored), house_rules=numbers, snapshot=json.dumps(state)
    )
    cache.forget()
    return game


def test_a_table_with_larger_values_plays_on() -> None:
    game = of_before(health=500)
    for _ in range(12):
        game.do("take", seat=0, token="chalice")
    game.do("damage", seat=0, count=20)

    assert game.view.state.health_size == 500
    assert game.view.state.seats[0].tokens["chalice"] == 12
    game.do("undo")
    assert game.view.state.seats[0].health == ()


def test_its_rematch_and_its_import_name_the_value_that_is_too_large() -> None:
    game = of_before(health=500)
    with pytest.raises(RecordError) as refused:
        bring(exported(game.table))
    assert refused.value.message == "rules.health must be a whole number from 1 to 30."

    page = client_on(game.alice).post(
        reverse("companion:rematch", args=[game.id]), {"first": "0", "salt": ""}
    )
    assert page.status_code == 422
    assert "Spaces of a health meter" in page.content.decode()
    assert Table.objects.count() == 1
