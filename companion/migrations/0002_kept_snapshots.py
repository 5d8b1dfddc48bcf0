"""A table's snapshot is kept at its checkpoints alone; two indexes that constraints cover are gone."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F


def at_the_newest_row(apps, schema_editor):
    """Every snapshot so far is the state at the table's own sequence."""
    apps.get_model("companion", "Table").objects.update(snapshot_sequence=F("sequence"))


class Migration(migrations.Migration):
    dependencies = [("companion", "0001_store")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="snapshot_sequence",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(at_the_newest_row, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="logrow",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rows",
                to="companion.table",
            ),
        ),
        migrations.AlterField(
            model_name="logrow",
            name="device",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rows",
                to="accounts.device",
            ),
        ),
    ]
