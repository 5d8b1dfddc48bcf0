"""Makes the tables of the bench in an empty store and prints them with their devices' tokens."""

import json
import os
import sys

import django

SEATS = [("Ana", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dan", "yellow")]


def main(count: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    sys.stdout.write(json.dumps([_table(number) for number in range(count)]))


def _table(number: int) -> tuple[str, list[str]]:
    from accounts import services as accounts
    from companion import services

    setup = services.read_setup(
        edition="base", seats=[{"name": name, "color": color} for name, color in SEATS]
    )
    devices = [accounts.make_device() for _ in SEATS]
    opener = services.Opener(device=devices[0][0])
    table = services.open_table(setup, opener=opener, title=f"Bench {number}", holds=[0])
    for seat, (device, _) in enumerate(devices[1:], start=1):
        services.hold_seat(table, device, seat=seat)
    return str(table.pk), [token for _, token in devices]


if __name__ == "__main__":
    main(int(sys.argv[1]))
