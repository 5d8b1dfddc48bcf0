"""Works of the bench that tap: one table, fifty, a table beside busy pages, a long game."""

import asyncio
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from time import perf_counter

import uvloop

from tests.bench.play import SEATS, Tap, asides, turns
from tests.bench.server import Ready, Server, running
from tests.bench.visits import Visitor
from tests.bench.wire import Device

WARM_UP = 100
PAGES_PER_SECOND = 8
MISSED = 50
FEW, MANY = 10, 10_000

Figures = dict[str, float]


@dataclass(frozen=True)
class Size:
    """How much of each work is done."""

    taps: int
    seconds: float
    tables: int
    long_game: int


async def _sit_down(server: Server, ready: Ready) -> list[Device]:
    devices = [Device(server.port, ready.table, token, i) for i, token in enumerate(ready.tokens)]
    for device in devices:
        await device.connect()
    return devices


async def _seen_by_all(devices: Sequence[Device], turn: int, tap: Tap) -> float:
    """Milliseconds from sending a tap until all other devices have a board with it."""
    tapping = devices[turn % SEATS]
    seen = [each.sees(tapping.newest + 1) for each in devices if each is not tapping]
    sent = perf_counter()
    status, answer = await tapping.tap(*tap)
    assert status == 200, answer
    return (max(await asyncio.gather(*seen)) - sent) * 1000


def percentiles(took: Sequence[float]) -> tuple[float, float, float]:
    cuts = statistics.quantiles(took, n=100)
    return cuts[49], cuts[94], cuts[98]


# One table --------------------------------------------------------------------


def one_table(root: Path, size: Size) -> Figures:
    with running(1, root) as server:
        return uvloop.run(_one_table(server, size.taps))


async def _one_table(server: Server, taps: int) -> Figures:
    devices, play = await _sit_down(server, server.tables[0]), turns()
    for turn in range(WARM_UP):
        await _seen_by_all(devices, turn, next(play))
    before, small = server.cpu(), server.stored()
    took = [await _seen_by_all(devices, turn, next(play)) for turn in range(taps)]
    p50, p95, p99 = percentiles(took)
    cpu = (server.cpu() - before) / taps * 1e6
    heard = sum(device.stream.bytes for device in devices if device.stream)
    event = heard / SEATS / (taps + WARM_UP)
    times = {"one.p50": p50, "one.p95": p95, "one.p99": p99, "one.cpu": cpu}
    return times | {"one.event": event, "one.stored": (server.stored() - small) / taps}


# Fifty tables -----------------------------------------------------------------


def in_flight(root: Path, size: Size) -> Figures:
    """Every device taps again as soon as it is answered; boards may be skipped."""
    with running(size.tables, root) as server:
        return uvloop.run(_in_flight(server, size.seconds))


async def _in_flight(server: Server, seconds: float) -> Figures:
    players = [each for ready in server.tables for each in await _sit_down(server, ready)]
    await asyncio.gather(*(_keep_tapping(each, perf_counter() + 1) for each in players))
    before, start = server.cpu(), perf_counter()
    counts = await asyncio.gather(*(_keep_tapping(each, start + seconds) for each in players))
    stored = sum(counts)
    rate, cpu = stored / (perf_counter() - start), (server.cpu() - before) / stored * 1e6
    return {"flight.rate": rate, "flight.cpu": cpu}


async def _keep_tapping(device: Device, until: float) -> int:
    count = 0
    device.mix = device.mix or (turns() if device.seat == 0 else asides(device.seat))
    while perf_counter() < until:
        status, body = await device.tap(*next(device.mix))
        assert status == 200 or body["code"] == "not_enough_gold", (status, body)
        count += status == 200
    return count


def seen_by_all(root: Path, size: Size) -> Figures:
    """One tap in flight at each table; the next one only when every device has its board."""
    with running(size.tables, root) as server:
        return uvloop.run(_all_seen(server, size.seconds))


async def _all_seen(server: Server, seconds: float) -> Figures:
    tables = [(await _sit_down(server, ready), turns()) for ready in server.tables]

    async def play(devices: Sequence[Device], mix: Iterator[Tap], until: float) -> list[float]:
        took: list[float] = []
        while perf_counter() < until:
            took.append(await _seen_by_all(devices, len(took), next(mix)))
        return took

    until = perf_counter() + 1
    await asyncio.gather(*(play(*table, until) for table in tables))
    before, start = server.cpu(), perf_counter()
    times = await asyncio.gather(*(play(*table, start + seconds) for table in tables))
    took = [each for table in times for each in table]
    rate = len(took) / (perf_counter() - start)
    cpu = (server.cpu() - before) / len(took) * 1e6
    return {"seen.rate": rate, "seen.cpu": cpu, "seen.p50": statistics.median(took)}


