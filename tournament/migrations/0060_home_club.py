import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Exists, OuterRef, Subquery


def fill_in(apps, schema_editor):
    """Set the club of people without a home who are on exactly one list and play only at this club, and of people whom
    a night took from the list (log key `from_list`) and who are still on it."""
    alias = schema_editor.connection.alias
    players = apps.get_model("tournament", "Player").objects.using(alias)
    listed = apps.get_model("tournament", "Club").people.through.objects.using(alias)
    entries = apps.get_model("tournament", "Entry").objects.using(alias).filter(player=OuterRef("player"))
    outside = entries.exclude(tournament__club=OuterRef("club"))
    others = listed.filter(player=OuterRef("player")).exclude(club=OuterRef("club"))
    only = listed.filter(~Exists(outside), ~Exists(others), player=OuterRef("pk")).values("club")
    players.filter(home=None, removed_at=None).update(home_club=Subquery(only))
    added = apps.get_model("tournament", "LogEntry").objects.using(alias).filter(kind="players.added")
    from_list = added.filter(data__from_list=True, tournament__club__isnull=False)
    for night, club, data in from_list.values_list("tournament", "tournament__club", "data").iterator():
        there = players.filter(home=night, entries__tournament=night, entries__number__in=data["numbers"], clubs=club)
        players.filter(pk__in=list(there.values_list("pk", flat=True))).update(home_club=club)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0059_links_of_laptops")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="home_club",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournament.club",
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
