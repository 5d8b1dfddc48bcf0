"""What the players of a browser game do in their turns, partly at random, partly planned."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.players import Group
from tests.browser.table import closed, unfolded

# The market sells this only to somebody with a lot of damage.
HURT_ONLY = "at least 5 damage"
MOST_CARDS = 4


def make_noise(group: Group, seat: int) -> None:
    group.times(seat, group.chance.randint(2, 4), "+ Clank!")


def take_noise_back(group: Group, seat: int) -> None:
    group.button(seat, "− Clank!")


def hurt_and_heal(group: Group, seat: int) -> None:
    """Take damage by choice, which may not knock anybody out, and heal it."""
    if group.room(seat) > 1:
        group.button(seat, "By choice")
    group.button(seat, "Heal")


def gain_gold(group: Group, seat: int) -> None:
    group.tap(group.sheet(seat, "Gold").get_by_role("button", name="+5"))
    group.done.add("gold")


def find_token(group: Group, seat: int) -> None:
    sheet = group.sheet(seat, "Tokens")
    offers = sheet.locator("li[id^=token-] button:enabled").all()
    group.tap(group.chance.choice(offers))
    group.done.add("take")


def use_token(group: Group, seat: int) -> None:
    sheet = group.sheet(seat, "Tokens")
    uses = sheet.locator(f"#held-{seat}").get_by_role("button", name="Use")
    if uses.count():
        group.tap(uses.first)
        group.done.add("use")
    group.close(sheet)


def buy(group: Group, seat: int) -> None:
    """Buy something that this seat does not have yet: some markets sell only one of each."""
    sheet = group.sheet(seat, "Gold")
    sheet.get_by_label("Another amount").fill("7")
    group.tap(sheet.get_by_role("button", name="Gain", exact=True))
    sheet = group.sheet(seat, "Tokens")
    wares = sheet.locator("li[id^=ware-]").filter(has_not_text=HURT_ONLY).all()
    fresh = [ware for ware in wares if f"{seat} {_name(ware)}" not in group.done]
    offers = [ware for ware in fresh if ware.get_by_role("button").is_enabled()]
    if offers:
        chosen = group.chance.choice(offers)
        group.done |= {f"{seat} {_name(chosen)}", "buy"}
        group.tap(chosen.get_by_role("button"))
    group.close(sheet)


def _name(ware: Locator) -> str:
    return str(ware.get_attribute("id"))


def change_mind(group: Group, seat: int) -> None:
    group.button(seat, "+ Clank!")
    group.button(seat, "Undo")
    group.button(seat, "Redo")


def read_card(group: Group, seat: int) -> None:
    group.tap(group.sheet(seat, "A card says").get_by_role("button", name="Rage +1"))
    group.close(group.screens.hands[0].locator("dialog[open]"))


def meet_monster(group: Group, seat: int) -> None:
    """Monster cards come into the row until a monster appears; it hits and is defeated."""
    page = group.ready(seat)
    monsters = unfolded(page, "monsters")
    appear = monsters.get_by_role("button", name="Appear")
    for _ in range(MOST_CARDS):
        if appear.is_enabled():
            break
        group.tap(monsters.get_by_role("button", name="One Monster card more"))
    for name in ("Appear", "Hit", "Defeated"):
        group.tap(monsters.get_by_role("button", name=name))
        group.done.add(name)
    closed(page)


def mark_shrine(group: Group, seat: int) -> None:
    sheet = group.sheet(seat, "Map")
    group.tap(sheet.locator("#shrines button:enabled").last)
    group.done.add("wayshrine")


def wake_ghost(group: Group, seat: int) -> None:
    group.tap(group.sheet(seat, "Map").get_by_role("button", name="A ghost joins"))
    group.done.add("ghost")


Move = Callable[[Group, int], None]
SMALL: tuple[Move, ...] = (
    take_noise_back,
    hurt_and_heal,
    gain_gold,
    find_token,
    use_token,
    buy,
    change_mind,
    read_card,
)


def go_down(group: Group, seat: int) -> None:
    _stand(group, seat, deep=True)


def leave_with_artifact(group: Group, seat: int) -> None:
    sheet = group.sheet(seat, "Tokens")
    any_value = sheet.get_by_role("button", name="Take artifact")
    if any_value.count():
        sheet.locator("#token-value").fill("7")
        group.tap(any_value)
    else:
        group.tap(sheet.locator("#values button").filter(has_text="Artifact").first)
    group.done.add("take")
    _stand(group, seat, deep=False)
    sheet = group.sheet(seat, "Tokens")
    group.tap(sheet.locator(f"#held-{seat}").get_by_role("button", name="Leave"))
    group.done.add("Leave")


def fall(group: Group, seat: int) -> None:
    """Take enough damage to fill the meter, wherever the seat is."""
    for _ in range(4):
        if not group.in_play(seat):
            return
        group.times(seat, 6, "Damage")
    raise AssertionError(f"seat {seat} does not fall")


def _stand(group: Group, seat: int, *, deep: bool) -> None:
    sheet = group.sheet(seat, "Tokens")
    zone = sheet.locator(f'#held-{seat} [value*="zone"]')
    now_deep = '"safe"' in str(zone.get_attribute("value"))
    if now_deep != deep:
        group.tap(zone)
        group.done.add("zone")
    group.close(sheet)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What must happen in whose turn, besides the usual moves."""

    large: Mapping[tuple[int, int], tuple[Move, ...]]
    small: tuple[Move, ...] = SMALL

    def __call__(self, group: Group, seat: int, turn: int) -> None:
        moves = (make_noise, *group.chance.sample(self.small, 2), *self.large.get((seat, turn), ()))
        for move in moves:
            if not group.in_play(seat) or group.over():
                return
            move(group, seat)
        expect(group.ready(seat).locator(".notice.error:visible")).to_have_count(0)
