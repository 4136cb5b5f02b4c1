"""The log, and the ids that it remembers."""

from collections.abc import Iterator

from tournament.archive.actions.envelope.made import AT_ONCE, Json, Made, at
from tournament.archive.queries.envelope.log import translated
from tournament.models import LogEntry


def make_early_log(made: Made) -> set[int]:
    """What hanchans and rounds name: an entry that cancelled a hanchan has to be there before it. Returns the numbers,
    for `make_rest_of_log`."""
    early = {hanchan["cancelled_by"] for hanchan in made.said_hanchans()}
    early |= {round_[by] for round_ in made.document["rounds"] for by in ("approved_by", "released_by")}
    early.discard(None)
    _make(made, (entry for entry in made.document["log"] if entry["number"] in early))
    return early


def make_rest_of_log(made: Made, early: set[int]) -> None:
    """Once there are hanchans; what was written before them learns of them."""
    _make(made, (entry for entry in made.document["log"] if entry["number"] not in early))
    for said in made.document["log"]:
        if said["number"] in early:
            row = _log_entry(made, said)
            LogEntry.objects.filter(pk=made.log[said["number"]]).update(hanchan=row.hanchan_id, data=row.data)


def _make(made: Made, entries: Iterator[Json]) -> None:
    rows = LogEntry.objects.bulk_create((_log_entry(made, said) for said in entries), AT_ONCE)
    made.log |= {row.number: row.pk for row in rows}


def _log_entry(made: Made, said: Json) -> LogEntry:
    return LogEntry(
        tournament=made.tournament,
        number=said["number"],
        at=at(said["at"]),
        actor_kind=said["by"]["kind"],
        actor_number=said["by"]["number"],
        actor_name=said["by"]["name"],
        kind=said["kind"],
        hanchan_id=made.hanchans.get(said["hanchan"]),
        data=translated(said["kind"], said["data"], made.hanchans),
        reason=said["reason"],
    )
