"""Create a night of a club: a tournament with the club's tables, organizers and league."""

import datetime
from uuid import UUID

from django.db import transaction

from tournament.clubs.actions.edit_club import locked_club
from tournament.core.actions.submissions import once_per_key
from tournament.models import LeagueEvent, Membership, Role, Tournament, Visitor
from tournament.site.actions.create_tournament import create_tournament
from tournament.table.actions.prepare_tables import make_tables


@once_per_key
def open_night(
    *,
    club_id: int,
    key: UUID,
    name: str,
    starts_on: datetime.date,
    is_public: bool,
    is_club_night: bool,
    league_id: int | None,
    by: Visitor,
) -> Tournament:
    """Create a tournament of the club, which the visitor owns and the club's other organizers organize.

    The tournament has the club's tables and rules, and counts for the league `league_id`, if there is one. A retry
    returns the same tournament. Raises `MayNotCreate`, `DiskNearlyFull`, `KeyTaken` and `Club.DoesNotExist`.
    """
    with transaction.atomic():
        club = locked_club(club_id, by)
        night = create_tournament(
            key=key,
            name=name,
            place=club.place,
            starts_on=starts_on,
            is_public=is_public,
            ruleset_key=club.ruleset_key,
            is_club_night=is_club_night,
            by=by,
        )
        if night.club_id is not None:
            return night
        night.club = club
        night.save(update_fields=["club"])
        others = club.organizers.exclude(memberships__tournament=night)
        Membership.objects.bulk_create(
            Membership(tournament=night, user=organizer, role=Role.ORGANIZER, has_agreed=False) for organizer in others
        )
        make_tables(night, max(club.tables.values_list("number", flat=True), default=0))
        if league_id is not None:
            LeagueEvent.objects.create(league=club.leagues.get(pk=league_id), tournament=night)
        return night
