"""Give the tables that campaigns have opened the address of the page that takes them over."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Value
from django.db.models.functions import Concat

GAME = r"/campaigns/[^/]+/games/[0-9]+/$"
PAGE = "result/"


def link(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    tables = apps.get_model("companion", "Table").objects.filter(return_link__regex=GAME)
    tables.update(take_over_link=Concat(F("return_link"), Value(PAGE)))


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0010_taken_home"),
        ("companion", "0009_take_over_link"),
    ]

    operations = [migrations.RunPython(link, migrations.RunPython.noop)]
