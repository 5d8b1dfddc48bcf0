"""The demo campaign: a script of ledger lines, typed by its members as people type them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import get_random_string
from PIL.Image import Image

from campaign import demo_pictures
from campaign.models import Campaign, Membership, Role
from campaign.person import Person
from campaign.rules import campaigns, ledger, line
from campaign.rules.entries import STRIKE, Entry, standing
from campaign.rules.export import Document, MemberName
from campaign.rules.state import State
from campaign.services import members
from campaign.services.files import ExtraPhoto, Extras
from campaign.services.imports import Parcel
from campaign.services.photos import encoded
from campaign.services.unpacking import import_campaign

NAME = "The Lantern Company"
KIND = "legacy2"
SCRIPT = Path(__file__).resolve().parent.parent / "fixtures" / "campaigns" / "lantern-company.txt"
ACCOUNTS = ("alice", "bob", "carol")
PEOPLE = {"alice": Role.OWNER, "bob": Role.KEEPER, "carol": Role.PLAYER, "dora": Role.PLAYER}
PASSWORD_LENGTH = 12
BEGIN = datetime(2026, 6, 12, 17, 30, tzinfo=UTC)


def loaded() -> bool:
    """Whether the demo is here already, in the trash as well."""
    return Campaign.objects.filter(name=NAME, kind=KIND).exists()


@transaction.atomic
def load() -> dict[str, str]:
    """The campaign with its members; gives each new login name with its password."""
    accounts = {name: _account(name) for name in ACCOUNTS}
    owner = import_campaign(Person(account=accounts["alice"][0]), parcel(), member="alice")
    for name in ACCOUNTS[1:]:
        _let_in(owner.campaign.members.get(key=name), accounts[name][0])
    return {user.get_username(): password for user, password in accounts.values()}


def _account(name: str) -> tuple[User, str]:
    """A new account; a login name that somebody has already gets a number."""
    taken = set(User.objects.filter(username__startswith=name).values_list("username", flat=True))
    names = (name if at == 1 else f"{name}{at}" for at in range(1, len(taken) + 2))
    password = get_random_string(PASSWORD_LENGTH)
    free = next(each for each in names if each not in taken)
    return User.objects.create_user(free, password=password), password


def _let_in(member: Membership, user: User) -> None:
    token = members.personal_link(member, asked_by=member)
    members.open_link(token, Person(account=user))
    members.drop_link(member)


def parcel() -> Parcel:
    """The campaign as a file would hold it."""
    names = tuple(MemberName(key=key, name=key.title(), role=PEOPLE[key]) for key in PEOPLE)
    entries = tuple(_typed())
    document = Document(campaign=KIND, title=NAME, members=names, entries=entries)
    state = ledger.fold(campaigns.load(KIND), entries)
    pictures = {extra: encoded(image) for extra, image in _pictures(state)}
    return Parcel(
        document=document,
        extras=Extras(edition=KIND, photos=tuple(pictures)),
        state=state,
        photos={extra.part: content for extra, content in pictures.items()},
        records={},
    )


def _pictures(state: State) -> Iterator[tuple[ExtraPhoto, Image]]:
    """The board, a face for each character, and the last evening."""
    yield _photo("alice", "map", "The board after five games", BEGIN), demo_pictures.board(state)
    for each in state.characters.values():
        about = f"character:{each.key}"
        face = demo_pictures.face(each.journal, each.colour)
        yield _photo(each.player, about, each.name, BEGIN), face
    last = datetime.fromisoformat(f"{state.games[str(state.game)].date}T21:10:00+00:00")
    yield (
        _photo("bob", f"game:{state.game}", "Still nobody has brought crisps", last),
        demo_pictures.table(),
    )


def _photo(member: str, about: str, caption: str, at: datetime) -> ExtraPhoto:
    return ExtraPhoto(key=uuid4(), about=about, caption=caption, member=member, at=at)


def _typed() -> Iterator[Entry]:
    """Every line of the script as the entry it means, a few minutes after the one before."""
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
    named = {key: key.title() for key in PEOPLE}
    draft = None if last else line.parse(state, text, named)
    game = ledger.game_of(state, draft) if draft else state.game
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
    """The evening of the game, or soon after the line before."""
    later = entries[-1].at + timedelta(minutes=3) if entries else BEGIN
    begun = f"{evening}T17:30:00+00:00" if evening else later.isoformat()
    return max(datetime.fromisoformat(begun), later)
