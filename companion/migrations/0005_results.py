"""Results of games; those of games that are over already are made when the server starts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_attempts"), ("companion", "0004_links")]

    operations = [
        migrations.CreateModel(
            name="TableResult",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="result",
                        serialize=False,
                        to="companion.table",
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("over", models.BooleanField()),
                ("counted", models.BooleanField(default=False)),
                ("edition_name", models.CharField(blank=True, max_length=60)),
                ("ended_at", models.DateTimeField(null=True)),
                ("minutes", models.PositiveIntegerField(null=True)),
                ("attack_at", models.PositiveIntegerField(null=True)),
                ("devices", models.ManyToManyField(related_name="results", to="accounts.device")),
            ],
        ),
        migrations.CreateModel(
            name="SeatResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("unnamed", models.BooleanField(default=False)),
                ("color", models.CharField(max_length=10)),
                ("points", models.IntegerField()),
                ("rank", models.PositiveSmallIntegerField()),
                ("won", models.BooleanField()),
                ("fell", models.BooleanField()),
                ("damage", models.PositiveIntegerField()),
                ("expected", models.FloatField()),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="seats", to="companion.tableresult"
                    ),
                ),
            ],
            options={
                "ordering": ("index",),
                "constraints": [
                    models.UniqueConstraint(fields=("result", "index"), name="seat_result_once")
                ],
            },
        ),
    ]
