"""Why a service refuses something outside the ledger: a code, its parameters and one sentence."""

from django.utils.translation import gettext, gettext_noop

from campaign.rules.errors import LedgerError
from campaign.rules.sentences import Sentence

SENTENCES = {
    "gone": gettext_noop("This campaign is no longer open to you."),
    # Members
    "bad_name": gettext_noop("Give a name of 1 to {most} ordinary characters."),
    "name_taken": gettext_noop("Somebody here is called {name} already. Take another name."),
    "no_owner_invite": gettext_noop("Invite somebody first, then make them an owner."),
    "invite_closed": gettext_noop("This invitation is closed. Ask for a new one."),
    "nobody": gettext_noop("Log in, or let this browser keep cookies, before you join."),
    "not_yours": gettext_noop("Only {name} can make this link."),
    "last_owner": gettext_noop("Make somebody else an owner first."),
    # Trash
    "wrong_name": gettext_noop("Type the campaign's name exactly as it is written: {name}."),
    "not_in_trash": gettext_noop("Only a campaign in the trash can be deleted for good."),
    "trash_over": gettext_noop("This was in the trash for more than {days} days and is gone."),
    # Photos
    "photo_large": gettext_noop("This file is larger than {most} MB. Send a smaller picture."),
    "photo_pixels": gettext_noop(
        "This picture has more than {most} million pixels. Send a smaller one."
    ),
    "photo_unreadable": gettext_noop(
        "This file is no picture that can be read here. Send a JPEG, PNG or WebP file."
    ),
    "photo_many": gettext_noop("A campaign has room for {most} photos. Delete some first."),
    # Tables
    "no_game": gettext_noop("Start the game first, then open its table."),
    "table_foreign": gettext_noop("Game {game} has no table of its own."),
    "table_running": gettext_noop("The table of game {game} is not over yet."),
    "table_players": gettext_noop("The seats of the table are no longer those of game {game}."),
    "table_changed": gettext_noop("The table has changed since. Look at its scores again."),
    "table_setup": gettext_noop("No table can be opened for this game. {reason}"),
    # Files
    "file_large": gettext_noop("This file is larger than {most} MB, which no campaign needs."),
    "file_no_zip": gettext_noop("This is no campaign file, or it was cut off. Export it again."),
    "file_bomb": gettext_noop("This file unpacks to more than {most} MB. It is refused."),
    "file_foreign": gettext_noop("This file does not come from a campaign: {part}."),
    "file_missing": gettext_noop("This file is not complete: {part} is missing."),
    "file_wrong": gettext_noop("This file cannot be read. {reason}"),
    "file_photo": gettext_noop("A photo in this file cannot be used: {part}."),
    "no_member": gettext_noop("Say which of the members you are."),
}


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Refused, and nothing has changed."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(SENTENCES[code].format(**params))


def said(what: Refusal | LedgerError | Sentence) -> str:
    """The sentence of a refusal or of the rules in the reader's language."""
    if isinstance(what, Refusal):
        return gettext(SENTENCES[what.code]).format(**what.params)
    return what.render(gettext)
