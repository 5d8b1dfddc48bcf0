"""Every edition and module with every number: its value, its source, or that it is presumed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from django.utils.translation import gettext, ngettext

from companion import offered_editions, words
from companion.fragments.tokens import effect, name_of
from companion.fragments.words import words_here
from companion.offered_editions import Fault
from companion.rules import editions
from companion.rules.editions import Edition, Group, Token

PARTY, MONSTERS = "adventuring-party", "monsters"
FEW, MANY = 4, 5
"""Numbers of seats with which Adventuring Party changes little, and a lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One number, switch, token or total: its name, its value, its source."""

    name: str
    value: str
    source: str
    presumed: bool

    def has(self, wanted: str) -> bool:
        return wanted in f"{self.name} {self.value} {self.source}".casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """An edition, or what a module changes about one."""

    key: str
    title: str
    note: str
    rows: tuple[Row, ...]
    presumed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionsPage:
    """`wanted` is what was searched for; `faults` are the host's files that are not offered."""

    wanted: str
    sections: tuple[Section, ...]
    faults: tuple[Fault, ...]


def editions_page(wanted: str) -> EditionsPage:
    found = (_narrowed(section, wanted.casefold().strip()) for section in _sections())
    return EditionsPage(
        wanted=wanted,
        sections=tuple(section for section in found if section.rows),
        faults=offered_editions.shelf().faults,
    )


def _narrowed(section: Section, wanted: str) -> Section:
    if not wanted or wanted in section.title.casefold():
        return section
    rows = tuple(row for row in section.rows if row.has(wanted))
    return _section(section.key, section.title, section.note, rows)


def _section(key: str, title: str, note: str, rows: tuple[Row, ...]) -> Section:
    presumed = sum(row.presumed for row in rows)
    return Section(key=key, title=title, note=note, rows=rows, presumed=presumed)


def _sections() -> Iterator[Section]:
    for slug in editions.slugs():
        edition = editions.load(slug)
        yield _section(slug, edition.name, _players(edition), tuple(_rows(edition)))
        yield from _modules(edition)
    for slug, own in offered_editions.shelf().editions.items():
        note = gettext("An edition of this site’s host. {players}").format(
            players=_players(own.edition)
        )
        yield _section(slug, own.edition.name, note, tuple(_rows(own.edition)))


def _players(edition: Edition) -> str:
    least, most = edition.least_players, edition.most_players
    return gettext("{least} to {most} players").format(least=least, most=most)


def _modules(edition: Edition) -> Iterator[Section]:
    offered = editions.modules_for(edition.slug)
    if PARTY in offered:
        for seats, note in (
            (FEW, gettext("What changes with two to four players.")),
            (MANY, gettext("What changes with five or six players.")),
        ):
            changed = _changed(edition, editions.load(edition.slug, (PARTY,), seats))
            title = f"{edition.name} + {words.MODULES[PARTY]}"
            yield _section(f"{edition.slug}-{PARTY}-{seats}", title, note, changed)
    if MONSTERS in offered:
        rows = tuple(_monsters(editions.load(edition.slug, (MONSTERS,))))
        title = f"{edition.name} + {words.MODULES[MONSTERS]}"
        yield _section(f"{edition.slug}-{MONSTERS}", title, "", rows)


def _changed(plain: Edition, changed: Edition) -> tuple[Row, ...]:
    """The rows that a module adds or changes."""
    known = set(_rows(plain))
    return tuple(row for row in _rows(changed) if row not in known)


def _rows(edition: Edition) -> Iterator[Row]:
    for part in (edition.numbers, edition.switches):
        for field in fields(part):
            number = getattr(part, field.name)
            if number is not None:
                yield Row(
                    name=str(words.NUMBERS[field.name]),
                    value=_value(number.value),
                    source=gettext(number.source),
                    presumed=number.presumed,
                )
    for key, token in edition.tokens.items():
        yield _token(key, token)
    for group in edition.groups.values():
        yield _group(edition, group)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _token(key: str, token: Token) -> Row:
    return Row(
        name=name_of(key, token, words_here()),
        value=" ".join((*_counts(token), effect(token, words_here()))),
        source=gettext(token.source),
        presumed=token.presumed,
    )


def _counts(token: Token) -> Iterator[str]:
    if token.values:
        yield gettext("Values {values}.").format(values=_value(token.values))
    if token.silver and token.silver_values:
        yield gettext("Silver ones {values}.").format(values=_value(token.silver_values))
    if token.extra:
        yield gettext("{count} more, whose value is chosen when it is taken.").format(
            count=token.extra
        )
    if token.count is not None:
        yield ngettext("{count} of them.", "{count} of them.", token.count).format(
            count=token.count
        )
    if token.start:
        yield gettext("Everybody starts with {count}.").format(count=token.start)


def _group(edition: Edition, group: Group) -> Row:
    say = words_here()
    names = ", ".join(name_of(key, edition.tokens[key], say) for key in group.tokens)
    unknown = gettext("without limit")
    return Row(
        name=gettext("All together: {names}").format(names=names),
        value=unknown if group.count is None else str(group.count),
        source=gettext(group.source),
        presumed=group.presumed,
    )


def _monsters(edition: Edition) -> Iterator[Row]:
    sentence = gettext(
        "Cards needed: {needed}. Most monsters: {most}. A victor gets {gold} gold and makes "
        "{clank} Clank!"
    )
    for level, rules in (edition.monsters or {}).items():
        numbers: Mapping[str, int] = {
            name: getattr(rules, name) for name in ("needed", "most", "gold", "clank")
        }
        yield Row(
            name=str(words.DIFFICULTIES[level]),
            value=sentence.format(**numbers),
            source=gettext(rules.source),
            presumed=rules.presumed,
        )
