"""Players, each a new person here, and their entries."""

from tournament.archive.actions.envelope.made import AT_ONCE, Made
from tournament.archive.forms.document import moment
from tournament.models import Entry, Player, ShownAs


def make_people(made: Made) -> None:
    said = made.document["entries"]
    person = ("name", "country", "country_letters", "club", "ema_number")
    place = ("number", "status", "team", "paid", "reserved_table", "may_publish")
    players = Player.objects.bulk_create(
        (
            Player(
                removed_at=moment(entry.get("removed_at") or ""),
                shown_as=entry.get("shown_as", ShownAs.NAME),
                **{name: entry[name] for name in person},
            )
            for entry in said
        ),
        AT_ONCE,
    )
    entries = Entry.objects.bulk_create(
        (
            Entry(
                tournament=made.tournament,
                player=player,
                checked_in_at=moment(entry["checked_in_at"] or ""),
                arrived_by_link=entry.get("arrived_by_link", False),
                **{name: entry[name] for name in place},
            )
            for player, entry in zip(players, said, strict=True)
        ),
        AT_ONCE,
    )
    made.entries = {entry.number: entry.pk for entry in entries}
