"""Why a table refuses what the rules would allow: a code, its parameters and one sentence."""

from typing import ClassVar

from django.utils.translation import gettext_noop

from companion.rules.state import State
from companion.rules.words import Translate, say

SENTENCES = {
    "stale": gettext_noop("The table has moved on meanwhile; look again before you tap."),
    "no_moment": gettext_noop("Say for which moment of the game this is meant."),
    "bad_tap.object": gettext_noop(
        "This tap cannot be read: it is no object of id, expects and action."
    ),
    "bad_tap.id": gettext_noop(
        "This tap cannot be read: its id must be 1 to {most} letters, digits or signs."
    ),
    "bad_tap.no_action": gettext_noop("This tap cannot be read: it has no action."),
    "bad_tap.not_storable": gettext_noop("This tap cannot be read: its action cannot be stored."),
    "bad_tap.too_long": gettext_noop("This tap cannot be read: it is too long."),
    "bad_tap.moment": gettext_noop(
        "This tap cannot be read: what it expects is neither a sequence nor a turn."
    ),
    "bad_tap.cut_off": gettext_noop("This tap cannot be read: it was cut off."),
    "bad_tap.not_json": gettext_noop("This tap cannot be read: it is not JSON."),
    "other_table": gettext_noop("This tap was made for another table."),
    "hand_unmarked": gettext_noop("Mark cubes from the cloth bag as drawn by hand."),
    "nothing_to_undo": gettext_noop("There is nothing to take back."),
    "nothing_to_redo": gettext_noop("There is nothing to bring back."),
    "not_standing": gettext_noop("That line does not stand any more."),
    "not_undone": gettext_noop("That line was not taken back."),
    "begun": gettext_noop("The game has begun; colours, modules and house values are settled."),
    "not_over": gettext_noop("The game is not over yet; finish it before you close it."),
    "bad_text": gettext_noop("{text} cannot be used. Give 1 to {most} ordinary characters."),
    "bad_salt": gettext_noop("The device's part of the salt must be 32 hexadecimal digits."),
    "bad_order": gettext_noop("Name every seat once for the order of the next game."),
    "too_long": gettext_noop("A game of more than {most} actions cannot be imported."),
    "not_plain": gettext_noop("Action {at} holds something that cannot be stored."),
    "no_such_seat": gettext_noop("There is no such seat at this table."),
    "no_such_device": gettext_noop("There is no such device at this table."),
    "own_device": gettext_noop("You cannot remove your own device."),
    "joining_closed": gettext_noop("Nobody can join this table any more. Ask who opened it."),
    "watching": gettext_noop("You are watching. Take a seat to play."),
    "opener_only": gettext_noop("Only who opened the table may do that."),
    "too_many_codes": gettext_noop("Too many wrong codes. Try again in {minutes} minutes."),
    "too_many_taps": gettext_noop("Too many taps at once. Wait a moment."),
    "not_from_here": gettext_noop("This tap came from another site; open the table here."),
    "no_device": gettext_noop("This browser has not joined the table. Join it first."),
    "not_stored": gettext_noop("The tap could not be stored just now. It is sent again."),
    "fault": gettext_noop("That went wrong here, and nothing was stored. Try it another way."),
    "no_table": gettext_noop("There is no such table. Ask for its code or its link."),
    "no_link": gettext_noop("This link is not valid any more. Ask for a new one."),
}


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Refused, and nothing has changed. `sentence` is still without its `params`."""

    status: ClassVar[int] = 422

    def __init__(self, code: str, **params: object) -> None:
        self.key = code
        self.code = code.partition(".")[0]
        self.params = params
        super().__init__(self.message)

    @property
    def sentence(self) -> str:
        return SENTENCES[self.key]

    @property
    def message(self) -> str:
        return say(self.sentence, self.params)

    def say(self, translate: Translate) -> str:
        """The message in another language."""
        return say(self.sentence, self.params, translate)


class StaleError(Refusal):
    """Meant for a moment that has passed; `now` is what is true at `sequence`."""

    status = 409

    def __init__(self, now: State, sequence: int) -> None:
        self.now = now
        self.sequence = sequence
        super().__init__("stale")


class NotAllowedError(Refusal):
    """Known here, but not allowed to do that."""

    status = 403


class NotFoundError(Refusal):
    """Strangers do not learn what exists."""

    status = 404


class TooManyError(Refusal):
    """Too often; the same may be fine in a while."""

    status = 429


class FaultError(Refusal):
    """A mistake of ours; the log of the server says more."""

    status = 500
