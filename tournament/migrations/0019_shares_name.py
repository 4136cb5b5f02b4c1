from django.db import migrations, models
from django.db.models import Exists, OuterRef


def mark(apps, schema_editor):
    """Mark the people who share their whole name; initials are compared at the next change of names."""
    entries = apps.get_model("tournament", "Entry").objects.using(schema_editor.connection.alias)
    others = entries.filter(tournament=OuterRef("tournament"), player__name=OuterRef("player__name"))
    shared = entries.filter(Exists(others.exclude(pk=OuterRef("pk")))).exclude(player__name="")
    entries.filter(pk__in=list(shared.values_list("pk", flat=True))).update(shares_name=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0018_clubs")]

    operations = [
        migrations.AddField(
            model_name="entry", name="shares_name", field=models.BooleanField(default=False, editable=False)
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
