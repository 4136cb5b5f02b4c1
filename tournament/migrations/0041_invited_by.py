import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Min


def fill_in(apps, schema_editor):
    """Record the creator of the tournament as the inviter of its earlier members, if the creator still belongs to the
    team."""
    alias = schema_editor.connection.alias
    logs = apps.get_model("tournament", "LogEntry").objects.using(alias)
    memberships = apps.get_model("tournament", "Membership").objects.using(alias)
    created = logs.filter(number=1, kind__startswith="tournament.", user__memberships__tournament=F("tournament"))
    for tournament, user in created.values_list("tournament", "user").iterator():
        memberships.filter(tournament=tournament).exclude(user=user).update(invited_by=user)


def own_entries(apps, schema_editor):
    """Mark a person's earliest entry as their own if all their entries came by a merge. The same happens now when the
    last own entry is removed."""
    entries = apps.get_model("tournament", "Entry").objects.using(schema_editor.connection.alias)
    own = entries.filter(came_by_merge=False)
    merged = entries.filter(came_by_merge=True).exclude(player__in=own.values("player"))
    first = list(merged.order_by().values("player").annotate(first=Min("pk")).values_list("first", flat=True))
    entries.filter(pk__in=first).update(came_by_merge=False)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0040_proven_mail")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="invited_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
        migrations.RunPython(own_entries, migrations.RunPython.noop),
    ]
