"""Imported records, in any Unicode encoding of their file."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.models import Table

pytestmark = pytest.mark.django_db
RECORD = Path(__file__).resolve().parents[2] / "fixtures" / "demo" / "catacombs-midway.json"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_record_in_any_form_of_unicode_becomes_a_table(client: Client, encoding: str) -> None:
    record = RECORD.read_text().encode(encoding)
    file = SimpleUploadedFile("record.json", record, "application/json")
    page = client.post("/tables/import/", {"file": file})
    assert page.status_code == 200

    given = {"do": "open", "text": page.context["form"]["text"].value(), "title": "Again"}
    assert client.post("/tables/import/", given).status_code == 302
    assert Table.objects.filter(title="Again").exists()
