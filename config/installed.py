"""The one package of the wheel: it has the site's tree in it, and only puts that on the path."""

import sys
from pathlib import Path

TREE = Path(__file__).parent / "tree"


def main() -> None:
    """Run the command `dragonbag`."""
    sys.path.insert(0, str(TREE))
    from config.command import main as run

    run()


if __name__ == "__main__":
    main()
