"""Who plays in a tournament, and whom its organizer knows already."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Literal

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from tournament.core.text import folded
from tournament.models import Entry, EntryFacts, EntryStatus, Player, PlayerFacts, Seat, Tournament, Visitor

Choice = int | Literal["new", "skip"]
"""What is said of a pasted name: the player it is, a new person, or nobody to be entered."""


@dataclass(frozen=True)
class Line:
    """What somebody wrote of one player, and on which line."""

    number: int
    player: PlayerFacts
    entry: EntryFacts = field(default_factory=EntryFacts)


@dataclass(frozen=True)
class Known:
    """A player that somebody may be, where they played, and under which number there. `is_here`: in this tournament."""

    player: int
    name: str
    country: str
    ema_number: str
    tournaments: tuple[tuple[str, int], ...]
    is_here: bool

    def is_surely(self, facts: PlayerFacts) -> bool:
        """Whether the EMA number says so, or where one is missing the name, letter by letter."""
        if self.ema_number and facts.ema_number:
            return self.ema_number == facts.ema_number
        return name_key(self.name) == name_key(facts.name)


@dataclass(frozen=True)
class NameLine:
    """A line with whoever it may be. `same_as` is the line that said this name before."""

    number: int
    player: PlayerFacts
    entry: EntryFacts
    known: tuple[Known, ...]
    same_as: int | None

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def about(self) -> list[str]:
        """What the line says beside the name, for the page."""
        player = self.player
        table = _("table %(number)s") % {"number": self.entry.reserved_table} if self.entry.reserved_table else ""
        said = (
            player.country_letters or player.country,
            player.club,
            player.ema_number,
            self.entry.team,
            player.mail,
            player.phone,
            table,
            self.entry.note,
        )
        return [text for text in said if text]

    @property
    def asks(self) -> bool:
        """Whether somebody has to say who this is."""
        return bool(self.known) or self.same_as is not None

    @property
    def only_known(self) -> Choice | None:
        """What to say if it is the one person it may be. Nothing where it may be one of several, or nobody."""
        if len(self.known) != 1 or self.same_as is not None:
            return None
        return "skip" if self.known[0].is_here else self.known[0].player

    @property
    def suggestion(self) -> Choice | None:
        """What is ticked at first: the one person it surely is."""
        return self.only_known if self.known and self.known[0].is_surely(self.player) else None


@dataclass(frozen=True)
class PastedName:
    """A line as it was confirmed; `known` are the players that the form showed for it."""

    name: str
    choice: Choice
    known: frozenset[int]
    player: PlayerFacts | None = None
    entry: EntryFacts = field(default_factory=EntryFacts)

    @property
    def facts(self) -> PlayerFacts:
        return self.player or PlayerFacts(name=self.name)


def name_key(name: str) -> str:
    """What two spellings of one name share: case, spaces, and how its letters are composed."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def loose_key(name: str) -> str:
    """What two ways of writing one name share: also accents, hyphens, and which part comes first.

    >>> loose_key("Jan NOVÁK") == loose_key("Novak, Jan")
    True
    """
    return " ".join(sorted("".join(c if c.isalnum() else " " for c in folded(name)).split())) or name_key(name)


@dataclass(frozen=True, kw_only=True)
class PlayersPage:
    """Who plays, and for the team who does not (yet): those waiting in order, those to be decided on.
    `perhaps_known` are entries of these.

    Columns that nobody fills are left out.
    """

    accepted: tuple[Entry, ...]
    waiting: tuple[Entry, ...]
    applied: tuple[Entry, ...]
    perhaps_known: frozenset[int] = frozenset()

    @property
    def any_country(self) -> bool:
        return any(entry.player.country for entry in self.accepted)

    @property
    def any_club(self) -> bool:
        return any(entry.player.club for entry in self.accepted)

    @property
    def any_team(self) -> bool:
        return any(entry.team for entry in self.accepted)


