"""What the commands about table records share: reading a file, answering in JSON."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.rules.errors import RecordError
from companion.rules.record import Record, load_record, read_file

STANDARD_INPUT = "-"
BAD_RECORD = 2


def read(name: str) -> Record:
    """The record in a file, or on standard input; raises RecordError."""
    if name == STANDARD_INPUT:
        return load_record(_standard_input())
    return read_file(Path(name))


def _standard_input() -> bytes:
    try:
        return sys.stdin.buffer.read()
    except (AttributeError, OSError):  # A closed standard input is None.
        raise RecordError("bad_record.unreadable", name=STANDARD_INPUT) from None


def line(answer: Mapping[str, object]) -> str:
    """An answer as one line of JSON that every terminal can print."""
    return json.dumps(answer)


def refusal(error: RecordError) -> dict[str, object]:
    """The answer for a record that cannot be replayed."""
    return {"error": {"at": error.at, "code": error.code, "message": error.message}}
