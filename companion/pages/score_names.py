"""The names of score lines: our words, a house token's name, a contract's."""

from django.utils.translation import gettext

from companion.rules.contracts import find, label
from companion.rules.scoring import CONTRACT
from companion.rules.state import State
from companion.rules.words import SCORES


def score_name(state: State, what: str) -> str:
    if what.startswith(CONTRACT):
        contract = find(state, what.removeprefix(CONTRACT))
        return gettext("Contract {contract}").format(contract=label(contract))
    token = state.edition.tokens.get(what)
    return token.name if token and token.name else gettext(SCORES.get(what, what))
