"""The files of docs/hosting, read by the programs they are for, where those are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "hosting"


@pytest.mark.parametrize(
    "command",
    [
        ("systemd-analyze", "verify", "dragonbag.service"),
        ("caddy", "validate", "--adapter", "caddyfile", "--config", "Caddyfile"),
    ],
    ids=lambda command: command[0],
)
def test_the_program_takes_its_file(command: tuple[str, ...], tmp_path: Path) -> None:
    if not shutil.which(command[0]):
        pytest.skip(f"there is no {command[0]} here")
    done = subprocess.run(
        command, cwd=FOLDER, check=False, capture_output=True, text=True,
        env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_haproxy_takes_its_file(tmp_path: Path) -> None:
    if not shutil.which("haproxy"):
        pytest.skip("there is no haproxy here")
    # Its certificate is the host's, so that line is left out.
    lines = (
        (FOLDER / "haproxy.cfg")
        .read_text()
        .replace("bind :443 ssl crt /etc/ssl/dragons.pem alpn h2,http/1.1", "bind 127.0.0.1:8443")
    )
    (tmp_path / "haproxy.cfg").write_text(lines)
    command = ["haproxy", "-c", "-f", str(tmp_path / "haproxy.cfg")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_wrapper_gives_a_command_the_settings_as_systemd_reads_them(tmp_path: Path) -> None:
    script = (FOLDER / "dragonbag.sh").read_text()
    for ours, mine in (
        ("/etc/dragonbag.env", f"{tmp_path}/env"),
        (
            "runuser -u dragonbag -- /srv/dragonbag/.venv/bin/python /srv/dragonbag/manage.py",
            "sh -c 'env; pwd; echo \"$*\"' it",
        ),
        ("/srv/dragonbag", str(tmp_path)),
    ):
        assert ours in script
        script = script.replace(ours, mine)
    (tmp_path / "var").mkdir()
    (tmp_path / "env").write_text(
        '# settings\n\nDRAGONBAG_NAME=Our club\nDRAGONBAG_HOSTS="a.example"\nDRAGONBAG_DEMO=off'
    )
    done = subprocess.run(
        ["sh", "-s", "manage", "doctor", "--site"],
        check=True, input=script, capture_output=True, text=True,
    )  # fmt: skip
    told = done.stdout.splitlines()
    assert {"DRAGONBAG_NAME=Our club", "DRAGONBAG_HOSTS=a.example", "DRAGONBAG_DEMO=off"} <= {*told}
    assert told[-2:] == [str(tmp_path / "var"), "doctor --site"]
