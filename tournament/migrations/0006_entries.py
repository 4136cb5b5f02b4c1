import django.db.models.deletion
from django.db import migrations, models

import tournament.models.round


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0005_penalties"),
    ]

    operations = [
        migrations.CreateModel(
            name="EntryTerms",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="terms",
                        serialize=False,
                        to="tournament.tournament",
                    ),
                ),
                ("is_on", models.BooleanField(default=True, verbose_name="people may enter themselves")),
                ("opens_on", models.DateField(blank=True, null=True, verbose_name="opens on")),
                ("closes_on", models.DateField(blank=True, null=True, verbose_name="closes on")),
                ("limit", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="places")),
                ("is_moderated", models.BooleanField(default=True, verbose_name="an organizer accepts each entry")),
            ],
        ),
        migrations.AddField(
            model_name="entry",
            name="checked_in_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="link_nonce",
            field=models.CharField(default=tournament.models.round.new_nonce, editable=False, max_length=16),
        ),
        migrations.AddField(
            model_name="entry",
            name="may_publish",
            field=models.BooleanField(default=True, verbose_name="the name may be published"),
        ),
        migrations.AddField(
            model_name="entry",
            name="note",
            field=models.CharField(blank=True, max_length=300, verbose_name="note"),
        ),
        migrations.AddField(
            model_name="entry",
            name="paid",
            field=models.BooleanField(default=False, verbose_name="paid"),
        ),
        migrations.AddField(
            model_name="entry",
            name="reserved_table",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="reserved table"),
        ),
        migrations.AddField(
            model_name="entry",
            name="status",
            field=models.CharField(
                choices=[("applied", "applied"), ("waiting", "waiting list"), ("accepted", "plays")],
                default="accepted",
                max_length=10,
                verbose_name="status",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.CharField(blank=True, max_length=80, verbose_name="team"),
        ),
        migrations.AddField(
            model_name="player",
            name="club",
            field=models.CharField(blank=True, max_length=80, verbose_name="club"),
        ),
        migrations.AddField(
            model_name="player",
            name="country",
            field=models.CharField(blank=True, max_length=2, verbose_name="country"),
        ),
        migrations.AddField(
            model_name="player",
            name="country_letters",
            field=models.CharField(blank=True, max_length=3),
        ),
        migrations.AddField(
            model_name="player",
            name="ema_number",
            field=models.CharField(blank=True, max_length=8, verbose_name="EMA number"),
        ),
        migrations.AddField(
            model_name="player",
            name="mail",
            field=models.EmailField(blank=True, max_length=254, verbose_name="mail"),
        ),
        migrations.AddField(
            model_name="player",
            name="phone",
            field=models.CharField(blank=True, max_length=30, verbose_name="phone"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["applied", "waiting", "accepted"])), name="entry_status_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("checked_in_at", None), ("status", "accepted"), _connector="OR"),
                name="only_who_plays_is_checked_in",
            ),
        ),
        migrations.AddConstraint(
            model_name="entryterms",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("opens_on", None), ("closes_on", None), ("opens_on__lte", models.F("closes_on")), _connector="OR"
                ),
                name="entries_open_before_they_close",
            ),
        ),
    ]
