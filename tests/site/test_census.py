"""The numbers that make lint ends with."""

from pathlib import Path

from config.census import census


def test_it_counts_the_application_apart_from_tests_and_without_migrations(tmp_path: Path) -> None:
    for name, text in {
        "room/__init__.py": "",
        "room/one.py": "def short():\n    pass\n\n\ndef long():\n    a = 1\n    b = 2\n    return a\n",
        "room/inner/two.py": "class Two:\n    async def middle(self):\n        x = 1\n        return x\n",
        "room/migrations/0001.py": "def never():\n    pass\n",
        "tests/__init__.py": "",
        "tests/test_one.py": "def test():\n    pass\n",
        "loose/three.py": "x = 1\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert census(tmp_path).splitlines() == [
        "3 files, 3 functions: median 3 lines, longest 4 (long in room/one.py)",
        "modules at each root: room 2, tests 2",
        "lines of Python: 12 in the application, 2 in tests",
    ]
