"""Why an entry, a line or a file is refused: a code, its parameters and one English sentence."""

from kernel.errors import Refusal
from kernel.message import Message, Param, gettext_noop

SENTENCES = {
    # The entry itself
    "unknown_verb": gettext_noop("There is no such verb: {verb}."),
    "verb_not_here": gettext_noop("This campaign has no use for “{verb}”."),
    "bad_argument.missing": gettext_noop("Please give: {field}."),
    "bad_argument.unknown": gettext_noop("“{field}” does not belong here."),
    "bad_argument.wrong": gettext_noop("{field} must be {expected}."),
    "bad_argument.large": gettext_noop("{field}: that number is too large; the most is {most}."),
    "bad_argument.small": gettext_noop("{field}: that number is too small; the least is {least}."),
    "wrong_game": gettext_noop("This entry is for game {game}, but the campaign is in game {now}."),
    "not_late": gettext_noop("This cannot be written for game {game} any more."),
    "not_then": gettext_noop("This does not fit what stood at the end of game {game}: {reason}"),
    "forbidden": gettext_noop("Only the owner or a keeper may do that."),
    "forbidden.game": gettext_noop("You can only write about tonight’s game."),
    "forbidden.contract": gettext_noop("You can only write about contracts in play."),
    "forbidden.late": gettext_noop(
        "For a game that is over you can only make up for your own character."
    ),
    "forbidden.strike": gettext_noop("You can only strike your own entries of the current game."),
    # The ledger
    "number_taken": gettext_noop("Entry {number} must come after entry {last}."),
    "unknown_entry": gettext_noop("There is no such entry to strike."),
    "already_struck": gettext_noop("Entry {number} is already struck."),
    "needs_ledger": gettext_noop("A strike is not a change by itself; it needs the whole ledger."),
    "nothing_to_undo": gettext_noop("There is no entry of yours to undo."),
    "in_the_way": gettext_noop("Entry {number} stands in the way: {reason}"),
    "other_meaning": gettext_noop("it would mean something else then."),
    "bad_ledger": gettext_noop("Entry {number} does not fit: {reason}"),
    # Characters
    "unknown_character": gettext_noop("There is no character called {word}."),
    "named_twice": gettext_noop("{character} is named twice."),
    "character_taken": gettext_noop("There is already a character called {character}."),
    "colour_taken": gettext_noop("{character} already plays in that colour."),
    "journal_taken": gettext_noop("{character} already has that Journal."),
    "too_many_characters": gettext_noop("This campaign has {count} Journals, and all are taken."),
    "nothing_to_change": gettext_noop("Say what is to change."),
    "no_condition": gettext_noop("{character} has no condition of that name."),
    # Cards
    "unknown_card": gettext_noop(
        "No card called {word} is written down yet. Type “fetch {word}” first."
    ),
    "unknown_card.meant": gettext_noop(
        "No card called {word} is written down yet. Did you mean {candidates}?"
    ),
    "already_fetched": gettext_noop("{card} has already been fetched."),
    "card_destroyed": gettext_noop("{card} has been destroyed."),
    "whose_place": gettext_noop("Say whose {place} it is."),
    "nobodys_place": gettext_noop("{place} belongs to nobody."),
    "no_boxes_left": gettext_noop("{card} has no scratch-off box left."),
    "too_few_boxes": gettext_noop("{card} already has {count} boxes scratched."),
    # Marks
    "not_markable": gettext_noop(
        "Only blue cards can be marked; the kind of {card} is: {kind}. If no card qualifies, mark "
        "a milestone instead."
    ),
    "kind_unknown": gettext_noop("Say first which banner {card} has: “card {word} blue”."),
    "not_available": gettext_noop(
        "{card} is not among the available cards ({place}). If no card qualifies, mark a milestone "
        "instead."
    ),
    "already_marked": gettext_noop(
        "{card} is already marked. If you were told to mark it again, add “told”. If no card "
        "qualifies, mark a milestone instead."
    ),
    "no_mark_to_cover": gettext_noop("{card} has no mark of {character} to cover."),
    "own_mark": gettext_noop("{character} cannot cover a mark of their own."),
    # Stickers, rules, tokens, passages
    "rules_taken": gettext_noop("Rules sticker {slot} is already in the rulebook."),
    "token_taken": gettext_noop("Token group {group} is already open."),
    "already_read": gettext_noop(
        "{passage} was read in game {game}. You may read it again, but its instructions are not "
        "repeated. If you were told to repeat them, add “told”."
    ),
    "no_such_space": gettext_noop("{character} has not filled milestone space {space}."),
    # Milestones
    "no_space_left": gettext_noop("{character} has no milestone space left."),
    "no_milestone": gettext_noop("{character} has no milestone sticker on space {space}."),
    "already_crossed": gettext_noop("Milestone {space} of {character} is already crossed out."),
    # The map
    "unknown_space": gettext_noop(
        "No space called {word} is known. Type a runestone such as 7, a waypoint such as w45, or "
        "a new name in quotation marks."
    ),
    "unknown_target": gettext_noop(
        "Nothing called {word} is known. Type a card’s number, “space 7”, a character, or another "
        "thing in quotation marks."
    ),
    "already_remnant": gettext_noop("Space {space} is already a remnant."),
    "space_marked": gettext_noop("Space {space} is already marked by {character}."),
    "same_space": gettext_noop("A path needs two spaces."),
    "path_known": gettext_noop("These two spaces are already connected."),
    "not_fallen": gettext_noop("{character} did not score 0 in game {game}."),
    "remembered": gettext_noop("{character} already has a memorial for game {game}."),
    # Contracts
    "unknown_contract": gettext_noop("There is no contract {word}."),
    "contract_known": gettext_noop("{contract} is already on the table."),
    "not_a_contract": gettext_noop("{card} is not a contract; its kind is: {kind}."),
    "who_owns": gettext_noop("Say whose solo contract it is."),
    "nobody_owns": gettext_noop("A group contract belongs to nobody."),
    "one_requirement": gettext_noop("A contract has boxes or a cube track, not both."),
    "track_numbers": gettext_noop("The numbers on a cube track name 2 to 6 players, each once."),
    "not_active": gettext_noop("{contract} is no longer open."),
    "not_flipped": gettext_noop("{contract} has not been completed or failed yet."),
    "no_setup": gettext_noop("{contract} has no SETUP."),
    "setup_done": gettext_noop("The SETUP of {contract} is done for this game."),
    "no_checkboxes": gettext_noop("{contract} has no checkboxes."),
    "no_cube_track": gettext_noop("{contract} has no cube track."),
    "no_game": gettext_noop("Start the game first."),
    "not_playing": gettext_noop("{character} does not play in game {game}."),
    "not_owner": gettext_noop("Only {character} can do this: it is their solo contract."),
    "not_yet_done": gettext_noop(
        "{contract} has {done} of {count}. If it is completed anyway, add “told”."
    ),
    "deadline_past": gettext_noop("Game {game} is over; the deadline must lie ahead."),
    "deadline_beyond": gettext_noop(
        "This campaign has {games} games; the deadline must be one of them."
    ),
    "only_market_has_price": gettext_noop("Only what the market sells has a price."),
    "too_many_house_tokens": gettext_noop("A table takes at most {most} house tokens."),
    "nothing_due": gettext_noop("No contract is due before scoring game {game}."),
    "no_back_box": gettext_noop("The back of {contract} has no box {box}."),
    "box_done": gettext_noop("Box {box} of {contract} is already done."),
    "box_not_for_this": gettext_noop("Box {box} of {contract} does not apply here: {kind}."),
    "box_order": gettext_noop("Box {box} of {contract} comes first."),
    "box_later": gettext_noop("Box {box} of {contract} has to wait: {when}."),
    "not_completed": gettext_noop("{contract} failed; it scores nothing."),
    "not_waiting": gettext_noop("Nothing of {contract} waits for the end of the turn."),
    "boxes_open": gettext_noop("Box {box} of {contract} is still to be done."),
    "table_needs": gettext_noop(
        "At the table {contract} needs {count} tonight, here {done}. Put one of them right."
    ),
    "contract_over": gettext_noop("{contract} has already been put away."),
    "no_marker_left": gettext_noop("{character} has placed all {count} destination markers."),
    "marker_there": gettext_noop("{contract} has a destination marker on space {space}."),
    # Lots
    "lot_wrong": gettext_noop("This is not what the seed of the lot gives."),
    # Tracks and counters
    "whose_track": gettext_noop("Say whose box is ticked."),
    "nobodys_track": gettext_noop("Everybody shares that track."),
    "track_full": gettext_noop("Every box of that track is ticked."),
    "level_order": gettext_noop("The next level of {character} is {level}."),
    "level_top": gettext_noop("{character} has reached the highest level."),
    # Games
    "next_game": gettext_noop("The next game is game {game}."),
    "game_running": gettext_noop("Game {game} is not finished."),
    "player_count": gettext_noop("This game is for {least} to {most} players."),
    "contract_due": gettext_noop(
        "{contract} is due before scoring: complete it, or let it fail with “deadline”."
    ),
    "scores_missing": gettext_noop("The score of {character} is missing."),
    "scores_extra": gettext_noop("{character} did not play in game {game}."),
    "name_winner": gettext_noop("{characters} are tied: say who has the most valuable artifact."),
    "name_winner.shared": gettext_noop(
        "{characters} are tied: say who has the most valuable artifact, or “shared”."
    ),
    "wrong_winner": gettext_noop("{character} does not have the highest score."),
    "no_winner": gettext_noop("Nobody scored above 0, so there is no winner."),
    "unknown_game": gettext_noop("There is no finished game {game}."),
    "already_packed": gettext_noop("Game {game} is packed away already."),
    "employee_since": gettext_noop("Game {game} has decided since then who it goes to."),
    "task_gone": gettext_noop("There is no such open task any more."),
    "joining_begun": gettext_noop("{character} has begun to catch up; the plan stays as it is."),
    "joining_numbers": gettext_noop("Numbers of marks to cover must be 1 or more."),
    # The line
    "line.empty": gettext_noop("Type what happened, for example “note pizza at eight”."),
    "line.quote": gettext_noop("A closing quotation mark is missing."),
    "line.unknown": gettext_noop(
        "No line begins with “{word}”. Try one of: {candidates}. “Forms” has all the others."
    ),
    "line.meant": gettext_noop("No line begins with “{word}”. Did you mean {candidates}?"),
    "line.ambiguous": gettext_noop("“{word}” can mean {candidates}."),
    "line.name": gettext_noop(
        "The name could be {candidates}. Put quotation marks around the one you mean."
    ),
    "line.expected": gettext_noop("“{word}” does not fit here. Expected: {expected}."),
    "line.label": gettext_noop(
        "“{word}” does not fit here. Expected: {expected}. If “{label}” is part of a name, put the "
        "name in quotation marks."
    ),
    "line.missing": gettext_noop("Something is missing at the end: {expected}."),
    "line.extra": gettext_noop(
        "“{word}” is too much here. Leave it out, or put a name of several words in "
        "quotation marks."
    ),
    # Files
    "bad_file": gettext_noop("{at}: {reason}."),
}


class LedgerError(Refusal):
    """A refusal by the ledger. ``code`` names the reason, ``sentence`` says what to do."""

    sentences = SENTENCES


class FoldError(LedgerError):
    """An entry that does not fit in its place; ``number`` is its number, ``cause`` the reason."""

    def __init__(self, key: str, number: int, cause: LedgerError) -> None:
        self.number = number
        self.cause = cause
        super().__init__(key, number=number, reason=cause.as_message)


class FileError(LedgerError):
    """A file that is refused; ``at`` is the place of the fault."""

    def __init__(self, at: str, reason: str, **params: Param) -> None:
        self.at = at
        super().__init__("bad_file", at=at, reason=Message(reason, params))
