"""What a finished table says and the ledger does not: scores, winner, and memorials for 0."""

from collections.abc import Iterator
from dataclasses import replace

from campaign.rules.entries import Arguments, Draft, Value
from campaign.rules.state import Game
from campaign.rules.takeover.history import History
from campaign.rules.takeover.lost import SCORES
from campaign.rules.takeover.proposal import Chain, Proposal, Trial
from campaign.rules.takeover.table import Answers, TableState
from campaign.rules.verbs.spaces import remembered


def score_proposals(trial: Trial, history: History, answers: Answers) -> list[Proposal]:
    """The proposals that end the game; none while the table is running or the game was given up."""
    game = trial.state.games[str(trial.table.game)]
    if not trial.table.over or game.status == "abandoned":
        return []
    chain = Chain(trial)
    for proposal in _scores(trial.table, game, history, answers):
        _add(chain, proposal, trial.table, answers)
    if chain.broken:
        return chain.proposals
    return [*chain.proposals, *_memorials(chain, history, answers)]


def _scores(
    table: TableState, game: Game, history: History, answers: Answers
) -> Iterator[Proposal]:
    arguments = _result(table, answers)
    if not game.finished:
        struck = history.was_struck("finish", {"scores": dict(table.scores)})
        whole: Arguments = {**arguments, "table": str(table.table)}
        yield Proposal(
            key="finish",
            draft=Draft(verb="finish", arguments=whole),
            why="struck" if struck else "",
            asks="winner" if table.tied else "",
        )
    elif not _agrees(game, table) and not history.overruled(SCORES, arguments):
        yield Proposal(
            key="correct",
            draft=Draft(verb="correct", arguments={"game": game.number, **arguments}),
            why="by_hand" if _by_hand(history) else "",
            asks="winner" if table.tied else "",
        )


def _result(table: TableState, answers: Answers) -> dict[str, Value]:
    winner = answers.winner or table.winner
    named: dict[str, Value] = {"winner": winner} if winner else {}
    shared: dict[str, Value] = {"shared": True} if table.shared and not answers.winner else {}
    return {"scores": dict(table.scores), **named, **shared}


def _add(chain: Chain, proposal: Proposal, table: TableState, answers: Answers) -> None:
    """Try the scores; after a tie with a stand-in for the winner who is still to be named."""
    if not table.tied or answers.winner:
        chain.add(proposal)
        return
    arguments: Arguments = {**proposal.draft.arguments, "winner": table.tied[0]}
    chain.add(replace(proposal, draft=Draft(verb=proposal.draft.verb, arguments=arguments)))
    tried = chain.proposals[-1]
    unnamed = {name: v for name, v in tried.draft.arguments.items() if name != "winner"}
    chain.proposals[-1] = replace(tried, draft=replace(tried.draft, arguments=unnamed))


def _agrees(game: Game, table: TableState) -> bool:
    if dict(game.scores) != dict(table.scores):
        return False
    return game.winner in table.tied if table.tied else game.winner == table.winner


def _by_hand(history: History) -> bool:
    """Whether the scores were last written by a member and not by taking over."""
    taken = [t.entry.number for t in history.stands if t.entry.verb in SCORES]
    own = [entry.number for entry in history.by_hand if entry.verb in SCORES]
    return max(own, default=0) > max(taken, default=0)


def _memorials(chain: Chain, history: History, answers: Answers) -> Iterator[Proposal]:
    """A mark where somebody fell; without its space it stays an open task."""
    state, table = chain.trial.state, chain.trial.table
    if "memorial" not in state.campaign.verbs:
        return
    known, game = remembered(state, table.game), state.games[str(table.game)]
    for who in table.scores:
        if who not in known and table.fell(who) and game.scores.get(who) == 0:
            yield _memorial(chain, history, who, answers.spaces.get(who, ""))


def _memorial(chain: Chain, history: History, who: str, space: str) -> Proposal:
    given: dict[str, Value] = {"space": space} if space else {}
    proposal = Proposal(
        key=f"memorial {who}",
        draft=Draft(verb="memorial", arguments={"character": who, **given}),
        why="struck" if history.was_struck("memorial", {"character": who}) else "",
        asks="space",
        whole=bool(space),
    )
    if not space:
        return proposal
    tried = Chain(chain.trial, list(chain.proposals))
    tried.add(proposal)
    return tried.proposals[-1]
