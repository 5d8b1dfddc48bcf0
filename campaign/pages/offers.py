"""Entries that a page offers: a button that writes one at once, or a link to its form."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from campaign.pages.verbs import button
from campaign.rules.entries import Draft, Value
from campaign.rules.errors import LedgerError
from campaign.rules.labels import character_label, characters_label
from campaign.rules.state import State
from campaign.rules.verbs.index import VERBS
from kernel.message import render
from kernel.reading import plain

MOST = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftOffer:
    """An entry that is offered; ``text`` says what pressing the button does.

    ``draft`` is the entry as it is posted; empty if something is still to be given on the form
    at ``href``.
    """

    text: str
    draft: str
    href: str


def offer_of(campaign: UUID, state: State, draft: Draft) -> DraftOffer:
    """The offer of a draft, as a button if nothing is missing, otherwise as a link."""
    whole = _is_whole(state, draft)
    return DraftOffer(
        text=_proposed(state, draft),
        draft=json.dumps(plain(draft)) if whole else "",
        href="" if whole else _form(campaign, draft),
    )


def _is_whole(state: State, draft: Draft) -> bool:
    try:
        VERBS[draft.verb].clean(draft.arguments, state.campaign)
    except LedgerError:
        return False
    return True


def _form(campaign: UUID, draft: Draft) -> str:
    given = {name: _typed(value) for name, value in draft.arguments.items()}
    late = {"late": str(draft.game)} if draft.game is not None else {}
    query = urlencode({**given, **late})
    address = reverse("campaign:write", args=[campaign, draft.verb])
    return f"{address}?{query}" if query else f"{address}?"


def _typed(value: Value) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | dict) else str(value)


def read_draft(text: str) -> Draft | None:
    """The draft that a button has posted; None for anything else. The rules check it further."""
    try:
        raw = json.loads(text[:MOST])
    except ValueError:
        return None
    if not isinstance(raw, Mapping) or set(raw) != {"verb", "arguments", "game"}:
        return None
    verb, arguments, game = raw["verb"], raw["arguments"], raw["game"]
    fits = isinstance(verb, str) and isinstance(arguments, dict)
    if not fits or not (game is None or type(game) is int):
        return None
    return Draft(verb=verb, arguments=arguments, game=game)


def _order(state: State, players: tuple[str, ...]) -> str:
    """Who begins, if that is all that is new about an order; otherwise the whole order."""
    now = state.running.players if state.running else ()
    at = now.index(players[0]) if players[0] in now else 0
    if (*now[at:], *now[:at]) == players:
        return _("%(name)s begins") % {"name": character_label(state, players[0])}
    return _("Use this order: %(names)s") % {"names": ", ".join(characters_label(state, players))}


def _proposed(state: State, draft: Draft) -> str:
    """The name of the verb's button, and what it is about."""
    if draft.verb == "players":
        return _order(state, tuple(map(str, cast(list[str], draft.arguments["players"]))))
    verb = VERBS[draft.verb]
    given = [
        (arg, draft.arguments[arg.name]) for arg in verb.arguments if arg.name in draft.arguments
    ]
    objects = [
        render(arg.kind.show(value, state), gettext) for arg, value in given if value is not True
    ]
    return ": ".join(filter(None, (button(verb).name, ", ".join(objects))))
