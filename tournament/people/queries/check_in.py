"""Arrived and missing players, and whether players may check themselves in."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.core.namesakes import distinct_names
from tournament.core.queries.contacts import hidden_contacts
from tournament.core.text import folded
from tournament.games.queries.departures import departed_entries
from tournament.games.queries.seats import next_round_number, playing
from tournament.models import Club, Entry, EntryStatus, Player, Role, Tournament, Visitor


class OwnCheckIn(StrEnum):
    """Whether a player may check in by the player's own private link."""

    NONE = "none"  # the player does not play, or the event has no day
    LATER = "later"
    OPEN = "open"
    HERE = "here"
    CLOSED = "closed"  # the first round has started, or the day is over


def own_check_in(entry: Entry) -> OwnCheckIn:
    """Return whether this player may check in by link now: on the first day of the event, in the event's time zone,
    until the first round starts. Players who arrive later go to the organizers, who seat them."""
    tournament = entry.tournament
    if entry.status != EntryStatus.ACCEPTED or entry.departures.current().exists():
        return OwnCheckIn.NONE
    if entry.checked_in_at is not None:
        return OwnCheckIn.HERE
    if tournament.starts_on is None or tournament.archived_at is not None:
        return OwnCheckIn.NONE
    today = timezone.localdate()
    if today < tournament.starts_on:
        return OwnCheckIn.LATER
    return OwnCheckIn.CLOSED if today > tournament.starts_on or tournament.rounds.exists() else OwnCheckIn.OPEN


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """All players (`everybody`) with their full names, sorted by name; `shown` are the players that match the filter.
    `hidden_contacts` are the ids of entries whose contacts this reader may not see."""

    everybody: tuple[tuple[Entry, str], ...]
    shown: tuple[tuple[Entry, str], ...]
    hidden_contacts: frozenset[int]

    @property
    def count(self) -> int:
        return len(self.everybody)

    @property
    def here(self) -> int:
        return sum(entry.checked_in_at is not None for entry, _name in self.everybody)

    @property
    def missing(self) -> int:
        return self.count - self.here


def regulars(tournament: Tournament, visitor: Visitor) -> "QuerySet[Player]":
    """Return the people on the list of the tournament's club, if the visitor may see them; otherwise, or without a
    club, an empty result.

    The club's organizers may see them, and referees of this club night who were invited by an organizer of the club. To
    organize the club night is not enough: somebody who was removed from the club still organizes the club's earlier
    nights, and their referees are still referees of those nights.
    """
    return Player.objects.filter(clubs__in=_clubs_shown(tournament, visitor).values("pk"), removed_at=None)


def may_name_new_players(tournament: Tournament, visitor: Visitor) -> bool:
    """Whether a new name that the visitor types is shown to everybody, unless somebody of this name refused. At a
    club's night only who may see the club's list may do that: for others, each name would tell whether it is refused
    there."""
    return not Club.objects.of_night(tournament).exists() or _clubs_shown(tournament, visitor).exists()


def _clubs_shown(tournament: Tournament, visitor: Visitor) -> "QuerySet[Club]":
    clubs = Club.objects.of_night(tournament)
    inviters = tournament.memberships.filter(user=visitor.account, role=Role.REFEREE).values("invited_by")
    return clubs.filter(Q(pk__in=clubs.organized_by(visitor)) | Q(organizers__in=inviters))


def missing_regulars(tournament: Tournament, visitor: Visitor, *, search: str = "") -> list[Player]:
    """Return the `regulars` who are not entered yet and whose name contains the search, sorted by name."""
    if tournament.club_id is None:
        return []
    players = regulars(tournament, visitor).exclude(entries__tournament=tournament)
    search_key = folded(search)
    matching = [player for player in players if search_key in folded(player.name)]
    return sorted(matching, key=lambda player: (folded(player.name), player.pk))


def expected(tournament: Tournament) -> "QuerySet[Entry]":
    """Return the entries of the players who may be checked in, without players who have left."""
    departed = departed_entries(tournament, next_round_number(tournament))
    return tournament.entries.accepted().exclude(pk__in=departed.values("pk"))


def arrivals(tournament: Tournament, reader: Visitor, *, search: str = "", only_missing: bool = False) -> Arrivals:
    """List the players, except players who have left. The search matches a part of the name, or the whole number."""
    entries = playing(tournament)
    names = distinct_names(entries, for_team=True)
    by_pk = {entry.pk: entry for entry in entries}
    everybody = [(by_pk[pk], name) for pk, name in names.items()]
    search_key = folded(search)
    return Arrivals(
        everybody=tuple(everybody),
        hidden_contacts=hidden_contacts(tournament, reader),
        shown=tuple(
            (entry, name)
            for entry, name in everybody
            if (search_key in folded(name) or search_key == str(entry.number))
            and not (only_missing and entry.checked_in_at is not None)
        ),
    )
