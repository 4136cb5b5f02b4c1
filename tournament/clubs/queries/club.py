"""A club's page, its people, and the events that it holds today."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from tournament.clubs.evenings import evening_of
from tournament.core.queries.long_lists import page_of
from tournament.core.text import folded
from tournament.models import STRANGER, Club, League, Player, Tournament, Visitor
from tournament.models.clubs.club import club_nights
from tournament.models.tournament import TournamentQuerySet
from tournament.standings.queries.statistics import named_entries

MOST_PAST = 12
"""The most past events that a club's page lists."""

MOST_LISTED = 50
"""The most entries in each of three lists on a club's page: today's events, coming events, and leagues."""

CLUBS_ON_A_PAGE = 100

MOST_GUESTS = 100
"""The most guests that the page of a club's people lists. Over the years a club may have thousands."""


@dataclass(frozen=True, kw_only=True)
class ClubPage:
    """The lists of a club's page: today's events, coming events, the latest past events, and leagues. Each list has
    only what this visitor may see."""

    today: Sequence[Tournament]
    coming: Sequence[Tournament]
    past: Sequence[Tournament]
    leagues: Sequence[League]


def club_page(club: Club, visitor: Visitor) -> ClubPage:
    """Load the page in four queries: the newest events of today, the next coming events, the latest past events, and
    the leagues. An event without a day counts as past."""
    evening = evening_of(timezone.localtime())
    events = _events(club).seen_by(visitor).with_role(visitor).order_by("-starts_on", "-pk")
    today, coming = Q(starts_on=evening, archived_at=None), Q(starts_on__gt=evening)
    before = Q(starts_on__lt=evening) | Q(starts_on=evening, archived_at__isnull=False) | Q(starts_on=None)
    past = events.filter(before).order_by(F("starts_on").desc(nulls_last=True), "-pk")
    return ClubPage(
        today=list(events.filter(today)[:MOST_LISTED]),
        coming=list(events.filter(coming).reverse()[:MOST_LISTED]),
        past=list(past[:MOST_PAST]),
        leagues=list(club.leagues.seen_by(visitor)[:MOST_LISTED]),
    )


def clubs_page(page: str) -> "Page[Club]":
    """Return one page of all clubs, by name. An invalid `page` gives the first page, a number that is too high the
    last."""
    return Paginator(Club.objects.all(), CLUBS_ON_A_PAGE).get_page(page)


def events_today(club: Club) -> list[Tournament]:
    """Return the club's events of this evening (`evening_of`), the newest first."""
    evening = evening_of(timezone.localtime())
    return list(_events(club).filter(archived_at=None, starts_on=evening).order_by("-pk"))


def _events(club: Club) -> TournamentQuerySet:
    return club_nights().filter(club=club, rehearsal_of=None)


def people(club: Club, page: int) -> "Page[Player]":
    """Return a page of the club's people by name.

    Each person has three additional values: `nights`, the number of the club's events in which the person is entered;
    `last_on`, the day of the last of these events; and `has_page`, whether the person has a public page.
    """
    listed = by_name(club.people.filter(removed_at=None).only("name"))
    shown = page_of(listed, page, is_search=False)
    counted = _with_nights(club, Player.objects.all()).in_bulk([player.pk for player in shown])
    shown.object_list = [counted[player.pk] for player in shown if player.pk in counted]
    return shown


def guests(club: Club) -> "QuerySet[Player]":
    """Return the people who are entered in an event of the club but are not on the club's list. They have the same
    additional values as the people of `people`."""
    entered = Player.objects.filter(removed_at=None, entries__tournament__in=_events(club).values("pk"))
    return _with_nights(club, entered.exclude(pk__in=club.people.values("pk")))


def latest_guests(club: Club) -> "list[Player]":
    """Return the guests of the club's latest nights by name, at most `MOST_GUESTS`."""
    return by_name(guests(club).order_by(F("last_on").desc(nulls_last=True), "-pk")[:MOST_GUESTS])


def by_name(players: Iterable[Player]) -> list[Player]:
    """Sort players by name, ignoring case and accents."""
    return sorted(players, key=lambda player: (folded(player.name), player.pk))


def _with_nights(club: Club, players: "QuerySet[Player]") -> "QuerySet[Player]":
    own = Q(entries__tournament__in=_events(club).values("pk"))
    named = named_entries(STRANGER).filter(player=OuterRef("pk"))
    return players.annotate(
        has_page=Exists(named),
        nights=Count("entries", filter=own, distinct=True),
        last_on=Max("entries__tournament__starts_on", filter=own),
    )


def latest_league(club: Club) -> League | None:
    """Return the default league of a new night: the league of the club's last night, else the club's only league. None
    if the club has several leagues, or none."""
    last = League.objects.filter(club=club, tournaments__club=club).order_by("-tournaments__pk").first()
    leagues = list(club.leagues.all()[:2])
    return last or (leagues[0] if len(leagues) == 1 else None)
