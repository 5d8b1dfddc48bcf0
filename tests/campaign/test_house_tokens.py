"""House tokens at the pages: written by the form, listed with the stickers, and gone when struck."""

import pytest

from tests.campaign.browser import Pages, text

pytestmark = pytest.mark.django_db


def filled(**fields: str) -> dict[str, str]:
    return {"sure": "yes", **{f"a-{name}": value for name, value in fields.items()}}


def test_the_form_writes_one_that_is_worth_nothing(pages: Pages) -> None:
    sent = filled(kind="market", name="Fang", points="0", price="0", gold="3")

    assert pages.post("bob", "write", "house_token", **sent).status_code == 302

    (token,) = pages.desk.state.house_tokens.values()
    assert (token.name, token.kind, token.points) == ("Fang", "market", 0)
    assert (token.price, token.gold, token.count) == (0, 3, 0)


def test_the_form_says_what_does_not_fit(pages: Pages) -> None:
    sent = filled(kind="minor", name="Owl", points="1", price="3")

    reply = pages.post("bob", "write", "house_token", **sent)

    assert reply.status_code == 422
    assert "Only what the market sells has a price." in text(reply)
    assert not pages.desk.state.house_tokens


def test_the_pieces_list_them_until_they_are_struck(pages: Pages) -> None:
    assert "Each of them lies on every later table" in text(pages.get("carol", "pieces"))
    pages.type("alice", "house minor Owl points 2 count 3")
    listed = text(pages.get("carol", "pieces"))
    assert "Owl" in listed
    assert "minor secret · Points: 2 · How many there are: 3" in listed

    assert "A house token" in text(pages.get("alice", "strike", pages.desk.last))
    pages.type("alice", "strike last")

    assert "Owl" not in text(pages.get("carol", "pieces"))


def test_only_a_keeper_writes_one(pages: Pages) -> None:
    sent = filled(kind="minor", name="Owl", points="2")
    assert pages.post("dora", "write", "house_token", **sent).status_code == 403
    assert pages.type("dora", "house minor Owl points 2") == 422
    assert not pages.desk.state.house_tokens

    for who, offered in (("dora", False), ("bob", True)):
        assert ("A house token" in text(pages.get(who, "pieces"))) == offered
        assert ("House token" in text(pages.get(who, "verbs"))) == offered
