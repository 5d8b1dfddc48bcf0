"""Every write of the live table. Taps go into the log through `log_writer.Batch` alone."""

from companion.services.counting import count_seat
from companion.services.devices import claim, recover, rename_device
from companion.services.first_player import draw_first_player, may_draw
from companion.services.log_writer import Answer, Batch, Outcome, Sent, take_tap, take_taps
from companion.services.opener_only import (
    change_setup,
    close_game,
    read_setup,
    recolor,
    rename_seat,
    rotate_code,
    set_joining,
    set_odds,
)
from companion.services.opening import Links, Opener, import_record, open_table, rematch
from companion.services.players import change_players
from companion.services.seating import (
    add_salt,
    bring_in,
    end_opening,
    hand_over,
    hold_seat,
    join,
    let_in,
    release,
    remove_device,
    set_runs,
    take_off,
)

__all__ = [
    "Answer",
    "Batch",
    "Links",
    "Opener",
    "Outcome",
    "Sent",
    "add_salt",
    "bring_in",
    "change_players",
    "change_setup",
    "claim",
    "close_game",
    "count_seat",
    "draw_first_player",
    "end_opening",
    "hand_over",
    "hold_seat",
    "import_record",
    "join",
    "let_in",
    "may_draw",
    "open_table",
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
    "set_runs",
    "take_off",
    "take_tap",
    "take_taps",
]
