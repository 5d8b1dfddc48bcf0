"""The page of a live table: the board's pieces, and whatever stands still around them."""

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_hex
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop

from companion.board import Board, Place
from companion.pages import tray
from companion.pages.after import TABS
from companion.pages.dragon import hand_colors
from companion.pages.pieces import fragments
from companion.pages.sprite import full, sprite
from companion.rules.state import Seat, State
from companion.rules.words import PLACES, STATUSES

COINS = (1, 2, 3, 5)
TIMES = (1, 2, 3, 4, 5, 6)
NEIGHBOURS = (
    ("companion:people", "qr", gettext_noop("Join, seats, settings")),
    ("companion:scores", "score", TABS["scores"]),
    ("companion:fairness", "check", TABS["fairness"]),
)

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Link:
    href: str
    icon: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    id: UUID
    title: str
    code: str
    tv_code: str
    nonce: str
    turn: str
    sequence: int
    acting: int
    holds: str
    holds_many: bool
    may_tap: bool
    odds_on: bool
    draws: bool
    lacks_salt: bool
    seats: tuple[Seat, ...]
    pieces: Mapping[str, SafeString]
    cards: tuple[SafeString, ...]
    tokens: tuple[SafeString, ...]
    wares: tuple[SafeString, ...]
    held: tuple[SafeString, ...]
    lines: tuple[SafeString, ...]
    shop_note: str
    features: Mapping[str, bool]
    colors: tuple[str, ...]
    places: Choices
    statuses: Choices
    zones: Choices
    links: tuple[Link, ...]
    words: Mapping[str, str]
    coins: tuple[int, ...] = COINS
    times: tuple[int, ...] = TIMES

    @property
    def phase(self) -> str:
        return self.turn.partition(":")[2]

    @property
    def is_out(self) -> bool:
        """Whether the seat acted for is no longer in play."""
        return not self.seats[self.acting].in_play

    @property
    def sprite(self) -> SafeString:
        return sprite()

    @property
    def here(self) -> str:
        return reverse("companion:table", args=[self.id])

    @property
    def act(self) -> str:
        return reverse("companion:act", args=[self.id])

    @property
    def odds(self) -> str:
        return reverse("companion:odds", args=[self.id])

    @property
    def log(self) -> str:
        return reverse("companion:log", args=[self.id])

    @property
    def tv(self) -> str:
        return reverse("companion:tv", args=[self.tv_code])

    @property
    def tap(self) -> str:
        return f"{self.here}tap/?language={get_language()}"

    @property
    def stream(self) -> str:
        return f"{self.here}stream/?language={get_language()}"


def table_page(place: Place, asked: int | None) -> TablePage:
    """The page for somebody who may see the table, acting for a seat asked for or the likeliest."""
    board, state = place.board, place.board.state
    html = fragments(board, get_language() or "en")
    holds = held_by(place)
    turn = state.turn
    return TablePage(
        id=board.table,
        title=board.facts.title,
        code=board.facts.join_code,
        tv_code=board.facts.tv_code,
        nonce=token_hex(16),
        turn=f"{turn.number}:{turn.phase}",
        sequence=board.sequence,
        acting=acting(state, holds, asked),
        holds=" ".join(map(str, holds)),
        holds_many=len(holds) != 1,
        may_tap=place.role.may_tap,
        odds_on=board.tells_odds,
        draws=board.facts.draws,
        lacks_salt=lacks_salt(place),
        seats=state.seats,
        pieces={name.replace("-", "_"): full(text) for name, text in html.items()},
        cards=_group(html, "seat-"),
        tokens=_group(html, "token-"),
        wares=_group(html, "ware-"),
        held=_group(html, "held-"),
        lines=_group(html, "line-")[::-1],
        shop_note=tray.shop_note(state),
        features=_features(state),
        colors=hand_colors(state),
        places=tuple((code, gettext(word)) for code, word in PLACES.items()),
        statuses=tuple((code, gettext(word)) for code, word in STATUSES.items()),
        zones=tuple((zone, gettext(state.edition.words[zone])) for zone in ("safe", "deep")),
        links=tuple(_links(board)),
        words=words(),
    )


def held_by(place: Place) -> tuple[int, ...]:
    """The seats of everybody who is this visitor: several devices may be one person."""
    people = place.board.facts.people
    own = [
        person for person in people if person.device in place.visitor.devices and not person.removed
    ]
    return tuple(sorted({seat for person in own for seat in person.seats}))


def lacks_salt(place: Place) -> bool:
    """Whether this device plays here without a part in the draws, and may still add one."""
    facts, device = place.board.facts, place.visitor.device
    person = facts.person(device) if device is not None else None
    if person is None or not person.seats or person.salted:
        return False
    return facts.draws and not place.board.state.attacks


def acting(state: State, holds: tuple[int, ...], asked: int | None) -> int:
    """The seat a device acts for: the one asked for, the active one if it is theirs, or their own."""
    if asked is not None and 0 <= asked < len(state.seats):
        return asked
    active = state.turn.seat
    return active if not holds or active in holds else holds[0]


def _group(html: Mapping[str, str], start: str) -> tuple[SafeString, ...]:
    return tuple(full(text) for name, text in html.items() if name.startswith(start))


def _features(state: State) -> dict[str, bool]:
    """What this edition has; the page asks for these and never for its name."""
    edition, stock = state.edition, state.stock
    return {
        "any_artifact": stock.artifacts is None,
        "any_crown": bool(stock.extra_crowns),
        "coupons": edition.numbers.coupon is not None,
        "ghosts": bool(state.ghosts),
        "wayshrines": edition.numbers.wayshrine_spaces is not None,
        "deck_out": edition.switches.deck_out_ends,
    }


def _links(board: Board) -> list[Link]:
    facts = board.facts
    given = (
        Link(facts.return_link, "back", gettext("Back to the campaign")),
        Link(facts.drawer_link, "ledger", gettext("Write in the ledger")),
    )
    neighbours = [
        Link(reverse(name, args=[board.table]), icon, gettext(text))
        for name, icon, text in NEIGHBOURS
    ]
    return [*(link for link in given if link.href), *neighbours]


def words() -> dict[str, str]:
    """What scripts say, in the reader's language; they carry no words of their own."""
    return {
        "waiting": gettext("{count} taps waiting"),
        "waiting_one": gettext("1 tap waiting"),
        "offline": gettext("Not connected. Taps wait here and are sent later."),
        "online": gettext("Connected."),
        "close": gettext("Close"),
        "refused": gettext("Not done: {reason}"),
    }
