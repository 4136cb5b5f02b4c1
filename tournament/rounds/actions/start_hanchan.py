"""Start a hanchan of a club night: four players sit down at a free table."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import actor_of, log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.rates import Use, take
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_CHANGES_AT_TABLE_IN_A_DAY
from tournament.core.text import folded
from tournament.games.queries.in_play import Occupied, Replayed, occupied, replayed
from tournament.games.queries.seats import next_round_number, playing
from tournament.games.substitutes import NameKey, name_key
from tournament.models import Actor, Entry, Hanchan, Player, Round, Seat, Table, Tournament, Visitor
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.queries.check_in import may_name_new_players
from tournament.people.queries.refusals import names_not_to_publish
from tournament.rounds.actions.start_round import WrongSeats, check_number_of_rounds
from tournament.seating.draw import draw

NIGHT_LASTS = 3
"""On how many days after a club night's first day everybody at a table may start hanchans. A phone keeps the link for
longer, and a hanchan counts in the league's period of the first day, when nobody looks at it any more."""


class HasRounds(NotDone):
    """The tournament is not a club night."""

    message = _("This is not a club night. Only the organizers can start rounds here.")


class TableInPlay(NotDone):
    """Another hanchan is being played at the table; most often another phone started it a moment ago."""

    message = _("A hanchan is being played at this table. Nothing was started; finish that hanchan first.")


class StillPlaying(NotDone):
    """A player sits in a hanchan that is not over."""

    message = _("One of these players is still playing at another table. Nothing was started; check the seats again.")


class TooMuchAtTable(NotDone):
    """The hanchans at this table were changed so often today (`limits.MOST_CHANGES_AT_TABLE_IN_A_DAY`) that only the
    team may start another one."""

    message = _(
        "This table has reached its daily limit, so only the team can start a hanchan there today. Nothing was"
        " started; ask the organizers."
    )


class NightOver(NotDone):
    """The first day of the club night is more than `NIGHT_LASTS` days ago, and only the team may start a hanchan."""

    message = _(
        "This club night was some days ago, so only the team can start a hanchan. Nothing was started; ask the"
        " organizers."
    )


class NameTaken(NotDone):
    """A typed name belongs to another player already."""

    message = _(
        "A player with this name is already entered. Nothing was started; choose the name from the list,"
        " or write it differently."
    )


@dataclass(frozen=True)
class EveningSoFar:
    """The players of a club night, and the tables and players of its hanchans in play, read once under the lock for
    several starts."""

    players: list[Entry]
    occupied: Occupied


@once_per_key
def start_hanchan(
    *,
    tournament_id: int,
    table_number: int,
    key: UUID,
    seats: Sequence[int | str],
    seed: int | None,
    by: Visitor,
    started_at: datetime | None = None,
    length: str = "",
    evening: EveningSoFar | Replayed | None = None,
    uses: Sequence[Use] = (),
) -> None:
    """Start a hanchan at this table, in a round of its own.

    `seats` are four players from East to North, each an entry id or a new player's name; with a `seed` the four draw
    their seats. `_entered` decides whether new players are named in public. `started_at` is for an imported hanchan;
    without it the hanchan starts now. `length` is a `GameLength`; empty means the length in the rules. `evening` is
    data that the caller has read: the players and tables, read under the lock, or the unsigned hanchans, replayed
    before the lock. `uses` are rate limits, which are counted only if the hanchan starts. A repeated submission starts
    nothing. Raises `HasRounds`, `WrongSeats`, `TableInPlay`, `StillPlaying`, `NightOver`, `TooMuchAtTable`,
    `NameTaken`, `TooManyRounds`, `TooManyPlayers`, `NumbersUsedUp` and `TooOften`.
    """
    so_far = evening or replayed(Tournament.objects.get(pk=tournament_id))
    refused = _refused_names(tournament_id, seats, by)
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "hanchan.started", tournament=tournament) is not None:
            return
        if tournament.kind.has_rounds:
            raise HasRounds
        check_number_of_rounds(tournament)
        if isinstance(so_far, Replayed):
            so_far = evening_of(tournament, so_far)
        entries = _check(so_far.players, seats)
        table = tournament.tables.get(number=table_number)
        if table.pk in so_far.occupied.tables:
            raise TableInPlay
        if so_far.occupied.entries & entries:
            raise StillPlaying
        _check_limits(tournament, table, by, uses, is_import=started_at is not None)

        actor = actor_of(by, table=table)
        four = _entered(tournament, seats, by, refused, actor=actor)
        if seed is not None:
            (order,) = draw(range(4), seed=seed)
            four = [four[place] for place in order]
        started = Round.objects.create(
            tournament=tournament, number=next_round_number(tournament), started_at=started_at or timezone.now()
        )
        hanchan = Hanchan.objects.create(round=started, table=table, length=length)
        Seat.objects.bulk_create(Seat(hanchan=hanchan, seat=seat, entry_id=entry) for seat, entry in enumerate(four))
        chosen: dict[str, Any] = {"length": length} if length else {}
        # Not logged for the hanchan: a start can be taken back only while no log entry names the hanchan.
        chosen |= {"number": started.number, "table": table.number, "seed": seed}
        log(tournament, "hanchan.started", by=by, actor=actor, key=key, **chosen)


