"""The command `dragonbag` of an installed wheel: starts the site, or one of manage.py's commands."""

import os
import sys
from collections.abc import Sequence

import platformdirs

from config import serve, started

NAME = "dragonbag"
USAGE = """\
dragonbag [run] [--port PORT] [--bind ADDRESS]   start the site
dragonbag backup [FILE]                          write everything into one file
dragonbag restore FILE                           bring it back; the site must not run
dragonbag doctor                                 say what is not as it should be
dragonbag manage COMMAND …                       every other command

What the site stores is in {var}
(DRAGONBAG_VAR names another folder)."""
DIRECT = ("backup", "restore", "doctor")


def main(arguments: Sequence[str] | None = None) -> None:
    given = list(sys.argv[1:] if arguments is None else arguments)
    var = os.environ.setdefault("DRAGONBAG_VAR", platformdirs.user_data_dir(NAME, appauthor=False))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault(started.BY, NAME)
    os.environ.setdefault("DRAGONBAG_MANAGE", f"{NAME} manage")
    match given:
        case ["-h" | "--help" | "help", *_]:
            print(USAGE.format(var=var))
        case ["manage", *command]:
            manage(command)
        case [name, *_] if name in DIRECT:
            manage(given)
        case ["run", *options]:
            serve.main(options)
        case [name, *_] if not name.startswith("-"):
            sys.exit(f"There is no command {name}.\n\n{USAGE.format(var=var)}")
        case options:
            serve.main(options)


def manage(command: Sequence[str]) -> None:
    from django.core.management import execute_from_command_line

    execute_from_command_line([f"{NAME} manage", *command])


if __name__ == "__main__":
    main()
