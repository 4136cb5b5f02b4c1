"""Rounds: who rested, what was done to the clock, and their hanchans."""

from django.utils.translation import gettext_lazy

from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.hanchans import check_hanchans
from tournament.archive.forms.envelope.known import LARGE, MOST_ENTRIES, MOST_TABLES, SMALL, Known, new


def check_rounds(rounds: list[Value], known: Known) -> None:
    numbers: set[int] = set()
    for round_ in rounds:
        round_.keys("number", "started_at", "approved_by", "released_by", "resting", "clock", "hanchans")
        new(round_["number"], round_["number"].whole(1, SMALL), numbers)
        round_["started_at"].moment()
        known.is_current(round_["approved_by"])
        known.is_current(round_["released_by"])
        resting: set[int] = set()
        for entry in round_["resting"].items(MOST_ENTRIES):
            new(entry, known.entry(entry), resting)
        if not round_["clock"].is_null:
            _check_clock(round_["clock"])
        check_hanchans(round_["hanchans"].items(10 * MOST_TABLES), known)


def _check_clock(clock: Value) -> None:
    clock.keys("minutes", "extra_seconds", "started_at", "paused_at", "paused_microseconds")
    if not clock["minutes"].is_null:
        clock["minutes"].whole(1, SMALL)
    clock["extra_seconds"].whole(0, LARGE)
    paused = clock["paused_microseconds"].whole(0, 10**13)
    for name in ("started_at", "paused_at"):
        if not clock[name].is_null:
            clock[name].moment()
    if clock["started_at"].is_null and (paused or not clock["paused_at"].is_null):
        clock["started_at"].fail(gettext_lazy("A clock that never started was never paused."))
