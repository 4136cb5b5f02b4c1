"""What referees and organizers decided beside the tables: cuts, departures, penalties, calls and appeals."""

from tournament.archive.actions.envelope.made import Made
from tournament.models import Appeal, Call, Cut, Departure, Penalty


def make_decisions(made: Made) -> None:
    for said in made.document["cuts"]:
        cut = Cut.objects.create(
            tournament=made.tournament,
            after_round=said["after_round"],
            carried=said["carried"],
            decided_by_id=made.log[said["decided_by"]],
            taken_back_by_id=made.log[said["taken_back_by"]],
        )
        cut.finalists.set([made.entries[number] for number in said["finalists"]])
    Departure.objects.bulk_create(
        Departure(
            entry_id=made.entries[said["entry"]],
            kind=said["kind"],
            from_round=said["from_round"],
            decided_by_id=made.log[said["decided_by"]],
            taken_back_by_id=made.log[said["taken_back_by"]],
        )
        for said in made.document["departures"]
    )
    penalties = Penalty.objects.bulk_create(
        Penalty(
            entry_id=made.entries[said["entry"]],
            **{name: said[name] for name in ("offence", "points", "minutes", "round", "rule")},
            given_by_id=made.log[said["given_by"]],
            taken_back_by_id=made.log[said["taken_back_by"]],
        )
        for said in made.document["penalties"]
    )
    calls = Call.objects.bulk_create(
        Call(
            table=made.tables[said["table"]],
            **{name: said[name] for name in ("round", "word", "was_answered", "situation", "decision", "rule")},
            called_by_id=made.log[said["called_by"]],
            taken_by_id=made.log[said["taken_by"]],
            closed_by_id=made.log[said["closed_by"]],
        )
        for said in made.document["calls"]
    )
    _appeals(made, [None, *penalties], [None, *calls])


def _appeals(made: Made, penalties: list[Penalty | None], calls: list[Call | None]) -> None:
    """Documents count penalties and calls from 1."""
    Appeal.objects.bulk_create(
        Appeal(
            tournament=made.tournament,
            penalty=penalties[said["penalty"] or 0],
            call=calls[said["call"] or 0],
            replaced_by=penalties[said["replaced_by"] or 0],
            **{name: said[name] for name in ("appealed_by", "text", "outcome", "decision")},
            made_by_id=made.log[said["made_by"]],
            decided_by_id=made.log[said["decided_by"]],
        )
        for said in made.document.get("appeals", [])
    )
