from django.db import migrations, models


def read_from_log(apps, schema_editor):
    """Set the place that was revealed last in each ceremony that is led now."""
    alias = schema_editor.connection.alias
    log = apps.get_model("tournament", "LogEntry").objects.using(alias)
    for ceremony in apps.get_model("tournament", "Ceremony").objects.using(alias).filter(revealed__gt=0):
        reveals = log.filter(tournament=ceremony.tournament_id, kind="ceremony.revealed")
        taken_back = log.filter(tournament=ceremony.tournament_id, kind="ceremony.reveal_taken_back")
        started = log.filter(tournament=ceremony.tournament_id, kind="ceremony.started").order_by("-number").first()
        places = []
        for entry in (reveals | taken_back).filter(number__gt=started.number if started else 0).order_by("number"):
            if entry.kind == "ceremony.revealed":
                places.append(entry.data["place"])
            elif places:
                places.pop()
        ceremony.revealed_place = places[-1] if places else ceremony.from_place
        ceremony.save(update_fields=["revealed_place"])


class Migration(migrations.Migration):
    stops_old_code = "A ceremony stores the place that was revealed last, no longer the number of revealed places."

    dependencies = [("tournament", "0060_home_club")]

    operations = [
        migrations.AddField("ceremony", "revealed_place", models.PositiveSmallIntegerField(null=True)),
        migrations.RunPython(read_from_log, migrations.RunPython.noop),
        migrations.RemoveField("ceremony", "revealed"),
    ]
