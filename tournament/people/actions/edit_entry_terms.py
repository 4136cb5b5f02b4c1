"""Set the entry terms: the rules by which people may enter themselves."""

import datetime
from collections.abc import Mapping
from typing import Any

from tournament.core.actions.journal import json_value, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.merge import merged
from tournament.models import EntryTerms, FreedPlaces, Visitor
from tournament.people.queries.enter import terms_of


def edit_entry_terms(
    *,
    tournament_id: int,
    is_on: bool,
    opens_on: datetime.date | None,
    closes_on: datetime.date | None,
    limit: int | None,
    is_moderated: bool,
    by: Visitor,
    sends_mail: bool = True,
    freed_places: str = FreedPlaces.AS_ENTRIES,
    base: Mapping[str, Any] | None = None,
) -> None:
    """Change a tournament's entry terms. Existing entries are not changed. `base` has the terms that the form was
    filled in with (see `merged`)."""
    new: dict[str, Any] = {
        "is_on": is_on,
        "opens_on": opens_on,
        "closes_on": closes_on,
        "limit": limit,
        "is_moderated": is_moderated,
        "sends_mail": sends_mail,
        "freed_places": freed_places,
    }
    with locked_tournament(tournament_id) as tournament:
        terms = terms_of(tournament)
        if terms is not None:
            stored = {name: getattr(terms, name) for name in new}
            new = merged(new, base, stored)
            if new == stored:
                return
        EntryTerms.objects.update_or_create(tournament=tournament, defaults=new)
        log(tournament, "entry.terms_changed", by=by, after={name: json_value(value) for name, value in new.items()})
