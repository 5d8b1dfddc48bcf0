"""Lots of a campaign: promised before, drawn by one tap, checked on a page, never given away."""

import html
import re
from io import BytesIO
from itertools import count, pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from campaign.errors import translate
from campaign.models import Campaign, LedgerEntry, projection
from campaign.rules.entries import Draft
from campaign.rules.verbs.lots import drawn
from campaign.selectors.ledger import lines_of
from campaign.services.exports import export_campaign
from campaign.services.imports import read_archive
from campaign.services.ledger import write_entry
from campaign.services.lots import draw_lot
from kernel.draws import commit
from tests.campaign.archives import imported
from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk
from tests.campaign.factories import UserFactory
from tests.made_once import MadeOnce, made_once

pytestmark = pytest.mark.django_db

SALT = "0a" * 16
OF = ["Ana", "Ben", "Cleo"]


def three_characters() -> Pages:
    UserFactory.create(username="mallory")
    made = desk({"alice": "owner", "bob": "player", "carol": "guest"})
    for line in ("recruit ana player Alice", "recruit ben player Bob", "recruit cleo"):
        made.type("alice", line)
    return Pages(made)


made_table = made_once(three_characters)


@pytest.fixture
def table(made_table: MadeOnce[Pages], db: None) -> Pages:
    return made_table()


def draw(table: Pages, who: str = "bob", /, **sent: object) -> int:
    given = {"of": OF, "take": "3", "why": "Order", "salt": SALT, **sent}
    return table.post(who, "draw-lot", **given).status_code


def promise(table: Pages, who: str = "alice") -> str:
    (digits,) = re.findall(r'id="promise">([0-9a-f]{64})<', text(table.get(who, "lots")))
    return str(digits)


def test_the_seed_was_promised_before_and_the_next_one_is_promised_after(table: Pages) -> None:
    before = promise(table)

    assert draw(table) == 302

    lot = table.desk.campaign.entries.get(verb="lot").arguments
    assert commit(lot["seed"]) == before
    assert lot["salt"] == SALT
    assert tuple(lot["drawn"]) == drawn(lot["seed"], SALT, tuple(OF), 3)
    assert sorted(lot["drawn"]) == OF
    assert lot["promise"] == promise(table) != before
    assert table.desk.state == table.desk.folded()


def test_every_lot_keeps_the_promise_of_the_one_before(table: Pages) -> None:
    for _each in range(4):
        draw(table)
    lots = [row.arguments for row in table.desk.campaign.entries.filter(verb="lot")]
    for lot, following in pairwise(lots):
        assert commit(following["seed"]) == lot["promise"]
    assert len({lot["seed"] for lot in lots}) == 4
    shown = text(table.get("carol", "lots"))
    assert shown.count("what the seed gives") == 4
    assert "brought from a file" not in shown


def test_without_a_script_the_server_adds_the_bytes_and_says_so(table: Pages) -> None:
    draw(table, salt="")
    lot = table.desk.campaign.entries.get(verb="lot").arguments
    assert lot["server"] is True
    assert re.fullmatch("[0-9a-f]{32}", lot["salt"])
    assert "the server added the random bytes itself" in text(table.get("bob", "lots"))
    draw(table)
    assert "server" not in table.desk.campaign.entries.filter(verb="lot")[1].arguments


@pytest.mark.parametrize(
    "wrong",
    [
        {"of": ["Ana"]},
        {"of": ["Ana", "Ana"]},
        {"of": []},
        {"salt": "xyz"},
        {"salt": "0A" * 15},
        {"of": ["Ana", "x" * 81]},
    ],
)
def test_what_cannot_be_drawn_changes_nothing(table: Pages, wrong: dict[str, object]) -> None:
    before = promise(table)
    assert draw(table, **wrong) == 302
    assert promise(table) == before
    assert not table.desk.campaign.entries.filter(verb="lot").exists()


def test_sent_twice_it_is_drawn_once(table: Pages) -> None:
    key = "7d3a1a52-5d0c-4a6e-9f0c-0c6f5a1f0b11"
    draw(table, key=key)
    draw(table, key=key)
    assert table.desk.campaign.entries.filter(verb="lot").count() == 1


