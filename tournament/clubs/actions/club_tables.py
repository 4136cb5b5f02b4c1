"""A club's tables, and the private links on the tables' cards."""

from django.db import transaction

from tournament.clubs.actions.edit_club import locked_club
from tournament.models import ClubTable, Visitor
from tournament.models.links import LINK_COLUMNS


def make_club_tables(*, club_id: int, count: int, by: Visitor) -> None:
    """Create the missing tables among tables 1 to `count`. Existing tables are not changed, including tables with
    higher numbers."""
    with transaction.atomic():
        club = locked_club(club_id, by)
        existing = set(club.tables.values_list("number", flat=True))
        missing = [number for number in range(1, count + 1) if number not in existing]
        ClubTable.objects.bulk_create(ClubTable(club=club, number=number) for number in missing)


def renew_club_table(*, club_id: int, number: int, by: Visitor) -> None:
    """Give a table a new link, so that its printed card stops working. Phones that have opened an event by the old link
    keep their access to the event."""
    with transaction.atomic():
        table = locked_club(club_id, by).tables.get(number=number)
        table.renew_link()
        table.save(update_fields=LINK_COLUMNS)
