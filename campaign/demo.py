"""The demo campaign: a script of ledger lines as its members would type them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from accounts.identity import Person
from accounts.services import make_account
from campaign.models import Campaign, Membership, Role
from campaign.rules import campaigns, ledger, line
from campaign.rules.arguments.kind import Reading
from campaign.rules.entries import STRIKE, Entry, standing
from campaign.rules.export import Document, MemberName
from campaign.rules.state import State
from campaign.services import members
from campaign.services.files import ExtraPhoto, Extras
from campaign.services.imports import CampaignArchive
from campaign.services.unpacking import import_campaign

NAME = "The Lantern Company"
KIND = "legacy2"
FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "campaigns"
SCRIPT = FIXTURES / "lantern-company.txt"
PICTURES = FIXTURES / "lantern-company"  # drawn for the demo, a face for each Journal
ACCOUNTS = ("alice", "bob", "carol")
PEOPLE = {"alice": Role.OWNER, "bob": Role.KEEPER, "carol": Role.PLAYER, "dora": Role.PLAYER}
BEGIN = datetime(2026, 6, 12, 17, 30, tzinfo=UTC)


def loaded() -> bool:
    """Whether the demo has been loaded, even if it is in the trash."""
    return Campaign.objects.filter(name=NAME, kind=KIND).exists()


@transaction.atomic
def load() -> dict[str, str]:
    """Load the campaign with its members; returns login names and passwords."""
    accounts = {name: make_account(name) for name in ACCOUNTS}
    owner = import_campaign(Person(account=accounts["alice"][0]), archive(), member="alice")
    for name in ACCOUNTS[1:]:
        _let_in(owner.campaign.members.get(key=name), accounts[name][0])
    return {user.get_username(): password for user, password in accounts.values()}


def _let_in(member: Membership, user: User) -> None:
    token = members.personal_link(member, asked_by=member)
    members.open_link(token, Person(account=user))
    members.drop_link(member)


def archive() -> CampaignArchive:
    """The campaign as it would be in a file."""
    names = tuple(MemberName(key=key, name=key.title(), role=PEOPLE[key]) for key in PEOPLE)
    entries = tuple(_typed())
    document = Document(campaign=KIND, title=NAME, members=names, entries=entries)
    state = ledger.fold(campaigns.load(KIND), entries)
    pictures = {extra: (PICTURES / f"{name}.jpg").read_bytes() for extra, name in _pictures(state)}
    return CampaignArchive(
        document=document,
        extras=Extras(edition=KIND, photos=tuple(pictures)),
        state=state,
        parts={extra.part: content for extra, content in pictures.items()},
    )


def _pictures(state: State) -> Iterator[tuple[ExtraPhoto, str]]:
    """The board, a face for each character, and the last evening; each with its file's name."""
    yield _photo("alice", "map", "The board after five games", BEGIN), "board"
    for each in state.characters.values():
        yield _photo(each.player, f"character:{each.key}", each.name, BEGIN), each.journal.lower()
    last = datetime.fromisoformat(f"{state.games[str(state.game)].date}T21:10:00+00:00")
    about = f"game:{state.game}"
    yield _photo("bob", about, "Still nobody has brought crisps", last), "table"


def _photo(member: str, about: str, caption: str, at: datetime) -> ExtraPhoto:
    return ExtraPhoto(key=uuid4(), about=about, caption=caption, member=member, at=at)


def _typed() -> Iterator[Entry]:
    """The entries of all lines of the script, each a few minutes after the one before."""
    rules, entries = campaigns.load(KIND), list[Entry]()
    state = ledger.new_campaign(rules)
    for who, text in _lines():
        entry = _entry(state, entries, who, text)
        strikes = entry.strikes is not None
        state = ledger.strike(rules, entries, entry) if strikes else ledger.apply(state, entry)
        entries.append(entry)
        yield entry


def _lines() -> Iterator[tuple[str, str]]:
    for text in SCRIPT.read_text(encoding="utf-8").splitlines():
        if text and not text.startswith("#"):
            who, _colon, typed = text.partition(": ")
            yield who, typed


def _entry(state: State, entries: list[Entry], who: str, text: str) -> Entry:
    last = standing(entries)[-1].id if text == "strike last" else None
    reading = Reading(state=state, members={key: key.title() for key in PEOPLE})
    draft = None if last else line.parse(reading, text)
    game = ledger.game_of(state, draft) if draft else state.tonight
    known = state.games[str(game)].date if str(game) in state.games else ""
    evening = str(draft.arguments.get("date", known)) if draft else known
    return Entry(
        id=uuid4(),
        number=len(entries) + 1,
        verb=draft.verb if draft else STRIKE,
        arguments=draft.arguments if draft else {},
        game=game,
        member=who,
        at=_moment(evening, entries),
        strikes=last,
    )


def _moment(evening: str, entries: list[Entry]) -> datetime:
    """When an entry was written: the evening of its game, or soon after the line before."""
    later = entries[-1].at + timedelta(minutes=3) if entries else BEGIN
    begun = f"{evening}T17:30:00+00:00" if evening else later.isoformat()
    return max(datetime.fromisoformat(begun), later)
