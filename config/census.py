"""The size of the code in numbers, at the end of make lint."""

import ast
from pathlib import Path
from statistics import median

from config.install import ROOT


def census(house: Path = ROOT) -> str:
    """Three lines: functions, modules at each root, lines of Python."""
    roots = sorted(folder for folder in house.iterdir() if (folder / "__init__.py").exists())
    files = [file for root in roots if root.name != "tests" for file in _sources(root)]
    functions = sorted(function for file in files for function in _functions(file))
    middle, (longest, name, file) = median(each[0] for each in functions), functions[-1]
    wide = ", ".join(f"{root.name} {len([*root.glob('*.py')])}" for root in roots)
    tests = sum(map(_lines, _sources(house / "tests")))
    return (
        f"{len(files)} files, {len(functions)} functions: median {middle:.0f} lines, longest "
        f"{longest} ({name} in {file.relative_to(house)})\n"
        f"modules at each root: {wide}\n"
        f"lines of Python: {sum(map(_lines, files))} in the application, {tests} in tests"
    )


def _sources(root: Path) -> list[Path]:
    return [file for file in root.rglob("*.py") if "migrations" not in file.parts]


def _functions(file: Path) -> list[tuple[int, str, Path]]:
    """The length of every function, its name and its file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        ((each.end_lineno or 0) - each.lineno + 1, each.name, file)
        for each in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(each, kinds)
    ]


def _lines(file: Path) -> int:
    return file.read_bytes().count(b"\n")
