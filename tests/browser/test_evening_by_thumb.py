"""Whole evenings by touch alone on the smallest phone, each equal to its folded record, each tap counted."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.record import load_record, replay
from companion.rules.scoring import scores
from companion.rules.state import State
from tests.browser.conftest import NewDevice
from tests.browser.screens import reach, sequence
from tests.browser.server import SiteServer
from tests.browser.thumb import Thumb, thumb

ALICE, BOB = 0, 1
CARDS = {ALICE: 14, BOB: 9}
ELSE = {ALICE: -3, BOB: 2}
MOST_TURNS = 8


@dataclass
class Evening:
    """One phone for Alice and Bob, and the record that the server folds meanwhile."""

    hand: Thumb
    home: str

    @property
    def page(self) -> Page:
        return self.hand.page

    def folded(self) -> State:
        return replay(load_record(self.page.request.get(f"{self.home}record/").text()))

    def agrees(self) -> State:
        """What the phone shows is what the record folds to."""
        state = self.folded()
        reach(self.page, state.version)
        for index, seat in enumerate(state.seats):
            row = self.page.locator(f"#seat-{index}")
            expect(row.locator(".wounds")).to_have_text(f"{len(seat.health)}/{state.health_size}")
            expect(row.locator(".coin b")).to_have_text(str(seat.gold))
            expect(row.locator(".stats b").first).to_have_text(str(seat.supply))
        area, bag = self.page.locator("#pools h2 small").all()
        expect(area).to_have_text(str(sum(state.area.values())))
        expect(bag).to_have_text(str(sum(state.bag.values())))
        expect(self.page.locator("#danger b")).to_have_text(str(state.danger))
        return state

    # What a turn is made of; each says how many taps it may take ------------------

    def one(self, *names: str) -> None:
        for name in names:
            assert self.hand.does(self.hand.dock(name).first) == 1, name

    def for_another(self, seat: int, name: str) -> None:
        """Two taps for the first thing that somebody else does, and one back to one's own row."""
        taps = self.hand.chooses(seat)
        assert taps + self.hand.does(self.hand.dock(name).first) == 2
        self.hand.chooses(1 - seat)

    def token(self, offer: Locator) -> None:
        assert self.hand.does(self.hand.tokens, offer) == 2

    def more(self, sheet: str, control: Locator) -> None:
        """What the map or a card says: two taps more than one."""
        assert self.hand.does(*self.hand.more(sheet), control) == 3

    def button(self, name: str) -> Locator:
        return self.hand.sheet.get_by_role("button", name=name)

    def held(self, seat: int, name: str) -> Locator:
        return self.hand.sheet.locator(f"#held-{seat}").get_by_role("button", name=name).first

    def offer(self, key: str) -> Locator:
        return self.hand.sheet.locator(f"#token-{key} button")

    def no_dragon(self, name: str) -> None:
        taps = self.hand.does(self.next(f"End {name}’s turn"))
        assert taps + self.hand.does(self.next("No dragon")) <= 3

    def dragon(self, name: str) -> None:
        assert self.hand.turn(name) <= 3

    def next(self, name: str) -> Locator:
        return self.page.locator("#next").get_by_role("button", name=name)

    def off_the_clock(self) -> None:
        """The turn of somebody who is out: one tap, and the attack put aside if there was one."""
        before, known = self.folded(), sequence(self.page)
        begun = self.hand.taps
        self.hand.tap(self.page.locator("#next [data-key=e]"))
        expect(self.page.locator("[aria-busy]")).to_have_count(0)
        if self.folded().attacks > before.attacks:
            self.hand.tap(self.page.get_by_role("button", name="Seen"))
        reach(self.page, known + 1)
        assert self.hand.taps - begun <= 2

    def falls(self, seat: int) -> None:
        """Six points of damage at once are three taps."""
        while self.agrees().seats[seat].in_play:
            known, begun = sequence(self.page), self.hand.taps
            self.hand.tap(self.page.locator("#dock [data-sheet=more]"))
            self.hand.tap(self.page.locator("label[for=times-6]"))
            expect(self.hand.sheet).to_have_count(0)
            self.hand.tap(self.hand.dock("Damage"))
            reach(self.page, known + 1)
            assert self.hand.taps - begun == 3

    # The evening -----------------------------------------------------------------

    def first_round(self) -> None:
        self.one("+ Clank!", "+ Clank!", "− Clank!", "+1 Others", "Damage", "Heal", "Gold +1")
        self.one("Undo", "Redo", "One Danger card more")
        self.token(self.hand.sheet.locator("li[id^=token-] button:enabled").first)
        self.no_dragon("Alice")
        self.agrees()
        self.one("+ Clank!", "Damage", "+1 All")
        self.for_another(ALICE, "+ Clank!")
        self.for_another(ALICE, "Damage")
        self.more("card", self.button("Rage +1"))
        self.dragon("Bob")
        self.agrees()

    def gets_out(self) -> None:
        """Alice takes an artifact, comes up and leaves; Bob goes down with one of his own."""
        self.token(self.hand.sheet.locator("#values button").filter(has_text="Artifact").first)
        self.token(self.held(ALICE, "Now"))
        self.token(self.held(ALICE, "Now"))
        self.token(self.held(ALICE, "Leave"))
        self.dragon("Alice")
        self.token(self.hand.sheet.locator("#values button").filter(has_text="Artifact").first)
        self.one("+ Clank!", "One Danger card fewer")
        self.no_dragon("Bob")
        assert self.agrees().seats[ALICE].status == "escaped"

    def ends(self) -> None:
        """Alice is off the clock, and Bob falls; then nobody is left."""
        self.off_the_clock()
        self.agrees()
        if self.folded().seats[BOB].in_play:
            self.one("+ Clank!")
            self.falls(BOB)
        expect(self.page.locator("#moment[data-over]")).to_be_attached()
        assert self.agrees().over

    def scored(self) -> None:
        """Counted on the keypad; the result is what the record comes to."""
        self.hand.tap(self.page.get_by_role("link", name="Count the scores"))
        for seat in (ALICE, BOB):
            expect(self.page).to_have_url(re.compile(f"/scores/{seat}/$"))
            self.hand.field(self.page.get_by_label("Cards"), CARDS[seat])
            self.hand.field(self.page.get_by_label("Anything else"), ELSE[seat])
            self.page.locator("#sheet button.primary").tap()
        expect(self.page).to_have_url(re.compile("/result/$"))
        state = self.folded()
        assert {at: each.cards for at, each in enumerate(state.seats)} == CARDS
        assert {at: each.other for at, each in enumerate(state.seats)} == ELSE
        places = self.page.locator("#result .places")
        for each, score in zip(state.seats, scores(state), strict=True):
            row = places.locator(f"li[data-color={each.color}]")
            expect(row.locator(".points")).to_have_text(re.compile(rf"^{score.total}\b"))


