"""What referees and organizers decided beside the tables: cuts, departures, penalties, calls and appeals."""

from tournament.archive.queries.envelope.values import Json
from tournament.archive.queries.envelope.whole import WholeTournament
from tournament.core.queries.visibility import Sight
from tournament.models import Appeal, Call, Cut, Departure, Penalty


def public_cut(cut: Cut, whole: WholeTournament) -> Json:
    return {
        "after_round": cut.after_round,
        "carried": cut.carried,
        "finalists": sorted(whole.entry_numbers[entry.pk] for entry in cut.finalists.all()),
    }


def whole_cut(cut: Cut, whole: WholeTournament) -> Json:
    return public_cut(cut, whole) | {
        "decided_by": whole.log_numbers[cut.decided_by_id],
        "taken_back_by": whole.log_numbers[cut.taken_back_by_id],
    }


def is_told_cut(cut: Cut, sight: Sight) -> bool:
    return cut.taken_back_by_id is None and sight.shows_cut(cut.after_round)


def public_departure(departure: Departure, whole: WholeTournament) -> Json:
    return {
        "entry": whole.entry_numbers[departure.entry_id],
        "kind": departure.kind,
        "from_round": departure.from_round,
    }


def whole_departure(departure: Departure, whole: WholeTournament) -> Json:
    return public_departure(departure, whole) | {
        "decided_by": whole.log_numbers[departure.decided_by_id],
        "taken_back_by": whole.log_numbers[departure.taken_back_by_id],
    }


def public_penalty(penalty: Penalty, whole: WholeTournament) -> Json:
    return {
        "entry": whole.entry_numbers[penalty.entry_id],
        "offence": penalty.offence,
        "points": penalty.points,
        "minutes": penalty.minutes,
        "round": penalty.round,
        "rule": penalty.rule,
    }


def whole_penalty(penalty: Penalty, whole: WholeTournament) -> Json:
    return public_penalty(penalty, whole) | {
        "given_by": whole.log_numbers[penalty.given_by_id],
        "taken_back_by": whole.log_numbers[penalty.taken_back_by_id],
    }


def whole_call(call: Call, whole: WholeTournament) -> Json:
    return {
        "table": call.table.number,
        "round": call.round,
        "word": call.word,
        "called_by": whole.log_numbers[call.called_by_id],
        "taken_by": whole.log_numbers[call.taken_by_id],
        "closed_by": whole.log_numbers[call.closed_by_id],
        "was_answered": call.was_answered,
        "situation": call.situation,
        "decision": call.decision,
        "rule": call.rule,
    }


def whole_appeal(appeal: Appeal, whole: WholeTournament) -> Json:
    return {
        "penalty": whole.penalty_places[appeal.penalty_id],
        "call": whole.call_places[appeal.call_id],
        "appealed_by": appeal.appealed_by,
        "text": appeal.text,
        "made_by": whole.log_numbers[appeal.made_by_id],
        "outcome": appeal.outcome,
        "decision": appeal.decision,
        "replaced_by": whole.penalty_places[appeal.replaced_by_id],
        "decided_by": whole.log_numbers[appeal.decided_by_id],
    }
