"""The groups of verbs by topic, in words, for menus and filters."""

from kernel.message import Message, gettext_noop

TOPICS = {
    "games": Message(gettext_noop("Games")),
    "marks": Message(gettext_noop("Marks")),
    "cards": Message(gettext_noop("Cards")),
    "stickers": Message(gettext_noop("Stickers and rules")),
    "passages": Message(gettext_noop("Passages")),
    "tokens": Message(gettext_noop("Tokens")),
    "milestones": Message(gettext_noop("Milestones")),
    "contracts": Message(gettext_noop("Contracts")),
    "spaces": Message(gettext_noop("Map")),
    "tracks": Message(gettext_noop("Tracks")),
    "characters": Message(gettext_noop("Characters")),
    "counters": Message(gettext_noop("Counters")),
    "notes": Message(gettext_noop("Notes")),
}
