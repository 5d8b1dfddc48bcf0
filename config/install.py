"""Installs what is missing: the virtual environment and its packages, a browser, a database server.

Runs before anything is installed, so it uses only the standard library.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"


def main(kind: str) -> None:
    make_environment()
    install_packages(kind)
    if os.environ.get("DRAGONBAG_DATABASE", "").startswith("postgres"):
        install_packages("postgres")


# The virtual environment ----------------------------------------------------


def make_environment() -> None:
    if _works(PYTHON):
        return
    if not importlib.util.find_spec("ensurepip"):
        sys.exit(
            f"This Python cannot create virtual environments. Install that with:\n  {venv_command()}"
        )
    print("Creating .venv …", flush=True)
    venv.create(ENVIRONMENT, with_pip=True, clear=True, symlinks=True)


def _works(python: Path) -> bool:
    if not python.exists():
        return False
    probe = [str(python), "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]
    return subprocess.run(probe, check=False, capture_output=True).returncode == 0


def venv_command() -> str:
    """The command that installs Python's venv on this system."""
    if shutil.which("apt-get"):
        return f"sudo apt-get install python3.{sys.version_info.minor}-venv"
    if shutil.which("dnf"):
        return "sudo dnf install python3-pip"
    return "python3 -m pip install --user virtualenv && python3 -m virtualenv .venv"


def install_packages(kind: str) -> None:
    """Installs requirements/<kind>.txt, unless that lock file is the one installed last."""
    lock = ROOT / "requirements" / f"{kind}.txt"
    note = ENVIRONMENT / f"{kind}.installed"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if note.exists() and note.read_text() == digest:
        return
    print(f"Installing the packages of requirements/{kind}.txt …", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    done = subprocess.run([*command, "--require-hashes", "-r", str(lock)], check=False, cwd=ROOT)
    if done.returncode:
        sys.exit("The packages could not be installed. Is this computer online? Then try again.")
    note.write_text(digest)


# System packages, for the tests ---------------------------------------------


SHELL = "chromium-headless-shell"
CHROMIUM = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def find_chromium() -> str | None:
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


@dataclass(frozen=True)
class Engine:
    """A browser engine for the tests: its Debian packages and its programs."""

    packages: str
    programs: tuple[str, ...]
    files: tuple[str, ...] = ()

    def program(self, name: str = "") -> str | None:
        """The path of one of its programs; by default of its driver."""
        return shutil.which(name or self.programs[0])

    def is_here(self) -> bool:
        return all(map(shutil.which, self.programs)) and all(Path(f).exists() for f in self.files)


FIREFOX = Engine("firefox-esr", ("firefox-esr",))
WEBKIT = Engine(
    "webkit2gtk-driver xvfb gir1.2-webkit2-4.1 gir1.2-gtk-3.0 python3-gi",
    ("WebKitWebDriver", "Xvfb"),
    ("/usr/lib/python3/dist-packages/gi",),
)
"""The current WebKit."""
WEBKIT_OF_2022 = Engine("wpewebkit-driver cog", ("WPEWebDriver", "cog"))
"""The WebKit of Safari 16.0."""


def find_postgres() -> Path | None:
    """The folder with the programs of the newest PostgreSQL server, or None."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_release)
    return debian[-1].parent if debian else _on_path("postgres")


def _release(program: Path) -> int:
    name = program.parts[-3]
    return int(name) if name.isdigit() else 0


def _on_path(program: str) -> Path | None:
    found = shutil.which(program)
    return Path(found).resolve().parent if found else None


def bring(packages: str, *, unless: str) -> str:
    """Installs Debian packages if that is possible; returns the command that does it."""
    wanted = f"apt-get install --yes --no-install-recommends {packages}"
    rights = _rights()
    if shutil.which("apt-get") and rights is not None:
        print(f"The tests need {packages}: installing Debian's package ({unless} leaves it out).")
        sys.stdout.flush()
        for command in ("apt-get update", wanted):
            _run_quietly([*rights, *command.split()])
    return f"sudo {wanted}"


def _run_quietly(command: list[str]) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout[-1000:] + done.stderr[-1000:])


def _rights() -> list[str] | None:
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    if os.geteuid() == 0:
        return quiet
    asks_nothing = ["sudo", "--non-interactive"]
    if not shutil.which("sudo") or subprocess.run([*asks_nothing, "true"], check=False).returncode:
        return None
    return [*asks_nothing, *quiet]


if __name__ == "__main__":
    main(sys.argv[1])
