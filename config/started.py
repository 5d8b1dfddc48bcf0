"""What started the site, so that its sentences name the command that its host knows."""

from config import environment

BY = "DRAGONBAG_STARTED_BY"
"""Set by whatever starts the site otherwise than `make run`: the command, or the container."""


def by_make() -> bool:
    return not environment.text(BY)


def program() -> str:
    """The command that starts the site."""
    return environment.text(BY, "make run")


def with_port(port: int) -> str:
    """The command that starts it on that port."""
    return f"make run PORT={port}" if by_make() else f"{program()} --port {port}"
