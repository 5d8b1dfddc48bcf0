"""Verbs about games: rows of the Mission Reports, begun and finished in order."""

from dataclasses import replace

from campaign.rules.arguments import Flag, Number, Text
from campaign.rules.contracts import due, without_cubes
from campaign.rules.errors import LedgerError
from campaign.rules.finding import the_character
from campaign.rules.labels import Day, PassageLabel
from campaign.rules.naming import character_said, characters_said, contract_said
from campaign.rules.references import CharacterRef, Characters, Scores
from campaign.rules.sentences import gettext_noop
from campaign.rules.state import Game, State, leaders, put
from campaign.rules.verb import Argument, Call, Verb


def next_number(state: State) -> int:
    """The number of the next game; an abandoned one is played again under its number."""
    current = state.current
    return state.game if current and current.status == "abandoned" else state.game + 1


def start(call: Call) -> State:
    """The next game, with those who play it in the order of the evening (docs/rules.md 8.8)."""
    state, number = call.state, call.number("game")
    if state.running is not None:
        raise LedgerError("game_running", game=state.game)
    if number != next_number(state):
        raise LedgerError("next_game", game=next_number(state))
    players = call.texts("players")
    for key in players:
        the_character(state, key)
    limits = state.campaign.players
    if not limits.least <= len(players) <= limits.most:
        raise LedgerError("player_count", least=limits.least, most=limits.most)
    game = _filled_in(call, Game(key=str(number), number=number, players=players))
    return replace(state, game=number, games=put(state.games, game.key, game))


def mission(call: Call) -> State:
    """Side of the map, date, passages or table of a game, filled in later."""
    number = call.number("game", call.game)
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
    """Scores and winner of the running game; cubes leave the contracts (docs/rules.md 8.11)."""
    game, state = call.running, call.state
    waiting = due(state)
    if waiting:
        raise LedgerError("contract_due", contract=contract_said(state, waiting[0].key))
    over = replace(_scored(call, game), table=call.text("table") or game.table)
    return _over(_with_game(state, over))


def correct(call: Call) -> State:
    """Other scores for a game that is over; nothing else changes."""
    game = call.state.games.get(str(call.number("game")))
    if game is None or not game.finished:
        raise LedgerError("unknown_game", game=call.number("game"))
    return _with_game(call.state, _scored(call, game))


def abandon(call: Call) -> State:
    """The running game broken off; what was written in it stays."""
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
            raise LedgerError("scores_missing", character=character_said(call.state, key))
    for key in scores:
        if key not in game.players:
            said = character_said(call.state, key)
            raise LedgerError("scores_extra", character=said, game=game.number)
    winner = _winner(call, scores)
    ordered = {key: scores[key] for key in game.players}
    return replace(game, status="finished", scores=ordered, winner=winner)


def _scores(call: Call) -> dict[str, int]:
    scores = call.args["scores"]
    return dict(scores) if isinstance(scores, dict) else {}


def _winner(call: Call, scores: dict[str, int]) -> str:
    """The highest score wins; tied players are told apart by their artifacts, so one is named.

    Nobody is, where they have won together (docs/rules.md 8.11).
    """
    state, named, best = call.state, call.text("winner"), leaders(scores)
    if named and not best:
        raise LedgerError("no_winner")
    if named and named not in best:
        raise LedgerError("wrong_winner", character=character_said(state, named))
    if len(best) > 1 and not named:
        return _shared(call, best)
    return named or "".join(best)


def _shared(call: Call, best: tuple[str, ...]) -> str:
    tied = characters_said(call.state, best)
    if not call.state.campaign.shares_victory:
        raise LedgerError("name_winner", characters=tied)
    if not call.flag("shared"):
        raise LedgerError("name_winner.shared", characters=tied)
    return ""


_GAME = Argument("game", Number(1, 99), gettext_noop("game"))
_DETAILS = (
    Argument("side", Text(30), gettext_noop("side of the map"), optional=True),
    Argument("date", Day(), gettext_noop("date"), optional=True),
    Argument("prologue", PassageLabel(), gettext_noop("Prologue passage"), optional=True),
    Argument("epilogue", PassageLabel(), gettext_noop("Epilogue passage"), optional=True),
    Argument("table", Text(64), gettext_noop("table"), optional=True),
)
_DETAIL_FORM = (
    "{ [ side|seite <side> ] [ on|am <date> ] [ prologue|prolog <prologue> ] "
    "[ epilogue|epilog <epilogue> ] }"
)
_SAID = {
    "side": gettext_noop("Side of the map: {side}."),
    "date": gettext_noop("Date: {date}."),
    "prologue": gettext_noop("Prologue: passage {prologue}."),
    "epilogue": gettext_noop("Epilogue: passage {epilogue}."),
}
_TABLE = gettext_noop("A table has been opened for it.")
_SCORES = Argument("scores", Scores(), gettext_noop("scores"))
_WINNER = (
    Argument("winner", CharacterRef(), gettext_noop("winner"), optional=True),
    Argument("shared", Flag(), gettext_noop("shared victory"), optional=True),
)
_WINNER_FORM = "[ winner|sieger <winner> ] [ ?shared:shared|geteilt ]"
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
        extras=_SAID,
        arguments=(
            _GAME,
            Argument("players", Characters(), gettext_noop("players")),
            *_DETAILS,
        ),
        forms=(f"start|beginne <game> <players> {_DETAIL_FORM}",),
        opens_game=True,
    ),
    Verb(
        key="mission",
        topic="games",
        act=mission,
        sentence=gettext_noop("The Mission Report is filled in."),
        extras={"game": gettext_noop("It is that of game {game}."), **_SAID, "table": _TABLE},
        arguments=(replace(_GAME, optional=True), *_DETAILS),
        forms=(f"mission|bericht|einsatzbericht [ <game> ] {_DETAIL_FORM}",),
    ),
    Verb(
        key="finish",
        topic="games",
        act=finish,
        sentence=gettext_noop("The game is over: {scores}."),
        extras=_WON,
        arguments=(_SCORES, *_WINNER, _DETAILS[-1]),
        forms=(f"finish|beende <scores> {_WINNER_FORM}",),
    ),
    Verb(
        key="abandon",
        topic="games",
        act=abandon,
        sentence=gettext_noop("The game is broken off."),
        forms=("abandon|abbrechen",),
    ),
    Verb(
        key="correct",
        topic="games",
        act=correct,
        sentence=gettext_noop("The scores of game {game} are corrected: {scores}."),
        extras=_WON,
        arguments=(_GAME, _SCORES, *_WINNER),
        forms=(f"correct|berichtige <game> <scores> {_WINNER_FORM}",),
    ),
)
