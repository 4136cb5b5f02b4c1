"""Who plays in a tournament, and whom its organizer knows already."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.db.models import Exists, OuterRef, QuerySet

from tournament.models import Entry, EntryStatus, Seat, Tournament, Visitor

Choice = int | Literal["new", "skip"]
"""What is said of a pasted name: the player it is, a new person, or nobody to be entered."""


@dataclass(frozen=True)
class Known:
    """A player of this name, where they played, and under which number there. `is_here`: in this tournament."""

    player: int
    name: str
    tournaments: tuple[tuple[str, int], ...]
    is_here: bool


@dataclass(frozen=True)
class NameLine:
    """A pasted line with whoever it may be. `same_as` is the line that said this name before."""

    number: int
    name: str
    known: tuple[Known, ...]
    same_as: int | None

    @property
    def asks(self) -> bool:
        """Whether somebody has to say who this is."""
        return bool(self.known) or self.same_as is not None

    @property
    def suggestion(self) -> Choice | None:
        """What is ticked at first: the one person it can be. Nothing where it may be one of several."""
        if len(self.known) != 1 or self.same_as is not None:
            return None
        return "skip" if self.known[0].is_here else self.known[0].player


@dataclass(frozen=True)
class PastedName:
    """A line as it was confirmed; `known` are the players that the form showed for it."""

    name: str
    choice: Choice
    known: frozenset[int]


def name_key(name: str) -> str:
    """What two spellings of one name share: case, spaces, and how its letters are composed."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(frozen=True, kw_only=True)
class PlayersPage:
    """Who plays, and for the team who does not (yet): those waiting in order, those to be decided on.

    Columns that nobody fills are left out.
    """

    accepted: tuple[Entry, ...]
    waiting: tuple[Entry, ...]
    applied: tuple[Entry, ...]

    @property
    def any_country(self) -> bool:
        return any(entry.player.country for entry in self.accepted)

    @property
    def any_club(self) -> bool:
        return any(entry.player.club for entry in self.accepted)

    @property
    def any_team(self) -> bool:
        return any(entry.team for entry in self.accepted)


def players_page(tournament: Tournament) -> PlayersPage:
    """The list of players, in one query."""
    by_status: dict[str, list[Entry]] = {}
    for entry in tournament.entries.select_related("player").order_by("number"):
        by_status.setdefault(entry.status, []).append(entry)
    return PlayersPage(
        accepted=tuple(by_status.get(EntryStatus.ACCEPTED, ())),
        waiting=tuple(by_status.get(EntryStatus.WAITING, ())),
        applied=tuple(by_status.get(EntryStatus.APPLIED, ())),
    )


def entries(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody entered, with `has_seat`: whether they sat down in some round."""
    seats = Seat.objects.filter(entry=OuterRef("pk"))
    return tournament.entries.select_related("player").annotate(has_seat=Exists(seats)).order_by("number")


def known_players(tournament: Tournament, visitor: Visitor) -> dict[str, list[Known]]:
    """By name, the players of the tournaments that this person organizes, and of this one."""
    organized = Tournament.objects.organized_by(visitor) | Tournament.objects.filter(pk=tournament.pk)
    rows = (
        Entry.objects.filter(tournament__in=organized.values("pk"))
        .order_by("-tournament__starts_on", "-tournament_id")
        .values_list("player_id", "player__name", "tournament_id", "tournament__name", "number")
    )
    names: dict[int, str] = {}
    played: dict[int, list[tuple[str, int]]] = {}
    here: set[int] = set()
    for player, name, tournament_id, title, number in rows:
        names[player] = name
        played.setdefault(player, []).append((title, number))
        if tournament_id == tournament.pk:
            here.add(player)
    found: dict[str, list[Known]] = {}
    for player, name in sorted(names.items()):
        found.setdefault(name_key(name), []).append(
            Known(
                player=player,
                name=name,
                tournaments=tuple(played[player]),
                is_here=player in here,
            )
        )
    return found


def preview(tournament: Tournament, visitor: Visitor, lines: Iterable[tuple[int, str]]) -> list[NameLine]:
    """Each pasted line (number, name) with whoever it may be."""
    known = known_players(tournament, visitor)
    first: dict[str, int] = {}
    found = []
    for number, name in lines:
        key = name_key(name)
        found.append(NameLine(number=number, name=name, known=tuple(known.get(key, ())), same_as=first.get(key)))
        first.setdefault(key, number)
    return found
