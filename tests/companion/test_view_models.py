"""What the pages beside the board hold: values, equal where the table is the same."""

from collections.abc import Callable

import pytest

from accounts import selectors as accounts
from companion.pages.fairness import fairness_page
from companion.pages.joining import join_page
from companion.pages.log import LogQuery, back_page, log_page
from companion.pages.opening import invite_page
from companion.pages.people import people_page
from companion.pages.records import record_page
from companion.pages.scores import score_page
from companion.pages.winner import winner_page
from companion.rules.record import replay
from companion.rules.verify import verify
from companion.table import cache, selectors
from companion.table.roles import Role, role_of
from companion.table.view import Visit
from companion.table.ways import Ways
from tests.companion.game import Game

pytestmark = pytest.mark.django_db(transaction=True)


def _record(visit: Visit) -> object:
    record = selectors.record_of(visit.view)
    return record_page(record, replay(record), verify(record))


PAGES: dict[str, Callable[[Visit], object]] = {
    "fairness": fairness_page,
    "join": lambda visit: join_page(
        visit.view, visit.visitor.device, code="ABCD2345", role=visit.role
    ),
    "log": lambda visit: log_page(visit, LogQuery(words="gold")),
    "undo": lambda visit: back_page(visit.view, visit.view.history.top or 0),
    "invite": lambda visit: invite_page(visit.view, None, "http://home/j/x/", role=Role.OPENER),
    "people": lambda visit: people_page(visit.view, visit.visitor.device),
    "record": _record,
    "scores": lambda visit: score_page(visit, 0),
    "winner": lambda visit: winner_page(visit, Ways(), may_follow=False),
}


def visit_of(game: Game) -> Visit:
    """A visit to the table as it is read anew, without anything remembered."""
    cache.forget()
    visitor = accounts.visitor_of(game.alice.pk, None)
    view = game.view
    return Visit(view=view, visitor=visitor, role=role_of(view.settings, visitor))


@pytest.mark.parametrize("page", PAGES)
def test_the_same_table_makes_equal_pages_and_a_changed_one_others(page: str) -> None:
    game = Game()
    game.do("gold", seat=0, count=2)
    game.turn(attack=True)

    before = PAGES[page](visit_of(game))
    assert PAGES[page](visit_of(game)) == before

    game.turn(attack=True)
    game.do("gold", seat=0, count=2)
    game.do("deck_out")
    assert PAGES[page](visit_of(game)) != before
