import django.db.models.deletion
from django.db import migrations, models


def note_late_copies(apps, schema_editor):
    """Note the hand-over of the last late copy of each hand-over; for earlier late copies it is unknown."""
    database = schema_editor.connection.alias
    Import = apps.get_model("tournament", "Import")
    HandOver = apps.get_model("tournament", "HandOver")
    for late in HandOver.objects.using(database).exclude(late_copy=None):
        Import.objects.using(database).filter(tournament=late.late_copy_id).update(late_of=late)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0047_substitute_may_publish"),
    ]

    operations = [
        migrations.AddField(
            model_name="import",
            name="late_of",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="late_imports",
                to="tournament.handover",
            ),
        ),
        migrations.RunPython(note_late_copies, migrations.RunPython.noop),
    ]
