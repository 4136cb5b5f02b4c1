"""What referees and organizers decided beside the tables: cuts, departures, penalties, calls and appeals."""

from django.utils.translation import gettext_lazy

from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.known import MOST_ENTRIES, SMALL, Known, exact, new
from tournament.models import Appeal, Cut, Departure
from tournament.models.penalty import Offence


def check_cuts(cuts: list[Value], known: Known) -> None:
    after: set[int] = set()
    for cut in cuts:
        cut.keys("after_round", "carried", "finalists", "decided_by", "taken_back_by")
        cut["carried"].word(Cut.Carried.values)
        going_on: set[int] = set()
        for finalist in cut["finalists"].items(MOST_ENTRIES):
            new(finalist, known.entry(finalist), going_on)
        cut["decided_by"].whole(1, known.logged)
        round_ = cut["after_round"].whole(1, SMALL)
        if known.is_current(cut["taken_back_by"]):
            new(cut["after_round"], round_, after)


def check_departures(departures: list[Value], known: Known) -> None:
    gone: set[int] = set()
    for departure in departures:
        departure.keys("entry", "kind", "from_round", "decided_by", "taken_back_by")
        departure["kind"].word(Departure.Kind.values)
        departure["from_round"].whole(1, SMALL)
        departure["decided_by"].whole(1, known.logged)
        number = known.entry(departure["entry"])
        if known.is_current(departure["taken_back_by"]):
            new(departure["entry"], number, gone)


def check_penalties(penalties: list[Value], known: Known) -> None:
    for penalty in penalties:
        penalty.keys("entry", "offence", "points", "minutes", "round", "rule", "given_by", "taken_back_by")
        known.entry(penalty["entry"])
        penalty["offence"].word(Offence.values)
        if exact(penalty["points"]) < 0:
            penalty["points"].fail(gettext_lazy("A penalty takes points off; it has no sign."))
        for name in ("minutes", "round"):
            if not penalty[name].is_null:
                penalty[name].whole(0, SMALL)
        penalty["rule"].text(60)
        penalty["given_by"].whole(1, known.logged)
        known.is_current(penalty["taken_back_by"])


def check_calls(calls: list[Value], known: Known) -> None:
    open_at: set[int] = set()
    for call in calls:
        call.keys(
            "table", "round", "word", "called_by", "taken_by", "closed_by", "was_answered", "situation", "decision",
            "rule",
        )  # fmt: skip
        table = call["table"].among(known.tables, gettext_lazy("There is no such table."))
        if not call["round"].is_null:
            call["round"].whole(0, SMALL)
        for name, longest in (("word", 80), ("situation", 500), ("decision", 500), ("rule", 60)):
            call[name].text(longest)
        call["called_by"].whole(1, known.logged)
        known.is_current(call["taken_by"])
        if known.is_current(call["closed_by"]):
            new(call["table"], table, open_at)
            if call["was_answered"].flag():
                call["was_answered"].fail(gettext_lazy("An answered call is closed."))
        call["was_answered"].flag()


def check_appeals(appeals: list[Value], known: Known, *, penalties: int, calls: int) -> None:
    """They count penalties and calls from 1: there are so many."""
    open_against: set[tuple[int | None, int | None]] = set()
    for appeal in appeals:
        appeal.keys(
            "penalty", "call", "appealed_by", "text", "made_by", "outcome", "decision", "replaced_by", "decided_by",
        )  # fmt: skip
        penalty = None if appeal["penalty"].is_null else appeal["penalty"].whole(1, penalties)
        call = None if appeal["call"].is_null else appeal["call"].whole(1, calls)
        if (penalty is None) is (call is None):
            appeal.fail(gettext_lazy("An appeal is against a penalty or against a ruling."))
        appeal["appealed_by"].text(80, shortest=1)
        for name in ("text", "decision"):
            appeal[name].text(500)
        appeal["made_by"].whole(1, known.logged)
        if not appeal["replaced_by"].is_null:
            appeal["replaced_by"].whole(1, penalties)
        is_open = known.is_current(appeal["decided_by"])
        appeal["outcome"].word(("",) if is_open else Appeal.Outcome.values)
        if is_open and (penalty, call) in open_against:
            appeal.fail(gettext_lazy("Only one of these can count."))
        if is_open:
            open_against.add((penalty, call))
