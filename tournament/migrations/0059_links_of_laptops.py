from django.db import migrations

DESK = "desk:"


def mark_as_of_the_desk(apps, schema_editor):
    """Mark players' own links that a laptop made, on the site to which the tournament came back: they open the page
    without details and mails from now on."""
    entries = apps.get_model("tournament", "Entry").objects.using(schema_editor.connection.alias)
    carried = entries.exclude(carried_links="").filter(tournament__hand_overs__is_lent=True).distinct()
    changed = list(carried.only("carried_links"))
    for entry in changed:
        entry.carried_links = " ".join(DESK + known.removeprefix(DESK) for known in entry.carried_links.split())
    entries.bulk_update(changed, ["carried_links"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0058_log_by_kind")]

    operations = [migrations.RunPython(mark_as_of_the_desk, migrations.RunPython.noop)]
