import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill_in(apps, schema_editor):
    """Set the home of persons who were entered before homes existed: the tournament of their first entry that did not
    come by a merge."""
    alias = schema_editor.connection.alias
    entries = apps.get_model("tournament", "Entry").objects.using(alias)
    first = entries.filter(player=OuterRef("pk"), came_by_merge=False).order_by("pk").values("tournament")[:1]
    apps.get_model("tournament", "Player").objects.using(alias).update(home=Subquery(first))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0042_push_at_desk")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="home",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournament.tournament",
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
