"""Every model of the campaign with sensible defaults, each valid on its own."""

from io import BytesIO
from typing import Any
from uuid import uuid4

import factory
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.utils import timezone
from factory.django import DjangoModelFactory
from PIL import Image

from accounts.models import Device
from campaign import models
from web import codes

PASSWORD = "a long enough password"


def picture(kind: str = "JPEG", size: tuple[int, int] = (60, 40), **options: Any) -> bytes:
    """A small picture, red on its left half and blue on its right."""
    image = Image.new("RGB", size, "blue")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence("user-{}".format)
    password = factory.django.Password(PASSWORD)


class DeviceFactory(DjangoModelFactory[Device]):
    class Meta:
        model = Device

    token_hash = factory.LazyFunction(lambda: codes.fingerprint(codes.token()))


class CampaignFactory(DjangoModelFactory[models.Campaign]):
    class Meta:
        model = models.Campaign

    name = factory.Sequence("The long year {}".format)
    kind = "legacy2"
    edition = "legacy2"


class MembershipFactory(DjangoModelFactory[models.Membership]):
    class Meta:
        model = models.Membership

    campaign = factory.SubFactory(CampaignFactory)
    key = factory.Sequence("member-{}".format)
    name = factory.Sequence("Member {}".format)
    role = models.Role.PLAYER.value
    account = factory.SubFactory(UserFactory)


class AdmissionFactory(DjangoModelFactory[models.Admission]):
    class Meta:
        model = models.Admission

    member = factory.SubFactory(MembershipFactory)
    account = factory.SubFactory(UserFactory)


class SamePersonFactory(DjangoModelFactory[models.SamePerson]):
    class Meta:
        model = models.SamePerson

    account = factory.SubFactory(UserFactory)
    name = "ben"
    spelling = "Ben"
    person = "Benjamin"


class InviteFactory(DjangoModelFactory[models.Invite]):
    class Meta:
        model = models.Invite

    campaign = factory.SubFactory(CampaignFactory)
    token = factory.LazyFunction(codes.token)


class LedgerEntryFactory(DjangoModelFactory[models.LedgerEntry]):
    class Meta:
        model = models.LedgerEntry

    campaign = factory.SubFactory(CampaignFactory)
    number = factory.Sequence(lambda count: count + 1)
    verb = "note"
    arguments = factory.Dict({"text": "A quiet evening"})
    game = 0
    member = "member"
    created_at = factory.LazyFunction(timezone.now)


class TouchFactory(DjangoModelFactory[models.EntryReference]):
    class Meta:
        model = models.EntryReference

    entry = factory.SubFactory(LedgerEntryFactory)
    kind = "card"
    key = "017"


class StepTickFactory(DjangoModelFactory[models.StepTick]):
    class Meta:
        model = models.StepTick

    campaign = factory.SubFactory(CampaignFactory)
    game = 1
    walk = "setup"
    step = factory.Sequence("step-{}".format)
    member = "member"


class PhotoFactory(DjangoModelFactory[models.Photo]):
    class Meta:
        model = models.Photo

    campaign = factory.SubFactory(CampaignFactory)
    member = "member"
    width, height = 60, 40
    file = factory.LazyFunction(lambda: ContentFile(picture(), "photo.jpg"))
    thumbnail = factory.LazyFunction(lambda: ContentFile(picture(), "small.jpg"))


class PrivateNoteFactory(DjangoModelFactory[models.PrivateNote]):
    class Meta:
        model = models.PrivateNote

    member = factory.SubFactory(MembershipFactory)
    game = 1
    text = "Nobody else reads this"


class GameRecordFactory(DjangoModelFactory[models.GameRecord]):
    class Meta:
        model = models.GameRecord

    campaign = factory.SubFactory(CampaignFactory)
    game = 1
    content = "{}"


# The projection -----------------------------------------------------------------


class ProjectedFactory(DjangoModelFactory[Any]):
    class Meta:
        abstract = True

    id = factory.LazyFunction(uuid4)
    campaign = factory.SubFactory(CampaignFactory)
    order = factory.Sequence(lambda count: count)
    key = factory.Sequence("{:03}".format)


class CharacterFactory(ProjectedFactory):
    class Meta:
        model = models.Character

    name = "Ana"
    colour = "red"
    joined_in = 0


class MilestoneFactory(DjangoModelFactory[models.Milestone]):
    class Meta:
        model = models.Milestone

    character = factory.SubFactory(CharacterFactory)
    order = 0
    space, label, game, crossed = 1, "M4", 1, False


class CardFactory(ProjectedFactory):
    class Meta:
        model = models.Card

    kind, where = "blue", "adventure"
    fetched_in, points, boxes, scratched = 1, 0, 0, 0


class CardMarkFactory(DjangoModelFactory[models.CardMark]):
    class Meta:
        model = models.CardMark

    card = factory.SubFactory(CardFactory)
    order = 0
    character, game = "ana", 1


class StickerFactory(ProjectedFactory):
    class Meta:
        model = models.Sticker

    label, target, game = "A13", "card:017", 1


class ContractFactory(ProjectedFactory):
    class Meta:
        model = models.Contract

    group, has_setup, turn_reached = True, False, False
    fetched_in, deadline, setup_in, boxes, ticked = 1, 0, -1, 3, 0
    status, resolved_in, bonus = "active", -1, 0


class MissionReportFactory(ProjectedFactory):
    class Meta:
        model = models.MissionReport

    number, status = 1, "running"
    players = factory.List(["ana", "ben"])
