"""Works of the bench without taps: pages, idle devices, and the rules alone."""

import asyncio
import re
import statistics
from pathlib import Path
from time import perf_counter
from urllib.parse import urlencode

import uvloop

from tests.bench.server import Server, python, running
from tests.bench.wire import HOST, Device

LOOKS = 15
PAGES_EACH = 5
QUIET = 30.0  # seconds, in which a stream says three times that it is still there
CAMPAIGN = re.compile(r'href="(/campaigns/[0-9a-f-]{36}/)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
GAMES = 200
RULES = """
import sys, json
from time import process_time
sys.path.insert(0, "")
from companion.rules import odds
from companion.rules.record import open_game, parse_record
seats = [{"name": name, "color": name} for name in ("red", "blue", "green", "yellow")]
state = open_game(parse_record({"format": "dragonbag-table", "version": 1, "edition": "base",
    "modules": [], "rules": {}, "seats": seats, "actions": []}))
begun, count = process_time(), 5000
for _ in range(count):
    odds.knocked_out(state)
print((process_time() - begun) / count * 1e6)
"""


class Visitor:
    """A browser that keeps its cookies and asks for pages, one connection each."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port = port
        self._cookies = dict(pair.split("=", 1) for pair in cookie.split("; ") if pair)
        self.size = 0

    async def get(self, path: str) -> str:
        return (await self._ask("GET", path))[1]

    async def timed(self, path: str) -> float:
        """Milliseconds until the whole page has arrived."""
        begun = perf_counter()
        status, page = await self._ask("GET", path)
        assert status == 200, (path, status)
        self.size = len(page.encode())
        return (perf_counter() - begun) * 1000

    async def campaign_pages(self, people: dict[str, str]) -> list[str]:
        """Log in as a member of the demo campaign; returns its home and its ledger."""
        name, password = next(iter(people.items()))
        found = TOKEN.search(await self.get("/accounts/login/"))
        assert found
        form = {"username": name, "password": password, "csrfmiddlewaretoken": found[1]}
        status, _ = await self._ask("POST", "/accounts/login/", urlencode(form))
        assert status == 302, status
        home = CAMPAIGN.search(await self.get("/campaigns/"))
        assert home
        return [home[1], f"{home[1]}ledger/"]

    async def _ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        reader, writer = await asyncio.open_connection(HOST, self._port, limit=2**24)
        kept = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self._port}", f"Cookie: {kept}"]
        lines += [f"Origin: http://{HOST}:{self._port}", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/x-www-form-urlencoded", "Connection: close", "", body]
        writer.write("\r\n".join(lines).encode())
        head, _, page = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        for line in head.decode().split("\r\n"):
            if line.lower().startswith("set-cookie: "):
                name, _, value = line[len("set-cookie: ") :].partition(";")[0].partition("=")
                self._cookies[name] = value
        return int(head[9:12]), page.decode()


def pages(root: Path) -> dict[str, float]:
    with running(1, root, campaign=True) as server:
        return uvloop.run(_pages(server))


async def _pages(server: Server) -> dict[str, float]:
    ready, member = server.tables[0], Visitor(server.port)
    player = Visitor(server.port, Device(server.port, ready.table, ready.tokens[0], 0).cookie)
    home, ledger = await member.campaign_pages(server.people)
    looked = {
        "start": (player, "/"),
        "table": (player, f"/tables/{ready.table}/"),
        "log": (player, f"/tables/{ready.table}/log/"),
        "campaign": (member, home),
        "ledger": (member, ledger),
    }
    found = {}
    for name, (visitor, path) in looked.items():
        await visitor.timed(path)
        times = [await visitor.timed(path) for _ in range(LOOKS)]
        found[f"page.{name}"] = statistics.median(times)
    return found


def idle(root: Path) -> dict[str, float]:
    """The memory for a device that only listens, and for one more table that is watched."""
    with running(20, root) as server:
        return uvloop.run(_idle(server))


async def _idle(server: Server) -> dict[str, float]:
    alone = server.memory()
    first = [Device(server.port, each.table, each.tokens[0], 0) for each in server.tables]
    await first[0].listen()
    empty = server.memory()
    for device in first[1:]:
        await device.listen()
    watched = server.memory()
    everybody = [(each.table, token) for each in server.tables for token in each.tokens]
    idlers = [Device(server.port, *each, 0) for each in everybody * PAGES_EACH]
    for device in idlers:
        await device.listen()
    crowded, before = server.memory(), server.cpu()
    await asyncio.sleep(QUIET)
    cpu = (server.cpu() - before) / (len(first) + len(idlers)) / QUIET
    return {
        "idle.process": alone / 1000,
        "idle.cpu": cpu * 60 * 1e6,
        "idle.table": (watched - empty) / (len(first) - 1) / 1000,
        "idle.stream": (crowded - watched) / len(idlers) / 1000,
    }


def rules(root: Path) -> dict[str, float]:
    """Microseconds for all seats' chances of a knock-out, and simulated games a second."""
    begun = perf_counter()
    python(["manage.py", "table_simulate", "--edition", "base", "--games", "1"], root)
    started = perf_counter() - begun
    begun = perf_counter()
    python(["manage.py", "table_simulate", "--edition", "base", "--games", str(GAMES)], root)
    games = (GAMES - 1) / max(perf_counter() - begun - started, 0.01)
    return {"rules.knocked_out": float(python(["-c", RULES], root)), "rules.games": games}
