"""Removes from a template the line breaks that only its authors need.

Long tags, and tags in a row, are broken into lines in the files; what is sent does not have these
breaks. A line break, with the blanks around it, becomes

- outside tags one space between words, and between words and an inline element; otherwise nothing:
  between two tags, at the edge of a block (``<p>``, ``<li>``…), just inside an element or a branch;
- inside a tag one space before an attribute; nothing before ``>`` or a ``{% if %}``, which brings the
  space of its attribute along;
- inside the value of an attribute one space between words; nothing beside ``{% … %}`` and the quotes.

Seen from outside, ``{% if %}`` and ``{% for %}`` are what they hold. Blanks without a line break stay, and
so does all of ``<pre>``, ``<textarea>``, ``<script>`` and ``{% blocktranslate %}``. Two inline elements
that need a space between them stand on one line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from django.template.base import Token, TokenType

BLOCK_NAMES = """
    address article aside base blockquote body br caption col colgroup dd details dialog div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main menu meta
    nav ol optgroup option p pre script section style summary table tbody td template tfoot th thead title
    tr ul
"""
BLOCKS = frozenset(BLOCK_NAMES.split())
VOID = frozenset(("img", "input", "wbr"))
UNTOUCHED = frozenset(("pre", "script", "style", "textarea"))

TRANSLATED = frozenset(("blocktrans", "blocktranslate"))
SPOKEN = TRANSLATED | {"firstof", "now", "trans", "translate", "widthratio"}
OPENS = frozenset(("for", "if", "ifchanged"))
TURNS = frozenset(("elif", "else", "empty"))
CLOSES = frozenset(("endfor", "endif", "endifchanged"))
WALLS = frozenset(("block", "endblock", "extends"))
SILENT = OPENS | TURNS | CLOSES | WALLS | {"comment", "endcomment", "load", "with", "endwith"}

GAP = r"(?P<gap>\s*\n\s*)"
OUTSIDE = re.compile(rf"{GAP}|<!--.*?-->|<(?P<close>/?)(?P<name>[a-zA-Z][\w-]*)|[^<\s]+|.", re.S)
IN_TAG = re.compile(rf"{GAP}|(?P<end>/?>)|(?P<quote>[\"'])|[^\s\"'/>]+|.", re.S)


class Edge(IntEnum):
    """What is next to a line break; if it may be one or the other, the greater counts."""

    BLOCK = 0
    INLINE = 1
    WORDS = 2


class Place(Enum):
    OUTSIDE = "outside tags"
    TAG = "inside a tag"
    VALUE = "inside an attribute's value"


@dataclass
class Piece:
    """A part of a text, or a token of Django's. One without an edge is transparent."""

    token: Token
    place: Place
    text: str = ""
    before: Edge | None = None
    after: Edge | None = None
    is_gap: bool = False
    is_end: bool = False  # the end of a tag, or a quote
    word: str = ""  # the name of a {% … %}


def without_line_breaks(tokens: list[Token]) -> list[Token]:
    """The same tokens; the texts among them are changed in place."""
    pieces = list(Cutter().pieces(tokens))
    lefts = _edges(pieces, lambda piece: piece.after, OPENS, CLOSES)
    rights = _edges(pieces[::-1], lambda piece: piece.before, CLOSES, OPENS)[::-1]
    for at, piece in enumerate(pieces):
        if piece.is_gap and piece.place is Place.OUTSIDE:
            piece.text = " " if lefts[at] + rights[at] >= Edge.WORDS + Edge.INLINE else ""
        elif piece.is_gap:
            piece.text = " " if _parts(*pieces[at - 1 : at + 2]) else ""
    for token in tokens:
        if token.token_type is TokenType.TEXT:
            token.contents = ""
    for piece in pieces:
        piece.token.contents += piece.text
    return tokens


def _edges(
    pieces: Sequence[Piece],
    look: Callable[[Piece], Edge | None],
    opens: frozenset[str],
    closes: frozenset[str],
) -> list[Edge]:
    """What is in front of each piece; after branches, the greatest edge of all."""
    edge, found = Edge.BLOCK, []
    inside: list[Edge] = []  # of each branch that is open, just inside
    ends: list[Edge] = []  # so far: of its branches, and of what is in front of it
    for piece in pieces:
        found.append(edge)
        if piece.word in opens:
            ends.append(edge)
            # After the last words of a loop its first ones may follow.
            inside.append(Edge.INLINE if piece.word == "endfor" else Edge.BLOCK)
            edge = inside[-1]
        elif piece.word in TURNS and inside:
            ends[-1] = max(ends[-1], edge)
            edge = inside[-1]
        elif piece.word in closes and inside:
            inside.pop()
            edge = max(edge, ends.pop())
        else:
            edge = edge if (seen := look(piece)) is None else seen
    return found


