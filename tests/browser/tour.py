"""A site on which every address works, and the list of all of them."""

import json
from collections.abc import Iterator

from django.urls import URLResolver, get_resolver, reverse
from playwright.sync_api import Page

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
from accounts.services import password_link
from campaign.models import Campaign, Role
from accounts.identity import Person
from campaign.rules import line
from campaign.selectors.ledger import reading_of
from campaign.services import ledger, members, photos, private, tables, trash, unpacking
from campaign.services.exports import export_campaign
from accounts import services as accounts
from companion import services
from companion.table import selectors
from companion.models import Screen
from companion.services.opening import Links
from companion.services.screens import set_up_screen
from companion.tap import Tap, TurnPhase
demo.load()
alice = User.objects.get(username="alice")
campaign = Campaign.objects.get()
owner = campaign.members.get(key="alice")
reading = reading_of(campaign)
ledger.write_entry(owner, line.parse(reading, "start 6 pella odo brim tally side B"))
device, token = accounts.make_device()
ways = {"back": reverse("campaign:game", args=[campaign.pk, 6]), "drawer": reverse("campaign:drawer", args=[campaign.pk])}
links = Links(**ways)
table = tables.open_table_for_game(owner, Person(account=alice, device=device), title="Tonight", links=links)
actions = [{"do": "clank", "seat": 0, "count": 4}, {"do": "attack", "size": 3}]
actions += [{"do": "status", "seat": seat, "status": "escaped"} for seat in range(4)]
for number, action in enumerate(actions):
    turn = selectors.view_of(table.pk).state.turn
    services.take_tap(table.pk, Tap(id=f"t{number}", action=action, expects=TurnPhase(turn.number, turn.phase)), device)
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
waiting = unpacking.set_aside(ContentFile(export.getvalue()), alice)
waiting_screen = set_up_screen()
client = Client()
client.force_login(alice)
print(json.dumps({
    "session": client.cookies["sessionid"].value, "device": token,
    "campaign_id": str(campaign.pk), "table_id": str(table.pk), "photo_id": str(photo.pk),
    "invite_id": str(invitation.pk), "invitation": invitation.token, "note_id": str(note.pk),
    "member_id": str(owner.pk), "code": table.join_code, "tv": table.tv_code,
    "personal": members.personal_link(campaign.members.get(key="dora"), asked_by=owner),
    "secret": accounts.personal_link(accounts.make_device()[0]),
    "screen": waiting_screen, "screen_code": Screen.objects.get().code,
    "waiting": waiting, "trashed": str(other.campaign_id),
    "new_password": password_link(User.objects.get(username="bob")),
}))
"""

# Only games whose result was taken over, or whose rematch was opened, have these; none is a page.
FILES = (
    "campaign:record",
    "companion:tv-result",
    "companion:tv-rematch",
    "companion:screen-table",
)
# The value of a part of an address, by the name of the address where it is ambiguous.
PARTS = {
    "seat": "1",
    "sequence": "3",
    "what": "close",
    "verb": "contract",
    "which": "cleanup",
    "walk": "setup",
    "campaign:strike number": "20",
    "campaign:game number": "6",
    "campaign:open-table number": "6",
    "campaign:to-table number": "6",
    "campaign:result number": "6",
    "campaign:result-undo number": "6",
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
    "companion:screen secret": "screen",
    "companion:show code": "screen_code",
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
# The page for who is offline leaves as soon as it reaches the site, on a slow machine amid a check; and a service worker
# would stand between each page and the site, which is for the tests of an installed site.
ALONE = """
delete Navigator.prototype.serviceWorker;
if (location.pathname === "/offline/") window.fetch = () => Promise.reject(new TypeError("nothing there"));
"""
PERSON = "/plays/person/?name=Alice"


class Tour:
    """A furnished site; ``told`` has the names of its things."""

    def __init__(self, site: SiteServer) -> None:
        self.site = site
        self.told: dict[str, str] = json.loads(site.script(FURNISH).splitlines()[-1])

    @property
    def cookies(self) -> list[dict[str, str]]:
        """The cookies of Alice, who owns the campaign and opened the table."""
        mine = {"sessionid": self.told["session"], "dragonbag-device": self.told["device"]}
        return [
            {"name": name, "value": value, "url": self.site.url} for name, value in mine.items()
        ]

    def addresses(self) -> Iterator[str]:
        """One address of every kind the site has, except Django's admin."""
        for name, parts in _routes(get_resolver()):
            if name not in FILES:
                yield self._filled(name, parts)
        yield self.told["new_password"]
        yield PERSON
        home = f"/campaigns/{self.told['campaign_id']}/"
        yield from (home + path for path in MORE)

    def _filled(self, name: str, parts: list[str]) -> str:
        return reverse(name, kwargs={part: self._part(name, part) for part in parts})

    def _part(self, name: str, part: str) -> str:
        """The value of a part of an address; fails if a new page has one without a value here."""
        own = f"{name} {part}"
        if own in PARTS or part in PARTS:
            return PARTS.get(own) or PARTS[part]
        return self.told[MADE.get(own, part)]


def undisturbed(page: Page) -> None:
    """A page of the walk stays as it came. By a script: with a route of Playwright's, nothing is cached."""
    page.add_init_script(ALONE)


def _routes(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, list[str]]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            if each.app_name != "admin":
                yield from _routes(each, f"{each.namespace}:" if each.namespace else space)
        elif each.name not in (None, "password_reset_confirm"):  # the admin's way out has no name
            yield f"{space}{each.name}", list(each.pattern.converters)
