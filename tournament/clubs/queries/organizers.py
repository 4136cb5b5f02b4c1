"""The organizers of a club, and their nights that count in its leagues."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from tournament.models import Club, LeagueEvent, Role, Tournament, User, Visitor

MOST_NAMED = 20
"""The most nights that are named for one organizer. Over the years somebody may have opened hundreds."""


@dataclass(frozen=True, kw_only=True)
class CountedNights:
    """The nights of a club that one organizer owns and that count in leagues of the club. If the organizer is removed,
    they leave the club but still count.

    `names` are at most `MOST_NAMED` nights that the reader may see, the newest first; `more` is the number of the other
    nights.
    """

    names: Sequence[str]
    more: int
    leagues: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Organizer:
    """An organizer of a club; `nights` is None if none of the organizer's nights counts in a league of the club."""

    account: User
    nights: CountedNights | None


def organizers_of(club: Club, reader: Visitor) -> list[Organizer]:
    """Return the club's organizers by user name, in two queries."""
    nights = counted_nights(club, reader)
    return [
        Organizer(account=account, nights=nights.get(account.pk)) for account in club.organizers.order_by("username")
    ]


def counted_nights_of(organizer: int, club: Club, reader: Visitor) -> CountedNights | None:
    """Return the nights that count in leagues of the club and that this organizer owns, as `counted_nights` does."""
    return _counted_nights(club, club.organizers.filter(pk=organizer), reader).get(organizer)


def counted_nights(club: Club, reader: Visitor) -> Mapping[int, CountedNights]:
    """Return the nights that count in leagues of the club, by the id of each organizer who owns such nights. Nights
    that have left the club, because they also have an owner from outside, are among them."""
    return _counted_nights(club, club.organizers.all(), reader)


def _counted_nights(club: Club, organizers: "QuerySet[User]", reader: Visitor) -> Mapping[int, CountedNights]:
    nights = Tournament.objects.filter(club=club, deleted_at=None)
    is_seen = Q(tournament__in=Tournament.objects.seen_by(reader).values("pk"))
    events = (
        LeagueEvent.objects.filter(
            league__club=club,
            tournament__in=nights.values("pk"),
            tournament__memberships__role=Role.OWNER,
            tournament__memberships__user__in=organizers.values("pk"),
        )
        .annotate(is_seen=ExpressionWrapper(is_seen, output_field=BooleanField()))
        .order_by("-tournament__starts_on", "-tournament", "league__name", "league")
    )
    columns = ("tournament__memberships__user", "tournament", "tournament__name", "is_seen", "league", "league__name")
    names = defaultdict[int, dict[int, str | None]](dict)
    leagues = defaultdict[int, dict[int, str]](dict)
    for owner, night, name, seen, league, league_name in events.values_list(*columns):
        names[owner][night] = name if seen else None
        leagues[owner][league] = league_name
    return {owner: _counted(list(names[owner].values()), leagues[owner]) for owner in names}


def _counted(names: Sequence[str | None], leagues: Mapping[int, str]) -> CountedNights:
    seen = [name for name in names if name is not None][:MOST_NAMED]
    return CountedNights(names=seen, more=len(names) - len(seen), leagues=sorted(leagues.values()))
