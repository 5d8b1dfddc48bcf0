"""Tables that a campaign has opened get the ids that the campaign's own files give the evening."""

import json
from uuid import UUID, uuid5

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAMESPACE = UUID("5d0b9f0e-3f43-5c9e-9c0e-0d6a3c1e7b52")


def carry(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    report_model = apps.get_model("campaign", "MissionReport")
    table_model = apps.get_model("companion", "Table")
    for report in report_model.objects.exclude(table="").iterator():
        table = table_model.objects.filter(pk=_uuid(report.table)).first()
        if table is None or str(report.campaign_id) not in table.return_link:
            continue
        first = report.campaign.entries.order_by("number").first()
        if first is None:
            continue
        root = uuid5(NAMESPACE, str(first.key))
        played = dict(report.campaign.characters.values_list("key", "player"))
        people = [_person(key, played.get(key, "")) for key in report.players]
        ids = {
            "play": _named(root, f"play/{report.number}"),
            "players": [_named(root, each) for each in people],
        }
        table_model.objects.filter(pk=table.pk).update(
            identity_json=json.dumps(ids, separators=(",", ":"))
        )


def _person(character: str, player: str) -> str:
    return f"member/{player}" if player else f"character/{character}"


def _named(root: UUID, what: str) -> str:
    return str(uuid5(root, what)).upper()


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)


class Migration(migrations.Migration):
    dependencies = [("campaign", "0006_same_people"), ("companion", "0006_identity")]

    operations = [migrations.RunPython(carry, migrations.RunPython.noop)]
