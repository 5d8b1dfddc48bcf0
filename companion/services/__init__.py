"""Every write of the live table. `play` alone writes actions, undos and redos."""

from companion.services.devices import (
    claim_device,
    make_device,
    personal_link,
    recover,
    rename_device,
)
from companion.services.opening import Links, Opener, import_record, open_table, rematch
from companion.services.running import (
    change_setup,
    close_game,
    read_setup,
    recolor,
    rename_seat,
    rotate_code,
    set_joining,
    set_odds,
)
from companion.services.seating import (
    add_salt,
    hand_over,
    hold_seat,
    join,
    release,
    remove_device,
)
from companion.services.taps import Answer, Outcome, Sent, play, play_many

__all__ = [
    "Answer",
    "Links",
    "Opener",
    "Outcome",
    "Sent",
    "add_salt",
    "change_setup",
    "claim_device",
    "close_game",
    "hand_over",
    "hold_seat",
    "import_record",
    "join",
    "make_device",
    "open_table",
    "personal_link",
    "play",
    "play_many",
    "read_setup",
    "recolor",
    "recover",
    "release",
    "rematch",
    "remove_device",
    "rename_device",
    "rename_seat",
    "rotate_code",
    "set_joining",
    "set_odds",
]
