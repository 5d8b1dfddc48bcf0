from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0009_lot_seed"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="taken_home",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
