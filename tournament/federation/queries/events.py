"""All public events of the site, with their public final standings."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from scoring.mers import weight
from tournament.core.queries.visibility import sights
from tournament.models import STRANGER, Entry, EntryStatus, Round, SignedSheet, Tournament
from tournament.standings.queries.leaderboard import Leaderboard, official_leaderboards


@dataclass(frozen=True, kw_only=True)
class EventSize:
    """The numbers from which the EMA computes the weight of an event, without the EMA's bonus for a qualification."""

    days: int
    players: int
    countries: int

    @property
    def weight(self) -> str:
        """Return the EMA's weight with one decimal, as text for a form."""
        total = weight(days=self.days, players=self.players, countries=self.countries).total
        return f"{float(total):.1f}"


def public_events() -> "QuerySet[Tournament]":
    """Return the events that everybody may see, the latest first. The attribute `players` of an event is the number of
    players."""
    playing = Q(entries__status=EntryStatus.ACCEPTED)
    events = Tournament.objects.filter(is_public=True, rehearsal_of=None)
    return events.annotate(players=Count("entries", filter=playing)).order_by(
        F("starts_on").desc(nulls_last=True), "-pk"
    )


def played_events() -> "QuerySet[Tournament]":
    """Return the public events that a ranking may count: events with at least one signed sheet."""
    signed = SignedSheet.objects.current().filter(hanchan__cancelled_by=None)
    return public_events().filter(pk__in=signed.values("hanchan__round__tournament"))


def sizes(events: Collection[Tournament]) -> dict[int, EventSize]:
    """Return the size of each event, by id, in three queries."""
    entries = Entry.objects.accepted().filter(tournament__in=events)
    of_events = entries.values_list("tournament").order_by()
    players = dict(of_events.annotate(Count("pk")))
    with_country = of_events.exclude(player__country="")
    countries = dict(with_country.annotate(Count("player__country", distinct=True)))
    started = Round.objects.filter(tournament__in=events).values_list("tournament").order_by()
    days = dict(started.annotate(days=Count(TruncDate("started_at"), distinct=True)))
    return {
        event.pk: EventSize(
            days=days.get(event.pk, 1), players=players.get(event.pk, 0), countries=countries.get(event.pk, 0)
        )
        for event in events
    }


def final_boards(events: Collection[Tournament]) -> dict[int, Leaderboard]:
    """Return each event's standings from signed sheets, by the event's id, in a fixed number of queries.

    Events with a round that is not public yet are left out.
    """
    sight_by_id = {pk: sight for pk, sight in sights(events, STRANGER).items() if sight.live}
    return official_leaderboards(sight_by_id)


@dataclass(frozen=True, kw_only=True)
class EventResult:
    """One row of the federation's results file: a player's place in an event with this number of ranked `players`."""

    event: Tournament
    place: int
    players: int
    entry: Entry


def all_results(events: Collection[Tournament]) -> Iterator[EventResult]:
    """Yield the result of every ranked player of these events, by event and rank."""
    boards = final_boards(events)
    for event in events:
        rows = [row for row in boards[event.pk].rows if row.place] if event.pk in boards else []
        for row in rows:
            yield EventResult(event=event, place=row.place or 0, players=len(rows), entry=row.entry)


def held_on(event: Tournament) -> date:
    """Return the day from which the age of an event's results counts: the event's first day or, without one, the day on
    which the event was created here."""
    return event.starts_on or timezone.localdate(event.created_at)
