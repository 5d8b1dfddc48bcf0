"""What is stored: campaigns and their people, the ledger, its projection, photos and notes."""

from campaign.models.board import MapPath, MapSpace, SpaceMark
from campaign.models.campaigns import ROLES, Campaign, Invite, Membership
from campaign.models.cards import Card, CardMark, RulesSticker, Sticker
from campaign.models.characters import Character, Milestone, Track
from campaign.models.contracts import Contract, ContractBox
from campaign.models.games import Counter, Game, Note, Passage, TokenGroup
from campaign.models.ledger import LedgerEntry, Touch
from campaign.models.photos import Photo
from campaign.models.private import PrivateNote
from campaign.models.projected import Projected
from campaign.models.records import GameRecord
from campaign.rules.roles import Role

__all__ = [
    "ROLES",
    "Campaign",
    "Card",
    "CardMark",
    "Character",
    "Contract",
    "ContractBox",
    "Counter",
    "Game",
    "GameRecord",
    "Invite",
    "LedgerEntry",
    "MapPath",
    "MapSpace",
    "Membership",
    "Milestone",
    "Note",
    "Passage",
    "Photo",
    "PrivateNote",
    "Projected",
    "Role",
    "RulesSticker",
    "SpaceMark",
    "Sticker",
    "TokenGroup",
    "Touch",
    "Track",
]
