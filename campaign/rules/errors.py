"""Why an entry, a line or a file is refused: a code, its parameters and one English sentence."""

from campaign.rules.sentences import Param, Sentence, Translate, gettext_noop

SENTENCES = {
    # The entry itself
    "unknown_verb": gettext_noop("There is no such verb: {verb}."),
    "verb_not_here": gettext_noop("This campaign has no use for “{verb}”."),
    "bad_argument.missing": gettext_noop("Say which {field}."),
    "bad_argument.unknown": gettext_noop("“{field}” does not belong here."),
    "bad_argument.wrong": gettext_noop("{field} must be {expected}."),
    "wrong_game": gettext_noop("This entry is for game {game}, but the campaign is in game {now}."),
    "forbidden": gettext_noop("Only the owner or a keeper may do that."),
    "forbidden.character": gettext_noop("You write about your own character only."),
    "forbidden.contract": gettext_noop("You write about contracts in play only."),
    "forbidden.strike": gettext_noop("You strike your own entries of the current game only."),
    # The ledger
    "number_taken": gettext_noop("Entry {number} must come after entry {last}."),
    "unknown_entry": gettext_noop("There is no such entry to strike."),
    "already_struck": gettext_noop("Entry {number} is already struck."),
    "needs_ledger": gettext_noop("A strike is no change of its own; it needs the whole ledger."),
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
    "already_fetched": gettext_noop("{card} has been fetched already."),
    "card_destroyed": gettext_noop("{card} has been destroyed."),
    "whose_place": gettext_noop("Say whose {place} it is."),
    "nobodys_place": gettext_noop("{place} belongs to nobody."),
    "no_boxes_left": gettext_noop("{card} has no scratch-off box left."),
    "too_few_boxes": gettext_noop("{card} has {count} boxes scratched already."),
    # Marks
    "not_markable": gettext_noop(
        "Only blue cards can be marked; {card} is a {kind}. With no legal card, mark a milestone."
    ),
    "kind_unknown": gettext_noop("Say first which banner {card} has: “card {word} blue”."),
    "not_available": gettext_noop(
        "{card} is not among the available cards ({place}). With no legal card, mark a milestone."
    ),
    "already_marked": gettext_noop(
        "{card} is marked already. If you were told to mark it again, add “told”. "
        "With no legal card, mark a milestone."
    ),
    "no_mark_to_cover": gettext_noop("{card} has no mark of {character} to cover."),
    "own_mark": gettext_noop("{character} cannot cover a mark of their own."),
    # Stickers, rules, tokens, passages
    "rules_taken": gettext_noop("Rules sticker {slot} is in the rulebook already."),
    "token_taken": gettext_noop("Token group {group} is open already."),
    "already_read": gettext_noop(
        "{passage} was read in game {game}. Read it again freely; its instructions are not "
        "repeated. If you were told to repeat them, add “told”."
    ),
    # Milestones
    "no_space_left": gettext_noop("{character} has no milestone space left."),
    "no_milestone": gettext_noop("{character} has no milestone sticker on space {space}."),
    "already_crossed": gettext_noop("Milestone {space} of {character} is crossed out already."),
    # The map
    "unknown_space": gettext_noop(
        "No space called {word} is known. Type a runestone such as 7, a waypoint such as w45, or "
        "a new name in quotation marks."
    ),
    "unknown_target": gettext_noop(
        "Nothing called {word} is known. Type a card's number, “space 7”, a character, or another "
        "thing in quotation marks."
    ),
    "already_remnant": gettext_noop("Space {space} is a remnant already."),
    "space_marked": gettext_noop("Space {space} is marked by {character} already."),
    "same_space": gettext_noop("A path needs two spaces."),
    "path_known": gettext_noop("These two spaces are connected already."),
    "not_fallen": gettext_noop("{character} did not score 0 in game {game}."),
    "remembered": gettext_noop("{character} has a memorial for game {game} already."),
    # Contracts
    "unknown_contract": gettext_noop("There is no contract {word}."),
    "contract_known": gettext_noop("{contract} is on the table already."),
    "not_a_contract": gettext_noop("{card} is a {kind}, not a contract."),
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
        "{contract} has {done} of {count}. If it is completed all the same, add “told”."
    ),
    "deadline_past": gettext_noop("Game {game} is over; the deadline must lie ahead."),
    "deadline_beyond": gettext_noop(
        "This campaign has {games} games; the deadline is one of them."
    ),
    "nothing_due": gettext_noop("No contract is due before scoring game {game}."),
    "no_back_box": gettext_noop("The back of {contract} has no box {box}."),
    "box_done": gettext_noop("Box {box} of {contract} is done already."),
    "box_not_for_this": gettext_noop("Box {box} of {contract} is {kind}."),
    "box_order": gettext_noop("Box {box} of {contract} comes first."),
    "box_later": gettext_noop("Box {box} of {contract} waits: {when}."),
    "not_completed": gettext_noop("{contract} failed; it scores nothing."),
    "not_waiting": gettext_noop("Nothing of {contract} waits for the end of the turn."),
    "boxes_open": gettext_noop("Box {box} of {contract} is still to be done."),
    "contract_over": gettext_noop("{contract} is put away already."),
    "marker_there": gettext_noop("{contract} has a destination marker on space {space}."),
    # Tracks and counters
    "whose_track": gettext_noop("Say whose box is ticked."),
    "nobodys_track": gettext_noop("That track is shared by all."),
    "track_full": gettext_noop("Every box of that track is ticked."),
    "level_order": gettext_noop("The next level of {character} is {level}."),
    "level_top": gettext_noop("{character} has reached the highest level."),
    # Games
    "next_game": gettext_noop("The next game is game {game}."),
    "game_running": gettext_noop("Game {game} is not finished."),
    "player_count": gettext_noop("This game is for {least} to {most} players."),
    "contract_due": gettext_noop(
        "{contract} is due before scoring: it is completed, or “deadline” lets it fail."
    ),
    "scores_missing": gettext_noop("The score of {character} is missing."),
    "scores_extra": gettext_noop("{character} did not play in game {game}."),
    "name_winner": gettext_noop("{characters} are tied: name who has the most valuable artifact."),
    "name_winner.shared": gettext_noop(
        "{characters} are tied: name who has the most valuable artifact, or say “shared”."
    ),
    "wrong_winner": gettext_noop("{character} does not have the highest score."),
    "no_winner": gettext_noop("Nobody scored above 0, so there is no winner."),
    "unknown_game": gettext_noop("There is no finished game {game}."),
    # The line
    "line.empty": gettext_noop("Type a verb, for example “fetch 017”."),
    "line.quote": gettext_noop("A closing quotation mark is missing."),
    "line.unknown": gettext_noop("“{word}” is no verb. Try one of: {candidates}."),
    "line.ambiguous": gettext_noop("“{word}” can mean {candidates}."),
    "line.name": gettext_noop(
        "The name can be {candidates}. Put quotation marks around the one you mean."
    ),
    "line.expected": gettext_noop("“{word}” does not fit here: {expected} is needed."),
    "line.missing": gettext_noop("Something is missing at the end: {expected}."),
    "line.extra": gettext_noop("“{word}” is too much here."),
    # Files
    "bad_file": gettext_noop("{at}: {reason}."),
}


