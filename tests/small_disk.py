"""A really small disk: a file system in memory, that only the processes started in it see.

Linux lets anybody mount one in a namespace of their own, if the machine allows that.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWN_NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
PIECE = bytes(65_536)


class SmallDisk:
    """A mounted disk; commands that begin with `within` have it at `place`."""

    def __init__(self, place: Path, holder: int) -> None:
        self.place = place
        self.within = (
            "nsenter", f"--target={holder}", "--user", "--mount", "--preserve-credentials",
            f"--wdns={Path.cwd()}",
        )  # fmt: skip
        self.seen = Path(f"/proc/{holder}/root{place}")
        """The same folder from outside."""

    def fill(self) -> None:
        """To the last byte: not even a page of the database finds room."""
        with (self.seen / "filler").open("ab", buffering=0) as filler:
            size = len(PIECE)
            while size:
                try:
                    filler.write(PIECE[:size])
                except OSError:
                    size //= 2

    def make_room(self) -> None:
        (self.seen / "filler").unlink()

    def mount_again(self, how: str) -> None:
        """Read-only (ro), as after an error of the disk, or writable (rw)."""
        again = ("mount", "-o", f"remount,{how}", str(self.place))
        subprocess.run((*self.within, *again), check=True, capture_output=True)


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[SmallDisk]:
    place.mkdir()
    mount = (
        f"mount -t tmpfs -o size={megabytes}m,mode=700 tmpfs {place} && echo mounted && exec cat"
    )
    holder = subprocess.Popen(
        [*OWN_NAMESPACE, "sh", "-c", mount],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert holder.stdout
        assert holder.stdout.readline() == "mounted\n"
        yield SmallDisk(place, holder.pid)
    finally:
        holder.communicate()


def is_possible() -> bool:
    """Whether this machine lets us mount one."""
    if not all(map(shutil.which, ("unshare", "nsenter"))):
        return False
    tried = subprocess.run(
        [*OWN_NAMESPACE, "mount", "-t", "tmpfs", "tmpfs", "/tmp"],  # noqa: S108 - there alone
        check=False, capture_output=True,
    )  # fmt: skip
    return tried.returncode == 0
