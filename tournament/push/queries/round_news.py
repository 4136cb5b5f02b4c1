"""Loads the news for push messages about the current round and the next one. Rounds that are held back are left out. A
cut after a round that is held back is left out until the next round has started."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from scoring.seats import STARTING_WINDS
from tournament.core.cache import Cache
from tournament.core.queries.accountable import accountable_for
from tournament.core.queries.visibility import is_held_back, will_be_held_back
from tournament.games.queries.clock import clock_of
from tournament.games.queries.seats import plan_for, playing_in
from tournament.models import Cut, LogEntry, PlannedStart, PushSubscription, Round, Seat, Tournament
from tournament.models.shown import Shown, ShownTo
from tournament.push.round_news import AHEAD, FRESH, RoundNews

SEATING = ("round.started", "round.exchanged", "seats.swapped")
"""Kinds of log entries that set or change the seats of a started round."""


NEWS: Cache[int, tuple[RoundNews, ...]] = Cache(100)
"""The news by the tournament's id, because thousands of messages of one tournament need the same news."""


def known_news(tournament: Tournament) -> tuple[RoundNews, ...]:
    """Return the tournament's news from the cache, or load them (`news_of`)."""
    return NEWS.get(tournament.pk, tournament.version, lambda: news_of(tournament))


def sends_messages(tournament: Tournament) -> bool:
    """Whether messages are sent about this tournament: it is public, has rounds, and is not archived."""
    return tournament.is_public and tournament.kind.has_rounds and tournament.archived_at is None


def tournaments_with_news(now: datetime) -> "QuerySet[Tournament]":
    """Return the tournaments that may have news, each with its `accountable` account as `account`: they have a
    subscription, and in addition a recent log entry, or a round that starts soon and before which no later round
    started. Log entries of imported documents may be dated far in the future, and are no news; those of a laptop whose
    clock is minutes fast are."""
    latest = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("at")[:1]
    later = Round.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    soon = PlannedStart.objects.filter(starts_at__gt=now, starts_at__lte=now + AHEAD).exclude(Exists(later))
    starts = soon.filter(tournament=OuterRef("pk"))
    players = PushSubscription.objects.filter(entry__tournament=OuterRef("pk"))
    tables = PushSubscription.objects.filter(table__tournament=OuterRef("pk"))
    return (
        Tournament.objects.filter(is_public=True, is_club_night=False, archived_at=None)
        .annotate(latest=Subquery(latest), account=accountable_for("pk"))
        .filter(Exists(players) | Exists(tables), Exists(starts) | Q(latest__range=(now - FRESH, now + FRESH)))
    )


def news_of(tournament: Tournament) -> tuple[RoundNews, ...]:
    """Return the news of the current round and of the next one, without rounds that are held back."""
    if not sends_messages(tournament):
        return ()
    latest = tournament.rounds.order_by("-number").first()
    coming = latest.number + 1 if latest else 1
    news = []
    if latest and not is_held_back(latest):
        news.append(_started(tournament, latest))
    if not will_be_held_back(tournament, coming):
        news.append(_planned(tournament, coming))
    return tuple(news)


def _started(tournament: Tournament, round_: Round) -> RoundNews:
    seats = Seat.objects.filter(hanchan__round=round_, hanchan__cancelled_by=None)
    rows = seats.values_list("entry", "hanchan__table__number", "seat")
    known = tournament.log.filter(kind__in=SEATING).order_by("-number").values_list("at", flat=True).first()
    return RoundNews(
        number=round_.number,
        is_started=True,
        is_running=clock_of(round_).started_at is not None,
        seats={entry: f"{table}{STARTING_WINDS[seat]}" for entry, table, seat in rows},
        known_at=known or round_.started_at,
        **_about(tournament, round_.number, _cut(tournament, round_.number)),
    )


def _planned(tournament: Tournament, number: int) -> RoundNews:
    planned = plan_for(tournament, number)
    seats: dict[int, str] = {}
    if planned:
        plan, entries = planned
        for table, four in enumerate(plan.rounds[number - 1], start=1):
            seats |= {entries[player].pk: f"{table}{wind}" for player, wind in zip(four, STARTING_WINDS, strict=True)}
    return RoundNews(
        number=number,
        is_started=False,
        is_running=False,
        seats=seats,
        known_at=planned[0].accepted_by.at if planned else None,
        **_about(tournament, number, _shown_cut(tournament, number)),
    )


def _cut(tournament: Tournament, number: int) -> Cut | None:
    """Return the cut before the round with this number; None if there is no cut."""
    return tournament.cuts.current().filter(after_round=number - 1).first()


def _shown_cut(tournament: Tournament, number: int) -> Cut | None:
    """Return the cut before the round with this number, if phones may learn of it. A cut reveals results of the earlier
    rounds, so it is hidden while one of these rounds is held back. Once the round after the cut has started, everybody
    sees who sits in it."""
    cut = _cut(tournament, number)
    return None if cut and is_any_held_back(tournament, before=number) else cut


def is_any_held_back(tournament: Tournament, *, before: int) -> bool:
    """Whether a started round before the one with this number is held back. Two queries for any number of rounds."""
    settings: dict[int, ShownTo] = {setting.number: setting for setting in tournament.round_visibilities.all()}
    numbers = tournament.rounds.filter(number__lt=before, released_by=None).values_list("number", flat=True)
    return any(Shown.HELD in settings.get(number, tournament).shown_to.values() for number in numbers)


def _about(tournament: Tournament, number: int, cut: Cut | None) -> dict[str, Any]:
    start = tournament.planned_starts.filter(number=number).first()
    return {
        "players": frozenset(entry.pk for entry in playing_in(tournament, number)),
        "finalists": frozenset(cut.finalists.values_list("pk", flat=True)) if cut else frozenset(),
        "starts_at": start.starts_at if start else None,
    }
