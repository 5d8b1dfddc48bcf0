"""The log beside a board: a run of the same by the same hand is one line with its sum, and an undo
tells what it took back."""

from collections.abc import Iterable, Iterator

from companion.rules.frozen import replace
from companion.rules.log.sentences import LogSentence
from companion.table.view import LogLine

SUMMED = ("clank", "quiet", "damage", "heal", "gold.gain", "gold.spend", "clank_all")


def runs(tail: Iterable[LogLine]) -> dict[int, LogLine | None]:
    """Each line of a tail as it is shown, by its sequence; None where a later one stands for it.

    Anything that happens in between ends a run, so that no run reaches over the end of a turn.
    """
    shown: dict[int, LogLine | None] = {}
    last: LogLine | None = None
    for line in _telling(tuple(tail)):
        together = _together(last, line)
        if last is not None and together is not line:
            shown[last.sequence] = None
        last = shown[line.sequence] = together
    return _whole(shown)


def _whole(shown: dict[int, LogLine | None]) -> dict[int, LogLine | None]:
    """Without a first run whose beginning may lie before the tail: its sum would be too small."""
    told = [line for line in shown.values() if line is not None]
    if len(told) > 1 and min(shown) > 1 and _may_run(told[0]):
        return {**shown, told[0].sequence: None}
    return shown


def _telling(tail: tuple[LogLine, ...]) -> Iterator[LogLine]:
    """The lines; an undo and a redo have the story of their one action, if it is among them."""
    standing: list[LogLine] = []
    undone: list[LogLine] = []
    for line in tail:
        moved: list[LogLine] = []
        target = line.target or 0
        if line.kind == "action":
            standing.append(line)
            undone.clear()
        elif line.kind == "undo":
            while standing and standing[-1].sequence >= target:
                moved.append(standing.pop())
            undone += moved
        elif line.kind == "redo":
            while undone and undone[-1].sequence <= target:
                moved.append(undone.pop())
            standing += moved
        sole = len(moved) == 1 and moved[0].sequence == target and not line.past_draw
        yield replace(line, story=(*moved[0].story, *line.story)) if sole else line


def _together(before: LogLine | None, line: LogLine) -> LogLine:
    if before is None or not (_may_run(before) and _may_run(line)):
        return line
    (one,), (two,) = before.story, line.story
    if (before.actor_name, _told(one)) != (line.actor_name, _told(two)):
        return line
    total = {**two.params, "count": _count(one) + _count(two)}
    return replace(line, story=(LogSentence(two.code, total),))


def _may_run(line: LogLine) -> bool:
    is_plain = line.kind == "action" and line.stands and not line.past_draw
    return is_plain and len(line.story) == 1 and line.story[0].code in SUMMED


def _told(sentence: LogSentence) -> tuple[str, dict[str, object]]:
    """What a sentence says, whatever its number."""
    rest = {name: value for name, value in sentence.params.items() if name != "count"}
    return sentence.code, rest


def _count(sentence: LogSentence) -> int:
    count = sentence.params["count"]
    return count if isinstance(count, int) else 0
