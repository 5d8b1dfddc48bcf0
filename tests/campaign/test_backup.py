"""The whole site in one file: written while it runs, restored only while it does not."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.postgres import private_server
from tests.warm import Warm

ROOT = Path(__file__).resolve().parents[2]
Manage = Callable[..., subprocess.CompletedProcess[str]]

FILL = """
from io import BytesIO
from accounts.identity import Person
from campaign.services import members, photos, private
from tests.campaign.factories import UserFactory, picture
owner = members.create_campaign(
    Person(account=UserFactory.create(username="alice")), name="A year", kind="legacy2", member="Al"
)
photos.add_photo(owner, BytesIO(picture()))
private.write_note(owner, "I hid the map")
"""
LOOK = """
from pathlib import Path
from campaign.models import Campaign, Photo, PrivateNote
names = [*Campaign.objects.values_list("name", flat=True)]
notes = [*PrivateNote.objects.values_list("text", flat=True)]
print(names, notes, [Path(photo.file.path).exists() for photo in Photo.objects.all()])
"""
FULL = "['A year'] ['I hid the map'] [True]"
HOLD = """
import sys
from backup.serving import serving
with serving():
    print("up", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def database() -> str:
    """SQLite, unless the whole run uses another database."""
    return ""


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    folder = tmp_path_factory.mktemp("backed-up")
    with Warm(folder / "var", "backup.site", "tests.campaign.factories") as process:
        yield process


@pytest.fixture(scope="module")
def emptied(tmp_path_factory: pytest.TempPathFactory, warm: Warm) -> Path:
    """A folder with a site whose campaign was deleted, and the backup made before."""
    folder = tmp_path_factory.mktemp("emptied")
    warm.empty()
    save_and_empty(of_warm(warm), folder / "saved.zip")
    shutil.copytree(warm.var, folder / "var")
    return folder


@pytest.fixture
def var(tmp_path: Path, database: str, request: pytest.FixtureRequest) -> Path:
    """The folder of an emptied site of its own; on SQLite it is a copy, made once."""
    if database:
        return tmp_path / "var"
    emptied, warm = request.getfixturevalue("emptied"), request.getfixturevalue("warm")
    shutil.rmtree(warm.var)
    shutil.copytree(emptied / "var", warm.var)
    shutil.copy2(emptied / "saved.zip", tmp_path)
    return Path(warm.var)


@pytest.fixture
def manage(var: Path, tmp_path: Path, database: str, request: pytest.FixtureRequest) -> Manage:
    """Runs manage.py for the emptied site."""
    if not database:
        return of_warm(request.getfixturevalue("warm"))
    run = managing(var, database)
    save_and_empty(run, tmp_path / "saved.zip")
    return run


def of_warm(warm: Warm) -> Manage:
    return lambda *arguments: warm.python("manage.py", *arguments)


def managing(var: Path, database: str) -> Manage:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=environment(var, database),
            check=False,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )

    return run


def environment(var: Path, database: str = "") -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "DRAGONBAG_DATABASE"}
    chosen = {"DRAGONBAG_DATABASE": database} if database else {}
    return kept | chosen | {"DRAGONBAG_VAR": str(var)}


def save_and_empty(manage: Manage, file: Path) -> None:
    """Make a site with a campaign, back it up, and delete the campaign."""
    assert manage("migrate", "--verbosity=0").returncode == 0
    assert manage("shell", "-v0", "-c", FILL).returncode == 0
    done = manage("backup", str(file))
    assert done.stdout.strip() == str(file), done.stderr
    throw_away = "from campaign.models import Campaign; from campaign.services import trash\n"
    throw_away += "c = Campaign.objects.get(); trash.trash(c); trash.delete(c, typed=c.name)"
    assert manage("shell", "-v0", "-c", throw_away).returncode == 0
    assert look(manage) == "[] [] []"


@pytest.fixture
def saved(manage: Manage, tmp_path: Path) -> Path:
    """The backup of the emptied site."""
    return tmp_path / "saved.zip"


def look(manage: Manage) -> str:
    return manage("shell", "-v0", "-c", LOOK).stdout.strip()


