"""Builds the image and tries it: `make image-check`. Needs podman and buildah, and takes a few minutes.

BASE names the image to build on. Without it a small Debian is made here with mmdebstrap.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
NAME, MADE = "localhost/dragonbag", "localhost/dragonbag-base"
PORT = "18000"
# What the image must do with; the limits and the host's network are for machines without cgroups.
BOUNDS = [
    *("--read-only", "--tmpfs=/tmp", "--cap-drop=all", "--security-opt=no-new-privileges"),
    *("--network=host", "--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096"),
]
TRIES = 60


def main() -> None:
    missing = [each for each in ("podman", "buildah") if not shutil.which(each)]
    if missing:
        sys.exit(f"This needs {' and '.join(missing)}.")
    with tempfile.TemporaryDirectory() as folder:
        store = ["--root", f"{folder}/store", "--runroot", f"{folder}/run"]
        base = os.environ.get("BASE") or make_base(store, Path(folder))
        build(store, base)
        try_it(store)
        take_over(store)
        run("podman", *store, "rmi", "--all", "--force", check=False)


def run(*command: str, check: bool = True) -> str:
    print("+", " ".join(command), flush=True)
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    if check and done.returncode:
        sys.exit(f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout.strip()


def make_base(store: list[str], folder: Path) -> str:
    if not shutil.which("mmdebstrap"):
        sys.exit("This needs an image to build on (BASE=…), or mmdebstrap to make one.")
    packages = "--include=python3,python3-venv,ca-certificates"
    base = str(folder / "base.tar")
    run("mmdebstrap", "--variant=minbase", *of_apt(), packages, "stable", base)
    run("podman", *store, "import", base, MADE)
    return MADE


def of_apt() -> list[str]:
    """What this machine has set for package lists that are old, as an archive's always are."""
    if not shutil.which("apt-config"):
        return []
    lines = run("apt-config", "dump", "Acquire::Check-Valid-Until").splitlines()
    return [f"--aptopt={line}" for line in lines]


def build(store: list[str], base: str) -> None:
    lent = [f"--volume={path}:{path}:ro" for path in certificates()]
    how = ["--isolation=chroot", "--network=host", "--layers=false", "--format=docker", *lent]
    run("buildah", *store, "build", *how, f"--build-arg=BASE={base}", "--tag", NAME, str(ROOT))


def certificates() -> list[str]:
    """What this machine needs to reach its package registry, if that is not what every image has."""
    return [path for path in ("/etc/ssl/certs", "/etc/pip.conf") if Path(path).exists()]


def try_it(store: list[str]) -> None:
    podman = ["podman", *store, "--cgroup-manager=cgroupfs"]
    runtime = ["--runtime=runc"] if shutil.which("runc") else []
    served = ["run", "--bind", "127.0.0.1", "--port", PORT]
    name = run(*podman, "run", "--detach", *runtime, *BOUNDS, "--volume=/data", NAME, *served)
    try:
        for address in ("readyz", "", "tables/open/"):
            answers(f"http://127.0.0.1:{PORT}/{address}")
        inside = [*podman, "exec", name]
        if run(*inside, "id", "-u") != "10001":
            sys.exit("The image runs as the wrong user.")
        if "demo" in run(*podman, "logs", name):
            sys.exit("The image loads the demo.")
        run(*inside, "dragonbag", "backup", "/data/try.zip")
        print(run(*inside, "dragonbag", "restore", "--try", "/data/try.zip"))
        run(*inside, "pg_dump", "--version")
    finally:
        print(run(*podman, "logs", name, check=False))
        run(*podman, "stop", "--time=20", name, check=False)
        run(*podman, "rm", "--force", "--volumes", name, check=False)
    print("The image serves, backs itself up and stops.")


# Each store of an earlier version as the image takes it over; doctor ends with 1 if anything is wrong.
TAKEN_OVER = """
for store in /stores/accounts-*.zip; do
    export DRAGONBAG_VAR=/data/$(basename "$store" .zip)
    dragonbag restore "$store" && dragonbag manage migrate -v0 && dragonbag doctor || exit 1
done
"""


def take_over(store: list[str]) -> None:
    runtime = ["--runtime=runc"] if shutil.which("runc") else []
    lent = f"--volume={ROOT}/fixtures/stores:/stores:ro"
    run(
        *("podman", *store, "--cgroup-manager=cgroupfs", "run", "--rm", *runtime, *BOUNDS),
        *("--volume=/data", lent, "--entrypoint=sh", NAME, "-c", TAKEN_OVER),
    )
    print("The image takes over the stores of every version.")


def answers(url: str) -> None:
    for attempt in range(TRIES):
        try:
            with urlopen(url, timeout=5) as answer:  # noqa: S310 - this computer itself
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(1)
        if attempt == TRIES - 1:
            sys.exit(f"{url} does not answer.")


if __name__ == "__main__":
    main()
