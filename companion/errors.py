"""Why a table refuses what the rules would allow: a code, its parameters and one sentence."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from django.utils.translation import gettext_noop

from companion.rules.state import State
from kernel.errors import Refusal

SENTENCES = {
    "stale": gettext_noop("The table has moved on; look again before you tap."),
    "counted_elsewhere": gettext_noop(
        "Another device has counted here since you opened the sheet, so nothing is saved yet. "
        "Save again if your numbers are the right ones."
    ),
    "no_moment": gettext_noop("Say which moment of the game this is meant for."),
    "bad_tap.object": gettext_noop(
        "This tap cannot be read: it is not an object with id, expects and action."
    ),
    "bad_tap.id": gettext_noop(
        "This tap cannot be read: its id must be 1 to {most} letters, digits or signs."
    ),
    "bad_tap.no_action": gettext_noop("This tap cannot be read: it has no action."),
    "bad_tap.no_star": gettext_noop("Tick who has completed the contract."),
    "bad_tap.not_storable": gettext_noop("This tap cannot be read: its action cannot be stored."),
    "bad_tap.signs": gettext_noop(
        "This tap was not stored: it holds control signs or signs that turn the direction of "
        "writing. Use ordinary characters."
    ),
    "bad_tap.too_long": gettext_noop("This tap cannot be read: it is too long."),
    "bad_tap.moment": gettext_noop(
        "This tap cannot be read: what it expects is neither a sequence nor a turn."
    ),
    "bad_tap.cut_off": gettext_noop("This tap cannot be read: it was cut off."),
    "bad_tap.not_json": gettext_noop("This tap cannot be read: it is not JSON."),
    "other_table": gettext_noop("This tap was made for another table."),
    "hand_unmarked": gettext_noop("Mark cubes from the cloth bag as drawn by hand."),
    "nothing_to_undo": gettext_noop("There is nothing to undo."),
    "nothing_to_redo": gettext_noop("There is nothing to redo."),
    "not_standing": gettext_noop("That line no longer counts."),
    "not_undone": gettext_noop("That line was not undone."),
    "begun": gettext_noop("The game has started; colours, modules and house values are fixed."),
    "first_player": gettext_noop("Who begins can be drawn once, and only before the first action."),
    "not_over": gettext_noop("The game is not over yet; finish it before you close it."),
    "bad_text": gettext_noop("{text} cannot be used. Enter 1 to {most} ordinary characters."),
    "bad_salt": gettext_noop("The device’s part of the salt must be 32 hexadecimal digits."),
    "bad_order": gettext_noop("Name every seat once for the order of the next game."),
    "too_long": gettext_noop("A game of more than {most} actions cannot be imported."),
    "not_plain": gettext_noop("Action {at} holds something that cannot be stored."),
    "no_such_seat": gettext_noop("There is no such seat at this table."),
    "no_such_device": gettext_noop("There is no such device at this table."),
    "own_device": gettext_noop("You cannot remove your own device."),
    "joining_closed": gettext_noop(
        "Nobody can join this table any more. Ask the person who opened it."
    ),
    "table_full": gettext_noop(
        "This table is full: {most} devices are there. Whoever opened it can remove some."
    ),
    "closed": gettext_noop(
        "The game is closed: who sat where stays as it was. You can watch. Whoever opened the table can "
        "change seats."
    ),
    "scores_closed": gettext_noop(
        "The game is closed: its scores stay as they were. Whoever opened the table can put them right."
    ),
    "watching": gettext_noop("You are watching. Take a seat to play."),
    "only_watches": gettext_noop("At this table you only watch, as a guest of its campaign."),
    "taken_off": gettext_noop(
        "This device was taken off the table. Whoever opened it can let it in again."
    ),
    "no_rematch": gettext_noop(
        "The table belongs to an evening of a campaign, which goes on there."
    ),
    "opener_only": gettext_noop("Only the person who opened the table may do that."),
    "not_from_here": gettext_noop("This tap came from another site; open the table here."),
    "no_device": gettext_noop("This browser has not joined the table. Join it first."),
    "not_stored": gettext_noop("The tap could not be stored just now. It will be sent again."),
    "too_many_streams": gettext_noop(
        "Too many pages from this address are following tables. Close some of them."
    ),
    "fault": gettext_noop("Something went wrong here, and nothing was stored. Try it another way."),
    "code_ended": gettext_noop("This code no longer works. Ask at the table for the new one."),
    "no_table": gettext_noop("There is no such table. Ask for its code or its link."),
    "no_screen": gettext_noop("No screen waits with this code. Look at its six letters again."),
}


class TableError(Refusal):
    """Refused by the table rather than by its rules."""

    sentences = SENTENCES


class StaleError(TableError):
    """Meant for a moment that has passed; `now` is the state at `sequence`, the newest."""

    status: ClassVar[int] = 409

    def __init__(self, now: State, sequence: int) -> None:
        self.now = now
        self.sequence = sequence
        super().__init__("stale")


class Counted(NamedTuple):
    """A number of a score sheet, and who counted it; an unnamed device has no name."""

    number: int
    name: str


class CountedElsewhereError(TableError):
    """Other devices have stored `counted`, by field, since the sheet was shown."""

    status: ClassVar[int] = 409

    def __init__(self, counted: Mapping[str, Counted]) -> None:
        self.counted = counted
        super().__init__("counted_elsewhere")


class NotAllowedError(TableError):
    """The sender is known here, but not allowed to do that."""

    status: ClassVar[int] = 403


class TooManyStreamsError(TableError):
    """As many streams as one address may have are open."""

    status: ClassVar[int] = 429


class NotFoundError(TableError):
    """Nothing there, or nothing a stranger may learn of."""

    status: ClassVar[int] = 404


class FaultError(TableError):
    """A fault in the code; the server's log says more."""

    status: ClassVar[int] = 500
