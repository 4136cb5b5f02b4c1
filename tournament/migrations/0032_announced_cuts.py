from django.db import migrations, models


def as_list(apps, schema_editor):
    """Put the one announced cut of a tournament into the new list. The old field had no round and no carried share."""
    tournaments = apps.get_model("tournament", "Tournament").objects.using(schema_editor.connection.alias)
    for tournament in tournaments.exclude(cut_places=0).iterator():
        tournament.announced_cuts = [{"places": tournament.cut_places, "after_round": None, "carried": ""}]
        tournament.save(update_fields=["announced_cuts"])


class Migration(migrations.Migration):
    stops_old_code = "The version before was never released, so nobody restarts its processes one by one."

    dependencies = [("tournament", "0031_mail_wordings")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="announced_cuts",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.RunPython(as_list, migrations.RunPython.noop),
        migrations.RemoveField(model_name="tournament", name="cut_places"),
    ]
