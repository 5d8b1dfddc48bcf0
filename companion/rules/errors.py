"""Why an action or a record is refused: a code, its parameters and one English sentence."""

from collections.abc import Mapping
from json import dumps

from companion.rules.words import fill
from kernel.errors import Refusal
from kernel.message import Translate, gettext_noop

LONGEST = 120
SMALL = 10**15


SENTENCES = {
    "unknown_action": gettext_noop("There is no such action: {do}."),
    "bad_value.missing": gettext_noop("{field} is missing."),
    "bad_value.unknown": gettext_noop("{field} does not belong here."),
    "bad_value.number": gettext_noop("{field} must be a whole number from {least} to {most}."),
    "bad_value.change": gettext_noop(
        "{field} must be a whole number from {least} to {most}, and not 0."
    ),
    "bad_value.length": gettext_noop("{field} must be a text of {least} to {most} characters."),
    "bad_value.word": gettext_noop("{field} must be one of these: {words}."),
    "bad_value.text": gettext_noop("{field} must be a text."),
    "bad_value.flag": gettext_noop("{field} must be true or false."),
    "bad_value.texts": gettext_noop("{field} must be a list of texts."),
    "bad_value.contract_key": gettext_noop("{field} must be 1 to 12 letters, digits or hyphens."),
    "bad_value.list": gettext_noop("{field} must be a list of {least} to {most} valid entries."),
    "bad_value.words": gettext_noop("{field} must be a list of these, each once: {words}."),
    "bad_value.seats": gettext_noop(
        "{field} must be a list of seats, at least one and none twice."
    ),
    "bad_value.stars": gettext_noop("{field} is needed for a completed contract, and only then."),
    "bad_value.no_back": gettext_noop("Enter points, a bonus or what is still to be read."),
    "bad_value.silver": gettext_noop(
        "Only artifacts are silver, and only with five or six players of the Adventuring Party."
    ),
    "bad_value.needs_value": gettext_noop("Say which value the {token} has."),
    "bad_value.no_value": gettext_noop("The {token} has no value to choose."),
    "bad_value.no_points": gettext_noop("Enter at least one number to score."),
    "game_over": gettext_noop("The game is over; only scores and corrections are possible."),
    "not_in_edition": gettext_noop("This is not part of the game on the table."),
    "bad_seat": gettext_noop("There is no such seat at this table."),
    "seat_out": gettext_noop("{name} is no longer in play."),
    "seat_out.nobody": gettext_noop("Nobody in play can make Clank!"),
    "not_enough_cubes": gettext_noop("Cubes needed: {count}; there: {have}."),
    "would_knock_out": gettext_noop("{name} would be knocked out; nobody may choose that."),
    "not_enough_gold": gettext_noop("{name} has {have} gold and needs {count}."),
    "not_enough_gold.treasure": gettext_noop(
        "{name} has {have} gold and needs {count}. The {token} can be turned into gold first."
    ),
    "unknown_token": gettext_noop("This game has no {token}."),
    "carry_limit": gettext_noop("{name} cannot carry another artifact."),
    "none_left": gettext_noop("No {token} is left."),
    "none_left.value": gettext_noop("No {token} of that value is left."),
    "none_left.group": gettext_noop("No {token} is left: all tokens of its group are taken."),
    "not_held": gettext_noop("{name} does not have the {token}."),
    "not_usable": gettext_noop("The {token} is kept, not used."),
    "needs_damage": gettext_noop("{name} needs {count} damage to buy the {token}, and has {have}."),
    "one_per_player": gettext_noop("{name} already has the {token}; one of each is allowed."),
    "already_marked": gettext_noop("{name} has already marked this Wayshrine."),
    "shrine_full": gettext_noop("This Wayshrine has no space left for a mark."),
    "wrong_phase": gettext_noop("That is not possible at this point of the turn."),
    "needs_artifact": gettext_noop("{name} cannot leave without an artifact."),
    "unknown_contract": gettext_noop("The contract {contract} is not on the table."),
    "contract_known": gettext_noop("The contract {contract} is already on the table."),
    "too_many": gettext_noop(
        "There are {count} contracts on the table; there is no room for more."
    ),
    "not_active": gettext_noop("The contract {contract} has ended."),
    "not_owner": gettext_noop("The contract {contract} belongs only to {name}."),
    "no_boxes": gettext_noop("The contract {contract} has no boxes; it ends by its text."),
    "nothing_ticked": gettext_noop("{name} has ticked nothing on the contract {contract}."),
    "same_status": gettext_noop("The contract {contract} is already like that."),
    "not_flipped": gettext_noop("The contract {contract} has not been flipped yet."),
    "not_waiting": gettext_noop("Nothing of that kind is left to read on the contract {contract}."),
    "bad_draw.missing": gettext_noop("Say which cubes were drawn: {count}."),
    "bad_draw.unwanted": gettext_noop("Nothing is drawn here."),
    "bad_draw.count": gettext_noop("Cubes to draw: {count}, not {have}."),
    "bad_draw.impossible": gettext_noop("The bag does not hold that many {color} cubes."),
    "bad_draw.lots_missing": gettext_noop("Say which were drawn by lot: {count}."),
    "bad_draw.lots_count": gettext_noop("To be drawn by lot: {count}, not {have}."),
    "bad_draw.lots": gettext_noop("Each lot must be a different one of those listed."),
    "bad_place": gettext_noop("Those cubes cannot be moved between those places."),
    "meter_full": gettext_noop("{name}’s health meter has no room for so many cubes."),
    "no_spawn": gettext_noop("No monsters can appear now."),
    "no_monster": gettext_noop("There are not that many monsters out."),
    "bad_record.not_json": gettext_noop("This is not JSON: line {line}, column {column}."),
    "bad_record.not_text": gettext_noop("This is not JSON: it is not even text."),
    "bad_record.too_much": gettext_noop("This is not JSON that a table can read."),
    "bad_record.unreadable": gettext_noop("The file {name} cannot be read."),
    "bad_record.not_object": gettext_noop("{field} must be a JSON object."),
    "bad_record.missing": gettext_noop("{field} is missing."),
    "bad_record.unknown": gettext_noop("{field} does not belong in a table record."),
    "bad_record.word": gettext_noop("{field} must be one of these: {words}."),
    "bad_record.list": gettext_noop("{field} must be a list."),
    "bad_record.once": gettext_noop("{field} must name each module at most once."),
    "bad_record.number": gettext_noop("{field} must be a whole number from {least} to {most}."),
    "bad_record.numbers": gettext_noop(
        "{field} must be a list of at least {length} whole numbers from {least} to {most}."
    ),
    "bad_record.longest": gettext_noop("{field} must have at most {most} entries."),
    "bad_record.flag": gettext_noop("{field} must be true or false."),
    "bad_record.contract_key": gettext_noop("{field} must be 1 to 12 letters, digits or hyphens."),
    "bad_record.token_key": gettext_noop(
        "{field} must be a small letter and up to 29 more small letters, digits or underscores."
    ),
    "bad_record.edition_key": gettext_noop(
        "{field} must be a small letter and up to 29 more small letters, digits or hyphens."
    ),
    "bad_record.key_taken": gettext_noop("{field} is already taken: {key}."),
    "bad_record.price": gettext_noop("{field} belongs only to a token that the market sells."),
    "bad_record.edition": gettext_noop(
        "The edition in the record does not fit: {field}: {reason}."
    ),
    "bad_record.length": gettext_noop("{field} must be a text of {least} to {most} characters."),
    "bad_record.digits": gettext_noop("{field} must be {length} hexadecimal digits."),
    "bad_record.salt": gettext_noop(
        "{field} must be 32 hexadecimal digits, or several of these joined with -."
    ),
    "bad_record.module": gettext_noop("{module} does not go with this edition."),
    "bad_record.seats": gettext_noop("This game is for {least} to {most} players."),
    "bad_record.color": gettext_noop("Two seats have the same colour: {color}."),
}


class RuleError(Refusal):
    """An action that is refused. `code` is the one in the contract; `key` picks the sentence.

    `params` are numbers and short texts that can be shown, whatever was sent.
    """

    sentences = SENTENCES

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, **{name: _shown(value) for name, value in params.items()})

    def render(self, translate: Translate = str) -> str:
        """The sentence and the words in it, translated."""
        return fill(self.sentence, self.params, translate)


class RecordError(RuleError):
    """A record that cannot be replayed; `at` is the index of the action, None for the setup."""

    def __init__(self, key: str, at: int | None = None, /, **params: object) -> None:
        self.at = at
        super().__init__(key, **params)


def _shown(value: object) -> object:
    """Any value as a number or a short text without lone surrogates."""
    if isinstance(value, Mapping):
        return "{…}"
    if isinstance(value, list | tuple):
        return "[…]"
    if type(value) is int:
        return value if abs(value) < SMALL else "…"
    text = value if isinstance(value, str) else dumps(value)
    text = text.encode(errors="replace").decode()
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
