"""The sentences of a table's log: each a code, its parameters and one English template."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.words import fill
from kernel.message import Translate, gettext_noop

SENTENCES = {
    "clank": gettext_noop("{name} makes {count} Clank!"),
    "clank.none": gettext_noop("{name} has no cubes left for Clank!"),
    "clank.back": gettext_noop("Cubes that go straight back: {count}."),
    "clank_all": gettext_noop("Everybody in play makes {count} Clank!"),
    "clank_all.others": gettext_noop("Everybody in play but {name} makes {count} Clank!"),
    "clank_all.fewer": gettext_noop("{name} only has cubes for {count}."),
    "quiet": gettext_noop("{name} takes back {count} Clank!"),
    "quiet.owed": gettext_noop("Clank! that {name} will still take back this turn: {count}."),
    "damage": gettext_noop("{name} takes {count} damage."),
    "damage.chosen": gettext_noop("{name} chooses to take {count} damage."),
    "damage.none": gettext_noop("{name} takes no damage: no cube is left to mark it."),
    "damage.black": gettext_noop("Black cubes standing in on {name}’s health meter: {count}."),
    "heal": gettext_noop("{name} heals {count}."),
    "heal.none": gettext_noop("{name} has no damage to heal."),
    "rage.up": gettext_noop("Rage rises to space {space}; attacks draw {cubes}."),
    "rage.down": gettext_noop("Rage falls to space {space}; attacks draw {cubes}."),
    "rage.same": gettext_noop("Rage stays on space {space}; attacks draw {cubes}."),
    "danger": gettext_noop("Danger cards in the row: {count}."),
    "haunt": gettext_noop("A ghost joins the Clank! area."),
    "haunt.none": gettext_noop("No ghost is left to come."),
    "black_return": gettext_noop("Black cubes put back into the bag: {count}."),
    "gold.gain": gettext_noop("{name} gains {count} gold."),
    "gold.spend": gettext_noop("{name} spends {count} gold."),
    "take": gettext_noop("{name} takes: {token}."),
    "take.boxed": gettext_noop("{name} finds: {token}. It goes to the box."),
    "take.artifact": gettext_noop("{name} takes the artifact worth {value}."),
    "take.silver": gettext_noop("{name} takes the silver artifact worth {value}."),
    "take.crown": gettext_noop("{name} takes the crown worth {value}."),
    "lockpicks": gettext_noop("{name} gets lockpicks: {count}."),
    "use": gettext_noop("{name} uses: {token}."),
    "drop": gettext_noop("{name} gives back: {token}."),
    "drop.artifact": gettext_noop("{name} gives back the artifact worth {value}."),
    "drop.silver": gettext_noop("{name} gives back the silver artifact worth {value}."),
    "drop.crown": gettext_noop("{name} gives back the crown worth {value}."),
    "buy": gettext_noop("{name} buys for {count} gold: {token}."),
    "buy.coupon": gettext_noop("{name} buys with a coupon for {count} gold: {token}."),
    "buy.crown": gettext_noop("It is the crown worth {value}."),
    "box": gettext_noop("The artifact worth {value} stays in the box."),
    "box.silver": gettext_noop("The silver artifact worth {value} stays in the box."),
    "lot": gettext_noop("Drawn by lot: {drawn} (out of {of})."),
    "lot.by_hand": gettext_noop("Drawn by lot, by hand: {drawn} (out of {of})."),
    "contract": gettext_noop("A contract comes to the table: {contract}."),
    "contract.solo": gettext_noop("{name} gets a contract of their own: {contract}."),
    "contract.completed": gettext_noop("{name} completes the contract {contract}."),
    "contract.failed": gettext_noop("The contract {contract} fails."),
    "contract.active": gettext_noop("The contract {contract} is active again."),
    "contract_tick": gettext_noop(
        "Contract {contract}: {name} ticks {count}, now {done} of {need}."
    ),
    "contract_tick.cubes": gettext_noop(
        "Contract {contract}: {name} adds {count} to the cubes, now {done} of {need}."
    ),
    "contract_untick": gettext_noop("Contract {contract}: {name} takes {count} back."),
    "contract_back.points": gettext_noop("Points on the back of the contract {contract}: {count}."),
    "contract_back.bonus": gettext_noop("Bonus on the back of the contract {contract}: {count}."),
    "contract_back.turn": gettext_noop(
        "The back of the contract {contract} has a part for after the turn."
    ),
    "contract_back.scoring": gettext_noop(
        "The back of the contract {contract} has a part for the scoring."
    ),
    "contract_back.nothing": gettext_noop(
        "The back of the contract {contract} leaves nothing for later."
    ),
    "contract_read.turn": gettext_noop(
        "Read: what the contract {contract} left for after the turn."
    ),
    "contract_read.scoring": gettext_noop(
        "Read: what the contract {contract} left for the scoring."
    ),
    "wayshrine": gettext_noop("{name} marks a Wayshrine and gets {count} gold."),
    "wayshrine.place": gettext_noop("{name} marks the Wayshrine {place} and gets {count} gold."),
    "place": gettext_noop("{name} puts cubes on the board: {count}."),
    "unplace": gettext_noop("{name} takes cubes off the board: {count}."),
    "zone.deep": gettext_noop("{name} is in {zone} now."),
    "zone.safe": gettext_noop("{name} is {zone} now."),
    "leave": gettext_noop("{name} reaches the exit and leaves when the turn ends."),
    "leave.again": gettext_noop("{name} is already leaving."),
    "leave.off": gettext_noop("{name} is no longer leaving."),
    "attack": gettext_noop("The dragon draws {count}: {colors}."),
    "attack.by_hand": gettext_noop("The dragon draws {count} by hand: {colors}."),
    "attack.nothing": gettext_noop("The dragon attacks, and no cube is drawn."),
    "attack.harmless": gettext_noop("Nobody is hurt."),
    "end_turn": gettext_noop("{name} ends the turn."),
    "refill": gettext_noop("The row is refilled without an attack."),
    "out_turn": gettext_noop("{name} is out, and the dragon attacks."),
    "countdown": gettext_noop("{name} moves the countdown pawn to space {space}."),
    "deck_out": gettext_noop("The row cannot be refilled."),
    "move": gettext_noop("By hand, {count} {color}: from {source} to {target}."),
    "status.in_play": gettext_noop("By hand: {name} is in play."),
    "status.escaped": gettext_noop("By hand: {name} has escaped."),
    "status.knocked_out": gettext_noop("By hand: {name} is knocked out."),
    "note": gettext_noop("Why: {note}."),
    "score.cards": gettext_noop("{name} counts points for cards: {count}."),
    "score.contracts": gettext_noop("{name} counts points for contracts: {count}."),
    "score.other": gettext_noop("{name} counts further points: {count}."),
    "score.secret_tomes": gettext_noop("{name} counts Secret Tomes: {count}."),
    "monster_cards": gettext_noop("Monster cards in the row: {count}."),
    "monster_spawn": gettext_noop("Monsters appear: {count}."),
    "monster_defeat": gettext_noop("{name} defeats a monster."),
    "monster_lost": gettext_noop("Monsters that lose the trail: {count}."),
    "monster_hit": gettext_noop("Monsters hit {name} for {count} damage."),
    "knocked_out.deep": gettext_noop("{name} is knocked out in {zone}."),
    "knocked_out.safe": gettext_noop("{name} is knocked out {zone}."),
    "escaped": gettext_noop("{name} escapes and takes: {token}."),
    "pawn": gettext_noop("{name} gets the countdown pawn."),
    "pawn.free": gettext_noop("The countdown pawn waits for the next seat to go out."),
    "over.all_out": gettext_noop("Nobody is in play any more: the game is over."),
    "over.bag_empty": gettext_noop("The bag is empty: the game is over."),
    "over.countdown": gettext_noop("The countdown has run out: the game is over."),
    "over.deck_out": gettext_noop("The deck has run out: the game is over."),
    "reopened": gettext_noop("The game goes on."),
    "turn": gettext_noop("It is {name}’s turn."),
    "turn.out": gettext_noop("{name} is out: this turn is the dragon’s."),
}


@dataclass(frozen=True, slots=True)
class LogSentence:
    """One line of the log: `code` picks the sentence, `params` are plain JSON with raw codes.

    A seat has two parameters: `seat` is its index, `name` its name.
    """

    code: str
    params: Mapping[str, object]

    @property
    def sentence(self) -> str:
        """The English sentence, its {placeholders} not yet filled in."""
        return SENTENCES[self.code]

    @property
    def message(self) -> str:
        """The English sentence, filled in."""
        return fill(self.sentence, self.params)

    def render(self, translate: Translate = str) -> str:
        """The sentence and the words in it, translated."""
        return fill(self.sentence, self.params, translate)


def from_store(code: str, params: Mapping[str, object]) -> LogSentence:
    """A line as some version stored it: of a status set by hand earlier ones kept one code."""
    return LogSentence(f"status.{params['status']}" if code == "status" else code, params)
