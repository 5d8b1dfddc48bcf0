"""Anything but a number of reasonable length is refused in addresses and forms."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from accounts.device_cookie import COOKIE
from companion import services
from companion.models import LogRow
from tests.campaign.desk import desk
from tests.companion.game import SALT, setup
from web import numbers as whole_numbers

ODD = ("9" * 5000, "9" * 30, "²", "٣", "-1", "1e9", "\0", "")

pytestmark = pytest.mark.django_db
numbers = pytest.mark.parametrize("typed", ODD, ids=lambda typed: ascii(typed[:31]))


@numbers
def test_only_plain_digits_are_a_number(typed: str) -> None:
    assert whole_numbers.whole(typed) is None
    assert whole_numbers.whole("007") == 7


@numbers
def test_no_number_breaks_a_table(typed: str) -> None:
    device, token = accounts.make_device()
    opener = services.Opener(device=device)
    table = services.open_table(setup(), opener=opener, title="Friday", salt=SALT, holds=[0, 1])
    browser = Client()
    browser.cookies[COOKIE] = token
    gold = '{"do": "gold", "seat": 0, "count": 1}'
    page = reverse("companion:table", args=[table.pk])
    rows = LogRow.objects.count()

    sent = {"action": gold, "times": typed, "seat": typed, "tap": uuid4().hex}
    tapped = browser.post(f"{page}act/", sent)
    assert (tapped.status_code, tapped.headers["Location"]) == (302, page)
    assert LogRow.objects.count() == rows + 1, "what multiplies nothing is passed over"
    for asked in (f"{page}?seat=", f"{page}odds/?seat=", f"{page}log/?below=", f"{page}log/?line="):
        assert browser.get(asked + typed).status_code == 200


@numbers
def test_no_number_breaks_the_opening_sheet(client: Client, typed: str) -> None:
    shown = client.post(reverse("companion:open"), {"do": f"seats:{typed}", "holds": typed})
    assert shown.status_code == 200


@numbers
def test_no_number_takes_over_a_result(client_of: Callable[[User], Client], typed: str) -> None:
    house = desk()
    owner = house.people["alice"].account
    assert owner is not None
    address = reverse("campaign:result", args=[house.campaign.pk, 1])
    refused = client_of(owner).post(address, {"sequence": typed})
    assert refused.headers["Location"] == reverse("campaign:reports", args=[house.campaign.pk])
