"""A site on which every address leads somewhere, and the way through all of them."""

import json
from collections.abc import Iterator

from django.urls import URLResolver, get_resolver, reverse

from tests.browser.server import SiteServer

# One evening: the demo campaign with its sixth game at a table, a photo, a note and every kind of link.
FURNISH = """
import json
from io import BytesIO
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from campaign import demo
from campaign.accounts.services import password_link
from campaign.models import Campaign, Role
from campaign.person import Person
from campaign.rules import line
from campaign.selectors import ledger as found
from campaign.services import ledger, members, photos, private, tables, trash, unpacking
from campaign.services.exports import export_campaign
from companion import selectors, services
from companion.services.devices import personal_link
from companion.services.opening import Links
from companion.tap import Tap, TurnPhase
demo.load()
alice = User.objects.get(username="alice")
campaign = Campaign.objects.get()
owner = campaign.members.get(key="alice")
reading = found.reading_of(campaign)
ledger.record(owner, line.parse(reading.state, "start 6 pella odo brim tally side B", reading.members))
device, token = services.make_device()
ways = {"back": reverse("campaign:game", args=[campaign.pk, 6]), "drawer": reverse("campaign:drawer", args=[campaign.pk])}
links = Links(**ways)
table = tables.open_table_for_game(owner, Person(account=alice, device=device), title="Tonight", links=links)
actions = [{"do": "clank", "seat": 0, "count": 4}, {"do": "attack", "size": 3}]
actions += [{"do": "status", "seat": seat, "status": "escaped"} for seat in range(4)]
for number, action in enumerate(actions):
    turn = selectors.board_of(table.pk).state.turn
    services.play(table.pk, Tap(id=f"t{number}", action=action, expects=TurnPhase(turn.number, turn.phase)), device)
picture = BytesIO()
Image.new("RGB", (900, 600), "tan").save(picture, "PNG")
picture.seek(0)
photo = photos.add_photo(owner, picture, about="map", caption="The board")
other = members.create_campaign(Person(account=alice), name="Given up", kind="house", member="Alice", edition="base")
trash.trash(other.campaign)
invitation = members.invite(campaign, role=Role.PLAYER)
note = private.write_note(owner, "Between the two of us")
export = BytesIO()
export_campaign(campaign, export)
waiting, _parcel = unpacking.set_aside(ContentFile(export.getvalue()))
client = Client()
client.force_login(alice)
print(json.dumps({
    "session": client.cookies["sessionid"].value, "device": token,
    "campaign_id": str(campaign.pk), "table_id": str(table.pk), "photo_id": str(photo.pk),
    "invite_id": str(invitation.pk), "invitation": invitation.token, "note_id": str(note.pk),
    "member_id": str(owner.pk), "code": table.join_code, "tv": table.tv_code,
    "personal": members.personal_link(campaign.members.get(key="dora"), asked_by=owner),
    "secret": personal_link(services.make_device()[0]),
    "waiting": waiting, "trashed": str(other.campaign_id),
    "new_password": password_link(User.objects.get(username="bob")),
}))
"""

# What only a game has whose result was taken over, and no page either.
FILES = ("campaign:record",)
# What stands for a part of an address, by the name of the address where it means more than one thing.
PARTS = {
    "seat": "1",
    "sequence": "3",
    "what": "close",
    "verb": "contract",
    "which": "cleanup",
    "campaign:strike number": "20",
    "campaign:game number": "6",
    "campaign:open-table number": "6",
    "campaign:result number": "6",
    "campaign:record number": "6",
    "campaign:character key": "pella",
    "campaign:joining key": "brim",
    "campaign:card key": "021",
    "campaign:contract key": "131",
    "campaign:space key": "7",
}
MADE = {
    "campaign:import-preview name": "waiting",
    "campaign:invitation token": "invitation",
    "campaign:personal token": "personal",
    "campaign:delete campaign_id": "trashed",
    "campaign:restore campaign_id": "trashed",
    "companion:tv code": "tv",
}
MORE = (
    "?line=mark 027 br",
    "cards/?as-of=2",
    "cards/?words=nothing",
    "write/start/",
    "write/mark/",
    "write/sticker/",
    "steps/setup/",
    "ledger/?words=nothing",
    "games/5/",
    "photos/?about=map",
)


class Tour:
    """A furnished site; ``told`` holds what its things are called."""

    def __init__(self, site: SiteServer) -> None:
        self.site = site
        self.told: dict[str, str] = json.loads(
            site.manage("shell", "--no-imports", "-c", FURNISH).splitlines()[-1]
        )

    @property
    def cookies(self) -> list[dict[str, str]]:
        """What makes a browser Alice's, who owns the campaign and opened the table."""
        mine = {"sessionid": self.told["session"], "dragonbag-device": self.told["device"]}
        return [
            {"name": name, "value": value, "url": self.site.url} for name, value in mine.items()
        ]

    def addresses(self) -> Iterator[str]:
        """One of every kind the site has, but for Django's own admin."""
        for name, parts in _routes(get_resolver()):
            if name not in FILES:
                yield self._filled(name, parts)
        yield self.told["new_password"]
        home = f"/campaigns/{self.told['campaign_id']}/"
        yield from (home + path for path in MORE)

    def _filled(self, name: str, parts: list[str]) -> str:
        return reverse(name, kwargs={part: self._part(name, part) for part in parts})

    def _part(self, name: str, part: str) -> str:
        """Fails for a part that the tour has no value for: a new page brings its own."""
        own = f"{name} {part}"
        if own in PARTS or part in PARTS:
            return PARTS.get(own) or PARTS[part]
        return self.told[MADE.get(own, part)]


def _routes(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, list[str]]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            if each.app_name != "admin":
                yield from _routes(each, f"{each.namespace}:" if each.namespace else space)
        elif each.name != "password_reset_confirm":
            yield f"{space}{each.name}", list(each.pattern.converters)
