"""Brings what is missing: the virtual environment and its packages, a browser, a database server.

Runs before anything is installed, so it needs nothing but Python itself.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
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
            f"This Python cannot make virtual environments. Bring that with:\n  {venv_command()}"
        )
    print("Making .venv …", flush=True)
    venv.create(ENVIRONMENT, with_pip=True, clear=True, symlinks=True)


def _works(python: Path) -> bool:
    if not python.exists():
        return False
    probe = [str(python), "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]
    return subprocess.run(probe, check=False, capture_output=True).returncode == 0


def venv_command() -> str:
    """The one command that brings Python's venv on this system."""
    if shutil.which("apt-get"):
        return f"sudo apt-get install python3.{sys.version_info.minor}-venv"
    if shutil.which("dnf"):
        return "sudo dnf install python3-pip"
    return "python3 -m pip install --user virtualenv && python3 -m virtualenv .venv"


def install_packages(kind: str) -> None:
    """Installs requirements/<kind>.txt, but only when that lock is not the one installed last."""
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


def find_chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def find_postgres() -> Path | None:
    """The folder of the newest PostgreSQL server's programs."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_release)
    return debian[-1].parent if debian else _on_path("postgres")


def _release(program: Path) -> int:
    name = program.parts[-3]
    return int(name) if name.isdigit() else 0


def _on_path(program: str) -> Path | None:
    found = shutil.which(program)
    return Path(found).resolve().parent if found else None


def bring(packages: str, *, unless: str) -> str:
    """Installs Debian's packages where that may be done; gives the command that would."""
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
