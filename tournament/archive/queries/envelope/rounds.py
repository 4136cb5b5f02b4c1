"""Rounds: when they were started, who rested, what was done to the clock, and their hanchans."""

import datetime

from tournament.archive.queries.envelope.hanchans import public_hanchan, seats_alone, whole_hanchan
from tournament.archive.queries.envelope.values import Json, moment
from tournament.archive.queries.envelope.whole import WholeTournament
from tournament.core.queries.visibility import Sight
from tournament.models import Round


def whole_round(round_: Round, whole: WholeTournament) -> Json:
    return {
        "number": round_.number,
        "started_at": moment(round_.started_at),
        "approved_by": whole.log_numbers[round_.approved_by_id],
        "resting": _resting(round_, whole),
        "released_by": whole.log_numbers[round_.released_by_id],
        "clock": _clock(round_),
        "hanchans": [whole_hanchan(hanchan, whole) for hanchan in whole.hanchans if hanchan.round_id == round_.pk],
    }


def public_round(round_: Round, whole: WholeTournament, sight: Sight) -> Json:
    withheld = sight.withholds(round_.number)
    counted = [h for h in whole.hanchans if h.round_id == round_.pk and h.cancelled_by_id is None]
    return {
        "number": round_.number,
        "started_at": moment(round_.started_at),
        "resting": _resting(round_, whole),
        "clock": _clock(round_),
        "withheld": withheld.until if withheld else None,
        "hanchans": [seats_alone(one, whole) if withheld else public_hanchan(one, whole) for one in counted],
    }


def _resting(round_: Round, whole: WholeTournament) -> list[int]:
    return sorted(whole.entry_numbers[entry.pk] for entry in round_.resting.all())


def _clock(round_: Round) -> Json | None:
    """What was done to it; None for one that nobody touched."""
    clock = getattr(round_, "clock", None)
    if clock is None:
        return None
    return {
        "minutes": clock.minutes,
        "extra_seconds": clock.extra_seconds,
        "started_at": moment(clock.started_at) if clock.started_at else None,
        "paused_at": moment(clock.paused_at) if clock.paused_at else None,
        "paused_microseconds": clock.paused_for // datetime.timedelta(microseconds=1),
    }
