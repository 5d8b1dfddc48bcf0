import secrets

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import campaign.models.campaigns


def give_each_its_own(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    campaigns = apps.get_model("campaign", "Campaign")._default_manager
    for key in campaigns.values_list("pk", flat=True):
        campaigns.filter(pk=key).update(lot_seed=secrets.token_hex(32))


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0008_step_ticks"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="lot_seed",
            field=models.CharField(
                default=campaign.models.campaigns.new_seed, editable=False, max_length=64
            ),
        ),
        migrations.RunPython(give_each_its_own, migrations.RunPython.noop),
    ]
