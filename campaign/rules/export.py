"""A campaign's ledger as one canonical JSON text and back; every error names its place."""

import json
from dataclasses import dataclass

from campaign.rules.campaigns import CampaignFileError, load
from campaign.rules.entries import Entry
from campaign.rules.errors import FileError
from campaign.rules.ledger import fold
from campaign.rules.roles import Role
from campaign.rules.state import State
from kernel.message import gettext_noop
from kernel.reading import ReadingError, build, plain
from kernel.text import is_writable

FORMAT = "dragonbag-campaign"
VERSION = 2
READ = frozenset({1, 2})
"""The versions that are read: the second has verbs that the first does not know, nothing else."""
MOST_SIGNS = 32_000_000
MOST_ENTRIES = 50_000
MOST_MEMBERS = 1_000
"""Of all times; a campaign keeps who wrote something in it, and has 60 at once."""
MOST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberName:
    """A member in a file: key, name and role."""

    key: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The content of a file: which campaign, its title, its members and every entry in order."""

    campaign: str
    title: str
    members: tuple[MemberName, ...]
    entries: tuple[Entry, ...]
    format: str = FORMAT
    version: int = VERSION


def canonical(value: object) -> str:
    """JSON with sorted keys and fixed separators, so that equal values give equal bytes."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
    return f"{text}\n"


def write(document: Document) -> str:
    """The text of the file."""
    return canonical(plain(document))


def read(text: str) -> Document:
    """The document of a file; raises FileError with place and reason, or FoldError.

    Refused are: text that is not JSON, keys that are unknown, missing or doubled, values of the
    wrong type, another format or version, members or entries that appear twice, and a ledger
    whose entries the rules do not allow.
    """
    return read_folded(text)[0]


def read_folded(text: str) -> tuple[Document, State]:
    """The same with the state that its entries lead to, which was found out anyway."""
    document = _shaped(_parsed(text))
    _check_names(document)
    _check_members(document)
    return document, state_of(document)


def state_of(document: Document) -> State:
    """The state that the document's entries lead to; raises FileError, FoldError."""
    try:
        campaign = load(document.campaign)
    except CampaignFileError as error:
        raise FileError(
            "campaign", gettext_noop("{value} is not known here"), value=repr(document.campaign)
        ) from error
    return fold(campaign, document.entries)


_NO_JSON = gettext_noop("this is not JSON")


def _parsed(text: str) -> dict[str, object]:
    if len(text) > MOST_SIGNS:
        raise FileError("file", gettext_noop("it is too large"))
    try:
        raw = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError as error:
        raise FileError("file", gettext_noop("it is nested too deeply")) from error
    except json.JSONDecodeError as error:
        raise FileError(f"line {error.lineno}", _NO_JSON) from error
    except ReadingError as error:
        raise _misshapen(error) from error
    except ValueError as error:
        raise FileError("file", _NO_JSON) from error
    if not isinstance(raw, dict):
        raise FileError("file", gettext_noop("a JSON object is needed"))
    return raw


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ReadingError("file", gettext_noop("a key appears twice in one object"))
    return made


def _constant(name: str) -> object:
    raise ReadingError("file", gettext_noop("{name} is not a number"), name=name)


_NEWER = gettext_noop("this file was written by a newer version")
_VERSION = gettext_noop("{version} is needed")


def _shaped(raw: dict[str, object]) -> Document:
    if raw.get("format") != FORMAT:
        reason = gettext_noop("this is not a campaign file; {format} is needed")
        raise FileError("format", reason, format=FORMAT)
    version = raw.get("version")
    if type(version) is not int or version not in READ:
        newer = type(version) is int and version > VERSION
        raise FileError("version", _NEWER if newer else _VERSION, version=VERSION)
    for name, most in (("entries", MOST_ENTRIES), ("members", MOST_MEMBERS)):
        found = raw.get(name)
        if isinstance(found, list) and len(found) > most:
            raise FileError(name, gettext_noop("there are too many"))
    try:
        return build(Document, raw, "file")
    except ReadingError as error:
        raise _misshapen(error) from error


def _misshapen(error: ReadingError) -> FileError:
    reason = error.reason
    return FileError(error.at.removeprefix("file."), reason.sentence, **reason.params)


def _check_names(document: Document) -> None:
    names = {"title": document.title}
    names |= {f"members[{at}].name": member.name for at, member in enumerate(document.members)}
    for at, name in names.items():
        if len(name) > MOST_NAME or not is_writable(name):
            reason = gettext_noop("a name of up to {most} printable characters is needed")
            raise FileError(at, reason, most=MOST_NAME)


def _check_members(document: Document) -> None:
    keys: set[str] = set()
    for at, member in enumerate(document.members):
        if not member.key or member.key in keys:
            raise FileError(f"members[{at}].key", gettext_noop("it must appear exactly once"))
        keys.add(member.key)
    for at, entry in enumerate(document.entries):
        if entry.member not in keys:
            reason = gettext_noop("{member} is not a member in this file")
            raise FileError(f"entries[{at}].member", reason, member=repr(entry.member))
