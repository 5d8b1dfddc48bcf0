"""The groups of verbs by what they are about, in words, for menus and filters."""

from campaign.rules.sentences import Sentence, gettext_noop

TOPICS = {
    "games": Sentence(gettext_noop("Games")),
    "marks": Sentence(gettext_noop("Marks")),
    "cards": Sentence(gettext_noop("Cards")),
    "stickers": Sentence(gettext_noop("Stickers and rules")),
    "passages": Sentence(gettext_noop("Passages")),
    "tokens": Sentence(gettext_noop("Tokens")),
    "milestones": Sentence(gettext_noop("Milestones")),
    "contracts": Sentence(gettext_noop("Contracts")),
    "spaces": Sentence(gettext_noop("Map")),
    "tracks": Sentence(gettext_noop("Tracks")),
    "characters": Sentence(gettext_noop("Characters")),
    "counters": Sentence(gettext_noop("Counters")),
    "notes": Sentence(gettext_noop("Notes")),
}
