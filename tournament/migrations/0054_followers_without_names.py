from django.db import migrations


def drop_names(apps, schema_editor):
    """Drop the names of players that stand beside their numbers: the names stayed when a person was removed."""
    log = apps.get_model("tournament", "LogEntry").objects.using(schema_editor.connection.alias)
    followed = [entry for entry in log.filter(kind="cut.followed") if {"number", "left_number"} <= entry.data.keys()]
    for entry in followed:
        entry.data = {name: value for name, value in entry.data.items() if name not in {"name", "left"}}
    log.bulk_update(followed, ["data"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0053_choices_in_words")]

    operations = [migrations.RunPython(drop_names, migrations.RunPython.noop)]
