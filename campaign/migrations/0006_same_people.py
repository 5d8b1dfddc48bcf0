"""Which names are the same person, a list of each reader's own."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_attempts"),
        ("campaign", "0005_admissions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SamePerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("spelling", models.CharField(max_length=80)),
                ("person", models.CharField(max_length=80)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.CASCADE,
                        related_name="same_people",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=models.CASCADE,
                        related_name="same_people",
                        to="accounts.device",
                    ),
                ),
            ],
            options={
                "ordering": ("person", "name"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "name"), name="same_person_by_account"
                    ),
                    models.UniqueConstraint(
                        fields=("device", "name"), name="same_person_by_device"
                    ),
                    models.CheckConstraint(
                        condition=Q(account=None) ^ Q(device=None),
                        name="same_person_has_one_reader",
                    ),
                ],
            },
        ),
    ]