def test_everything_comes_back_and_what_was_there_is_kept(
    manage: Manage, saved: Path, var: Path
) -> None:
    done = manage("restore", str(saved))
    assert "Restored" in done.stdout, done.stderr
    assert look(manage) == FULL
    (aside,) = var.glob("before-restore-*")
    assert (aside / "dragonbag.sqlite3").exists()


def test_a_backup_is_tried_in_a_scratch_store_and_nothing_changes(
    manage: Manage, saved: Path, var: Path, tmp_path: Path
) -> None:
    before = sorted(var.rglob("*"))
    done = manage("restore", "--try", str(saved))
    assert "can be restored. Tables: 0, campaigns: 1, photos: 1." in done.stdout, done.stderr
    assert look(manage) == "[] [] []"
    assert sorted(var.rglob("*")) == before

    cut = tmp_path / "cut.zip"
    cut.write_bytes(saved.read_bytes()[:5000])
    assert "no backup of a site" in manage("restore", "--try", str(cut)).stderr


def test_editions_of_the_host_come_back_and_others_stay_if_the_backup_has_none(
    manage: Manage, saved: Path, var: Path, tmp_path: Path
) -> None:
    editions = var / "editions"
    editions.mkdir()
    mine = editions / "moon.toml"
    mine.write_text("of today")
    assert "Restored" in manage("restore", str(saved)).stdout
    assert mine.read_text() == "of today"

    again = tmp_path / "again.zip"
    assert manage("backup", str(again)).returncode == 0
    mine.write_text("spoilt")
    (editions / "later.toml").write_text("later")
    assert "Restored" in manage("restore", str(again)).stdout
    assert [(each.name, each.read_text()) for each in editions.iterdir()] == [
        ("moon.toml", "of today")
    ]
    asides = sorted(var.glob("before-restore-*"))
    assert (asides[-1] / "editions" / "later.toml").read_text() == "later"


def test_a_backup_is_for_its_owner_alone(saved: Path) -> None:
    assert saved.stat().st_mode & 0o077 == 0


def test_a_running_site_is_backed_up_but_not_restored(
    manage: Manage, saved: Path, var: Path, tmp_path: Path
) -> None:
    server = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v0", "-c", HOLD],
        env=environment(var),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    assert server.stdin
    assert server.stdout.readline() == "up\n"
    refused = manage("restore", str(saved))
    assert refused.returncode
    assert "Stop it first" in refused.stderr
    assert look(manage) == "[] [] []"
    assert manage("backup", str(tmp_path / "again.zip")).returncode == 0
    server.communicate("")
    assert manage("restore", str(saved)).returncode == 0
    assert look(manage) == FULL


@pytest.mark.parametrize("what", ["cut off", "another file", "a newer one", "a broken database"])
def test_a_file_that_is_no_good_changes_nothing(
    manage: Manage, saved: Path, tmp_path: Path, what: str
) -> None:
    bad = tmp_path / "bad.zip"
    content = saved.read_bytes()
    with ZipFile(saved) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    if what == "cut off":
        bad.write_bytes(content[: len(content) // 2])
    elif what == "another file":
        bad.write_bytes(b"Dear diary")
    else:
        newer = parts["backup.json"].replace(b'"version": 1', b'"version": 2')
        broken = b"x" * 9000
        parts |= {"backup.json": newer} if "newer" in what else {"database.sqlite3": broken}
        with ZipFile(bad, "w") as file:
            for name, part in parts.items():
                file.writestr(name, part)
    done = manage("restore", str(bad))
    assert done.returncode
    assert "backup" in done.stderr
    assert "Traceback" not in done.stderr
    assert look(manage) == "[] [] []"


def test_a_backup_finds_a_name_and_a_place_by_itself(manage: Manage, var: Path) -> None:
    done = manage("backup")
    assert Path(done.stdout.strip()).parent == var
    assert Path(done.stdout.strip()).exists()


@pytest.mark.prove
@pytest.mark.postgres
class TestPostgres:
    @pytest.fixture
    def database(self) -> Iterator[str]:
        with private_server() as address:
            yield address

    def test_everything_comes_back(self, manage: Manage, saved: Path) -> None:
        done = manage("restore", str(saved))
        assert "Restored" in done.stdout, done.stderr
        assert look(manage) == FULL
