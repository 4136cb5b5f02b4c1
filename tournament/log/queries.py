"""The log of a tournament, newest first, whole or filtered."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch, Q, QuerySet

from tournament.core.text import folded
from tournament.core.words.names import who
from tournament.models import Actor, ActorKind, Import, LogEntry, Seat, Tournament
from tournament.people.queries.mentioned import Mentioned, mentioned_in

ENTRIES_ON_A_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class LogFilter:
    """Which entries are asked for; what is empty or None does not matter. `kind` is a kind's first word: hand."""

    person: Actor | None = None
    kind: str = ""
    round: int | None = None
    table: int | None = None


@dataclass(frozen=True, kw_only=True)
class LogChoices:
    """What can be asked for: only what the log has. `people` by their keys, in the order of their names."""

    tournament: Tournament
    mentioned: Mentioned
    people: dict[str, Actor]
    kinds: list[str]
    rounds: list[int]
    tables: list[int]


def import_of(tournament: Tournament) -> Import | None:
    """That it came from elsewhere, if it did."""
    return Import.objects.filter(tournament=tournament).first()


def log_choices(tournament: Tournament) -> LogChoices:
    """In a fixed number of queries."""
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


def log_entries(tournament: Tournament, wanted: LogFilter) -> QuerySet[LogEntry]:
    """Newest first, with all that their words need. What is about a round or a table as a whole counts to it."""
    asked = Q()
    if wanted.person:
        asked &= _done_by(wanted.person)
    if wanted.kind:
        asked &= Q(kind__startswith=f"{wanted.kind}.")
    if wanted.round is not None:
        asked &= (
            Q(hanchan__round__number=wanted.round)
            | Q(kind__startswith="round.", data__number=wanted.round)
            | Q(hanchan=None, data__round=wanted.round)
        )
    if wanted.table is not None:
        asked &= (
            Q(hanchan__table__number=wanted.table)
            | Q(kind__startswith="table.", data__number=wanted.table)
            | Q(kind__startswith="call.", data__table=wanted.table)
        )
    seats = Prefetch("hanchan__seats", Seat.objects.select_related("entry__player").order_by("seat"))
    entries = tournament.log.filter(asked).select_related("hanchan__round", "hanchan__table", "user")
    return entries.prefetch_related(seats).order_by("-number")


def _done_by(actor: Actor) -> Q:
    if actor.user_id is not None:
        return Q(user=actor.user_id)
    return Q(user=None, actor_kind=actor.kind, actor_number=actor.number, actor_name=actor.name)


def log_page(tournament: Tournament, wanted: LogFilter, page: str) -> Page[LogEntry]:
    """`page` is what the address says; nonsense shows the first page or the last."""
    return Paginator(log_entries(tournament, wanted), ENTRIES_ON_A_PAGE).get_page(page)