def _parts(left: Piece, gap: Piece, right: Piece) -> bool:
    """Whether a line break inside a tag is a space."""
    if right.is_end or right.word in SILENT:
        return False
    if gap.place is Place.TAG:
        return True
    return not left.is_end and all(not each.word or each.word in SPOKEN for each in (left, right))


class Cutter:
    """Cuts tokens at line breaks, and where tags and values begin and end."""

    def __init__(self) -> None:
        self._place = Place.OUTSIDE
        self._outer = Edge.BLOCK  # of the element whose tag is being read, seen from outside
        self._after = Edge.BLOCK  # what follows that tag
        self._quote = ""
        self._untouched = ""  # the element whose text stays as it is
        self._is_translation = False
        self._shows: Edge | None = Edge.WORDS  # a translation, unless it only names a value

    def pieces(self, tokens: Iterable[Token]) -> Iterator[Piece]:
        for token in tokens:
            if token.token_type is not TokenType.TEXT:
                yield self._django(token)
            elif self._is_translation:
                yield self._piece(token, token.contents, self._shows)
            else:
                yield from self._cut(token)

    def _piece(
        self, token: Token, text: str = "", edge: Edge | None = None, word: str = ""
    ) -> Piece:
        edge = edge if self._place is Place.OUTSIDE else None
        return Piece(token, self._place, text, before=edge, after=edge, word=word)

    def _django(self, token: Token) -> Piece:
        if token.token_type is TokenType.VAR:
            return self._piece(token, edge=self._shows)
        if token.token_type is TokenType.COMMENT:
            return self._piece(token, word="comment")
        parts = token.split_contents()
        # What only names a value shows nothing, as {% load %} does.
        word = "load" if parts[-2:-1] == ["as"] else parts[0]
        if word in TRANSLATED:
            self._is_translation = True
            self._shows = None if "asvar" in parts else Edge.WORDS
        edge = self._shows if self._is_translation else _edge(word)
        if word.startswith("endblocktrans"):
            self._is_translation, self._shows = False, Edge.WORDS
        return self._piece(token, edge=edge, word=word)

    def _cut(self, token: Token) -> Iterator[Piece]:
        text, at = token.contents, 0
        while at < len(text):
            if self._place is not Place.OUTSIDE:
                piece = self._inside(token, _match(IN_TAG, text, at))
            elif self._untouched:
                piece = self._raw(token, at)
            else:
                piece = self._outside(token, _match(OUTSIDE, text, at))
            yield piece
            at += len(piece.text)

    def _raw(self, token: Token, at: int) -> Piece:
        end = re.compile(rf"</{self._untouched}\b", re.I).search(token.contents, at)
        if end:
            self._untouched = ""
        return self._piece(token, token.contents[at : end.start() if end else None], Edge.WORDS)

    def _outside(self, token: Token, match: re.Match[str]) -> Piece:
        if match["gap"]:
            return Piece(token, self._place, match[0], is_gap=True)
        if match["name"]:
            return self._begin(token, match)
        shows = not match[0].isspace() and not match[0].startswith("<!--")
        return self._piece(token, match[0], Edge.WORDS if shows else None)

    def _inside(self, token: Token, match: re.Match[str]) -> Piece:
        if match["end"] and self._place is Place.TAG:
            return self._end(token, match[0])
        if match["quote"] and self._quote in ("", match[0]):
            return self._turn(token, match[0])
        return Piece(token, self._place, match[0], is_gap=bool(match["gap"]))

    def _begin(self, token: Token, match: re.Match[str]) -> Piece:
        name, is_open = match["name"].lower(), not match["close"]
        self._outer = Edge.BLOCK if name in BLOCKS else Edge.INLINE
        self._after = Edge.BLOCK if is_open and name not in VOID else self._outer
        if is_open and name in UNTOUCHED:
            self._untouched = name
        piece = Piece(token, self._place, match[0], before=self._outer if is_open else Edge.BLOCK)
        self._place = Place.TAG
        return piece

    def _end(self, token: Token, text: str) -> Piece:
        self._place = Place.OUTSIDE
        after = self._outer if text == "/>" else self._after
        return Piece(token, Place.TAG, text, after=after, is_end=True)

    def _turn(self, token: Token, quote: str) -> Piece:
        """Into the value of an attribute, or out of it."""
        self._quote = "" if self._quote else quote
        self._place = Place.VALUE if self._quote else Place.TAG
        return Piece(token, self._place, quote, is_end=True)


def _edge(word: str) -> Edge | None:
    if word in WALLS:
        return Edge.BLOCK
    if word in SILENT:
        return None
    return Edge.WORDS if word in SPOKEN else Edge.INLINE


def _match(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    match = pattern.match(text, at)
    assert match  # noqa: S101 - either pattern takes any character
    return match