class LedgerError(Exception):
    """Something that is refused. ``code`` names the reason, ``sentence`` says what to do.

    ``message`` is the English text. A site translates ``sentence`` and fills in ``params``, or
    calls ``render`` with its own translation.
    """

    def __init__(self, kind: str, /, **params: Param) -> None:
        self.kind = kind
        self.code = kind.partition(".")[0]
        self.params = params
        super().__init__(self.message)

    @property
    def sentence(self) -> str:
        """The English sentence with its {parameters} still to be filled in."""
        return SENTENCES[self.kind]

    @property
    def message(self) -> str:
        """The English sentence, filled in."""
        return self.render()

    def render(self, translate: Translate = str) -> str:
        """The finished sentence in the reader's own language."""
        return self.said.render(translate)

    @property
    def said(self) -> Sentence:
        """The sentence as a parameter of another one."""
        return Sentence(self.sentence, self.params)


class FoldError(LedgerError):
    """An entry that does not fit where it stands; ``number`` is its number, ``cause`` why."""

    def __init__(self, kind: str, number: int, cause: LedgerError) -> None:
        self.number = number
        self.cause = cause
        super().__init__(kind, number=number, reason=cause.said)


class FileError(LedgerError):
    """A file that is refused; ``at`` is the place of the fault."""

    def __init__(self, at: str, reason: str, **params: Param) -> None:
        self.at = at
        super().__init__("bad_file", at=at, reason=Sentence(reason, params))
