"""Checks of a record's setup; each error names the place and says what belongs there."""

from collections.abc import Mapping, Sequence

from companion.rules.errors import RecordError
from companion.rules.values import LIMIT, Key, Length, is_whole


def check_object(
    raw: object, where: str, *, required: Sequence[str] = (), optional: Sequence[str] = ()
) -> Mapping[str, object]:
    """The value as a JSON object with all required keys and no unknown ones."""
    if not isinstance(raw, Mapping):
        raise RecordError("bad_record.not_object", field=where)
    for key in raw:
        if key not in required and key not in optional:
            raise RecordError("bad_record.unknown", field=key)
    for key in required:
        if key not in raw:
            raise RecordError("bad_record.missing", field=key)
    return raw


def check_list(raw: object, where: str) -> list[object]:
    """The value as a list."""
    if not isinstance(raw, list):
        raise RecordError("bad_record.list", field=where)
    return raw


def check_word(raw: object, where: str, words: Sequence[str]) -> str:
    """The value as one of the words."""
    if not isinstance(raw, str) or raw not in words:
        raise RecordError("bad_record.word", field=where, words=", ".join(words))
    return raw


def check_flag(raw: object, where: str) -> None:
    """Refuse anything but true or false."""
    if not isinstance(raw, bool):
        raise RecordError("bad_record.flag", field=where)


def check_key(raw: object, where: str, form: Key, fault: str) -> str:
    """The value as a key of that form; `fault` is the sentence that describes the form."""
    if not isinstance(raw, str) or raw not in form:
        raise RecordError(fault, field=where)
    return raw


def check_text(raw: object, where: str, length: Length) -> str:
    """The value as a text of that length."""
    if not isinstance(raw, str) or raw not in length:
        limits = {"least": length.least, "most": length.most}
        raise RecordError("bad_record.length", field=where, **limits)
    return raw


def check_number(raw: object, where: str, least: int, most: int = LIMIT) -> None:
    """Refuse anything but a whole number in range."""
    if not is_whole(raw, least, most):
        raise RecordError("bad_record.number", field=where, least=least, most=most)


def check_numbers(raw: object, where: str, length: int, most: int = LIMIT) -> None:
    """Refuse anything but a list of at least `length` whole numbers from 0 to `most`."""
    good = isinstance(raw, list) and all(is_whole(item, 0, most) for item in raw)
    if not good or len(check_list(raw, where)) < length:
        limits = {"length": length, "least": 0, "most": most}
        raise RecordError("bad_record.numbers", field=where, **limits)