def test_of_two_requests_of_a_form_that_meet_one_draws(
    table: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, key, first = table.desk.people["bob"], uuid4(), list[LedgerEntry]()
    changes = projection.changes

    def meanwhile(*given: Any) -> projection.Changes:
        monkeypatch.setattr(projection, "changes", changes)
        first.append(draw_lot(bob, OF, take=1, key=key))
        return changes(*given)

    monkeypatch.setattr(projection, "changes", meanwhile)

    again = draw_lot(bob, OF, take=1, key=key)

    assert [again] == first == list(table.desk.campaign.entries.filter(verb="lot"))
    assert commit(table.desk.campaign.lot_seed) == again.arguments["promise"]


def test_the_key_of_another_entry_hinders_no_lot(table: Pages) -> None:
    bob, key = table.desk.people["bob"], uuid4()
    note = write_entry(bob, Draft(verb="note", arguments={"text": "Hello"}), key=key)
    lot = draw_lot(bob, OF, take=1, key=key)
    assert (note.verb, note.key, lot.verb) == ("note", key, "lot")


def test_a_struck_lot_stays_to_be_read_and_the_next_has_another_seed(table: Pages) -> None:
    draw(table)
    assert table.type("bob", "undo") == 302
    draw(table)
    assert table.desk.state == table.desk.folded()
    assert ">struck<" in text(table.get("alice", "lots"))
    seeds = [row.arguments["seed"] for row in table.desk.campaign.entries.filter(verb="lot")]
    assert len(set(seeds)) == 2


def test_nobody_learns_the_seed_of_the_next_lot(table: Pages) -> None:
    for _each in range(2):
        seed = table.desk.campaign.lot_seed
        for page in ("home", "lots", "ledger", "reports", "members", "line"):
            assert seed not in text(table.get("alice", page))
        out = BytesIO()
        export_campaign(table.desk.campaign, out)
        archive = read_archive(BytesIO(out.getvalue()))
        assert seed not in "".join(part.decode("latin-1") for part in archive.parts.values())
        draw(table)
        assert seed in text(table.get("alice", "lots"))


def test_a_campaign_from_a_file_promises_anew(table: Pages) -> None:
    draw(table)
    out = BytesIO()
    export_campaign(table.desk.campaign, out)

    made = imported(out.getvalue())

    assert Campaign.objects.get(pk=made.campaign_id).lot_seed != table.desk.campaign.lot_seed
    again = made.campaign.entries.get(verb="lot")
    assert again.arguments == table.desk.campaign.entries.get(verb="lot").arguments


def test_members_who_write_draw_and_nobody_else(table: Pages) -> None:
    assert [draw(table, who) for who in ("alice", "bob", "carol", "mallory")] == [
        302,
        302,
        403,
        404,
    ]
    assert table.desk.campaign.entries.filter(verb="lot").count() == 2


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_no_lot_is_written_by_hand(table: Pages, who: str) -> None:
    seed = "00" * 32
    made = {"seed": seed, "salt": SALT, "promise": seed, "of": OF, "drawn": ["Ana"]}
    sent = {f"a-{name}": value for name, value in made.items()}
    assert table.post(who, "write", "lot", sure="yes", **sent).status_code == 403
    assert table.type(who, "lot Ana Ben") == 422
    assert "/write/lot/" not in text(table.get(who, "verbs"))


def test_an_evening_has_its_lists_ready(table: Pages) -> None:
    table.desk.type("alice", "start 1 ana ben cleo")
    table.desk.type("alice", "tick oil ana")
    shown = text(table.get("bob", "lots"))
    for why in ("Who begins", "Order of play", "Burn the Midnight Oil"):
        assert f'name="why" value="{why}"' in shown
    oil = shown[shown.index('value="Burn the Midnight Oil"') :].partition("</form>")[0]
    assert re.findall(r'name="of" value="([^"]*)"', oil) == ["Ben", "Cleo"]
    assert "one-tap" not in text(table.get("carol", "lots"))


def test_the_setup_draws_at_its_own_steps(table: Pages) -> None:
    table.desk.type("alice", "start 1 ana ben cleo")
    shown = text(table.get("bob", "steps", "setup"))
    assert re.findall(r'name="why" value="([^"]*)"', shown) == [
        "Burn the Midnight Oil",
        "Who begins",
        "Order of play",
    ]
    assert 'name="why"' not in text(table.get("carol", "steps", "setup"))
    assert 'name="why"' not in text(table.get("bob", "steps", "cleanup"))


def test_a_typed_list_has_one_name_in_each_line(table: Pages) -> None:
    draw(table, of=[], lines="Ana & Ben\r\n\r\n  Zoë ", take="1")
    (lot,) = table.desk.campaign.entries.filter(verb="lot")
    assert lot.arguments["of"] == ["Ana & Ben", "Zoë"]


@pytest.mark.parametrize("lines", ["Ana\r\nBen & Zoë\r\nAna", "Ana", f"Ana\r\n{'x' * 81}"])
def test_a_typed_list_that_is_refused_stays_to_be_put_right(table: Pages, lines: str) -> None:
    assert "<details open>" not in text(table.get("bob", "lots"))
    typed = {"lines": lines, "why": "Who “deals”", "take": "2", "salt": SALT}

    refused = table.post("bob", "draw-lot", **typed)

    assert refused.status_code == 422
    shown = html.unescape(text(refused))
    told = shown.partition("<h1>Lots</h1>")[2].partition("<section")[0]
    assert 'role="alert"' in told
    assert "list of different names" in told
    form = shown.partition("<details open>")[2].partition("</details>")[0]
    assert f">{lines}</textarea>" in form
    assert 'name="why" value="Who “deals”"' in form
    assert 'max="300" value="2"' in form
    assert not table.desk.campaign.entries.filter(verb="lot").exists()
    assert table.post("bob", "draw-lot", **typed | {"lines": "Ana\r\nBen"}).status_code == 302


def seed_that_gives(*names: str) -> str:
    seeds = (f"{number:064x}" for number in count())
    return next(seed for seed in seeds if drawn(seed, SALT, tuple(OF), len(names)) == names)


def lots_of_step(shown: str, step: str) -> str:
    return shown.partition(f'id="step-{step}"')[2].partition('id="step-')[0]


def test_what_was_drawn_stands_at_its_step_and_is_one_press_from_the_order(table: Pages) -> None:
    table.desk.type("alice", "start 1 ana ben cleo")
    shown = text(table.get("bob", "steps", "setup"))
    by_lot = lots_of_step(shown, "order").partition(table.url("draw-lot"))[2]
    back = re.findall(r'name="next" value="([^"]*)"', by_lot)[0]
    assert back.endswith("/setup/#step-order")
    Campaign.objects.update(lot_seed=seed_that_gives("Cleo", "Ben", "Ana"))

    answer = table.post(
        "bob", "draw-lot", of=OF, take="3", why="Order of play", next=back, salt=SALT
    )

    assert answer["Location"] == back
    shown = text(table.get("bob", "steps", "setup"))
    order = lots_of_step(shown, "order")
    assert "By lot, Order of play:" in order
    prefilled = re.findall(r"players=(\w+)&amp;", shown)
    assert prefilled == ["cleo", "ben", "ana"], "no mere turn of the old order"

    (draft,) = re.findall(r'class="primary" type="submit" name="draft" value="([^"]*)"', order)
    assert table.post("bob", "press", draft=html.unescape(draft)).status_code == 302
    running = table.desk.state.running
    assert running is not None
    assert list(running.players) == prefilled
    assert 'class="primary"' not in lots_of_step(text(table.get("bob", "steps", "setup")), "order")


def test_the_midnight_oil_is_named_wherever_its_card_and_contract_stand(table: Pages) -> None:
    table.desk.type("alice", "contract 002 group")
    for page, *key in (("contracts",), ("contract", "002"), ("cards",), ("card", "002")):
        shown = text(table.get("bob", page, *key))
        assert "Burn the Midnight Oil" in shown, page
        assert "not named yet" not in shown, page


def test_a_lot_for_the_midnight_oil_makes_its_box_the_main_button(table: Pages) -> None:
    table.desk.type("alice", "start 1 ana ben cleo")
    draw(table, take="1", why="Burn the Midnight Oil")
    (name,) = table.desk.campaign.entries.get(verb="lot").arguments["drawn"]
    oil = lots_of_step(text(table.get("bob", "steps", "setup")), "midnight_oil")
    (main,) = re.findall(r'class="primary".*?</button>', oil, re.S)
    assert name in main
    assert len(re.findall('name="draft"', oil)) == 3, "the others can still be chosen by hand"
    table.type("bob", "undo")
    struck = lots_of_step(text(table.get("bob", "steps", "setup")), "midnight_oil")
    assert 'class="primary"' not in struck


def test_what_the_site_offers_to_draw_for_is_said_in_the_language_of_each_reader(
    table: Pages,
) -> None:
    draw(table, why="Order of play")
    draw(table, why="Order")
    with translation.override("de"):
        told = [
            translate(sentence)
            for line in lines_of(
                table.desk.people["bob"], list(table.desk.campaign.entries.filter(verb="lot"))
            )
            for sentence in line.sentences
        ]
    assert any("Spielreihenfolge" in each for each in told)
    assert any("Order" in each for each in told), "a reason of one's own stays as it was typed"
