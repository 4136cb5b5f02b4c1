"""Rounds with their clocks, and the hanchans of each."""

import datetime

from tournament.archive.actions.envelope.made import AT_ONCE, Json, Made, at
from tournament.archive.forms.document import moment
from tournament.models import Hanchan, Round, RoundClock


def make_rounds(made: Made) -> None:
    rounds = Round.objects.bulk_create(
        Round(
            tournament=made.tournament,
            number=said["number"],
            started_at=at(said["started_at"]),
            approved_by_id=made.log[said["approved_by"]],
            released_by_id=made.log[said["released_by"]],
        )
        for said in made.document["rounds"]
    )
    for round_, said in zip(rounds, made.document["rounds"], strict=True):
        round_.resting.set([made.entries[number] for number in said["resting"]])
    RoundClock.objects.bulk_create(
        _clock(round_, said["clock"])
        for round_, said in zip(rounds, made.document["rounds"], strict=True)
        if said["clock"] is not None
    )
    rows = Hanchan.objects.bulk_create(
        (
            _hanchan(made, round_, hanchan)
            for round_, said in zip(rounds, made.document["rounds"], strict=True)
            for hanchan in said["hanchans"]
        ),
        AT_ONCE,
    )
    made.hanchans = {said["id"]: row.pk for said, row in zip(made.said_hanchans(), rows, strict=True)}


def _hanchan(made: Made, round_: Round, said: Json) -> Hanchan:
    time = said["time"] or {"called_at": "", "after": None, "in_progress": None}
    return Hanchan(
        round=round_,
        table=made.tables[said["table"]],
        extra_seconds=said["extra_seconds"],
        time_called_at=moment(time["called_at"]),
        time_called_after=time["after"],
        time_hand_in_progress=time["in_progress"],
        cancelled_by_id=made.log[said["cancelled_by"]],
    )


def _clock(round_: Round, said: Json) -> RoundClock:
    return RoundClock(
        round=round_,
        minutes=said["minutes"],
        extra_seconds=said["extra_seconds"],
        started_at=moment(said["started_at"] or ""),
        paused_at=moment(said["paused_at"] or ""),
        paused_for=datetime.timedelta(microseconds=said["paused_microseconds"]),
    )
