"""The players whom an organizer already knows from other tournaments; a newly entered player may be one of them."""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from tournament.core.queries.contacts import hidden_contacts
from tournament.core.text import folded
from tournament.countries import letters_shown
from tournament.mail_addresses import mail_key
from tournament.models import (
    Club,
    Entry,
    EntryStatus,
    Membership,
    Player,
    PlayerFacts,
    Seat,
    SheetLine,
    Tournament,
    Visitor,
)
from tournament.models.clubs.club import club_nights
from tournament.models.player import BY_FORM

MOST_ENTRIES_READ = 20_000
"""The most entries of an organizer's events among which known players are looked for, beginning with the latest event.
These are some 200 events of 100 players."""

MOST_ALIKE = 10
"""The most known players of one name, or of one EMA number, that are offered for a new player. A hostile list could
contain 400 times a name that thousands of known players have."""


@dataclass(frozen=True)
class KnownPlayer:
    """A known player who may be the same person as a new one.

    `tournaments` are the names of the tournaments in which the player had a seat (`has_played`), or of all the player's
    tournaments if there was no seat, each with the player's number in it. `is_here` says that the player is already
    entered in this tournament; `status` is the status of that entry and `mail` the player's address, both empty for a
    player who is not entered here; the address also if the visitor may not read it, because the answer to a pasted
    address would tell it. `is_met` says that an organizer entered the player in one of the tournaments, or that the
    player had a seat. Without `is_met`, anybody may have used the name in the entry form.

    `may_be_invented` says that the player's home (`Player.home`) is an event that the visitor did not agree to
    organize, and that the player is on no signed sheet of the tournaments: the home's owner may have invented the
    player, and would decide about whoever is taken for this player.
    """

    player: int
    name: str
    country: str
    ema_number: str
    tournaments: tuple[tuple[str, int], ...]
    has_played: bool
    is_here: bool
    is_met: bool
    may_be_invented: bool
    status: str
    mail: str

    def is_surely(self, facts: PlayerFacts) -> bool:
        """Whether this known player is surely the person in `facts`. The player must be `is_met` or accepted here, and
        not `may_be_invented` unless entered here. The EMA numbers must be equal or, if a number is missing, the names
        (`spelling_key`)."""
        if not (self.is_met or self._is_accepted_here(facts)) or (self.may_be_invented and not self.is_here):
            return False
        if self.ema_number and facts.ema_number:
            return self.ema_number == facts.ema_number
        return spelling_key(self.name) == spelling_key(facts.name)

    def _is_accepted_here(self, facts: PlayerFacts) -> bool:
        # Anybody may have sent the entry form under this name; a different mail address suggests another person.
        is_other = bool(self.mail and facts.mail) and mail_key(self.mail) != mail_key(facts.mail)
        return self.is_here and self.status == EntryStatus.ACCEPTED and not is_other

    @property
    def status_here(self) -> str:
        """The words for the status of an entry in this tournament that is not accepted; else empty."""
        return str(EntryStatus(self.status).label) if self.status not in {"", EntryStatus.ACCEPTED} else ""


def spelling_key(name: str) -> str:
    """Normalize a name, ignoring case, spaces, and how accents are encoded."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def loose_key(name: str) -> str:
    """Normalize a name like `spelling_key`, ignoring also accents, hyphens, and the order of first and last name.

    >>> loose_key("Jan NOVÁK") == loose_key("Novak, Jan")
    True
    """
    return " ".join(sorted("".join(c if c.isalnum() else " " for c in folded(name)).split())) or spelling_key(name)


class KnownPlayers:
    """An index of known players by name and by EMA number. For each name and each number it has at most `MOST_ALIKE`
    players."""

    def __init__(self, players: Iterable[KnownPlayer]) -> None:
        self._by_name: dict[str, list[KnownPlayer]] = {}
        self._by_number: dict[str, list[KnownPlayer]] = {}
        for known in players:
            _add(known, self._by_name.setdefault(loose_key(known.name), []))
            if known.ema_number:
                _add(known, self._by_number.setdefault(known.ema_number, []))

    def like(self, facts: PlayerFacts) -> tuple[KnownPlayer, ...]:
        """Return players with the same EMA number, and players with a similar name unless their EMA number differs."""
        number = facts.ema_number
        matches = {known.player: known for known in self._by_number.get(number, ())}
        for known in self._by_name.get(loose_key(facts.name), ()):
            if not (number and known.ema_number and number != known.ema_number):
                matches[known.player] = known
        return tuple(matches[player] for player in sorted(matches))


def _add(known: KnownPlayer, alike: list[KnownPlayer]) -> None:
    if len(alike) < MOST_ALIKE:
        alike.append(known)


def known_players(tournament: Tournament, visitor: Visitor) -> KnownPlayers:
    """Return the players of this tournament, and of other tournaments that the visitor agreed to organize, beginning
    with the latest (at most `MOST_ENTRIES_READ` entries). In a club's night, the players of the club's other nights are
    known too, though the visitor was not asked for each night.

    In an event outside the club they are not: a colleague could open a night with the names of people whom the visitor
    will enter, and would decide about them, also after the club removed this colleague.

    Late copies and rehearsals are left out. A rehearsal has the whole team of its tournament, even though only one
    organizer started it. For the same reason nobody from another tournament is known in a rehearsal: otherwise the
    organizer who owns it would get rights over people of the whole team.
    """
    if tournament.rehearsal_of_id is not None:
        return known_here(tournament)
    agreed = _agreed(visitor)
    of_club = Q(club__in=Club.objects.of_night(tournament).values("pk"))
    organized = agreed_to_organize(visitor).filter(Q(pk__in=agreed.values("pk")) | of_club).exclude(pk=tournament.pk)
    organized = organized.filter(imported__late_of=None, rehearsal_of=None)
    elsewhere = Entry.objects.filter(tournament__in=organized.values("pk"), player__removed_at=None)
    latest = elsewhere.order_by("-tournament__starts_on", "-tournament_id", "pk")[:MOST_ENTRIES_READ]
    hidden = hidden_contacts(tournament, visitor)
    return _index([*_rows(_entries_of(tournament)), *_rows(latest, agreed)], here=tournament, hidden=hidden)


def agreed_to_organize(visitor: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments that the visitor organizes and agreed to organize (`Membership.has_agreed`), and the
    nights of the visitor's clubs, whose organizers are not asked for each night.

    Otherwise the owner of another tournament could make the visitor its organizer unasked, and enter the people whom
    the visitor will enter. These would be suggested, and the owner would decide about them.
    """
    nights = club_nights().filter(club__in=Club.objects.organized_by(visitor).values("pk")).values("pk")
    return Tournament.objects.organized_by(visitor).filter(Q(pk__in=_agreed(visitor).values("pk")) | Q(pk__in=nights))


