"""Games are called Mission Reports; what only one campaign asks for is in its snapshot alone.

Every row of these tables is made from the ledger, which stays as it is.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0003_snapshot")]

    operations = [
        migrations.RenameModel("Game", "MissionReport"),
        migrations.RemoveConstraint("missionreport", "game_key_once"),
        migrations.AddConstraint(
            "missionreport",
            models.UniqueConstraint(fields=["campaign", "key"], name="missionreport_key_once"),
        ),
        migrations.AlterModelOptions(
            "missionreport",
            {
                "ordering": ("campaign", "order"),
                "verbose_name": "Mission Report",
                "verbose_name_plural": "Mission Reports",
            },
        ),
        migrations.DeleteModel("ContractBox"),
        migrations.DeleteModel("SpaceMark"),
        migrations.DeleteModel("MapSpace"),
        migrations.DeleteModel("MapPath"),
        migrations.DeleteModel("RulesSticker"),
        migrations.DeleteModel("Passage"),
        migrations.DeleteModel("TokenGroup"),
        migrations.DeleteModel("Track"),
        migrations.DeleteModel("Counter"),
        migrations.DeleteModel("Note"),
    ]
