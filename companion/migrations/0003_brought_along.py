"""A table keeps the house tokens, contracts and host's edition that it was opened with."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("companion", "0002_kept_snapshots")]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="edition",
            field=models.CharField(max_length=30),
        ),
        migrations.AddField(
            model_name="table",
            name="brought_json",
            field=models.TextField(default="{}"),
        ),
    ]
