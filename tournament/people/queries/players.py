"""The players of a tournament, and the lines of a pasted list with the known players whom each line may mean."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from django.core.paginator import Page
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from tournament.core.queries.contacts import hidden_contacts
from tournament.core.queries.long_lists import page_of
from tournament.core.text import folded
from tournament.countries import letters_shown
from tournament.models import Entry, EntryFacts, EntryStatus, PlayerFacts, Seat, Tournament, Visitor
from tournament.people.queries.known_players import KnownPlayer, facts_of, known_players, loose_key

Choice = int | Literal["new", "skip"]
"""The choice for a pasted name: an existing player by id, a new person, or a name to skip."""


@dataclass(frozen=True, kw_only=True)
class PastedPlayer:
    """A player as pasted, with the number of the player's line in the text."""

    number: int
    player: PlayerFacts
    entry: EntryFacts = field(default_factory=EntryFacts)


@dataclass(frozen=True, kw_only=True)
class NameLine(PastedPlayer):
    """A pasted line. `known` are the players who may be the same person; `same_as` is the number of an earlier line
    with the same name."""

    known: tuple[KnownPlayer, ...]
    same_as: int | None

    @property
    def about(self) -> list[str]:
        """Return the line's details besides the name, for the page."""
        player = self.player
        table = _("table %(number)s") % {"number": self.entry.reserved_table} if self.entry.reserved_table else ""
        details = (
            letters_shown(player.country, player.country_letters),
            player.club,
            player.ema_number,
            self.entry.team,
            player.mail,
            player.phone,
            table,
            self.entry.note,
        )
        return [text for text in details if text]

    @property
    def asks(self) -> bool:
        """Whether somebody has to choose which person this line means."""
        return bool(self.known) or self.same_as is not None

    @property
    def only_known(self) -> Choice | None:
        """Return the choice for this line if exactly one known player may be its person: the player's id, or "skip" if
        the player is already entered in this tournament. None in all other cases."""
        if len(self.known) != 1 or self.same_as is not None:
            return None
        return "skip" if self.known[0].is_here else self.known[0].player

    @property
    def suggestion(self) -> Choice | None:
        """Return the preselected choice: the only known player, if this is certainly the same person; else None."""
        return self.only_known if self.known and self.known[0].is_surely(self.player) else None


@dataclass(frozen=True, kw_only=True)
class PastedName:
    """A pasted line with the organizer's choice; `known` are the ids of the players that the form offered for it."""

    player: PlayerFacts
    choice: Choice
    known: frozenset[int]
    entry: EntryFacts = field(default_factory=EntryFacts)


@dataclass(frozen=True, kw_only=True)
class PlayersPage:
    """The entries by status: accepted, waiting (in order), applied (undecided), no-show and cancelled.

    `shown` is one page of the accepted entries that match the search and the filter, in the chosen order.
    `perhaps_known` are the ids of undecided entries that may be a known player. `changed_mails` are the entries whose
    mail address the organizer may accept (`Entry.is_mail_from_elsewhere`). The template leaves out columns that
    are empty for all (`any_…`); only the team reads the details of players who are not to be named (`for_team`).
    """

    accepted: tuple[Entry, ...]
    shown: Page[Entry]
    waiting: tuple[Entry, ...]
    applied: tuple[Entry, ...]
    no_shows: tuple[Entry, ...]
    cancelled: tuple[Entry, ...]
    for_team: bool
    perhaps_known: frozenset[int] = frozenset()
    changed_mails: tuple[Entry, ...] = ()

    @property
    def any_country(self) -> bool:
        return any(entry.player.country for entry in self._read)

    @property
    def any_club(self) -> bool:
        return any(entry.player.club for entry in self._read)

    @property
    def any_team(self) -> bool:
        return any(entry.team for entry in self._read)

    @property
    def any_ema_number(self) -> bool:
        return any(entry.player.ema_number for entry in self.accepted)

    @property
    def paid(self) -> int:
        return sum(entry.paid for entry in self.accepted)

    @property
    def _read(self) -> list[Entry]:
        """Return the entries whose details the reader may read."""
        return [entry for entry in self.accepted if self.for_team or entry.is_named]


