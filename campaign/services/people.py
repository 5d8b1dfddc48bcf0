"""The reader's own list of names that are the same person."""

from django.db import transaction

from accounts.identity import Person
from campaign.errors import CampaignError
from campaign.models import SamePerson
from campaign.selectors.all_plays import folded, people_of, same_people_of


@transaction.atomic
def call(reader: Person, name: str, person: str) -> None:
    """From now on whoever is called ``name`` is ``person`` for this reader alone.

    Who was ``name`` by another name becomes ``person`` too. Raises CampaignError if both are the
    same already.
    """
    person = people_of(reader).get(folded(person), " ".join(person.split()))
    if folded(name) == folded(person):
        raise CampaignError("same_name")
    own = same_people_of(reader)
    followers = [each.pk for each in own if folded(each.person) == folded(name)]
    SamePerson.objects.filter(pk__in=followers).update(person=person)
    own.filter(name=folded(name)).delete()
    by_account = reader.account is not None
    SamePerson.objects.create(
        account=reader.account,
        device=None if by_account else reader.device,
        name=folded(name),
        spelling=name,
        person=person,
    )


def forget(reader: Person, key: int) -> None:
    """Take one line off the reader's list; somebody else's stays."""
    same_people_of(reader).filter(pk=key).delete()
