"""A projected row gets a new column, which is filled only when the ledger is folded again."""

from pkgutil import iter_modules

from django.db import migrations

from campaign import migrations as real


def forget(apps, _editor):
    apps.get_model("campaign", "Character").objects.update(name="")


class Migration(migrations.Migration):
    dependencies = [("campaign", max(module.name for module in iter_modules(real.__path__)))]
    operations = [migrations.RunPython(forget)]