def players_page(tournament: Tournament, visitor: Visitor) -> PlayersPage:
    """The list of players. Who undecided may be somebody else that this visitor knows is said for organizers."""
    by_status: dict[str, list[Entry]] = {}
    for entry in tournament.entries.select_related("player").order_by("number"):
        by_status.setdefault(entry.status, []).append(entry)
    undecided = [*by_status.get(EntryStatus.APPLIED, ()), *by_status.get(EntryStatus.WAITING, ())]
    perhaps: set[int] = set()
    if undecided and tournament.may_organize:
        known = known_players(tournament, visitor)
        for entry in undecided:
            like = known.like(facts_of(entry.player))
            if any(other.player != entry.player_id and not other.is_here for other in like):
                perhaps.add(entry.pk)
    return PlayersPage(
        perhaps_known=frozenset(perhaps),
        accepted=tuple(by_status.get(EntryStatus.ACCEPTED, ())),
        waiting=tuple(by_status.get(EntryStatus.WAITING, ())),
        applied=tuple(by_status.get(EntryStatus.APPLIED, ())),
    )


def entries(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody entered, with `has_seat`: whether they sat down in some round, and `plays_elsewhere`."""
    seats = Seat.objects.filter(entry=OuterRef("pk"))
    others = Entry.objects.filter(player=OuterRef("player")).exclude(pk=OuterRef("pk"))
    found = tournament.entries.select_related("player").order_by("number")
    return found.annotate(has_seat=Exists(seats), plays_elsewhere=Exists(others))


class KnownPlayers:
    """Those whom somebody may be."""

    def __init__(self, players: Iterable[Known]) -> None:
        self._by_name: dict[str, list[Known]] = {}
        self._by_number: dict[str, list[Known]] = {}
        for known in players:
            self._by_name.setdefault(loose_key(known.name), []).append(known)
            if known.ema_number:
                self._by_number.setdefault(known.ema_number, []).append(known)

    def like(self, facts: PlayerFacts) -> tuple[Known, ...]:
        """Those of the same EMA number or of a name like this one; two EMA numbers are two people."""
        number = facts.ema_number
        found = {known.player: known for known in self._by_number.get(number, ())}
        for known in self._by_name.get(loose_key(facts.name), ()):
            if not (number and known.ema_number and number != known.ema_number):
                found[known.player] = known
        return tuple(found[player] for player in sorted(found))


def known_players(tournament: Tournament, visitor: Visitor) -> KnownPlayers:
    """The players of the tournaments that this person organizes, and of this one."""
    organized = Tournament.objects.organized_by(visitor) | Tournament.objects.filter(pk=tournament.pk)
    entries = (
        Entry.objects.filter(tournament__in=organized.values("pk"), player__removed_at=None)
        .select_related("player", "tournament")
        .order_by("-tournament__starts_on", "-tournament_id")
    )
    of_player: dict[int, list[Entry]] = {}
    for entry in entries:
        of_player.setdefault(entry.player_id, []).append(entry)
    return KnownPlayers(
        Known(
            player=pk,
            name=theirs[0].player.name,
            country=theirs[0].player.country_shown,
            ema_number=theirs[0].player.ema_number,
            tournaments=tuple((entry.tournament.name, entry.number) for entry in theirs),
            is_here=any(entry.tournament_id == tournament.pk for entry in theirs),
        )
        for pk, theirs in of_player.items()
    )


def facts_of(player: Player) -> PlayerFacts:
    """What is kept of a person."""
    return PlayerFacts(**{field.name: getattr(player, field.name) for field in fields(PlayerFacts)})


def likely_same(entry: Entry, visitor: Visitor) -> tuple[Known, ...]:
    """Other people that somebody may be, of the tournaments that this visitor organizes."""
    if entry.player.removed_at:
        return ()
    found = known_players(entry.tournament, visitor).like(facts_of(entry.player))
    return tuple(known for known in found if known.player != entry.player_id and not known.is_here)


def preview(tournament: Tournament, visitor: Visitor, lines: Iterable[Line]) -> list[NameLine]:
    """Each line with whoever it may be."""
    known = known_players(tournament, visitor)
    first: dict[str, Line] = {}
    found = []
    for line in lines:
        before = first.setdefault(loose_key(line.player.name), line)
        numbers = {before.player.ema_number, line.player.ema_number}
        found.append(
            NameLine(
                number=line.number,
                player=line.player,
                entry=line.entry,
                known=known.like(line.player),
                same_as=None if before is line or ("" not in numbers and len(numbers) > 1) else before.number,
            )
        )
    return found
