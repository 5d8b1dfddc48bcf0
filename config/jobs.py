"""Runs commands in parallel; at the end says what took how long and which tests were slowest or shaky."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock

from config.install import ENVIRONMENT, ROOT

PROGRAMS = ENVIRONMENT / "bin"
SLOWEST = 20
# Of pytest's exit codes.
TESTS_FAILED, NO_TESTS = 1, 5
# So many failed tests get a second go; where more fail, something is broken.
SECOND_GO = 3
# Where Python may not store compiled code, each of hundreds of processes compiles it again.
COMPILED_ONCE = {"PYTHONDONTWRITEBYTECODE": ""}

_speaking = Lock()


@dataclass(frozen=True, kw_only=True)
class Job:
    """A command of the virtual environment, with a readable name."""

    name: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    may_be_empty: bool = False
    """Whether pytest may find no test to run, since all of them were left out."""
    alone: tuple[str, ...] = ()
    """The command that runs single tests of this job, before their names."""


@dataclass(frozen=True, kw_only=True)
class Done:
    """How a job ended; wall-clock and processor seconds."""

    name: str
    code: int
    seconds: float
    processor: float


def run(jobs: Sequence[Job], *, beside: int, notes: Path) -> int:
    """Run the jobs in order, `beside` of them in parallel; returns the exit code."""
    notes.mkdir(parents=True, exist_ok=True)
    for old in [*notes.glob("*.times"), *notes.glob("*.failed")]:
        old.unlink()
    began = time.monotonic()
    with ThreadPoolExecutor(beside) as lanes:
        done = list(lanes.map(lambda job: carry_out(job, notes), jobs))
    done, shaky = second_go(jobs, done, notes)
    seconds = time.monotonic() - began
    failed = [] if shaky else failures(notes)
    print(summary(done, seconds, slowest(notes), failed, shaky), flush=True)
    return int(any(each.code for each in done))


def second_go(
    jobs: Sequence[Job], done: list[Done], notes: Path
) -> tuple[list[Done], Sequence[str]]:
    """Run the few tests that failed once more, alone on the machine: what fails there has failed.

    Returns how the jobs ended, and the tests that are shaky: these passed alone, and not beside the others.
    A shaky test is a fault, too, of the test or of the site, but none of the change that met it.
    """
    names = {
        job.name: [each.split(": ", 1)[1] for each in failures(notes, job.name)] for job in jobs
    }
    bad = [job for job, each in zip(jobs, done, strict=True) if each.code]
    told = all(job.alone and names[job.name] for job in bad)
    only_tests = all(each.code in {0, TESTS_FAILED} for each in done)
    count = sum(map(len, names.values()))
    if not (told and only_tests and 0 < count <= SECOND_GO):
        return done, ()
    again = [
        carry_out(
            replace(job, name=f"{job.name} again", command=(*job.alone, *names[job.name])), notes
        )
        for job in bad
    ]
    if any(each.code for each in again):
        return [*done, *again], ()
    passed = [replace(each, code=0) for each in done]
    return [*passed, *again], [f"{job.name}: {name}" for job in bad for name in names[job.name]]


def carry_out(job: Job, notes: Path) -> Done:
    """Run one job. Its output goes to a file and is printed in one piece."""
    file = notes / f"{_file_name(job.name)}.txt"
    own = {"NOTES": str(file.with_suffix("")), **COMPILED_ONCE}
    program, *arguments = job.command
    began = time.monotonic()
    _say(f"· {job.name} …")
    with file.open("w") as output:
        process = subprocess.Popen(
            [PROGRAMS / program, *arguments], cwd=ROOT, env=os.environ | own | job.environment,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if job.may_be_empty and process.returncode == NO_TESTS:
        process.returncode = 0
    done = Done(
        name=job.name,
        code=process.returncode,
        seconds=time.monotonic() - began,
        processor=used.ru_utime + used.ru_stime,
    )
    _say(f"{_mark(done)} {done.name}: {done.seconds:.0f} s\n{file.read_text()}")
    return done


def slowest(notes: Path) -> list[tuple[float, str]]:
    """The slowest tests of all jobs, with their seconds; `tests/conftest.py` writes them down."""
    lines = [line for file in notes.glob("*.times") for line in file.read_text().splitlines()]
    told = [line.split(" ", 1) for line in lines]
    return sorted(((float(seconds), name) for seconds, name in told), reverse=True)[:SLOWEST]


def failures(notes: Path, job: str = "*") -> list[str]:
    """The tests of all jobs or of one that failed; where output is cut, their names still stand at its end."""
    files = sorted(notes.glob(f"{_file_name(job)}.failed"))
    return [f"{file.stem}: {name}" for file in files for name in file.read_text().splitlines()]


def summary(
    done: Sequence[Done],
    seconds: float,
    tests: Sequence[tuple[float, str]],
    failures: Sequence[str] = (),
    shaky: Sequence[str] = (),
) -> str:
    """What took how long, and what failed or is shaky."""
    lines = [f"\nThe {len(tests)} slowest tests, in seconds:"] if tests else [""]
    lines += [f"{took:8.1f}  {name}" for took, name in tests]
    lines += ["", "Seconds on the clock, and of the processor:"]
    lines += [
        f"{_mark(each)}{each.seconds:8.0f} {each.processor:6.0f}  {each.name}" for each in done
    ]
    lines += [f" {seconds:8.0f} {sum(each.processor for each in done):6.0f}  in all"]
    failed = [each.name for each in done if each.code]
    lines += ["", *failures] if failures else []
    lines += (
        ["\nSHAKY: failed beside the others and passed alone; to be mended:", *shaky]
        if shaky
        else []
    )
    lines += [f"\nFAILED: {', '.join(failed)}" if failed else ""]
    return "\n".join(lines)


def _file_name(job: str) -> str:
    return job.replace(" ", "-")


def _mark(done: Done) -> str:
    return "✗" if done.code else "✓"


def _say(text: str) -> None:
    with _speaking:
        sys.stdout.write(text.rstrip() + "\n")
        sys.stdout.flush()
