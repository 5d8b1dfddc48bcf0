"""Why a service refuses something outside the ledger: a code, its parameters and one sentence."""

from django.utils.translation import gettext, gettext_noop

from kernel.errors import Refusal
from kernel.message import Message

SENTENCES = {
    "gone": gettext_noop("This campaign is no longer open to you."),
    # Members
    "bad_name": gettext_noop("Enter a name of 1 to {most} ordinary characters."),
    "name_taken": gettext_noop("Somebody here is already called {name}. Choose another name."),
    "members_many": gettext_noop(
        "This campaign is full: it has room for {most} members. An owner can remove people who "
        "no longer play."
    ),
    "no_owner_invite": gettext_noop("Invite somebody first, then make them an owner."),
    "invite_closed": gettext_noop("This invitation is closed. Ask for a new one."),
    "nobody": gettext_noop("Before you join, log in or allow cookies in this browser."),
    "not_yours": gettext_noop("Only {name} or an owner can make this link."),
    "not_all_yours": gettext_noop(
        "Some private notes here were written by somebody who came in before you. Only they can "
        "let them into exports."
    ),
    "last_owner": gettext_noop("Make somebody else an owner first."),
    # Plays
    "same_name": gettext_noop("Both names are the same person already."),
    # Trash
    "wrong_name": gettext_noop("Type the campaign’s name exactly as it is written: {name}."),
    "not_in_trash": gettext_noop("Only a campaign in the trash can be deleted for good."),
    "trash_over": gettext_noop("This was in the trash for more than {days} days and is gone."),
    # Photos
    "photo_large": gettext_noop("This file is larger than {most} MB. Send a smaller picture."),
    "photo_pixels": gettext_noop(
        "This picture has more than {most} million pixels. Send a smaller one, or a JPEG file as "
        "cameras make them."
    ),
    "photo_unreadable": gettext_noop(
        "This file is not a picture that can be read here. Send a JPEG, PNG or WebP file."
    ),
    "photo_many": gettext_noop("A campaign has room for {most} photos. Delete some first."),
    # Lots
    "bad_salt": gettext_noop(
        "The random bytes of this device cannot be read. Load the page again."
    ),
    # Tables
    "no_game": gettext_noop("Start the game first, then open its table."),
    "table_foreign": gettext_noop("Game {game} has no table of its own."),
    "taken_off": gettext_noop(
        "This device was taken off the table. Whoever runs the table can let it in again."
    ),
    "table_begun": gettext_noop(
        "The table of game {game} has begun; who plays stays as it is. Undo its actions first."
    ),
    "table_players": gettext_noop("The seats of the table are no longer those of game {game}."),
    "table_changed": gettext_noop("The table has changed in the meantime. Look at it again."),
    "ledger_changed": gettext_noop(
        "Somebody has written in the ledger in the meantime. Look at it again."
    ),
    "table_setup": gettext_noop("No table can be opened for this game. {reason}"),
    # Files
    "file_large": gettext_noop("This file is larger than {most} MB, which no campaign needs."),
    "file_no_zip": gettext_noop("This is not a campaign file, or it was cut off. Export it again."),
    "file_bomb": gettext_noop("This file unpacks to more than {most} MB. It is refused."),
    "file_foreign": gettext_noop("This file does not come from a campaign: {part}."),
    "file_missing": gettext_noop("This file is not complete: {part} is missing."),
    "file_wrong": gettext_noop("This file cannot be read. {reason}"),
    "file_photo": gettext_noop("A photo in this file cannot be used: {part}."),
    "no_member": gettext_noop("Say which of the members you are."),
}


class CampaignError(Refusal):
    """A refusal outside the ledger; nothing has changed."""

    sentences = SENTENCES


def translate(what: Refusal | Message) -> str:
    """The sentence of a refusal or of the rules in the reader's language."""
    return what.render(gettext)
