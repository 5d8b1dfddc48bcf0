"""A table carries the ids that its campaign gives the evening in files for other programs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("companion", "0005_results")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="identity_json",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
    ]
