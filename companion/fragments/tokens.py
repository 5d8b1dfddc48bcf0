"""Tokens as they are shown: name, picture, effect, how many are left, who holds them."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from companion.fragments.actions import tap
from companion.fragments.words import Words
from companion.rules import tokens as rules
from companion.rules.editions import Token
from companion.rules.state import ARTIFACT, CROWN, Seat, State
from companion.rules.words import TOKENS
from kernel.text import isolated

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


# The longest word that half a phone has room for.
LONGEST = 12


class Offer(NamedTuple):
    """One kind of token to take or buy; `action` is what the button does."""

    code: str
    name: str
    icon: str
    text: str
    left: str
    gone: bool
    action: SafeString

    @property
    def long(self) -> bool:
        """Whether a word of its name needs a whole line of a phone."""
        return max(map(len, self.name.split()), default=0) > LONGEST


class Held(NamedTuple):
    """Something a seat holds, and what can be done with it."""

    name: str
    icon: str
    text: str
    use: SafeString | None
    drop: SafeString | None


def name_of(code: str, token: Token | None, say: Words) -> str:
    """A token's own name if it has one, or else ours."""
    return isolated(token.name) if token and token.name else say.gettext(TOKENS.get(code, code))


def icon_of(code: str, token: Token | None) -> str:
    if token and token.name:
        return KIND_ICONS.get(token.kind, "token")
    if code.startswith("potion"):
        return "potion"
    return NAME_ICONS.get(code) or KIND_ICONS.get(token.kind if token else "", "token")


def left_of(state: State, code: str) -> int | None:
    """How many of a kind are left; None if unlimited."""
    stock = state.stock
    if code == CROWN:
        return len(stock.crowns) + stock.extra_crowns
    if code == ARTIFACT:
        return None if stock.artifacts is None else len(stock.artifacts)
    group = state.edition.group_of(code)
    limits = (stock.tokens.get(code), stock.groups.get(group or ""))
    return min((limit for limit in limits if limit is not None), default=None)


def takeable(state: State) -> tuple[str, ...]:
    """The kinds that are taken by name; artifacts and crowns have values to choose."""
    return tuple(code for code in state.edition.tokens if code not in (ARTIFACT, CROWN))


def offer(state: State, code: str, say: Words, *, buy: bool = False) -> Offer:
    token, left = state.edition.tokens[code], left_of(state, code)
    action = tap("buy", seat=None, item=code, coupon=None) if buy else _take(code)
    return Offer(
        code=code,
        name=name_of(code, token, say),
        icon=icon_of(code, token),
        text=_priced(state, code, say) if buy else effect(token, say),
        left=_left(left, say),
        gone=left == 0,
        action=action,
    )


def _take(code: str) -> SafeString:
    return tap("take", seat=None, token=code)


def effect(token: Token, say: Words) -> str:
    points = say.ngettext("{count} point.", "{count} points.", token.points)
    words = [points.format(count=token.points)] if token.points else []
    own = say.gettext(token.text) if token.text else _own_effect(token, say)
    return " ".join([*words, own]).strip()


def _own_effect(token: Token, say: Words) -> str:
    """What a house token does, in words; it has only numbers."""
    heal = token.take.heal or (token.use.heal if token.use else 0)
    found = {
        say.gettext("Heal {count}."): heal,
        say.gettext("Counts as {count} gold."): token.gold,
        say.gettext("Rage {count}."): token.take.rage,
    }
    return " ".join(sentence.format(count=count) for sentence, count in found.items() if count)


def _priced(state: State, code: str, say: Words) -> str:
    price = say.gettext("{count} gold.").format(count=rules.price(state, code, coupon=False))
    return f"{price} {effect(state.edition.tokens[code], say)}"


def _left(left: int | None, say: Words) -> str:
    if left is None:
        return ""
    return say.gettext("{count} left").format(count=left) if left else say.gettext("none left")


def held(state: State, index: int, say: Words) -> list[Held]:
    seat = state.seats[index]
    return [
        *_artifacts(index, seat, say),
        *_crowns(index, seat, say),
        *(_other(state, index, code, say) for code in seat.tokens),
    ]


def _artifacts(index: int, seat: Seat, say: Words) -> list[Held]:
    return [
        Held(
            name=artifact_name(artifact.value, say, silver=artifact.silver),
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


def artifact_name(value: int, say: Words, *, silver: bool = False) -> str:
    if silver:
        return say.gettext("Silver artifact {value}").format(value=value)
    return say.gettext("Artifact {value}").format(value=value)


def _crowns(index: int, seat: Seat, say: Words) -> list[Held]:
    return [
        Held(
            name=crown_name(value, say),
            icon="crown",
            text="",
            use=None,
            drop=tap("drop", seat=index, token=CROWN, value=value),
        )
        for value in seat.crowns
    ]


def crown_name(value: int, say: Words) -> str:
    return say.gettext("Crown {value}").format(value=value)


def _other(state: State, index: int, code: str, say: Words) -> Held:
    token, seat = state.edition.tokens.get(code), state.seats[index]
    usable = token is not None and token.use is not None and seat.in_play and not state.over
    fixed = code == state.edition.escape_token
    return Held(
        name=counted(code, token, seat.tokens[code], say),
        icon=icon_of(code, token),
        text=effect(token, say) if token else "",
        use=tap("use", seat=index, token=code) if usable else None,
        drop=None if fixed else tap("drop", seat=index, token=code),
    )


def counted(code: str, token: Token | None, count: int, say: Words) -> str:
    name = name_of(code, token, say)
    return name if count == 1 else f"{count}\u00a0×\u00a0{name}"


def price_of(state: State) -> int:
    return rules.price(state, None, coupon=False)
