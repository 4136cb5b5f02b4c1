"""Create a tournament."""

import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.slugs import SameMoment, free_slug, slug_of
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import MayNotCreate
from tournament.core.queries.disk import check_free_space
from tournament.models import Membership, Role, Tournament, Visitor


@once_per_key
def create_tournament(
    *,
    key: UUID,
    name: str,
    place: str,
    starts_on: datetime.date | None,
    is_public: bool,
    ruleset_key: str,
    by: Visitor,
    is_club_night: bool = False,
    is_on_paper: bool = False,
) -> Tournament:
    """Create a tournament owned by the visitor. A retry with the same `key` returns the same tournament.

    Raises `MayNotCreate`, `DiskNearlyFull`, `KeyTaken` and `SameMoment`.
    """
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    try:
        with transaction.atomic():
            repeated = logged_before(key, "tournament.created", user=by.account)
            if repeated is not None:
                return repeated.tournament
            check_free_space()
            wanted = slug_of(name, otherwise="tournament")
            tournament = Tournament.objects.create(
                name=name,
                slug=free_slug(wanted, Tournament.objects.all(), is_public=is_public),
                place=place,
                starts_on=starts_on,
                is_public=is_public,
                ruleset_key=ruleset_key,
                is_club_night=is_club_night,
                is_on_paper=is_on_paper,
            )
            Membership.objects.create(tournament=tournament, user=by.account, role=Role.OWNER)
            log(tournament, "tournament.created", by=by, key=key, name=name, ruleset=ruleset_key)
            return tournament
    except IntegrityError:
        # There is no row to lock yet: a concurrent request took the slug, or is a retry with the same key.
        raise SameMoment from None
