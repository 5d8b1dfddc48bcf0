"""The whole test run (make test) and its quick half (make lint)."""

import os
import subprocess
import sys
from collections.abc import Callable

from config import install

ROOT = install.ROOT
PROGRAMS = install.ENVIRONMENT / "bin"

CHECKS = (
    "ruff format --check --quiet .",
    "ruff check --quiet .",
    "djlint templates --lint --quiet",
    "mypy .",
    "lint-imports",
    "python manage.py makemigrations --check --dry-run",
    "python manage.py check --fail-level WARNING",
)


def lint() -> None:
    """Every check that needs no test; stops at the first that finds something."""
    for check in (*CHECKS, "djade --check --target-version 5.2 " + " ".join(templates())):
        print(f"· {check[:80]}", flush=True)
        program, *arguments = check.split()
        if subprocess.run([PROGRAMS / program, *arguments], check=False, cwd=ROOT).returncode:
            sys.exit(f"Found something: {check[:80]}")


def templates() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("templates/**/*.html"))


def test() -> None:
    """Lint, then pytest; what cannot be tried here is left out aloud."""
    lint()
    browser = offer("BROWSERS", "chromium libatomic1", can_browse)
    database = offer("POSTGRES", "postgresql", has_postgres)
    left_out = {"browser": browser, "postgres": database}
    marks = [f"not {mark}" for mark, reason in left_out.items() if reason]
    reasons = [f"{mark} tests: {reason}" for mark, reason in left_out.items() if reason]
    os.environ["LEFT_OUT"] = "\n".join(reasons)
    arguments = ["pytest", "-m", " and ".join(marks), *sys.argv[2:]]
    sys.exit(
        subprocess.run([PROGRAMS / arguments[0], *arguments[1:]], cwd=ROOT, check=False).returncode
    )


def can_browse() -> bool:
    """A Chromium is here, and Playwright's own driver finds the libraries it needs."""
    if install.find_chromium() is None:
        return False
    driver = subprocess.run(
        [PROGRAMS / "playwright", "--version"], check=False, capture_output=True
    )
    return driver.returncode == 0


def has_postgres() -> bool:
    return install.find_postgres() is not None


def offer(switch: str, packages: str, is_here: Callable[[], bool]) -> str:
    """Nothing if all is here or could be brought, else why its tests are left out."""
    if os.environ.get(switch) == "0":
        return f"left out, because {switch}=0 was asked for."
    if is_here():
        return ""
    command = install.bring(packages, unless=f"{switch}=0")
    return "" if is_here() else f"LEFT OUT, {packages} missing. Bring it with: {command}"


if __name__ == "__main__":
    {"lint": lint, "test": test}[sys.argv[1]]()