@dataclass(frozen=True)
class PlayersQuery:
    """The visitor's choice for the list: a part of a name, an order (a key of `SORTS`, otherwise by number), and a
    page. `without` "paid" shows only unpaid entries, and only to organizers; "arrived" shows only entries that have not
    arrived, and only to the team."""

    name: str = ""
    sort: str = ""
    without: str = ""
    page: int = 1


SORTS: dict[str, Callable[[Entry], str]] = {
    "name": lambda entry: entry.player.name,
    "country": lambda entry: entry.player.country_shown,
    "club": lambda entry: entry.player.club,
    "team": lambda entry: entry.team,
}
"""The orders of the list besides the order by number, each with the text to sort by."""


def players_page(tournament: Tournament, visitor: Visitor, wanted: PlayersQuery = PlayersQuery()) -> PlayersPage:
    """Return the list of players; organizers also see which undecided entries may be players of their other events."""
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
    accepted = tuple(by_status.get(EntryStatus.ACCEPTED, ()))
    return PlayersPage(
        perhaps_known=frozenset(perhaps),
        changed_mails=_changed_mails(tournament, chain.from_iterable(by_status.values()), visitor),
        accepted=accepted,
        shown=page_of(
            _shown(accepted, wanted, for_team=tournament.is_of_team, may_organize=tournament.may_organize),
            wanted.page,
            is_search=bool(wanted.name),
        ),
        waiting=tuple(by_status.get(EntryStatus.WAITING, ())),
        applied=tuple(by_status.get(EntryStatus.APPLIED, ())),
        no_shows=tuple(by_status.get(EntryStatus.NO_SHOW, ())),
        cancelled=tuple(by_status.get(EntryStatus.CANCELLED, ())),
        for_team=tournament.is_of_team,
    )


def _changed_mails(tournament: Tournament, entries: Iterable[Entry], visitor: Visitor) -> tuple[Entry, ...]:
    changed = tuple(entry for entry in entries if entry.is_mail_from_elsewhere and entry.player.mail)
    if not changed or not tournament.may_organize:
        return ()
    hidden = hidden_contacts(tournament, visitor)
    return tuple(entry for entry in changed if entry.pk not in hidden)


def _shown(accepted: Sequence[Entry], wanted: PlayersQuery, *, for_team: bool, may_organize: bool) -> tuple[Entry, ...]:
    """Search, filter and sort the entries. For the public, hidden details (name, country, club, team) are neither
    searched nor used for sorting."""
    part = folded(wanted.name)
    matching = [entry for entry in accepted if part in folded(entry.player.name if for_team else entry.public_name)]
    if may_organize and wanted.without == "paid":
        matching = [entry for entry in matching if not entry.paid]
    if for_team and wanted.without == "arrived":
        matching = [entry for entry in matching if entry.checked_in_at is None]
    value = SORTS.get(wanted.sort)
    if value is None:
        return tuple(matching)
    shown = {entry.pk: folded(value(entry)) if for_team or entry.is_named else "" for entry in matching}
    return tuple(sorted(matching, key=lambda entry: (not shown[entry.pk], shown[entry.pk])))


def entries(tournament: Tournament) -> QuerySet[Entry]:
    """Return all entries, each with two flags: `has_seat` (in any round), and `plays_elsewhere` (in another
    tournament)."""
    others = Entry.objects.filter(player=OuterRef("player")).exclude(pk=OuterRef("pk"))
    own = tournament.entries.select_related("player").order_by("number")
    return own.annotate(has_seat=Exists(Seat.objects.filter(entry=OuterRef("pk"))), plays_elsewhere=Exists(others))


def preview(tournament: Tournament, visitor: Visitor, lines: Iterable[PastedPlayer]) -> list[NameLine]:
    """Return each pasted line with the known players who may be the same person."""
    known = known_players(tournament, visitor)
    first: dict[str, PastedPlayer] = {}
    matches = []
    for line in lines:
        before = first.setdefault(loose_key(line.player.name), line)
        numbers = {before.player.ema_number, line.player.ema_number}
        matches.append(
            NameLine(
                number=line.number,
                player=line.player,
                entry=line.entry,
                known=known.like(line.player),
                same_as=None if before is line or ("" not in numbers and len(numbers) > 1) else before.number,
            )
        )
    return matches
