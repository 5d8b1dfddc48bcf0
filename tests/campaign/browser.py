"""A campaign's members at its pages; forms are sent as a browser without scripts does."""

from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.campaign.desk import Desk


def client_of(name: str) -> Client:
    """A browser in which that person is logged in; without a name, nobody is."""
    client = Client()
    if name:
        client.force_login(User.objects.get(username=name))
    return client


def text(reply: HttpResponse) -> str:
    return reply.content.decode()


@dataclass
class Pages:
    """The pages of one campaign for its members by name."""

    desk: Desk
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        return self.clients.setdefault(who, client_of(who))

    def url(self, name: str, *keys: object) -> str:
        return reverse(f"campaign:{name}", args=[self.desk.campaign.pk, *keys])

    def get(self, who: str, page: str, /, *keys: object, **asked: str) -> HttpResponse:
        reply = self.client(who).get(self.url(page, *keys), asked)
        assert isinstance(reply, HttpResponse)
        return reply

    def post(self, who: str, page: str, /, *keys: object, **sent: object) -> HttpResponse:
        reply = self.client(who).post(self.url(page, *keys), sent)
        assert isinstance(reply, HttpResponse)
        return reply

    def type(self, who: str, line: str) -> int:
        """The status of the answer to a line, or to striking the last entry."""
        if line == "strike last":
            return self.post(who, "strike", self.desk.last).status_code
        return self.post(who, "line", line=line).status_code
