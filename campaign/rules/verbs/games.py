"""Verbs about games: rows of the Mission Reports, started, finished and packed away in order."""

from dataclasses import replace

from campaign.rules.arguments.characters import CharacterRef, Characters, Scores
from campaign.rules.arguments.codes import Day, PassageLabel
from campaign.rules.arguments.values import Flag, Number, Text
from campaign.rules.contracts import due, without_cubes
from campaign.rules.errors import LedgerError
from campaign.rules.labels import character_label, characters_label, contract_label
from campaign.rules.lookup import the_character
from campaign.rules.midnight_oil import bring_home
from campaign.rules.state import Game, State, leaders, put
from campaign.rules.verbs.verb import Argument, Call, Verb, Who
from kernel.message import gettext_noop, pgettext


def next_number(state: State) -> int:
    """The number of the next game; an abandoned game is played again under its number."""
    current = state.current
    return state.game if current and current.status == "abandoned" else state.game + 1


def start(call: Call) -> State:
    """Start the next game, with its players in the order of the evening (docs/rules.md 8.8)."""
    state, number = call.state, call.number("game")
    if state.running is not None:
        raise LedgerError("game_running", game=state.game)
    if number != next_number(state):
        raise LedgerError("next_game", game=next_number(state))
    game = _filled_in(call, Game(key=str(number), number=number, players=_players(call)))
    games = put(state.games, game.key, game)
    return replace(state, game=number, games=games, packed=False)


def _players(call: Call) -> tuple[str, ...]:
    players, limits = call.texts("players"), call.state.campaign.players
    for key in players:
        the_character(call.state, key)
    if not limits.least <= len(players) <= limits.most:
        raise LedgerError("player_count", least=limits.least, most=limits.most)
    return players


def seat(call: Call) -> State:
    """Change who plays the running game, and in which order.

    Only the game's table knows whether it has begun; ``campaign.services`` asks it.
    """
    return _with_game(call.state, replace(call.running, players=_players(call)))


def pack(call: Call) -> State:
    """Pack a game away: what is written from then on belongs to the coming one.

    Burn the Midnight Oil goes back into the Filing Cabinet (docs/rules.md 8.20).
    """
    state = call.state
    if state.current is None:
        raise LedgerError("no_game")
    if state.running is not None:
        raise LedgerError("game_running", game=state.game)
    if state.packed:
        raise LedgerError("already_packed", game=state.game)
    return replace(bring_home(state), packed=True)


def mission(call: Call) -> State:
    """Fill in a game's map side, date, passages or table later."""
    number = call.number("game", call.state.game)
    game = call.state.games.get(str(number))
    if game is None:
        raise LedgerError("unknown_game", game=number)
    if not set(call.args) - {"game"}:
        raise LedgerError("nothing_to_change")
    return _with_game(call.state, _filled_in(call, game))


def _filled_in(call: Call, game: Game) -> Game:
    return replace(
        game,
        side=call.text("side") or game.side,
        date=call.text("date") or game.date,
        prologue=call.text("prologue") or game.prologue,
        epilogue=call.text("epilogue") or game.epilogue,
        table=call.text("table") or game.table,
    )


def finish(call: Call) -> State:
    """Finish the game with scores and winner; cubes leave the contracts (docs/rules.md 8.11)."""
    game, state = call.running, call.state
    waiting = due(state)
    if waiting:
        raise LedgerError("contract_due", contract=contract_label(state, waiting[0].key))
    over = replace(_scored(call, game), table=call.text("table") or game.table)
    return _over(_with_game(state, over))


def correct(call: Call) -> State:
    """Correct the scores of a game that is over; nothing else changes."""
    game = call.state.games.get(str(call.number("game")))
    if game is None or not game.finished:
        raise LedgerError("unknown_game", game=call.number("game"))
    return _with_game(call.state, _scored(call, game))


def abandon(call: Call) -> State:
    """Abandon the running game; what was written in it stays."""
    return _over(_with_game(call.state, replace(call.running, status="abandoned")))


def _with_game(state: State, game: Game) -> State:
    return replace(state, games=put(state.games, game.key, game))


def _over(state: State) -> State:
    contracts = {key: without_cubes(contract) for key, contract in state.contracts.items()}
    return replace(state, contracts=contracts)


def _scored(call: Call, game: Game) -> Game:
    scores = _scores(call)
    for key in game.players:
        if key not in scores:
            raise LedgerError("scores_missing", character=character_label(call.state, key))
    for key in scores:
        if key not in game.players:
            label = character_label(call.state, key)
            raise LedgerError("scores_extra", character=label, game=game.number)
    winner = _winner(call, scores)
    ordered = {key: scores[key] for key in game.players}
    return replace(game, status="finished", scores=ordered, winner=winner)


def _scores(call: Call) -> dict[str, int]:
    scores = call.args["scores"]
    return dict(scores) if isinstance(scores, dict) else {}


