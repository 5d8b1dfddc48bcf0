"""The log in words: what was done, who did it and when, and what was undone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop

from companion.fragments.words import Words
from companion.rules.log.sentences import LogSentence
from companion.rules.state import State
from companion.table import naming
from companion.table.view import LogLine

MINUTES = 1024
REOPENED = "reopened"
ICONS = {"undo": "undo", "redo": "redo", "setting": "settings"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LogText:
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
        """Hour and minute in the site's time zone, the same for every reader."""
        return _clock(self.at.replace(second=0, microsecond=0))


@lru_cache(MINUTES)
def _clock(at: datetime) -> str:
    return f"{localtime(at):%H:%M}"


def log_text(line: LogLine, state: State, say: Words, *, numbered: bool = False) -> LogText:
    """The line as it is told; ``numbered`` where the lines that it speaks of have their numbers."""
    seat = line.seat
    dragon = line.kind == "action" and any(each.code.startswith("attack") for each in line.story)
    return LogText(
        sequence=line.sequence,
        color="" if seat is None or dragon else state.seats[seat].color,
        icon="dragon" if dragon else ICONS.get(line.kind, "log"),
        text=_text(line, state, say, numbered=numbered),
        who=_who(line.actor_name, state),
        at=line.created_at,
        undone=not line.stands,
        undone_by=_who(line.undone.actor_name, state) if line.undone else "",
        rewound=line.past_draw,
        kind=line.kind,
    )


def _who(by: str, state: State) -> str:
    """Who did it; empty with one phone for the whole table, or every line would name everybody."""
    names = ", ".join(naming.bare(seat) for seat in state.seats)
    who = naming.current_names(by, state.seats)
    whole = who.rpartition(", ")[0] if who.endswith("…") else who
    return "" if "," in who and names.startswith(whole) else who


def _text(line: LogLine, state: State, say: Words, *, numbered: bool) -> str:
    if line.kind == "action":
        return _told(line.story, say)
    if line.kind in ("undo", "redo"):
        return _rewinding(line, say, numbered=numbered)
    return _setting(line, state, say)


def _told(story: Sequence[LogSentence], say: Words) -> str:
    return " ".join(each.render(say.gettext) for each in story)


def _rewinding(line: LogLine, say: Words, *, numbered: bool) -> str:
    """An undo or a redo: by its number, or else by what it is about, if known; then its own effect."""
    about = [each for each in line.story if each.code != REOPENED]
    numbers, words, plain = MOVED["rewound" if line.past_draw else line.kind]
    sentence = say.gettext(numbers if numbered else words if about else plain)
    moved = sentence.format(line=line.target, what=_told(about, say))
    effect = _told([each for each in line.story if each.code == REOPENED][-1:], say)
    return f"{moved} {effect}".rstrip()


_REWOUND = gettext_noop("Rewound past a draw; the same cubes will come again.")
MOVED = {
    "undo": (
        gettext_noop("Undone: line {line}."),
        gettext_noop("Undone: {what}"),
        gettext_noop("Undone."),
    ),
    "redo": (
        gettext_noop("Redone: line {line}."),
        gettext_noop("Redone: {what}"),
        gettext_noop("Redone."),
    ),
    "rewound": (
        gettext_noop(
            "Rewound past a draw, back to before line {line}; the same cubes will come again."
        ),
        _REWOUND,
        _REWOUND,
    ),
}
"""By number, by what was moved, and without either."""


def _setting(line: LogLine, state: State, say: Words) -> str:
    sentence = SETTINGS.get(line.name, gettext_noop("A setting of the table was changed."))
    seat = "" if line.seat is None else state.seats[line.seat].name
    return say.gettext(sentence).format(
        **{"before": seat, "name": seat, **line.setting, "seat": seat}
    )


SETTINGS = {
    "renamed": gettext_noop("{before} is now called {name}."),
    "first_drawn": gettext_noop("Drawn by lot: {seat} begins."),
    "setup": gettext_noop("The game was set up again."),
    "odds_on": gettext_noop("The odds are shown."),
    "odds_off": gettext_noop("The odds are hidden."),
    "joining_opened": gettext_noop("The table can be joined again."),
    "joining_closed": gettext_noop("Joining was closed."),
    "code_rotated": gettext_noop("The table has a new code."),
    "closed": gettext_noop("The game was closed; the seed of its draws is shown."),
    "rematch": gettext_noop("A rematch was opened."),
    "joined": gettext_noop("Somebody joined."),
    "seated": gettext_noop("A device now plays for {seat}."),
    "salted": gettext_noop("A device added its part to the draws."),
    "released": gettext_noop("The seat of {seat} was given up."),
    "handed_over": gettext_noop("The seat of {seat} was handed over."),
    "removed": gettext_noop("A device was removed."),
    "let_in": gettext_noop("A removed device was let in again."),
    "runs": gettext_noop("A device may now run the table."),
    "runs_no_more": gettext_noop("A device no longer runs the table."),
    "device_named": gettext_noop("A device has a new name."),
}
