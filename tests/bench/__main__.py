"""How fast a tap is (make bench): at one table, and over fifty; printed with the machine."""

import argparse
import asyncio
import os
import platform
import sqlite3
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import uvloop

from tests.bench.play import SEATS, asides, turns
from tests.bench.server import Server, running
from tests.bench.wire import Device

AIM_P50, AIM_P95, AIM_RATE = 2.3, 4.5, 807
WARM_UP = 40


PATIENCE = 120.0


async def one_table(server: Server, taps: int) -> list[float]:
    """Milliseconds from sending a tap until all three other devices hold a board with it."""
    ready = server.tables[0]
    devices = [Device(server.port, ready.table, token, i) for i, token in enumerate(ready.tokens)]
    for device in devices:
        await device.connect()
    took = []
    for number, (action, expects) in zip(range(taps + WARM_UP), turns(), strict=False):
        tapping = devices[number % SEATS]
        others = [device for device in devices if device is not tapping]
        seen = [device.sees(tapping.newest + 1) for device in others]
        sent = perf_counter()
        status, answer = await tapping.tap(action, expects)
        assert status == 200, answer
        times = await asyncio.gather(*seen)
        took.append((max(times) - sent) * 1000)
    return took[WARM_UP:]


async def many_tables(server: Server, seconds: float) -> float:
    """Stored taps per second, every device tapping again as soon as it is answered."""
    players = []
    for ready in server.tables:
        for seat, token in enumerate(ready.tokens):
            device = Device(server.port, ready.table, token, seat)
            await device.connect()
            players.append(device)
    loop = asyncio.get_running_loop()
    start = loop.time()
    counts = await asyncio.gather(*(_keep_tapping(each, start + seconds) for each in players))
    return sum(counts) / (loop.time() - start)


async def _keep_tapping(device: Device, until: float) -> int:
    count = 0
    for action, expects in turns() if device.seat == 0 else asides(device.seat):
        if asyncio.get_running_loop().time() >= until:
            break
        status, body = await device.tap(action, expects)
        assert status == 200 or body["code"] == "not_enough_gold", (status, body)
        count += status == 200
    return count


def report(took: Sequence[float], rate: float) -> str:
    cuts = statistics.quantiles(took, n=100)
    rows = [
        ("", "reached", "aim"),
        (
            "one table, 4 devices: tap to seen and stored, p50",
            f"{cuts[49]:.2f} ms",
            f"{AIM_P50} ms",
        ),
        ("    p95", f"{cuts[94]:.2f} ms", f"{AIM_P95} ms"),
        ("    p99", f"{cuts[98]:.2f} ms", ""),
        ("many tables, 4 devices each: stored taps", f"{rate:,.0f} /s", f"{AIM_RATE} /s"),
    ]
    return "\n".join(f"{what:<52}{reached:>12}{aim:>12}" for what, reached, aim in rows)


def machine() -> str:
    models = (
        [
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ]
        if Path("/proc/cpuinfo").exists()
        else [platform.processor()]
    )
    return (
        f"{os.cpu_count()} cores ({models[0] if models else 'unknown'}), load generator included; "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, synchronous=FULL, "
        f"one server process, load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench", description=__doc__)
    options.add_argument("--taps", type=int, default=1000)
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--tables", type=int, default=50)
    given = options.parse_args()
    with running(1) as server:
        took = uvloop.run(asyncio.wait_for(one_table(server, given.taps), PATIENCE))
    with running(given.tables) as server:
        rate = uvloop.run(asyncio.wait_for(many_tables(server, given.seconds), PATIENCE))
    sys.stdout.write(f"{machine()}\n\n{report(took, rate)}\n")


if __name__ == "__main__":
    main()