def _agreed(visitor: Visitor) -> QuerySet[Tournament]:
    agreed = Membership.objects.filter(user=visitor.account, has_agreed=True).values("tournament")
    return Tournament.objects.organized_by(visitor).filter(pk__in=agreed)


def known_here(tournament: Tournament) -> KnownPlayers:
    """Return the players of this tournament alone. This is fast enough while the tournament's lock is held."""
    return _index(_rows(_entries_of(tournament)), here=tournament)


def _entries_of(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.filter(player__removed_at=None).order_by("pk")


@dataclass(frozen=True)
class _Row:
    """An entry with some details of its player. Reading Django's own objects would take ten times as long."""

    entry: int
    player: int
    name: str
    country: str
    country_letters: str
    ema_number: str
    tournament: int
    title: str
    number: int
    status: str
    mail: str
    is_met: bool
    has_seat: bool
    may_be_invented: bool


def _rows(entries: QuerySet[Entry], agreed: QuerySet[Tournament] | None = None) -> list[_Row]:
    of_player = ("name", "country", "country_letters", "ema_number")
    columns = (
        "pk",
        "player",
        *(f"player__{name}" for name in of_player),
        "tournament",
        "tournament__name",
        "number",
        "status",
        "player__mail",
        "is_met",
        "has_seat",
        "may_be_invented",
    )
    has_seat = Exists(Seat.objects.filter(entry=OuterRef("pk")))
    is_met = ExpressionWrapper(~BY_FORM | has_seat, BooleanField())
    own_lines = SheetLine.objects.filter(entry=OuterRef("pk"), sheet__withdrawn_by=None, substitute="")
    is_trusted = Q(Exists(own_lines)) | Q(player__home=None)
    if agreed is not None:
        is_trusted |= Q(player__home__in=agreed.values("pk"))
    may_be_invented = ExpressionWrapper(~is_trusted, BooleanField())
    entries = entries.annotate(is_met=is_met, has_seat=has_seat, may_be_invented=may_be_invented)
    return [_Row(*values) for values in entries.values_list(*columns)]


def _index(rows: Iterable[_Row], *, here: Tournament, hidden: Collection[int] = ()) -> KnownPlayers:
    """Group these entries by player. `hidden` are the entries whose contacts the visitor may not read."""
    of_player: dict[int, list[_Row]] = {}
    entered: dict[int, _Row] = {}
    for row in rows:
        of_player.setdefault(row.player, []).append(row)
        if row.tournament == here.pk:
            entered[row.player] = row
    return KnownPlayers(
        KnownPlayer(
            player=pk,
            name=theirs[0].name,
            country=letters_shown(theirs[0].country, theirs[0].country_letters),
            ema_number=theirs[0].ema_number,
            tournaments=tuple((row.title, row.number) for row in [row for row in theirs if row.has_seat] or theirs),
            has_played=any(row.has_seat for row in theirs),
            is_here=pk in entered,
            is_met=any(row.is_met for row in theirs),
            may_be_invented=all(row.may_be_invented for row in theirs),
            status=entered[pk].status if pk in entered else "",
            mail=entered[pk].mail if pk in entered and entered[pk].entry not in hidden else "",
        )
        for pk, theirs in of_player.items()
    )


def facts_of(player: Player) -> PlayerFacts:
    """Return a person's stored details."""
    return PlayerFacts(**{field.name: getattr(player, field.name) for field in fields(PlayerFacts)})


def likely_same(entry: Entry, visitor: Visitor) -> tuple[KnownPlayer, ...]:
    """Return other players who may be the same person, from the tournaments that this visitor organizes."""
    if entry.player.removed_at:
        return ()
    matches = known_players(entry.tournament, visitor).like(facts_of(entry.player))
    return tuple(known for known in matches if known.player != entry.player_id and not known.is_here)
