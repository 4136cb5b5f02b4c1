"""Change a tournament's settings."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import json_value, log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_organizer
from tournament.core.actions.rules import outdate_forms
from tournament.core.errors import NotDone
from tournament.core.merge import merged
from tournament.models import Tournament, Visitor


class RulesFrozen(NotDone):
    """The first hand was played, so the rules are frozen, because results depend on them."""

    message = _(
        "Nothing was changed, because the first hand was played meanwhile. You can still correct the"
        " rules, with a reason."
    )


class RoundsBegan(NotDone):
    """The first round or hanchan began, so the event can no longer change between club night and tournament with
    rounds."""

    message = _(
        "The first round or hanchan was started meanwhile. You can no longer turn a tournament into a"
        " club night, or a club night into a tournament."
    )


def edit_tournament(
    *,
    tournament_id: int,
    name: str,
    place: str,
    starts_on: datetime.date | None,
    is_public: bool,
    ruleset_key: str,
    by: Visitor,
    is_club_night: bool | None = None,
    is_on_paper: bool | None = None,
    own_penalties: str | None = None,
    colour: str | None = None,
    languages: Sequence[str] | None = None,
    base: Mapping[str, Any] | None = None,
) -> None:
    """Change some settings; an argument of None leaves its setting unchanged. `base` has the values that the form was
    filled in with, so that a setting that was not edited keeps the value that is stored now (`merged`).

    The slug is never changed, because it is in the printed links. Raises `NoOrganizerAnyMore`, `RulesFrozen`, and
    `RoundsBegan` for a change between a club night and a tournament with rounds.
    """
    new: dict[str, Any] = {
        "name": name,
        "place": place,
        "starts_on": starts_on,
        "is_public": is_public,
        "ruleset_key": ruleset_key,
    }
    optional = {
        "is_club_night": is_club_night,
        "is_on_paper": is_on_paper,
        "own_penalties": own_penalties,
        "colour": colour,
        "languages": None if languages is None else list(languages),
    }
    new |= {field: value for field, value in optional.items() if value is not None}
    with locked_tournament(tournament_id) as tournament:
        old = {field: getattr(tournament, field) for field in new}
        new = merged(new, base, old)
        changed = [field for field in new if new[field] != old[field]]
        if not changed:
            return
        _check(tournament, changed, by)
        if "ruleset_key" in changed and tournament.rule_changes:
            # The changed rules were relative to the old preset.
            new["rule_changes"], old["rule_changes"] = {}, tournament.rule_changes
            changed.append("rule_changes")
        for field in changed:
            setattr(tournament, field, new[field])
        tournament.save(update_fields=changed)
        if "ruleset_key" in changed:
            outdate_forms(tournament)
        log(
            tournament,
            "tournament.edited",
            by=by,
            before={field: json_value(old[field]) for field in changed},
            after={field: json_value(new[field]) for field in changed},
        )


def _check(tournament: Tournament, changed: Collection[str], by: Visitor) -> None:
    check_organizer(tournament, by)
    if "ruleset_key" in changed and tournament.rules is not None:
        raise RulesFrozen
    if "is_club_night" in changed and tournament.rounds.exists():
        raise RoundsBegan
