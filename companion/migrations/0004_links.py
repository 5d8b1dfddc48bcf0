"""A table's link has a token of its own; codes that were replaced are remembered."""

import secrets

import django.db.models.deletion
from django.db import migrations, models

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def give_links(apps, schema_editor):
    """Every table gets a link. Those on paper or in a chat held the code, which works as before."""
    tables = apps.get_model("companion", "Table").objects
    for pk in tables.filter(link_token=None).values_list("pk", flat=True):
        token = "".join(secrets.choice(LETTERS) for _ in range(16))
        tables.filter(pk=pk).update(link_token=token)


class Migration(migrations.Migration):
    dependencies = [("companion", "0003_brought_along")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="link_token",
            field=models.CharField(max_length=16, null=True),
        ),
        migrations.RunPython(give_links, migrations.RunPython.noop, elidable=False),
        migrations.AlterField(
            model_name="table",
            name="link_token",
            field=models.CharField(max_length=16, unique=True),
        ),
        migrations.CreateModel(
            name="EndedCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=16, unique=True)),
                ("ended_at", models.DateTimeField(auto_now_add=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ended_codes",
                        to="companion.table",
                    ),
                ),
            ],
        ),
    ]
