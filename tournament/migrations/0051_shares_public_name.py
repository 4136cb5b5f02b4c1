from collections import Counter

from django.db import migrations, models


def mark(apps, schema_editor):
    """Mark the players who share their whole public name; initials are compared at the next change of names."""
    entries = apps.get_model("tournament", "Entry").objects.using(schema_editor.connection.alias)
    named = entries.filter(shares_name=True, status="accepted", may_publish=True, player__shown_as="name")
    names = {pk: (event, name.casefold()) for pk, event, name in named.values_list("pk", "tournament", "player__name")}
    shared = Counter(names.values())
    entries.filter(pk__in=[pk for pk, name in names.items() if shared[name] > 1]).update(shares_public_name=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0050_freed_places_words")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="shares_public_name",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
