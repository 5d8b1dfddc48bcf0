"""What tokens do, in our own words: the texts in the editions' data, marked for translation."""

from kernel.message import gettext_noop

TOKEN_TEXTS = frozenset(
    (
        gettext_noop("1 Boot, once."),
        gettext_noop(
            "1 Clank! less for you, 1 more for each opponent; enter these with the Clank! buttons."
        ),
        gettext_noop("2 Skill at once."),
        gettext_noop("2 Swords this turn."),
        gettext_noop("2 Swords, once."),
        gettext_noop("4 Swords, once."),
        gettext_noop("5 Skill at once."),
        gettext_noop("An idol from the shrine of the monkeys."),
        gettext_noop("Carry one more artifact."),
        gettext_noop("Counts as 2 gold, spent now or kept."),
        gettext_noop("Counts as 5 gold, spent now or kept."),
        gettext_noop("Counts as a monkey idol."),
        gettext_noop("Draw three cards at once."),
        gettext_noop("Found face down on the map; the group learns what it is for."),
        gettext_noop("Heal 1, once."),
        gettext_noop("Heal 1."),
        gettext_noop("Heal 2 at once. A buyer needs at least 5 damage."),
        gettext_noop("Heal 2 on your turn, once."),
        gettext_noop("Heal 2, once."),
        gettext_noop("Ignore monsters in tunnels."),
        gettext_noop("Keep it until you enter a Wayshrine, then swap it for a major secret."),
        gettext_noop("Keep it; it scores."),
        gettext_noop("Keep it; it scores. The dragon’s rage rises."),
        gettext_noop("Keep it; one-way tunnels may be walked backwards."),
        gettext_noop("Mountain paths cost no extra Boots."),
        gettext_noop("One ghost joins the Clank! area."),
        gettext_noop("One lockpick at once."),
        gettext_noop("One market item for 5 gold less."),
        gettext_noop("Opens locked tunnels."),
        gettext_noop("Opens one lock, once."),
        gettext_noop("Scores 1 for each Wayshrine you marked."),
        gettext_noop("Scores 1 for each prisoner you freed, himself included."),
        gettext_noop("Scores if you escape."),
        gettext_noop("Scores its value. A buyer gets the highest one left."),
        gettext_noop("Scores its value. You need one to leave. The dragon’s rage rises."),
        gettext_noop("Scores with a crown."),
        gettext_noop("Scores with a monkey idol or the Golden Monkey Bot."),
        gettext_noop("Scores with two or more Secret Tomes."),
        gettext_noop("Scores."),
        gettext_noop("The dragon’s rage rises."),
        gettext_noop("Trash one of your cards at the end of the turn."),
        gettext_noop("Trash one of your cards by the end of the turn."),
        gettext_noop("Two lockpicks."),
    )
)
