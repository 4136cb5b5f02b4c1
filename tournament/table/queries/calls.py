"""Open calls for a referee, and earlier rulings with a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from tournament.core.text import folded
from tournament.games.queries.penalties import prefetch_appeals
from tournament.models import Call, Table, Tournament, with_log_entries

RULINGS_ON_A_PAGE = 40

MOST_SEARCHED = 5_000
"""The most rulings that are searched, beginning with the newest. A large hall has some hundreds of rulings."""


@dataclass(frozen=True)
class OpenCall:
    """A call for a referee that is not answered yet, with the number of whole minutes that the table has waited."""

    call: Call
    minutes: int


@dataclass(frozen=True)
class CallsPage:
    """All open calls, beginning with the longest wait, and one page of the rulings that match the search, the newest
    first."""

    open: tuple[OpenCall, ...]
    rulings: Page[Call]


def calls_page(tournament: Tournament, query: str, number: str, *, now: datetime) -> CallsPage:
    """Load the page of calls, in a fixed number of queries. `query` is searched in the rulings; case and accents are
    ignored. `number` is the text of the number of the page of rulings. The first page is shown if the text is no
    number, the last page if the number is too large."""
    closed = Call.objects.filter(table__tournament=tournament, was_answered=True)
    answered = (
        with_log_entries(closed, "table", "closed_by", "called_by")
        .prefetch_related(prefetch_appeals())
        .order_by("-closed_by__number")
    )
    wanted = folded(query).split()
    rulings = answered.filter(pk__in=_found(answered, wanted)) if wanted else answered
    return CallsPage(
        open=waiting_calls(tournament, now=now), rulings=Paginator(rulings, RULINGS_ON_A_PAGE).get_page(number)
    )


def _found(answered: "QuerySet[Call]", wanted: Sequence[str]) -> list[int]:
    """Return the ids of the rulings that contain all these words, among the newest `MOST_SEARCHED`."""
    texts = answered.values_list("pk", "word", "situation", "decision", "rule", "closed_by__actor_name")[:MOST_SEARCHED]
    searched = ((pk, folded(" ".join(filter(None, said)))) for pk, *said in texts)
    return [pk for pk, text in searched if all(word in text for word in wanted)]


def waiting_calls(tournament: Tournament, *, now: datetime) -> tuple[OpenCall, ...]:
    """Return the open calls, beginning with the longest wait. Makes one query."""
    waiting = with_log_entries(open_calls(tournament), "table", "called_by", "taken_by")
    return tuple(OpenCall(call, int((now - call.called_by.at).total_seconds() // 60)) for call in waiting)


def open_calls(tournament: Tournament) -> "QuerySet[Call]":
    """Return the calls of a tournament that are not answered yet."""
    return Call.objects.filter(table__tournament=tournament, closed_by=None).order_by("called_by__number")


def open_call_at(table: Table) -> Call | None:
    """Return the open call of this table, or None."""
    return with_log_entries(Call.objects.filter(table=table, closed_by=None), "called_by", "taken_by__user").first()