def base(evening: Evening) -> None:
    """Gold, the market, a potion used; the deep and back."""
    evening.more("gold", evening.button("+5"))
    evening.more("gold", evening.button("+2"))
    evening.token(evening.hand.sheet.locator("li[id^=ware-] button:enabled").first)
    evening.token(evening.offer("potion_of_healing"))
    evening.token(evening.held(ALICE, "Use"))
    evening.dragon("Alice")


def catacombs(evening: Evening) -> None:
    """A ghost, a Wayshrine, and a prison opened with a Lockpick, whose prisoner is one tap more."""
    evening.more("map", evening.button("A ghost joins"))
    evening.more("map", evening.hand.sheet.locator("#shrines button:enabled").first)
    evening.more("map", evening.button("Prison"))
    prisoner = evening.hand.sheet.locator("#group-prisoner + ul button:enabled").first
    assert evening.hand.does(prisoner) == 1
    evening.dragon("Alice")


def legacy2(evening: Evening) -> None:
    """A box of a contract; Bob ticks the last one, and says what the back says."""
    lying = evening.page.locator("#lying-131").get_by_role("button")
    assert evening.hand.does(lying) == 1
    evening.more("gold", evening.button("+5"))
    evening.more("gold", evening.button("+2"))
    evening.token(evening.hand.sheet.locator("li[id^=ware-] button:enabled").first)
    evening.dragon("Alice")
    assert evening.hand.does(lying) == 1
    flip = evening.page.locator("#sheet-flip")
    expect(flip).to_be_visible()
    evening.hand.field(flip.get_by_label("Points"), 7)
    assert evening.hand.does(evening.button("That is what it says")) == 1
    expect(flip).to_be_hidden()


LAID = {"do": "contract", "key": "131", "name": "Night shift", "need": 2}
EVENINGS: dict[str, Callable[[Evening], None]] = {
    "base": base,
    "catacombs": catacombs,
    "legacy2": legacy2,
}


@pytest.mark.prove
@pytest.mark.parametrize("edition", EVENINGS)
def test_an_evening_by_thumb_alone(new_device: NewDevice, site: SiteServer, edition: str) -> None:
    hand = thumb(new_device, site, edition, *([LAID] if edition == "legacy2" else []))
    evening = Evening(hand, hand.page.url)
    evening.first_round()
    EVENINGS[edition](evening)
    evening.agrees()
    evening.one("− Clank!", "Heal")
    evening.no_dragon("Bob")
    evening.gets_out()
    evening.ends()
    evening.scored()
