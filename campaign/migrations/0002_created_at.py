"""When a row was made is called so."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("campaign", "0001_store")]

    operations = [
        migrations.RenameField("ledgerentry", "at", "created_at"),
        migrations.RenameField("photo", "at", "created_at"),
        migrations.RenameField("privatenote", "at", "created_at"),
        migrations.AlterModelOptions(
            "photo",
            {
                "ordering": ("created_at", "id"),
                "verbose_name": "photo",
                "verbose_name_plural": "photos",
            },
        ),
        migrations.AlterModelOptions(
            "privatenote",
            {
                "ordering": ("created_at", "id"),
                "verbose_name": "private note",
                "verbose_name_plural": "private notes",
            },
        ),
    ]
