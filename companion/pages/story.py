"""The log in the game's words: what was done, who did it and when, and what was taken back."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop

from companion import naming
from companion.board import LogLine
from companion.rules.state import State

ICONS = {"undo": "undo", "redo": "redo", "setting": "settings"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A line as the component draws it."""

    sequence: int
    color: str
    icon: str
    text: str
    who: str
    at: datetime
    undone: bool
    undone_by: str
    rewound: bool
    kind: str

    @property
    def iso(self) -> str:
        return self.at.isoformat(timespec="seconds")

    @property
    def clock(self) -> str:
        """Hour and minute where the site stands, for all its readers alike."""
        return f"{localtime(self.at):%H:%M}"


def told(line: LogLine, state: State) -> Told:
    seat = line.seat
    dragon = any(each.code.startswith("attack") for each in line.story)
    return Told(
        sequence=line.sequence,
        color="" if seat is None or dragon else state.seats[seat].color,
        icon="dragon" if dragon else ICONS.get(line.kind, "log"),
        text=_text(line, state),
        who=_who(line.by, state),
        at=line.at,
        undone=not line.stands,
        undone_by=_who(line.undone.by, state) if line.undone else "",
        rewound=line.past_draw,
        kind=line.kind,
    )


def _who(by: str, state: State) -> str:
    """Nobody where it is one phone for the whole table: every line would name everybody."""
    names, who = ", ".join(seat.name for seat in state.seats), naming.by_now(by, state.seats)
    whole = who.rpartition(", ")[0] if who.endswith("…") else who
    return "" if "," in who and names.startswith(whole) else who


def _text(line: LogLine, state: State) -> str:
    if line.kind == "action":
        return " ".join(each.say(gettext) for each in line.story)
    if line.kind == "undo":
        return _undo(line)
    if line.kind == "redo":
        return gettext("Brought back: line {line}.").format(line=line.target)
    return _setting(line, state)


def _undo(line: LogLine) -> str:
    if line.past_draw:
        return gettext(
            "Rewound past a draw, back to before line {line}; the same cubes will come again."
        ).format(line=line.target)
    return gettext("Taken back: line {line}.").format(line=line.target)


def _setting(line: LogLine, state: State) -> str:
    sentence = SETTINGS.get(line.what, gettext_noop("A setting of the table was changed."))
    seat = "" if line.seat is None else state.seats[line.seat].name
    return gettext(sentence).format(**{"before": seat, "name": seat, **line.setting, "seat": seat})


SETTINGS = {
    "renamed": gettext_noop("{before} is called {name} now."),
    "setup": gettext_noop("The game was set up anew."),
    "odds_on": gettext_noop("The odds are shown."),
    "odds_off": gettext_noop("The odds are hidden."),
    "joining_opened": gettext_noop("The table can be joined again."),
    "joining_closed": gettext_noop("Joining was closed."),
    "code_rotated": gettext_noop("The table has a new code."),
    "closed": gettext_noop("The game was closed; the seed of its draws is shown."),
    "rematch": gettext_noop("A rematch was opened."),
    "joined": gettext_noop("Somebody joined."),
    "seated": gettext_noop("A device plays for {seat} now."),
    "salted": gettext_noop("A device added its part to the draws."),
    "released": gettext_noop("The seat of {seat} was given up."),
    "handed_over": gettext_noop("The seat of {seat} was handed over."),
    "removed": gettext_noop("A device was removed."),
    "device_named": gettext_noop("A device has a new name."),
}
