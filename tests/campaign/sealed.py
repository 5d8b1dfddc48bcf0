"""A campaign whose every text contains a marker word, and those who must never see it."""

from io import BytesIO

from campaign.models import GameRecord
from campaign.rules.entries import Draft, Value
from campaign.services import members, photos, private
from tests.campaign.desk import Desk, desk
from tests.campaign.factories import picture
from tests.campaign.test_tables import RECORD

MARKER = "Xyzzyplugh"
"""A word that is on no page of the site by itself."""


def sealed_campaign() -> Desk:
    """Every field that a member can type into contains the marker."""
    made = desk({"alice": "owner", "bob": "keeper", "dora": "player", "carol": "guest"})
    members.rename_campaign(made.campaign, f"{MARKER} year")
    for member in made.people.values():
        members.rename(member, f"{MARKER} {member.key}")
        private.write_note(member, f"{MARKER} hid the map")
    for draft in _drafts():
        made.write("alice", draft)
    photo = BytesIO(picture())
    photos.add_photo(made.people["alice"], photo, about="card:017", caption=MARKER)
    GameRecord.objects.create(campaign=made.campaign, game=1, content=RECORD.replace("Ana", MARKER))
    return made


def _drafts() -> list[Draft]:
    ana = {"character": "ana", "name": f"{MARKER} Ana", "journal": MARKER, "player": "alice"}
    arguments: list[tuple[str, dict[str, Value]]] = [
        ("recruit", {**ana}),
        ("recruit", {"character": MARKER.lower(), "player": "dora"}),
        ("condition", {"character": "ana", "condition": MARKER}),
        ("fetch", {"card": "017", "kind": "blue", "name": MARKER}),
        ("fetch", {"card": MARKER, "kind": "blue"}),
        ("start", {"game": 1, "players": ["ana", MARKER.lower()], "side": MARKER}),
        ("mark", {"card": "017", "character": MARKER.lower()}),
        ("sticker", {"label": "A13", "target": f"thing:{MARKER}", "note": MARKER}),
        ("rules", {"slot": "20B", "note": MARKER}),
        ("house_token", {"kind": "minor", "name": MARKER, "points": 1}),
        ("name_space", {"space": "7", "name": MARKER}),
        ("space", {"space": MARKER, "character": "ana"}),
        ("contract", {"card": "031", "kind": "group", "name": MARKER, "boxes": 2}),
        ("fail", {"contract": "031"}),
        ("back", {"contract": "031", "kind": "always", "text": MARKER}),
        ("counter", {"name": MARKER, "by": 1}),
        ("note", {"text": MARKER, "about": "character:ana"}),
    ]
    return [Draft(verb=verb, arguments=given) for verb, given in arguments]


def reveals(text: str | bytes) -> bool:
    """Whether an answer contains the marker, however it is encoded."""
    shown = text.decode(errors="replace") if isinstance(text, bytes) else text
    return MARKER.casefold() in shown.casefold()
