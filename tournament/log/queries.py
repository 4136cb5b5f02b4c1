"""The log of a tournament, newest first, whole or filtered."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch, Q, QuerySet

from tournament.core.queries.logged import with_data
from tournament.core.text import folded
from tournament.core.words.names import who
from tournament.models import Actor, ActorKind, Import, LogEntry, Seat, Tournament
from tournament.people.queries.mentioned import Mentioned, mentioned_in

ENTRIES_ON_A_PAGE = 100

ENTRIES_AT_ONCE = 100
"""How many entries of a whole log are in memory at once, of which one has its data: an entry may contain all hands of a
hanchan, before and after a change, and an imported one a megabyte."""


@dataclass(frozen=True, kw_only=True)
class LogFilter:
    """A filter for log entries; an empty field or None matches every entry. `kind` is the first part of the entries'
    kind: "hand" for "hand.recorded"."""

    person: Actor | None = None
    kind: str = ""
    round: int | None = None
    table: int | None = None


@dataclass(frozen=True, kw_only=True)
class LogChoices:
    """The choices of the filter: only values that occur in the log. `people` has the authors' names by `Actor.key`,
    sorted by name."""

    tournament: Tournament
    mentioned: Mentioned
    people: dict[str, Actor]
    kinds: list[str]
    rounds: list[int]
    tables: list[int]


def import_of(tournament: Tournament) -> Import | None:
    """Return the record of the tournament's import, if it was imported."""
    return Import.objects.filter(tournament=tournament).first()


def log_choices(tournament: Tournament) -> LogChoices:
    """Load the choices of the filter in a fixed number of queries."""
    mentioned = mentioned_in(tournament)
    columns = ("actor_kind", "actor_number", "actor_name", "user_id")
    actors = [
        Actor(kind=ActorKind(kind), number=number, name=name, user_id=user_id)
        for kind, number, name, user_id in tournament.log.order_by(*columns).values_list(*columns).distinct()
    ]
    kinds = tournament.log.order_by("kind").values_list("kind", flat=True).distinct()
    return LogChoices(
        tournament=tournament,
        mentioned=mentioned,
        people={actor.key: actor for actor in sorted(actors, key=lambda actor: folded(who(actor, mentioned.names)))},
        kinds=sorted({kind.split(".")[0] for kind in kinds}),
        rounds=list(tournament.rounds.order_by("number").values_list("number", flat=True)),
        tables=list(tournament.tables.order_by("number").values_list("number", flat=True)),
    )


def log_entries(tournament: Tournament, log_filter: LogFilter) -> QuerySet[LogEntry]:
    """Return the matching entries, newest first, without their data (see `with_data`). The filters for a round and a
    table also match entries about the whole round or table, not only about its hanchans."""
    condition = Q()
    if log_filter.person:
        condition &= _done_by(log_filter.person)
    if log_filter.kind:
        condition &= Q(kind__startswith=f"{log_filter.kind}.")
    if log_filter.round is not None:
        condition &= (
            Q(hanchan__round__number=log_filter.round)
            | Q(kind__startswith="round.", data__number=log_filter.round)
            | Q(hanchan=None, data__round=log_filter.round)
        )
    if log_filter.table is not None:
        condition &= (
            Q(hanchan__table__number=log_filter.table)
            | Q(kind__startswith="table.", data__number=log_filter.table)
            | Q(kind__startswith="call.", data__table=log_filter.table)
        )
    seats = Prefetch("hanchan__seats", Seat.objects.select_related("entry__player").order_by("seat"))
    entries = tournament.log.filter(condition).select_related("hanchan__round", "hanchan__table", "user")
    return entries.defer("data").prefetch_related(seats).order_by("-number")


def _done_by(actor: Actor) -> Q:
    if actor.kind is ActorKind.ACCOUNT and actor.user_id is not None:
        return Q(user=actor.user_id)
    done_by = Q(actor_kind=actor.kind, actor_number=actor.number, actor_name=actor.name)
    return done_by & Q(user=None) if actor.kind is ActorKind.ACCOUNT else done_by


def whole_log(tournament: Tournament, log_filter: LogFilter) -> Iterator[LogEntry]:
    """Read all matching entries, newest first, for a file, in at most three queries for each `ENTRIES_AT_ONCE`
    entries. An entry has its data only until the next entry is read."""
    entries = log_entries(tournament, log_filter).iterator(chunk_size=ENTRIES_AT_ONCE)
    while some := list(islice(entries, ENTRIES_AT_ONCE)):
        yield from with_data(some)


def log_page(tournament: Tournament, log_filter: LogFilter, page: str) -> Page[LogEntry]:
    """Return one page of matching entries, without their data. An invalid `page` gives the first page, a number that is
    too high the last page."""
    return Paginator(log_entries(tournament, log_filter), ENTRIES_ON_A_PAGE).get_page(page)
