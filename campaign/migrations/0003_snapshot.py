"""A campaign keeps its state; an empty snapshot is folded from the ledger at the next start."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0002_created_at")]

    operations = [
        migrations.AddField(
            "campaign",
            "snapshot",
            models.TextField(blank=True, default="", editable=False),
            preserve_default=False,
        ),
        migrations.AddField(
            "campaign",
            "snapshot_sequence",
            models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
