"""What is stored: campaigns and members, the ledger, its projection, photos and notes."""

from campaign.models.campaigns import ROLES, Admission, Campaign, Invite, Membership
from campaign.models.cards import Card, CardMark, Sticker
from campaign.models.characters import Character, Milestone
from campaign.models.contracts import Contract
from campaign.models.ledger import EntryReference, LedgerEntry
from campaign.models.people import SamePerson
from campaign.models.photos import Photo
from campaign.models.private import PrivateNote
from campaign.models.projected import Projected
from campaign.models.records import GameRecord
from campaign.models.reports import MissionReport
from campaign.models.step_ticks import StepTick
from campaign.rules.roles import Role

__all__ = [
    "ROLES",
    "Admission",
    "Campaign",
    "Card",
    "CardMark",
    "Character",
    "Contract",
    "EntryReference",
    "GameRecord",
    "Invite",
    "LedgerEntry",
    "Membership",
    "Milestone",
    "MissionReport",
    "Photo",
    "PrivateNote",
    "Projected",
    "Role",
    "SamePerson",
    "StepTick",
    "Sticker",
]