def _winner(call: Call, scores: dict[str, int]) -> str:
    """The highest score wins. Artifacts decide a tie, so the winner of one has to be named.

    Empty if they have won together (docs/rules.md 8.11).
    """
    state, named, best = call.state, call.text("winner"), leaders(scores)
    if named and not best:
        raise LedgerError("no_winner")
    if named and named not in best:
        raise LedgerError("wrong_winner", character=character_label(state, named))
    if len(best) > 1 and not named:
        return _shared(call, best)
    return named or "".join(best)


def _shared(call: Call, best: tuple[str, ...]) -> str:
    tied = characters_label(call.state, best)
    if not call.state.campaign.shares_victory:
        raise LedgerError("name_winner", characters=tied)
    if not call.flag("shared"):
        raise LedgerError("name_winner.shared", characters=tied)
    return ""


_NUMBER = Number(1, 99, nouns=pgettext("typed noun", "game"))
_GAME = Argument("game", _NUMBER, gettext_noop("game"))
_DETAILS = (
    Argument("side", Text(30), gettext_noop("side of the map"), optional=True),
    Argument("date", Day(), gettext_noop("date"), optional=True),
    Argument("prologue", PassageLabel(), gettext_noop("Prologue passage"), optional=True),
    Argument("epilogue", PassageLabel(), gettext_noop("Epilogue passage"), optional=True),
    Argument("table", Text(64), gettext_noop("table"), optional=True),
)
_LABELS = {
    "side": gettext_noop("Side of the map: {side}."),
    "date": gettext_noop("Date: {date}."),
    "prologue": gettext_noop("Prologue: passage {prologue}."),
    "epilogue": gettext_noop("Epilogue: passage {epilogue}."),
}
_TABLE = gettext_noop("A table has been opened for it.")
_PLAYERS = Argument("players", Characters(), gettext_noop("players"))
_SCORES = Argument("scores", Scores(), gettext_noop("scores"))
_WINNER = (
    Argument("winner", CharacterRef(), gettext_noop("winner"), optional=True),
    Argument("shared", Flag(), gettext_noop("shared victory"), optional=True),
)
_WON = {
    "winner": gettext_noop("The winner is {winner}."),
    "shared": gettext_noop("They have won together."),
}

VERBS = (
    Verb(
        key="start",
        topic="games",
        act=start,
        sentence=gettext_noop("Game {game} begins: {players}."),
        extras=_LABELS,
        arguments=(
            _GAME,
            _PLAYERS,
            *_DETAILS,
        ),
        forms=(
            pgettext(
                "typed",
                "start <game> <players> { [ side <side> ] [ on <date> ] "
                "[ prologue <prologue> ] [ epilogue <epilogue> ] }",
            ),
        ),
        opens_game=True,
    ),
    Verb(
        key="players",
        topic="games",
        act=seat,
        sentence=gettext_noop("Who plays, in turn order: {players}."),
        arguments=(_PLAYERS,),
        forms=(pgettext("typed", "players <players>"),),
    ),
    Verb(
        key="mission",
        topic="games",
        act=mission,
        sentence=gettext_noop("The Mission Report is filled in."),
        extras={
            "game": gettext_noop("It is the report of game {game}."),
            **_LABELS,
            "table": _TABLE,
        },
        alone={"table": gettext_noop("The game’s table is open.")},
        arguments=(replace(_GAME, optional=True), *_DETAILS),
        forms=(
            pgettext(
                "typed",
                "mission [ <game> ] { [ side <side> ] [ on <date> ] "
                "[ prologue <prologue> ] [ epilogue <epilogue> ] }",
            ),
        ),
    ),
    Verb(
        key="finish",
        topic="games",
        act=finish,
        sentence=gettext_noop("The game is over: {scores}."),
        extras=_WON,
        arguments=(_SCORES, *_WINNER, _DETAILS[-1]),
        forms=(pgettext("typed", "finish <scores> [ winner <winner> ] [ ?shared:shared ]"),),
    ),
    Verb(
        key="pack",
        topic="games",
        act=pack,
        sentence=gettext_noop("The game is packed away."),
        forms=(pgettext("typed", "pack"),),
    ),
    Verb(
        key="abandon",
        topic="games",
        act=abandon,
        sentence=gettext_noop("The game is abandoned."),
        forms=(pgettext("typed", "abandon"),),
        who=Who.KEEPER,
    ),
    Verb(
        key="correct",
        topic="games",
        act=correct,
        sentence=gettext_noop("The scores of game {game} are corrected: {scores}."),
        extras=_WON,
        arguments=(_GAME, _SCORES, *_WINNER),
        forms=(
            pgettext("typed", "correct <game> <scores> [ winner <winner> ] [ ?shared:shared ]"),
        ),
        who=Who.KEEPER,
        late=True,
    ),
)
