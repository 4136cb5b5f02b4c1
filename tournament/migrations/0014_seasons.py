from decimal import Decimal

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0013_rehearsal"),
    ]

    operations = [
        migrations.AddField(
            model_name="league",
            name="counted",
            field=models.CharField(
                choices=[("hanchan", "every hanchan"), ("event", "every tournament’s total")],
                default="hanchan",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="ranked_by",
            field=models.CharField(
                choices=[("sum", "the sum"), ("average", "the average")], default="sum", max_length=10
            ),
        ),
        migrations.AddField(
            model_name="league",
            name="best",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="league",
            name="least_hanchans",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="league",
            name="group_best",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="league",
            name="promoted",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="league",
            name="relegated",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("counted__in", ["hanchan", "event"]), ("ranked_by__in", ["sum", "average"])),
                name="league_counting_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("best", None), ("best__gte", 1), _connector="OR"),
                    models.Q(("group_best", None), ("group_best__gte", 1), _connector="OR"),
                ),
                name="a_league_counts_something",
            ),
        ),
        # The table is there already: until now Django kept it for the relation.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="LeagueEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="events",
                                to="tournament.league",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="league_events",
                                to="tournament.tournament",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "tournament_league_tournaments",
                        "unique_together": {("league", "tournament")},
                    },
                ),
                migrations.AlterField(
                    model_name="league",
                    name="tournaments",
                    field=models.ManyToManyField(
                        blank=True, related_name="leagues", through="tournament.LeagueEvent", to="tournament.tournament"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="leagueevent",
            name="weight",
            field=models.DecimalField(decimal_places=2, default=Decimal("1"), max_digits=4),
        ),
        migrations.AddConstraint(
            model_name="leagueevent",
            constraint=models.CheckConstraint(condition=models.Q(("weight__gt", 0)), name="an_event_has_weight"),
        ),
    ]
