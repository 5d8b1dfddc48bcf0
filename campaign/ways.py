"""What a table shows of the ways into its campaign: those that a reader may go."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from campaign.access import Permission, may, person_of
from campaign.selectors.members import membership_of

NEEDS: Mapping[str, Permission] = {
    "back": Permission.READ,
    "drawer": Permission.WRITE,
    "take_over": Permission.TABLE,
    "sit": Permission.WRITE,
}
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def ways_open(request: HttpRequest, link: str, **_given: Any) -> frozenset[str] | None:
    """The ways that whoever asks may go; None if the link leads to no campaign.

    Guests only watch; who is no member came by the table's code, as to any other table.
    """
    found = ID.search(link)
    if found is None:
        return None
    member = membership_of(person_of(request), UUID(found.group()))
    if member is None or member.campaign.trashed:
        return frozenset(("sit",))
    return frozenset(kind for kind, need in NEEDS.items() if may(member, need))
