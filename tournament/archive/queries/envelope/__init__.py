"""A whole tournament as one document, `tenbo/1` (docs/envelope.md): `about` it, its `people`, `seating`, `rounds` with
their `hanchans`, `decisions` and `log`. `forms.envelope` reads each part back, `actions.envelope` writes its rows.

Ids are the document's own: an entry's number, a hanchan's place in the document, a log entry's number. What belongs
to this installation alone stays here: accounts, links, keys of submissions. What is told to organizers and to
everybody is `whole_…` and `public_…`.
"""

from scoring.rules import ruleset_to_json
from tournament.archive.queries.envelope.about import about_tournament, planned_start, shown, terms
from tournament.archive.queries.envelope.decisions import (
    is_told_cut,
    public_cut,
    public_departure,
    public_penalty,
    whole_appeal,
    whole_call,
    whole_cut,
    whole_departure,
    whole_penalty,
)
from tournament.archive.queries.envelope.log import logged
from tournament.archive.queries.envelope.people import public_entry, whole_entry
from tournament.archive.queries.envelope.rounds import public_round, whole_round
from tournament.archive.queries.envelope.seating import public_plan, whole_plan
from tournament.archive.queries.envelope.values import Json
from tournament.archive.queries.envelope.whole import whole_tournament
from tournament.core.queries.visibility import Sight
from tournament.games.queries.penalties import is_told
from tournament.models import EntryStatus, Tournament

FORMAT = "tenbo/1"


def envelope(tournament: Tournament) -> Json:
    """Everything, for its organizers. A fixed number of queries."""
    whole = whole_tournament(tournament.pk)
    return {
        "format": FORMAT,
        "form": "whole",
        "tournament": about_tournament(whole) | {"shown": shown(whole.tournament)},
        "ruleset": ruleset_to_json(whole.rules),
        "terms": terms(whole),
        "entries": [whole_entry(entry) for entry in whole.entries],
        "tables": whole.tables,
        "plans": [whole_plan(plan, whole) for plan in whole.plans],
        "cuts": [whole_cut(cut, whole) for cut in whole.cuts],
        "departures": [whole_departure(departure, whole) for departure in whole.departures],
        "penalties": [whole_penalty(penalty, whole) for penalty in whole.penalties],
        "calls": [whole_call(call, whole) for call in whole.calls],
        "appeals": [whole_appeal(appeal, whole) for appeal in whole.appeals],
        "visibilities": [{"round": one.number} | shown(one) for one in whole.visibilities],
        "planned_starts": [planned_start(one) for one in whole.planned_starts],
        "rounds": [whole_round(round_, whole) for round_ in whole.rounds],
        "log": [logged(entry, whole) for entry in whole.log],
    }


def public_envelope(tournament: Tournament, sight: Sight) -> Json:
    """What counts now and is shown to somebody: no log, no names of accounts, nothing taken back."""
    whole = whole_tournament(tournament.pk)
    return {
        "format": FORMAT,
        "form": "public",
        "tournament": about_tournament(whole),
        "ruleset": ruleset_to_json(whole.rules),
        "entries": [public_entry(entry) for entry in whole.entries if entry.status == EntryStatus.ACCEPTED],
        "tables": whole.tables,
        "plans": [public_plan(plan) for plan in whole.plans if plan.superseded_by_id is None],
        "cuts": [public_cut(cut, whole) for cut in whole.cuts if is_told_cut(cut, sight)],
        "departures": [public_departure(one, whole) for one in whole.departures if one.taken_back_by_id is None],
        "penalties": [public_penalty(one, whole) for one in whole.penalties if is_told(one, sight)],
        "planned_starts": [planned_start(one) for one in whole.planned_starts],
        "rounds": [public_round(round_, whole, sight) for round_ in whole.rounds],
    }
