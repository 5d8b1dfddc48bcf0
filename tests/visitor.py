"""A browser without scripts that visits a started site over plain HTTP."""

import re
from dataclasses import dataclass, field
from http.client import HTTPConnection
from urllib.parse import urlencode

EDGE = "----edge-of-a-part"


@dataclass
class Browser:
    """One browser; it keeps its cookies, and the page and the place of its last answer."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    page: bytes = b""
    location: str = ""

    def ask(self, path: str, form: dict[str, str] | None = None) -> int:
        """The status of a page, or of the answer to a form."""
        if form is None:
            return self.send("GET", path)
        body = urlencode({**form, "csrfmiddlewaretoken": self.csrf}).encode()
        return self.send("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def upload(self, path: str, field: str, content: bytes, form: dict[str, str]) -> int:
        """The status of the answer to a form with a file."""
        parts = {**form, "csrfmiddlewaretoken": self.csrf}
        head = "".join(
            f'--{EDGE}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in parts.items()
        )
        head += f'--{EDGE}\r\nContent-Disposition: form-data; name="{field}"; filename="x"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{EDGE}--\r\n".encode()
        return self.send(
            "POST", path, body, {"Content-Type": f"multipart/form-data; boundary={EDGE}"}
        )

    @property
    def csrf(self) -> str:
        if "csrftoken" not in self.cookies:
            self.ask("/accounts/login/")
        return self.cookies["csrftoken"]

    def send(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> int:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, body, {"Cookie": cookies, **(headers or {})})
        answer = connection.getresponse()
        self.page = answer.read()
        self.location = answer.headers.get("Location", "")
        for line in answer.headers.get_all("Set-Cookie") or ():
            if found := re.match(r"([\w-]+)=([^;]*)", line):
                self.cookies[found[1]] = found[2]
        connection.close()
        return answer.status

    def log_in(self, name: str, password: str) -> int:
        return self.ask("/accounts/login/", {"username": name, "password": password})

    def type(self, code: str) -> int:
        return self.ask(f"/j/{code}/")
