"""Games of very many actions: what is worked out of all of them is kept, and shown in parts."""

import re

import pytest

from companion.models import LogRow
from companion.pages import fairness
from companion.table import selectors, states
from tests.companion.cast import Cast, around
from tests.companion.game import Game, setup

pytestmark = pytest.mark.django_db(transaction=True)


def of_attacks(number: int) -> Cast:
    game = Game(setup("legacy2"))
    game.do("clank", seat=0, count=5)
    for _ in range(number):
        game.do("attack", size=1)
    return around(game)


def drawn(cast: Cast, query: str = "") -> list[int]:
    """The lines of the log whose draws a page shows."""
    html = cast.alice.get(cast.url("fairness/") + query).content.decode()
    return [int(line) for line in re.findall(r"#line-(\d+)", html)]


@pytest.mark.parametrize("page", ["result/", "fairness/"])
def test_a_game_is_replayed_once_for_all_who_look_at_it(
    monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    cast = of_attacks(2)
    first = cast.alice.get(cast.url(page))
    with monkeypatch.context() as patched:
        for module, name in ((states, "states_of"), (selectors, "record_of")):
            patched.setattr(module, name, lambda _: pytest.fail("replayed again"))
        assert cast.bob.get(cast.url(page)).status_code == first.status_code == 200

    cast.game.do("attack", size=1)
    changed = cast.alice.get(cast.url(page)).content
    assert changed != first.content
    cast.game.do("undo")
    assert cast.alice.get(cast.url(page)).content != changed


def test_very_many_draws_are_shown_in_parts_the_newest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fairness, "AT_ONCE", 4)
    cast = of_attacks(6)
    attacks = LogRow.objects.filter(name="attack").order_by("sequence")
    lines = list(attacks.values_list("sequence", flat=True))
    assert drawn(cast) == lines[4:]
    assert drawn(cast, "?from=0") == lines[:4]
    for here, there in (("", "?from=0"), ("?from=0", "?from=4")):
        html = cast.alice.get(cast.url("fairness/") + here).content.decode()
        assert f'href="{there}"' in html
    for nonsense in ("?from=x", "?from=-1", "?from=999999999"):
        assert cast.alice.get(cast.url("fairness/") + nonsense).status_code == 200
