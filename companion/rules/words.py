"""The English words for codes, marked for translation, and how sentences are filled in."""

from collections.abc import Mapping

from kernel.message import Translate, gettext_noop
from kernel.text import minus

COLORS = {
    "red": gettext_noop("red"),
    "yellow": gettext_noop("yellow"),
    "green": gettext_noop("green"),
    "blue": gettext_noop("blue"),
    "purple": gettext_noop("purple"),
    "orange": gettext_noop("orange"),
    "black": gettext_noop("black"),
    "ghost": gettext_noop("ghost"),
}
PLACES = {
    "supply": gettext_noop("the supply"),
    "area": gettext_noop("the Clank! area"),
    "bag": gettext_noop("the bag"),
    "health": gettext_noop("the health meter"),
    "board": gettext_noop("the board"),
    "bank": gettext_noop("the bank"),
}
STATUSES = {
    "in_play": gettext_noop("in play"),
    "escaped": gettext_noop("escaped"),
    "knocked_out": gettext_noop("knocked out"),
}
TOKENS = {
    "adventurer": gettext_noop("Adventurer"),
    "artifact": gettext_noop("Artifact"),
    "backpack": gettext_noop("Backpack"),
    "barbarian": gettext_noop("Barbarian"),
    "blood_amulet": gettext_noop("Blood Amulet"),
    "burglars_kit": gettext_noop("Burglar’s Kit"),
    "catacombs_map": gettext_noop("Catacombs Map"),
    "chalice": gettext_noop("Chalice"),
    "cleric": gettext_noop("Cleric"),
    "crown": gettext_noop("Crown"),
    "discount_coupon": gettext_noop("Discount Coupon"),
    "dragon_egg": gettext_noop("Dragon Egg"),
    "flash_of_brilliance": gettext_noop("Flash of Brilliance"),
    "golden_monkey_bot": gettext_noop("Golden Monkey Bot"),
    "greater_skill_boost": gettext_noop("Greater Skill Boost"),
    "greater_treasure": gettext_noop("Greater Treasure"),
    "haunted_prisoner": gettext_noop("Haunted Prisoner"),
    "invisibility_cloak": gettext_noop("Invisibility Cloak"),
    "lockpick": gettext_noop("Lockpick"),
    "lockpick_secret": gettext_noop("Lockpick (secret)"),
    "magic_spring": gettext_noop("Magic Spring"),
    "master_key": gettext_noop("Master Key"),
    "mastery": gettext_noop("Mastery"),
    "mayor": gettext_noop("Mayor"),
    "monk": gettext_noop("Monk"),
    "monkey_idol": gettext_noop("Monkey Idol"),
    "mug": gettext_noop("Mug"),
    "ore": gettext_noop("Ore"),
    "peasant": gettext_noop("Peasant"),
    "pick_axe": gettext_noop("Pick Axe"),
    "potion_of_greater_healing": gettext_noop("Potion of Greater Healing"),
    "potion_of_greater_strength": gettext_noop("Potion of Greater Strength"),
    "potion_of_healing": gettext_noop("Potion of Healing"),
    "potion_of_stealth": gettext_noop("Potion of Stealth"),
    "potion_of_strength": gettext_noop("Potion of Strength"),
    "potion_of_swiftness": gettext_noop("Potion of Swiftness"),
    "primatologist": gettext_noop("Primatologist"),
    "prince_princess": gettext_noop("Prince/Princess"),
    "puzzle_box": gettext_noop("Puzzle Box"),
    "skill_boost": gettext_noop("Skill Boost"),
    "sorceress": gettext_noop("Sorceress"),
    "trash_a_card": gettext_noop("Trash a Card"),
    "treasure": gettext_noop("Treasure"),
    "warrior": gettext_noop("Warrior"),
}
SCORES = {
    **TOKENS,
    "gold": gettext_noop("Gold"),
    "cards": gettext_noop("Cards"),
    "contracts": gettext_noop("Contracts"),
    "other": gettext_noop("Other"),
}
ZONES = {
    phrase: phrase
    for phrase in (
        gettext_noop("the Depths"),
        gettext_noop("above the Depths"),
        gettext_noop("the Danger Zone"),
        gettext_noop("outside the Danger Zone"),
    )
}
EXITS = {
    phrase: phrase
    for phrase in (
        gettext_noop("out of the dungeon"),
        gettext_noop("the Crypt"),
        gettext_noop("headquarters"),
    )
}
ROWS = {
    phrase: phrase
    for phrase in (gettext_noop("the dungeon row"), gettext_noop("the adventure row"))
}

BY_PARAM: Mapping[str, Mapping[str, str]] = {
    "color": COLORS,
    "source": PLACES,
    "target": PLACES,
    "token": TOKENS,
    "zone": ZONES,
    "exit": EXITS,
}
"""Which parameters of a sentence are codes, and their words; all others are used as they are."""


def fill(sentence: str, params: Mapping[str, object], translate: Translate = str) -> str:
    """The sentence with its parameters filled in, both in the language of `translate`."""
    filled = {name: _word(name, value, translate) for name, value in params.items()}
    return translate(sentence).format(**filled)


def _word(name: str, value: object, translate: Translate) -> object:
    if name == "colors" and isinstance(value, Mapping):
        return ", ".join(
            f"{count} {_word('color', color, translate)}" for color, count in value.items()
        )
    if isinstance(value, int):
        return minus(value) if value < 0 else value
    english = BY_PARAM.get(name, {}).get(value) if isinstance(value, str) else None
    return value if english is None else translate(english)
