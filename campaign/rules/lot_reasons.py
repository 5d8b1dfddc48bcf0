"""What the site itself offers to draw lots for. The ledger keeps these words in English."""

from kernel.message import gettext_noop

ORDER = gettext_noop("Order of play")
FIRST = gettext_noop("Who begins")
OIL = gettext_noop("Burn the Midnight Oil")
BLUE_CARD = gettext_noop("A blue card that can be marked")

OFFERED = frozenset({ORDER, FIRST, OIL, BLUE_CARD})
