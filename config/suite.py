"""Three test runs: make check (a minute), make test (every change), make prove (long)."""

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

from config import install
from config.census import census
from config.jobs import PROGRAMS, Job, run

ROOT = install.ROOT
NOTES = ROOT / "var" / "suite"
RULES = ("tests/rules", "tests/campaign/rules")
BROWSER = "tests/browser"
# Three jobs in parallel: while one waits, the others work.
BESIDE = 3
PROCESSES = max(2, os.cpu_count() or 2)

CHECKS = {
    "types": "mypy .",
    "format": "ruff format --check --quiet .",
    "lint": "ruff check --quiet .",
    "templates": "djlint templates --lint --quiet",
    "imports": "lint-imports",
    "migrations": "python manage.py makemigrations --check --dry-run",
    "settings": "python manage.py check --fail-level WARNING",
}

ENGINES = {
    "firefox": install.FIREFOX,
    "webkit": install.WEBKIT,
    "webkit_of_2022": install.WEBKIT_OF_2022,
}
MARKED = ("browser", "postgres", "webkit", "webkit_of_2022")


def main(door: str, *more: str) -> int:
    doors = {"lint": lint, "check": check, "test": test, "prove": prove}
    return doors[door](*more)


# The runs -------------------------------------------------------------------


def lint(*more: str) -> int:
    """All checks except the tests."""
    code = run(checks(), beside=PROCESSES, notes=NOTES)
    print(census())
    return code


def check(*more: str) -> int:
    """The run while writing code: lint, types, and the rules of both apps."""
    rules = pytest("rules", *RULES, *more, marks="not prove")
    return run([*checks(), rules], beside=PROCESSES, notes=NOTES)


def test(*more: str) -> int:
    """What every change has to pass."""
    browsers, postgres = bring_browsers(), bring_postgres()
    jobs = [] if browsers else [in_chromium(*more)]
    jobs += checks()
    without = " and not postgres" if postgres else ""
    sqlite = (*apart_from(BROWSER), *more)
    jobs += [pytest("sqlite", *sqlite, marks=f"not browser and not prove{without}")]
    jobs += [] if postgres else [on_postgres(*more)]
    return _tell(run(jobs, beside=BESIDE, notes=NOTES), browsers, postgres)


def prove(*more: str) -> int:
    """Soaks, crashes, attacks, whole evenings and other browsers; `--short` for CI."""
    short = "--short" in more
    more = tuple(each for each in more if each != "--short")
    form = () if short else ("--long",)
    if not any(each.startswith("--seed") for each in more):
        more = (*more, f"--seed={secrets.randbelow(1_000_000)}")  # the same in a second go
    reasons = {"browser": bring_browsers(), "postgres": bring_postgres()}
    engines = [mark for mark in ENGINES if mark != "firefox" or not short]
    reasons |= {mark: bring_engine(mark, reasons["browser"]) for mark in engines}
    nginx = bring_nginx()
    marks = ["prove", *(f"not {mark}" for mark in MARKED if reasons[mark])]
    no_firefox = short or reasons["browser"] or reasons["firefox"]
    jobs = [] if no_firefox else [on_firefox(*more)]
    # They wait much of their time: for pages, for servers that come back.
    proofs = pytest("prove", *form, *more, marks=" and ".join(marks), processes=PROCESSES + 1)
    jobs += [replace(proofs, may_be_empty=any(reasons.values()))]
    jobs += [] if reasons["postgres"] else [on_postgres(*form, *more, left=True)]
    return _tell(run(jobs, beside=BESIDE, notes=NOTES), *reasons.values(), nginx)


# Jobs -----------------------------------------------------------------------


def checks() -> list[Job]:
    commands = {
        **CHECKS,
        "tags of templates": "djade --check --target-version 5.2 " + " ".join(templates()),
    }
    return [Job(name=name, command=tuple(each.split())) for name, each in commands.items()]


def templates() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("templates/**/*.html"))


def pytest(name: str, *arguments: str, marks: str = "", processes: int = PROCESSES) -> Job:
    chosen = ("-m", marks) if marks else ()
    spread = ("--numprocesses", str(processes), "--dist", "loadgroup")
    options = [each for each in arguments if each.startswith("--")]
    return Job(
        name=name,
        # -rs: what is left out, and why, stands at the end.
        command=("pytest", "--quiet", "-rs", *spread, *chosen, *arguments),
        alone=("pytest", "--quiet", *options),
    )


def apart_from(*folders: str) -> list[str]:
    """Not even read: each process reads all tests there are, and that takes seconds."""
    return [f"--ignore={folder}" for folder in folders]


def in_chromium(*more: str) -> Job:
    """The tests of the browser: they wait half their time, so one more than there are cores."""
    marks = "browser and not prove"
    return pytest("chromium", BROWSER, *more, marks=marks, processes=PROCESSES + 1)


def on_postgres(*more: str, left: bool = False) -> Job:
    """All tests that use the database again, on a PostgreSQL server of its own; or those left to make prove.

    Left are walks over every address, role and verb, which ask much the same again and again.
    """
    which = "prove_on_postgres" if left else "not prove_on_postgres"
    marks = f"{which} and not browser and not prove and not postgres and not sqlite"
    stored = ("--stored", *apart_from(BROWSER, *RULES), *more)
    inner = pytest("more on postgres" if left else "postgres", *stored, marks=marks)
    there = ("python", "-m", "tests.postgres")
    return replace(inner, command=(*there, *inner.command), alone=(*there, *inner.alone))


def on_firefox(*more: str) -> Job:
    """The tests of the browser once more, in Firefox: the long form alone, at ten minutes."""
    chosen = "browser and not chromium and not webkit and not webkit_of_2022"
    return pytest("firefox", BROWSER, "--engine=firefox", *more, marks=chosen)


# What they need -------------------------------------------------------------


def bring_browsers() -> str:
    """The headless shell where there is one: it builds no window, which is a quarter of the work."""
    if os.environ.get("BROWSERS") != "0" and shutil.which(install.SHELL) is None:
        install.bring(f"{install.SHELL} libatomic1", unless="BROWSERS=0")
    return offer("BROWSERS", "chromium libatomic1", can_browse)


def bring_postgres() -> str:
    return offer("POSTGRES", "postgresql", has_postgres)


def bring_nginx() -> str:
    """Its tests skip themselves; this says so where nobody can overlook it."""
    return offer("NGINX", "nginx", lambda: shutil.which("nginx") is not None)


def can_browse() -> bool:
    """Whether Chromium is installed and Playwright's driver finds the libraries it needs."""
    if install.find_chromium() is None:
        return False
    driver = subprocess.run(
        [PROGRAMS / "playwright", "--version"], check=False, capture_output=True
    )
    return driver.returncode == 0


def bring_engine(mark: str, no_browsers: str) -> str:
    if no_browsers:
        return ""  # nothing more to say
    engine = ENGINES[mark]
    return offer("ENGINES", engine.packages, engine.is_here)


def has_postgres() -> bool:
    return install.find_postgres() is not None


def offer(switch: str, packages: str, is_here: Callable[[], bool]) -> str:
    """Empty if everything is here or could be installed, otherwise why its tests are left out."""
    if os.environ.get(switch) == "0":
        return f"{switch}: left out, because {switch}=0 was asked for."
    if is_here():
        return ""
    command = install.bring(packages, unless=f"{switch}=0")
    if is_here():
        return ""
    return f"{switch}: LEFT OUT, {packages} missing. Install it with: {command}"


def _tell(code: int, *left_out: str) -> int:
    """Say at the very end which tests were left out and why."""
    for reason in filter(None, left_out):
        print(reason)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
