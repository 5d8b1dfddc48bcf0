"""A process that has loaded the site and forks for each command: loading takes longer than most commands.

What it runs is a process of its own, with its own connections and locks; nothing that it did is left for the next.
All of them have the folder of the process that forks: a test lays in it what it needs.
"""

import json
import os
import runpy
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterable
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import django

ROOT = Path(__file__).resolve().parents[1]


class Warm(AbstractContextManager["Warm"]):
    """Runs Python with the given arguments, for a site in the folder `var`; `loads` are modules to import before."""

    def __init__(self, var: Path, *loads: str, **chosen: str) -> None:
        self.var = var
        own = {"DRAGONBAG_VAR": str(var), "DRAGONBAG_DATABASE": "", "DRAGONBAG_DEMO": "off"}
        own |= {"DJANGO_SETTINGS_MODULE": "config.settings"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm", *loads],
            cwd=ROOT,
            env=os.environ | own | chosen,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def empty(self) -> Path:
        """The site's folder as the settings leave one in which there was nothing."""
        shutil.rmtree(self.var, ignore_errors=True)
        for name in ("static", "uploads"):
            (self.var / name).mkdir(mode=0o700, parents=True)
        return self.var

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Like the command python: a file, -m with a module, or -c with code, and what follows it."""
        out, err = (self.var.with_name(f"{self.var.name}.{name}") for name in ("out", "err"))
        assert self.process.stdin
        assert self.process.stdout
        asked = json.dumps({"arguments": arguments, "outputs": [str(out), str(err)]})
        self.process.stdin.write(asked + "\n")
        self.process.stdin.flush()
        code = self.process.stdout.readline()
        assert code, "The process that forks has ended; what it said stands above."
        return subprocess.CompletedProcess(arguments, int(code), out.read_text(), err.read_text())

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


def main(loads: Iterable[str]) -> None:
    django.setup()
    for each in loads:
        import_module(each)
    for line in sys.stdin:
        if not (child := os.fork()):
            work(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


def work(arguments: list[str], outputs: list[str]) -> NoReturn:
    """Do what the command python would do, and end like it."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, file in enumerate(outputs, start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    code = 1
    try:
        execute(*arguments)
        code = 0
    except SystemExit as end:
        code = code_of(end)
    except BaseException:  # noqa: BLE001 - told where Python tells it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def execute(how: str, *arguments: str) -> None:
    if how == "-c":
        sys.argv = [how, *arguments[1:]]
        exec(arguments[0], {"__name__": "__main__"})  # noqa: S102 - a test's own code
    elif how == "-m":
        sys.argv = list(arguments)
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [how, *arguments]
        runpy.run_path(how, run_name="__main__")


def code_of(end: SystemExit) -> int:
    """The code that a process ends with; a sentence is told, and is a one."""
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    sys.stderr.write(f"{end.code}\n")
    return 1


if __name__ == "__main__":
    main(sys.argv[1:])
