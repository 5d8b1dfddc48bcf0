"""Plays one whole random game, action by action, through the same rules as a table."""

from dataclasses import dataclass
from random import Random

from companion.rules import actions as a
from companion.rules import attack, bag
from companion.rules.editions import load
from companion.rules.errors import RuleError
from companion.rules.opening import Player, new_game
from companion.rules.reducer import act
from companion.rules.scoring import scores, winners
from companion.rules.state import ARTIFACT, COLORS, Seat, State
from companion.simulation.players import STYLES, Style

DECK, DRAGONS, DANGERS = 94, 26, 5
"""Cards left after the opening row, and how many percent of them are dragons and Danger."""
SHALLOW = 2
"""From this depth on a figure is in the deep part."""
NOT_FOUND = ("artifact", "market", "lockpick")
"""Kinds of tokens that are not found in rooms."""
SHRINES = 6


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup, which is the same for all games of a run."""

    edition: str
    modules: tuple[str, ...]
    players: int


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game ended for one seat."""

    style: str
    status: str
    damage: int
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went."""

    over: str
    turns: int
    attacks: int
    actions: int
    seats: tuple[SeatResult, ...]


def random_for(seed: str, part: str) -> Random:
    """The random numbers of one part of a run, the same in whatever process it is computed."""
    return Random(f"{seed}:{part}")  # noqa: S311 - a simulation needs no secrets


def opening(setup: Setup) -> State:
    """The state before the first action."""
    edition = load(setup.edition, setup.modules, setup.players)
    return new_game(edition, [Player(color.title(), color) for color in COLORS[: setup.players]])


def play_game(setup: Setup, seed: str, number: int) -> Result:
    """Play game `number` of a run from its opening to its scores."""
    game = Game(setup, random_for(seed, f"game {number}"))
    while not game.state.over:
        game.turn()
    return game.result()


class Game:
    """One game in progress: the state of the table, and where the figures are on the map."""

    def __init__(self, setup: Setup, random: Random) -> None:
        self.state = opening(setup)
        self.random = random
        first = random.randrange(len(STYLES))
        seats = range(setup.players)
        self.styles: list[Style] = [STYLES[(first + seat) % len(STYLES)] for seat in seats]
        self.depth = [0 for _ in seats]
        self.goal = [random.randint(*style.depth) for style in self.styles]
        self.damage = [0 for _ in seats]
        self.deck = DECK

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    @property
    def at(self) -> int:
        return self.state.turn.seat

    @property
    def seat(self) -> Seat:
        return self.state.active

    @property
    def style(self) -> Style:
        return self.styles[self.at]

    def plays(self, action: a.Action) -> bool:
        """Carry the action out if the rules allow it; returns whether they did."""
        before = self.state
        try:
            self.state = act(before, action)
        except RuleError:
            return False
        for seat, (old, new) in enumerate(zip(before.seats, self.state.seats, strict=True)):
            self.damage[seat] += max(len(new.health) - len(old.health), 0)
        return True

    def drawn(self, action: a.Action) -> tuple[str, ...] | None:
        """The cubes that the action's attack draws, at random; None if it draws nothing."""
        size = attack.asked_size(self.state, action)
        if size is None:
            return None
        full = bag.sorted_pile(self.state, attack.drawn_from(self.state))
        cubes = [color for color, count in full.items() for _ in range(count)]
        return tuple(self.random.sample(cubes, min(size, len(cubes))))

    def turn(self) -> None:
        if self.state.turn.out:
            self.plays(a.OutTurn(drawn=self.drawn(a.OutTurn())))
            return
        for part in (self.noise, self.walk, self.room, self.bargain, self.mishap):
            if self.state.over or not self.seat.in_play:
                break
            part()
        if not self.state.over:
            self.plays(a.EndTurn())
            self.arrive()
            self.refill()

    def noise(self) -> None:
        if self.chance(self.style.quiet):
            self.plays(a.Quiet(seat=self.at, count=self.random.randint(1, 2)))
        count = self.random.randint(*self.style.clank)
        if count:
            self.plays(a.Clank(seat=self.at, count=count))

    def walk(self) -> None:
        steps = self.random.randint(*self.style.steps)
        before, goal = self.depth[self.at], self.heading()
        after = max(before - steps, goal) if goal < before else min(before + steps, goal)
        self.depth[self.at] = after
        if (before < SHALLOW) != (after < SHALLOW):
            self.plays(a.ZoneMove(seat=self.at, zone="deep" if after >= SHALLOW else "safe"))
        if self.chance(self.style.fights):
            self.plays(a.Damage(seat=self.at, count=1, voluntary=True))

    def heading(self) -> int:
        seat = self.seat
        enough = min(self.style.carries, 1 + seat.tokens.get("backpack", 0))
        hurt = len(seat.health) >= self.style.turns_back_at
        home = len(seat.artifacts) >= enough or (bool(seat.artifacts) and hurt)
        return 0 if home else self.goal[self.at]

    def room(self) -> None:
        depth = self.depth[self.at]
        if depth == 0:
            self.plays(a.Leave(seat=self.at))
            return
        self.plays(a.Gold(seat=self.at, count=self.random.randint(*self.style.gold) or 1))
        if self.chance(self.style.takes):
            self.find()
        if depth >= SHALLOW and self.chance(self.style.takes / 2):
            place = f"shrine {self.random.randrange(SHRINES)}"
            self.plays(a.Wayshrine(seat=self.at, place=place))
        if depth >= self.goal[self.at]:
            self.grab()

    def find(self) -> None:
        tokens = self.state.edition.tokens
        left = self.state.stock.tokens
        found = [
            name
            for name, token in tokens.items()
            if token.kind not in NOT_FOUND and left.get(name, 1)
        ]
        self.plays(a.Take(seat=self.at, token=self.random.choice(found)))

    def grab(self) -> None:
        left = self.state.stock.artifacts
        values = range(5, 31) if left is None else left
        if values:
            value = self.random.choice(values)
            self.plays(a.Take(seat=self.at, token=ARTIFACT, value=value))
        elif self.state.stock.silver:
            value = self.random.choice(self.state.stock.silver)
            self.plays(a.Take(seat=self.at, token=ARTIFACT, value=value, silver=True))

    def bargain(self) -> None:
        market = self.state.edition.market
        if market and self.chance(self.style.buys):
            item = self.random.choice(market)
            self.plays(a.Buy(seat=self.at, item=item, coupon=self.chance(0.5)))
        for name in list(self.seat.tokens):
            self.consume(name)

    def consume(self, name: str) -> None:
        token = self.state.edition.tokens.get(name)
        if token is None or token.use is None or token.use.gold:
            return
        hurt = len(self.seat.health) >= self.style.drinks_from
        if hurt if token.use.heal else self.chance(0.3):
            self.plays(a.Use(seat=self.at, token=name))

    def mishap(self) -> None:
        if self.chance(0.04):
            attack = a.DragonAttack(extra=self.random.randint(0, 1))
            self.plays(a.DragonAttack(extra=attack.extra, drawn=self.drawn(attack)))
        if not self.state.over and self.chance(0.04):
            self.plays(a.Damage(seat=self.at, count=1))
        self.meet_monsters()

    def meet_monsters(self) -> None:
        monsters = self.state.monsters
        if monsters and monsters.out and self.seat.in_play and not self.state.over:
            if self.chance(0.5):
                self.plays(a.MonsterDefeat(seat=self.at))
            else:
                self.plays(a.MonsterHit(seat=self.at, count=1))

    def arrive(self) -> None:
        if self.chance(0.08):
            for seat in self.state.round_from(self.at):
                self.plays(a.Clank(seat=seat, count=1))
        if self.chance(0.05):
            self.plays(a.BlackReturn(count=3))
        if self.chance(DANGERS / 100):
            self.plays(a.Danger(count=min(self.state.danger + 1, 3)))
        elif self.state.danger and self.chance(0.2):
            self.plays(a.Danger(count=self.state.danger - 1))
        if self.state.monsters:
            self.plays(a.MonsterCards(count=self.random.randint(0, 4)))
            self.plays(a.MonsterSpawn(count=1))

    def refill(self) -> None:
        if self.state.over:
            return
        new = self.random.randint(1, 3)
        self.deck -= new
        if self.deck < 0 and self.plays(a.DeckOut()):
            return
        dragon = any(self.chance(DRAGONS / 100) for _ in range(new))
        drawn = self.drawn(a.Refill(attack=dragon))
        self.plays(a.Refill(attack=dragon, drawn=drawn))

    def result(self) -> Result:
        for seat, style in enumerate(self.styles):
            cards, tomes = self.random.randint(*style.cards), self.random.randint(0, 3)
            self.plays(a.Score(seat=seat, cards=cards, secret_tomes=tomes))
        won, state = winners(self.state), self.state
        seats = zip(state.seats, scores(state), self.styles, self.damage, strict=True)
        return Result(
            over=str(state.over),
            turns=state.turn.number,
            attacks=state.attacks,
            actions=state.version,
            seats=tuple(
                SeatResult(style.name, seat.status, hurt, score.total, score.seat in won)
                for seat, score, style, hurt in seats
            ),
        )
