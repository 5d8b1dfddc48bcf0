"""The page of a live table: the changing fragments of the board, and everything around them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from secrets import token_hex
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_noop

from companion.fragments import board, tray
from companion.fragments.actions import tap
from companion.fragments.dragon import hand_colors
from companion.fragments.readings import WAITS
from companion.fragments.sprite import sprite
from companion.fragments.words import words_here
from companion.pages.acting import acting, held_by, helped, seat_query, whose_turn
from companion.pages.result_nav import TABS
from companion.pages.unusual_value import Usual, usual
from companion.rules.editions.edition import TOKEN_KINDS
from companion.rules.state import Seat, State
from companion.rules.words import PLACES, STATUSES
from companion.table.view import Visit
from companion.table.ways import Ways

COINS = (1, 2, 3, 5)
MARKET = "market"
HEADINGS = {
    **{kind: heading for kind, heading in TOKEN_KINDS.items() if kind != MARKET},
    "house": gettext_noop("House tokens"),
    MARKET: TOKEN_KINDS[MARKET],
}
"""The groups of tokens in the tray, in this order: the kinds, and what belongs to this table."""
LOCKS = (
    ("treasure", gettext_noop("Chest"), "major"),
    ("ledger", gettext_noop("Library"), ""),
    ("prisoner", gettext_noop("Prison"), "prisoner"),
)
"""What a Lockpick opens, and the tokens that are then taken."""
MOST_FIRST = 3
FOR_SEAT = gettext_noop("for {name}")
TIMES = (1, 2, 3, 4, 5, 6)
RUN = ("companion:people", "qr", gettext_noop("Join, seats, settings"))
SEATS = ("companion:invite", "qr", gettext_noop("Code and seats"))
TAKE = ("companion:invite", "seat", gettext_noop("Take a seat"))
RESULT = (("companion:winner", "crown", TABS["winner"]),)
NEIGHBOURS = (
    ("companion:scores", "score", TABS["scores"]),
    ("companion:fairness", "check", TABS["fairness"]),
)

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Link:
    href: str
    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayerDrawn:
    """The players drew this one by lot themselves."""

    name: str
    action: SafeString


@dataclass(frozen=True, slots=True)
class TokenGroup:
    """The tokens of one kind; `paid` are those that the market sells."""

    kind: str
    title: str
    pieces: list[SafeString]

    @property
    def paid(self) -> bool:
        return self.kind == "market"


class Board:
    """The fragments of a board, ready to stand in a page."""

    def __init__(self, fragments: Mapping[str, str]) -> None:
        self._fragments = fragments
        self.one = {name.replace("-", "_"): _safe(html) for name, html in fragments.items()}

    @property
    def cards(self) -> list[SafeString]:
        cards = [name for name in self._fragments if name.startswith(board.SEAT)]
        return [_safe(board.card_of(self._fragments, name)) for name in cards]

    @property
    def seats(self) -> list[SafeString]:
        """The seats of a television, whose cards have no odds in them."""
        return self._all(board.SEAT)

    @property
    def tokens(self) -> list[SafeString]:
        return self._all("token-")

    @property
    def wares(self) -> list[SafeString]:
        return self._all("ware-")

    @property
    def held(self) -> list[SafeString]:
        return self._all("held-")

    @property
    def lines(self) -> list[SafeString]:
        """Newest first."""
        return self._all("line-")[::-1]

    def _all(self, start: str) -> list[SafeString]:
        return [_safe(html) for name, html in self._fragments.items() if name.startswith(start)]


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 - drawn by our own templates, which escape


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
    helped: str
    look_again: str
    holds: str
    holds_many: bool
    whose_turn: str
    may_tap: bool
    odds_on: bool
    draws: bool
    lacks_salt: bool
    seats: tuple[Seat, ...]
    board: Board
    shop_note: str
    lot_of_seats: SafeString
    players_drawn: tuple[PlayerDrawn, ...]
    first_ones_drawn: tuple[SafeString, ...]
    usual: Usual | None
    waits: Mapping[str, str]
    take_over: str
    features: Mapping[str, bool]
    colors: tuple[str, ...]
    places: Choices
    statuses: Choices
    zones: Choices
    links: tuple[Link, ...]
    takes_seat: bool
    start_query: str
    groups: tuple[TokenGroup, ...]
    locks: tuple[tuple[str, str, str], ...]
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
    def whom(self) -> str:
        return gettext(FOR_SEAT).format(name=self.helped) if self.helped else ""

    @property
    def acting_color(self) -> str:
        return self.seats[self.acting].color

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
    def invite(self) -> str:
        return reverse("companion:invite", args=[self.id])

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


def table_page(visit: Visit, asked: int | None, ways: Ways) -> TablePage:
    """The page for a visit, acting for the seat asked for or the likeliest one."""
    view, state = visit.view, visit.view.state
    holds = held_by(visit)
    turn, seat = state.turn, acting(state, holds, asked)
    fragments = board.fragments(view, words_here().language)
    return TablePage(
        id=view.table,
        title=view.settings.title,
        code=view.settings.join_code,
        tv_code=view.settings.tv_code,
        nonce=token_hex(16),
        turn=f"{turn.number}:{turn.phase}",
        sequence=view.sequence,
        acting=seat,
        helped=helped(state, holds, seat),
        look_again=seat_query(visit, asked),
        holds=" ".join(map(str, holds)),
        holds_many=len(holds) != 1,
        whose_turn=whose_turn(state, holds),
        may_tap=visit.role.may_tap,
        odds_on=view.tells_odds,
        draws=view.settings.draws,
        lacks_salt=lacks_salt(visit),
        seats=state.seats,
        board=Board(fragments),
        shop_note=tray.shop_note(state, words_here()),
        lot_of_seats=tap("lot", of=tuple(seat.name for seat in state.seats), take=None),
        players_drawn=tuple(_players_drawn(state)),
        first_ones_drawn=tuple(map(_first_ones_drawn, range(1, MOST_FIRST + 1))),
        usual=usual(state),
        waits=WAITS,
        take_over=ways.take_over or ways.back,
        features=_features(state),
        colors=hand_colors(state),
        places=tuple((code, gettext(word)) for code, word in PLACES.items()),
        statuses=tuple((code, gettext(word)) for code, word in STATUSES.items()),
        zones=tuple((zone, gettext(state.edition.words[zone])) for zone in ("safe", "deep")),
        links=tuple(_links(visit, ways)),
        takes_seat=_takes_seat(visit, ways),
        groups=_groups(state, fragments),
        locks=tuple((icon, gettext(text), group) for icon, text, group in LOCKS),
        start_query=f"?start={reverse('companion:join', args=[view.settings.link_token])}",
        words=words(),
    )


def _players_drawn(state: State) -> Iterator[PlayerDrawn]:
    names = tuple(seat.name for seat in state.seats)
    for place, name in enumerate(names):
        yield PlayerDrawn(name, tap("lot", of=names, take=1, drawn=(place,), by_hand=True))


def _first_ones_drawn(count: int) -> SafeString:
    return tap("lot", of=None, take=count, drawn=tuple(range(count)), by_hand=True)


def lacks_salt(visit: Visit) -> bool:
    """Whether this device plays here without a part in the salt, and may still add one."""
    facts, device = visit.view.settings, visit.visitor.device
    person = facts.person(device) if device is not None else None
    if person is None or not person.seats or person.salted:
        return False
    return facts.draws and not visit.view.state.attacks


def _features(state: State) -> dict[str, bool]:
    """What this edition has; the page never asks for the edition's name."""
    edition, stock = state.edition, state.stock
    on_map = {
        "ghosts": bool(state.ghosts),
        "wayshrines": edition.numbers.wayshrine_spaces is not None,
        "locks": "lockpick" in edition.tokens,
        "tracks": edition.switches.contracts.value,
    }
    return {
        **on_map,
        "map": any(on_map.values()),
        "any_artifact": stock.artifacts is None,
        "any_crown": bool(stock.extra_crowns),
        "coupons": edition.numbers.coupon is not None,
        "contracts": edition.switches.contracts.value,
        "deck_out": edition.switches.deck_out_ends.value,
    }


