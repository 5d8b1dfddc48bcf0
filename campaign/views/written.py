"""What has just been written, told with a way to undo it at once; and the undoing."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaign.access import Permission, member_to, person_of
from campaign.errors import CampaignError, translate
from campaign.models import LedgerEntry, Membership
from campaign.rules.errors import LedgerError
from campaign.rules.labels import contract_label
from campaign.rules.onto_table import MOST_CONTRACTS
from campaign.selectors.ledger import lines_of, state_of
from campaign.selectors.tables import LeftOut, left_out
from campaign.selectors.unwritten import behind_of
from campaign.services.ledger import strike_all
from campaign.views.show import safe_next
from web import numbers

AT_THE_TABLE = frozenset({"tick_contract", "cube", "done", "fail", "due"})
"""What is tapped at an open table, too."""

MOST = 20
"""How many entries one line may write, and one undo strike."""


def tell(request: HttpRequest, member: Membership, rows: Sequence[LedgerEntry]) -> None:
    """Say what was written; the page that shows it offers to undo it."""
    said = [translate(each) for line in lines_of(member, rows) for each in line.sentences]
    undo = " ".join(str(row.number) for row in rows)
    messages.success(request, " ".join(said), extra_tags=undo)
    if contracts := [row.arguments["card"] for row in rows if row.verb == "contract"]:
        tell_left_out(request, member, contracts)
    if any(row.verb in AT_THE_TABLE for row in rows):
        _tell_behind(request, member, rows)


def tell_left_out(
    request: HttpRequest, member: Membership, contracts: Collection[str] | None = None
) -> None:
    """Say which contracts tonight's table has not taken, of all or of those given."""
    state = state_of(member.campaign)
    found = left_out(member.campaign, state, contracts)
    for key in found.contracts:
        named = {"contract": translate(contract_label(state, key)), "most": MOST_CONTRACTS}
        messages.warning(request, _no_room(found) % named)


def _no_room(found: LeftOut) -> str:
    if found.full:
        return _(
            "%(contract)s does not lie on the table, which has room for %(most)d. Tick it here."
        )
    return _(
        "%(contract)s does not lie on the table yet. Lay it there: “A card says”, then "
        "“A new contract, or what a back says”."
    )


def _tell_behind(request: HttpRequest, member: Membership, rows: Sequence[LedgerEntry]) -> None:
    """Say what tonight's table does not have of that; what is due concerns every contract."""
    state = state_of(member.campaign)
    every = any(row.verb == "due" for row in rows)
    about = {row.arguments.get("contract") for row in rows}
    found = behind_of(member.campaign, state)
    still_open = _("On the table, %(contract)s is still open. End it there, too.")
    fewer = _("On the table, %(contract)s has fewer boxes ticked than here. Tick them there, too.")
    for keys, sentence in ((found.open, still_open), (found.fewer, fewer)):
        for key in keys:
            if every or key in about:
                named = {"contract": translate(contract_label(state, key))}
                messages.warning(request, sentence % named)


def tell_undone(request: HttpRequest, member: Membership, rows: Sequence[LedgerEntry]) -> None:
    said = [translate(each) for line in lines_of(member, rows) for each in line.sentences]
    messages.success(request, _("Undone: %(what)s") % {"what": " ".join(said)})


@require_POST
def undo(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Strike what has just been written, all of it or nothing."""
    member = member_to(person_of(request), campaign_id, Permission.WRITE)
    named = [numbers.whole(word) for word in request.POST.get("numbers", "").split()[:MOST]]
    rows = member.campaign.entries.filter(number__in=[n for n in named if n is not None])
    try:
        strike_all(member, [row.number for row in rows])
        tell_undone(request, member, list(rows))
    except (LedgerError, CampaignError) as error:
        messages.error(request, translate(error))
    home = reverse("campaign:home", args=[member.campaign_id])
    return redirect(safe_next(request.POST.get("next", ""), home))
