"""The size of pages as sent: each with everything it loads, compressed as for a browser."""

import re
from http.client import HTTPConnection
from pathlib import Path

from tests.bench.server import Server, running
from tests.bench.wire import HOST

# Icons of the home screen are fetched later or never.
LOADED = re.compile(r'(?:src|href)="(/static/(?!img/app/)[^"#]+)')
IMPORTED = re.compile(r'(?:from|import) "(\./[^"]+)"')
KINDS = {"styles": ".css", "scripts": ".js", "pictures": ".svg"}


def loads(root: Path) -> dict[str, float]:
    """Kilobytes by page and kind of file, and of all kinds together."""
    with running(1, root) as server:
        weights = sizes(server)
    return {
        f"load.{page}.{kind}": size / 1000
        for page, kinds in weights.items()
        for kind, size in {**kinds, "all": sum(kinds.values())}.items()
    }


def sizes(server: Server) -> dict[str, dict[str, int]]:
    """Bytes by page and kind of file: html, styles, scripts, pictures."""
    ready = server.tables[0]
    table = f"/tables/{ready.table}/"
    pages = {"table": table, "log": f"{table}log/", "people": f"{table}people/", "start": "/"}
    site = Site(server.port, ready.tokens[0])
    return {name: site.weigh(address) for name, address in pages.items()}


class Site:
    """The bench's server as the browser of one device uses it."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = HTTPConnection(HOST, port)
        self._cookie = f"dragonbag-device={token}"

    def weigh(self, address: str) -> dict[str, int]:
        page = self._fetch(address).decode()
        files = self._with_imports(set(LOADED.findall(page)))
        weights = {"html": self._weight(address)}
        for kind, ending in KINDS.items():
            weights[kind] = sum(self._weight(name) for name in files if name.endswith(ending))
        return weights

    def _with_imports(self, files: set[str]) -> set[str]:
        """The files and everything that scripts among them import."""
        found: set[str] = set()
        while files - found:
            name = (files - found).pop()
            found.add(name)
            if name.endswith(".js"):
                folder = name.rpartition("/")[0]
                text = self._fetch(name).decode()
                files |= {folder + each[1:] for each in IMPORTED.findall(text)}
        return found

    def _weight(self, address: str) -> int:
        return len(self._fetch(address, encoding="gzip"))

    def _fetch(self, address: str, *, encoding: str = "identity") -> bytes:
        headers = {"Cookie": self._cookie, "Accept-Encoding": encoding}
        self._connection.request("GET", address, headers=headers)
        answer = self._connection.getresponse()
        content = answer.read()
        assert answer.status == 200, (answer.status, address)
        return content
