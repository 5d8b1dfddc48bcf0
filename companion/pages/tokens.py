"""Tokens as they are shown: name, picture, what they do, how many are left, who holds them."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from companion.pages.attributes import tap
from companion.rules import tokens as rules
from companion.rules.editions import Token
from companion.rules.state import ARTIFACT, CROWN, Seat, State
from companion.rules.words import TOKENS

KIND_ICONS = {
    "artifact": "artifact",
    "coupon": "contract",
    "idol": "idol",
    "lockpick": "lockpick",
    "market": "treasure",
    "prisoner": "prisoner",
}
NAME_ICONS = {
    "backpack": "backpack",
    "blood_amulet": "amulet",
    "burglars_kit": "lockpick",
    "catacombs_map": "map",
    "chalice": "chalice",
    "crown": "crown",
    "dragon_egg": "egg",
    "golden_monkey_bot": "idol",
    "greater_treasure": "treasure",
    "haunted_prisoner": "ghost",
    "lockpick_secret": "lockpick",
    "master_key": "key",
    "mastery": "escaped",
    "mug": "mug",
    "ore": "ore",
    "pick_axe": "pick",
    "treasure": "treasure",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One kind of token to take or buy; `action` is what the button does."""

    code: str
    name: str
    icon: str
    text: str
    left: str
    gone: bool
    action: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Something a seat holds: what to do with it."""

    name: str
    icon: str
    text: str
    use: SafeString | None
    drop: SafeString | None


def name_of(code: str) -> str:
    return gettext(TOKENS.get(code, code))


def icon_of(code: str, token: Token | None) -> str:
    if code.startswith("potion"):
        return "potion"
    return NAME_ICONS.get(code) or KIND_ICONS.get(token.kind if token else "", "token")


def left_of(state: State, code: str) -> int | None:
    """How many of a kind are left; None: no end to them."""
    stock = state.stock
    if code == CROWN:
        return len(stock.crowns) + stock.extra_crowns
    if code == ARTIFACT:
        return None if stock.artifacts is None else len(stock.artifacts)
    return stock.tokens.get(code)


def takeable(state: State) -> tuple[str, ...]:
    """The kinds that are taken by name alone; artifacts and crowns have values to choose."""
    return tuple(code for code in state.edition.tokens if code not in (ARTIFACT, CROWN))


def offer(state: State, code: str, *, buy: bool = False) -> Offer:
    token, left = state.edition.tokens[code], left_of(state, code)
    action = tap("buy", seat=None, item=code, coupon=None) if buy else _take(code)
    return Offer(
        code=code,
        name=name_of(code),
        icon=icon_of(code, token),
        text=_effect(token),
        left=_left(left),
        gone=left == 0,
        action=action,
    )


def _take(code: str) -> SafeString:
    return tap("take", seat=None, token=code)


def _effect(token: Token) -> str:
    points = ngettext("{count} point.", "{count} points.", token.points).format(count=token.points)
    words = [points] if token.points else []
    return " ".join([*words, gettext(token.text)])


def _left(left: int | None) -> str:
    if left is None:
        return ""
    return gettext("none left") if not left else gettext("{count} left").format(count=left)


def held(state: State, index: int) -> list[Held]:
    seat = state.seats[index]
    return [*_artifacts(index, seat), *_crowns(index, seat), *_others(state, index, seat)]


def _artifacts(index: int, seat: Seat) -> list[Held]:
    return [
        Held(
            name=artifact_name(artifact.value, silver=artifact.silver),
            icon="artifact",
            text="",
            use=None,
            drop=tap(
                "drop", seat=index, token=ARTIFACT, value=artifact.value, **_silver(artifact.silver)
            ),
        )
        for artifact in seat.artifacts
    ]


def _silver(silver: bool) -> dict[str, bool]:
    return {"silver": True} if silver else {}


def artifact_name(value: int, *, silver: bool = False) -> str:
    sentence = gettext("Silver artifact {value}") if silver else gettext("Artifact {value}")
    return sentence.format(value=value)


def _crowns(index: int, seat: Seat) -> list[Held]:
    return [
        Held(
            name=crown_name(value),
            icon="crown",
            text="",
            use=None,
            drop=tap("drop", seat=index, token=CROWN, value=value),
        )
        for value in seat.crowns
    ]


def crown_name(value: int) -> str:
    return gettext("Crown {value}").format(value=value)


def _others(state: State, index: int, seat: Seat) -> list[Held]:
    return [_other(state, index, code, count) for code, count in seat.tokens.items()]


def _other(state: State, index: int, code: str, count: int) -> Held:
    token, seat = state.edition.tokens.get(code), state.seats[index]
    usable = token is not None and token.use is not None and seat.in_play
    fixed = code == state.edition.escape_token
    return Held(
        name=counted(code, count),
        icon=icon_of(code, token),
        text=_effect(token) if token else "",
        use=tap("use", seat=index, token=code) if usable else None,
        drop=None if fixed else tap("drop", seat=index, token=code),
    )


def counted(code: str, count: int) -> str:
    return name_of(code) if count == 1 else f"{count} × {name_of(code)}"


def price_of(state: State, *, coupon: bool = False) -> int:
    return rules.price(state, coupon)
