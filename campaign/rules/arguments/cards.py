"""Arguments that name a card or a contract."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from campaign.rules.arguments.kind import (
    Choice,
    Kind,
    Reading,
    Ref,
    nearest,
    own_name,
    pick,
    quoted,
)
from campaign.rules.campaigns import Campaign
from campaign.rules.contracts import may_come_again
from campaign.rules.entries import Value
from campaign.rules.errors import LedgerError
from campaign.rules.labels import card_label, contract_label
from campaign.rules.state import State, number_of
from kernel.message import Param, gettext_noop, pgettext

_CARD = pgettext("typed noun", "card|cards")
_CONTRACT = pgettext("typed noun", "contract|card|contracts|cards")


@dataclass(frozen=True, slots=True)
class CardRef(Kind):
    """A card by its number, or by its name if it has none.

    A ``fresh`` one need not be in the registry yet; nor need the number of one that ``grows`` it.
    ``offered`` says which cards to suggest.
    """

    fresh: bool = False
    grows: bool = False
    offered: Callable[[State, str], bool] | None = None
    expected: str = gettext_noop("a card number such as 017")
    nouns: str = _CARD

    @property
    def most_words(self) -> int:  # type: ignore[override]
        """A new card's name must be quoted; a known name may have several words."""
        return 1 if self.fresh else 5

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The number with all its digits, or the name."""
        return _numbered(raw, campaign) or own_name(raw, 40) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number, or the beginning of a known card's name."""
        word = " ".join(words)
        if self.fresh or words[0].isdecimal():
            return self.clean(word, reading.campaign)
        return pick(word, self.named(reading.state), self._unknown(reading.state, word))

    def _unknown(self, state: State, word: str) -> LedgerError:
        """The refusal of a name that no card has: what it may have been, or how to write it down."""
        names = {card.name or key for key, card in state.cards.items() if not card.destroyed}
        meant = nearest(word, {name.split()[0] for name in names}) or nearest(word, names)
        if meant:
            return LedgerError("unknown_card.meant", word=word, candidates=meant)
        return LedgerError("unknown_card", word=word)

    def choices(self, reading: Reading) -> tuple[Choice, ...]:
        """The cards in the registry, by number; none for a new one."""
        if self.fresh:
            return ()
        known, which = self.named(reading.state), self.offered
        fits = (c for c in known if which is None or which(reading.state, c.value))
        return tuple(sorted(fits, key=lambda choice: choice.value.casefold()))

    def named(self, state: State) -> Iterable[Choice]:
        """Every card that still exists, by its name; without a number its key is the name."""
        for key, card in state.cards.items():
            if not card.destroyed:
                typed = card.name if key[:1].isdecimal() and card.name else key
                yield Choice(key, card_label(state, key), quoted(typed))

    def show(self, value: Value, state: State) -> Param:
        """The card's number and name."""
        return card_label(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The card."""
        return (Ref("card", str(value)),)


def _numbered(raw: object, campaign: Campaign) -> str | None:
    fits = isinstance(raw, str) and re.fullmatch(rf"[0-9]{{1,{campaign.card_digits}}}", raw)
    return number_of(campaign, str(raw)) if fits else None


@dataclass(frozen=True, slots=True)
class NewContractRef(CardRef):
    """The number of a contract that is not on the table yet."""

    fresh: bool = True
    expected: str = gettext_noop("a card number such as 031")
    nouns: str = _CONTRACT

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The number with all its digits; every contract has one."""
        return _numbered(raw, campaign) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number that no contract has yet; for others there are other forms of the line."""
        key = str(self.clean(words[0], reading.campaign))
        known = reading.state.contracts.get(key)
        if known is not None and not may_come_again(reading.state, known):
            raise LedgerError("contract_known", contract=contract_label(reading.state, key))
        return key

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The new contract and its card."""
        return _contract_refs(value)


@dataclass(frozen=True, slots=True)
class ContractRef(CardRef):
    """A contract that is on the table, by its card."""

    expected: str = gettext_noop("the number of a contract on the table")
    nouns: str = _CONTRACT

    def clean(self, raw: object, campaign: Campaign) -> Value:
        """The number with all its digits."""
        return _numbered(raw, campaign) or self.refuse()

    def read(self, words: tuple[str, ...], reading: Reading) -> Value:
        """A number, or the beginning of a contract's name."""
        word = " ".join(words)
        if words[0].isdecimal():
            return self.clean(word, reading.campaign)
        return pick(word, self.named(reading.state), LedgerError("unknown_contract", word=word))

    def named(self, state: State) -> Iterable[Choice]:
        """The contracts that are not put away."""
        for key, contract in state.contracts.items():
            if contract.in_play:
                yield Choice(key, contract_label(state, key), quoted(contract.name or key))

    def show(self, value: Value, state: State) -> Param:
        """The contract's number and name."""
        return contract_label(state, str(value))

    def refs(self, value: Value) -> tuple[Ref, ...]:
        """The contract and its card."""
        return _contract_refs(value)


def _contract_refs(value: Value) -> tuple[Ref, ...]:
    return (Ref("contract", str(value)), Ref("card", str(value)))
