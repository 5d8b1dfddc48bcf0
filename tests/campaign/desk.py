"""A campaign whose members type into its ledger, through the services without the pages."""

from dataclasses import dataclass, field

from django.contrib.auth.models import User

from accounts.identity import Person
from campaign.models import Campaign, LedgerEntry, Membership, Role
from campaign.rules import ledger as rules
from campaign.rules import line
from campaign.rules.entries import Draft, standing
from campaign.rules.state import State
from campaign.selectors import ledger as selectors
from campaign.services import ledger, members
from tests.campaign.factories import UserFactory


@dataclass
class Desk:
    """One campaign and its people by name."""

    people: dict[str, Membership] = field(default_factory=dict)

    @property
    def campaign(self) -> Campaign:
        """The campaign as it is stored now."""
        return Campaign.objects.get(pk=next(iter(self.people.values())).campaign_id)

    @property
    def state(self) -> State:
        return selectors.state_of(self.campaign)

    def type(self, who: str, text: str) -> LedgerEntry:
        """What a member types into the ledger line, or ``strike last``."""
        if text == "strike last":
            return ledger.strike(self.people[who], self.last)
        reading = selectors.reading_of(self.campaign)
        return self.write(who, line.parse(reading, text))

    def write(self, who: str, draft: Draft) -> LedgerEntry:
        return ledger.write_entry(self.people[who], draft)

    def strike(self, who: str, number: int) -> LedgerEntry:
        return ledger.strike(self.people[who], number)

    @property
    def last(self) -> int:
        return standing(selectors.entries_of(self.campaign))[-1].number

    def folded(self) -> State:
        """The state folded from the ledger."""
        return rules.fold(self.campaign.rules, selectors.entries_of(self.campaign))


def desk(people: dict[str, str] | None = None, *, kind: str = "legacy2") -> Desk:
    """A campaign with an owner alice, and others by role."""
    wanted = people or {"alice": "owner"}
    owner = members.create_campaign(
        Person(account=_account("alice")), name="The long year", kind=kind, member="Alice"
    )
    made = Desk({"alice": owner})
    for name, role in wanted.items():
        if name not in made.people:
            invitation = members.invite(owner.campaign, role=Role(role))
            person = Person(account=_account(name))
            made.people[name] = members.accept(invitation, person, name.title())
            members.close_invite(invitation)
    return made


def _account(name: str) -> User:
    return User.objects.filter(username=name).first() or UserFactory.create(username=name)