def evening_of(tournament: Tournament, before: Replayed) -> EveningSoFar:
    """Read the data of a locked club night for several starts. `before` has the unsigned hanchans as they were replayed
    before the lock was taken. For actions only: the caller holds the lock."""
    return EveningSoFar(players=playing(tournament), occupied=occupied(tournament, before))


def _check_limits(tournament: Tournament, table: Table, by: Visitor, uses: Sequence[Use], *, is_import: bool) -> None:
    if is_import:
        return
    is_team = by.role_in(tournament) is not None
    first_day = tournament.starts_on
    if not is_team and first_day is not None and first_day + timedelta(days=NIGHT_LASTS) < timezone.localdate():
        raise NightOver
    today = table.hanchans.filter(round__started_at__gt=timezone.now() - timedelta(days=1))
    changes = today.aggregate(changes=Sum("revision"))["changes"] or 0
    if changes >= MOST_CHANGES_AT_TABLE_IN_A_DAY and not is_team:
        raise TooMuchAtTable
    if uses:
        take(*uses)


def _check(players: Sequence[Entry], seats: Sequence[int | str]) -> set[int]:
    """Check the seats, and return the ids of the entries in them; new players have no entry yet."""
    entries = [seat for seat in seats if isinstance(seat, int)]
    typed = [folded(seat) for seat in seats if isinstance(seat, str)]
    if len(seats) != 4 or len(set(entries)) != len(entries) or not {entry.pk for entry in players}.issuperset(entries):
        raise WrongSeats
    if len(set(typed)) != len(typed) or "" in typed:
        raise WrongSeats
    if {folded(entry.player.name) for entry in players}.intersection(typed):
        raise NameTaken
    return set(entries)


def _refused_names(tournament_id: int, seats: Sequence[int | str], by: Visitor) -> Set[NameKey] | None:
    """Return the names that are not to be published (`names_not_to_publish`); None if `by` types no new name, or may
    not publish it anyway.

    They are read before the lock is taken, because a club can have 200,000 people, who take seconds. A refusal that
    comes meanwhile changes no more than one that comes after the start."""
    if all(isinstance(seat, int) for seat in seats):
        return None
    tournament = Tournament.objects.get(pk=tournament_id)
    return names_not_to_publish(tournament) if may_name_new_players(tournament, by) else None


def _entered(
    tournament: Tournament, seats: Sequence[int | str], by: Visitor, refused: Set[NameKey] | None, *, actor: Actor
) -> list[int]:
    """Enter the new players, and return the four entries. A new player is named in public only if `by` may name new
    players (`may_name_new_players`) and nobody of the same name `refused` (`_refused_names`); otherwise not until an
    organizer says so."""
    typed = sum(isinstance(seat, str) for seat in seats)
    first = next_entry_number(tournament, people=typed)
    hidden = refused if refused is not None and may_name_new_players(tournament, by) else None
    four: list[int] = []
    new: list[int] = []
    for seat in seats:
        if isinstance(seat, str):
            player = Player.objects.create(name=seat, home=tournament)
            entry = Entry.objects.create(
                tournament=tournament,
                player=player,
                number=first + len(new),
                may_publish=hidden is not None and name_key(seat) not in hidden,
                answered_at=None if hidden is None else timezone.now(),
            )
            new.append(entry.number)
            four.append(entry.pk)
        else:
            four.append(seat)
    if new:
        log(tournament, "players.added", by=by, actor=actor, numbers=new)
    return four