def _groups(state: State, fragments: Mapping[str, str]) -> tuple[TokenGroup, ...]:
    """The tokens that can be taken or bought, in the order of `HEADINGS`."""
    kinds: dict[str, list[SafeString]] = {kind: [] for kind in HEADINGS}
    for code in tray.codes(state):
        token = state.edition.tokens[code]
        kind = "house" if token.name and token.kind == "other" else token.kind
        kinds[kind].append(_safe(fragments[f"token-{code}"]))
    found = {kind: pieces for kind, pieces in kinds.items() if pieces}
    return tuple(
        TokenGroup(kind, gettext(HEADINGS[kind]), pieces) for kind, pieces in found.items()
    )


def _links(visit: Visit, ways: Ways) -> list[Link]:
    """The menu: only what the reader may open."""
    given = (
        Link(ways.back, "back", gettext("Back to the campaign")),
        Link(ways.drawer, "ledger", gettext("Write in the ledger")),
    )
    after = RESULT if visit.view.state.over else ()
    neighbours = [
        Link(reverse(name, args=[visit.view.table]), icon, gettext(text))
        for name, icon, text in (_seats_link(visit, ways), *after, *NEIGHBOURS)
    ]
    return [*(link for link in given if link.href), *neighbours]


def _seats_link(visit: Visit, ways: Ways) -> tuple[str, str, str]:
    if visit.role.may_run:
        return RUN
    return TAKE if _takes_seat(visit, ways) else SEATS


def _takes_seat(visit: Visit, ways: Ways) -> bool:
    """Whether a watcher is offered a seat."""
    return not visit.role.may_tap and ways.sit and visit.view.may_sit(visit.role)


def words() -> dict[str, str]:
    """The words that scripts show, in the reader's language; they have none of their own."""
    return {
        "waiting": gettext("{count} taps waiting"),
        "waiting_one": gettext("1 tap waiting"),
        "offline": gettext("Not connected. Taps wait here and are sent later."),
        "away": gettext("Not connected."),
        "live": gettext("Connected."),
        "polled": gettext("Connected, but the table is only asked for every 3 seconds."),
        "asleep": gettext("This page sleeps."),
        "close": gettext("Close"),
        "for_seat": gettext(FOR_SEAT),
        "volatile": gettext(
            "This browser’s storage is full: they live only while this page stays open."
        ),
        "refused": gettext("Not done: {reason}"),
        "changes_result": gettext(
            "The result of this game is final. This changes it, on every screen and in Plays, or opens the "
            "game again. Is that right? Then tap once more."
        ),
        "doubtful": gettext(
            "The known artifacts of this game are worth {least} to {most}. Is it really {value}? Then tap once more."
        ),
    }