# A table beside busy pages, and a phone that was away ---------------------------


def beside_pages(root: Path, size: Size) -> Figures:
    with running(1, root, campaign=True) as server:
        return uvloop.run(_beside_pages(server, size.taps))


async def _beside_pages(server: Server, taps: int) -> Figures:
    visitor = Visitor(server.port)
    pages = await visitor.campaign_pages(server.people)
    devices, play = await _sit_down(server, server.tables[0]), turns()

    async def keep_reading() -> None:
        number = 0
        while True:
            await asyncio.sleep(1 / PAGES_PER_SECOND)
            await visitor.get(pages[number % len(pages)])
            number += 1

    for turn in range(WARM_UP):
        await _seen_by_all(devices, turn, next(play))
    reading, took = asyncio.create_task(keep_reading()), list[float]()
    for turn in range(taps):
        took.append(await _seen_by_all(devices, turn, next(play)))
        await asyncio.sleep(0.005)  # people tap less often than the next page comes
    reading.cancel()
    p50, p95, _ = percentiles(took)
    return {"pages.p50": p50, "pages.p95": p95}


def coming_back(root: Path, size: Size) -> Figures:
    """The time until a device that missed fifty taps has the newest board."""
    with running(1, root) as server:
        return uvloop.run(_coming_back(server, max(10, size.taps // 40)))


async def _coming_back(server: Server, times: int) -> Figures:
    (*others, last), play, took = await _sit_down(server, server.tables[0]), turns(), list[float]()
    for _ in range(times):
        last.leave()
        answer: Mapping[str, object] = {}
        for turn in range(MISSED):
            status, answer = await others[turn % len(others)].tap(*next(play))
            assert status == 200, answer
        await asyncio.gather(*(each.sees(int(str(answer["sequence"]))) for each in others))
        begun = perf_counter()
        await last.listen()
        took.append((perf_counter() - begun) * 1000)
    return {"back.p50": statistics.median(took)}


# A long game ------------------------------------------------------------------


def long_game(root: Path, size: Size) -> Figures:
    """A tap at the tenth action and at the ten-thousandth; then the pages about the whole game."""
    with running(1, root) as server:
        return uvloop.run(_long_game(server, size.long_game))


async def _play_on(devices: Sequence[Device], play: Iterator[Tap], most: int) -> None:
    """Taps up to a sequence, as fast as devices may tap."""
    reached = 0
    while reached < most:
        tap, device = next(play), min(devices, key=lambda each: each.taps)
        while (sent := await device.tap(*tap))[0] == HTTPStatus.TOO_MANY_REQUESTS:
            await asyncio.sleep(0.2)
        status, answer = sent
        assert status == HTTPStatus.OK, answer
        reached = int(str(answer["sequence"]))
    await asyncio.sleep(WARM_UP / 100)  # so that none of them is throttled in what is measured next
    await asyncio.gather(*(device.sees(reached) for device in devices))


async def _long_game(server: Server, most: int) -> Figures:
    devices, play = await _sit_down(server, server.tables[0]), turns()
    found: Figures = {}
    for at in (FEW, most):
        await _play_on(devices, play, at)
        before = server.cpu()
        took = [await _seen_by_all(devices, turn, next(play)) for turn in range(WARM_UP)]
        found |= {
            f"long.{'few' if at == FEW else 'many'}": statistics.median(took),
            f"long.{'few' if at == FEW else 'many'}.cpu": (server.cpu() - before) / WARM_UP * 1e6,
        }
    await devices[0].tap({"do": "deck_out"})
    visitor = Visitor(server.port, devices[0].cookie)
    for name, path in (("result", "result/"), ("fairness", "fairness/")):
        address = f"/tables/{server.tables[0].table}/{path}"
        found[f"long.{name}.first"] = await visitor.timed(address)
        found[f"long.{name}"] = min([await visitor.timed(address) for _ in range(3)])
        found[f"long.{name}.size"] = visitor.size / 1000
    return found
