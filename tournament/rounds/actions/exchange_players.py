"""Let two players of a round change places, or a player without a seat take a seat. Nothing may have been played at the
tables concerned."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.games.actions.signatures import outdate
from tournament.games.queries.seats import current_plan, planned_rounds, playing_in
from tournament.models import Hanchan, Seat, Tournament, Visitor
from tournament.rounds.actions.accept_plan import replace_plan
from tournament.rounds.actions.start_round import sitting_out
from tournament.rounds.queries.exchange import RoundToChange, round_to_change
from tournament.seating.quality import plan_hash


class SeatsChanged(NotDone):
    """Conflict: the round's seats have changed since the form was shown, or play has begun at one of the two tables."""

    message = _(
        "Meanwhile somebody changed these seats, or entered something at these tables. Nothing was changed; check the"
        " seats again."
    )


@once_per_key
def exchange_players(
    *, tournament_id: int, number: int, base: str, first: int, second: int, key: UUID, by: Visitor
) -> None:
    """Exchange the two players with the entry numbers `first` and `second` in a round. `base` is the fingerprint of the
    seats that the form showed.

    If the round has not started, the exchange changes the seating plan, and can be undone like a repair of the plan. A
    repeated submission changes nothing. Raises `SeatsChanged` and `KeyTaken`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "round.exchanged", "seating.exchanged", tournament=tournament):
            return
        to_change = round_to_change(tournament, number)
        if to_change is None or to_change.base != base or first == second:
            raise SeatsChanged
        if not {first, second} <= to_change.spots.keys() or to_change.spots[first] is to_change.spots[second] is None:
            raise SeatsChanged
        if to_change.is_started:
            _in_round(tournament, to_change, first, second)
        else:
            _in_plan(tournament, to_change, first, second, key, by)
            return
        log(tournament, "round.exchanged", by=by, key=key, **_facts(to_change, first, second))


def _facts(to_change: RoundToChange, first: int, second: int) -> dict[str, Any]:
    return {"number": to_change.number, "first": first, "second": second}


def _in_plan(tournament: Tournament, to_change: RoundToChange, first: int, second: int, key: UUID, by: Visitor) -> None:
    current = current_plan(tournament)
    assert current is not None  # noqa: S101 (the round is planned)
    rounds = planned_rounds(current)
    changed = tuple(to_change.exchanged(first, second).values())
    rounds = (*rounds[: to_change.number - 1], changed, *rounds[to_change.number :])
    facts = _facts(to_change, first, second) | {"players": sorted(current.players_from(1))}
    entry = log(tournament, "seating.exchanged", by=by, key=key, hash=plan_hash(rounds), **facts)
    replace_plan(tournament, rounds, seed=current.seed, entry=entry)


def _in_round(tournament: Tournament, to_change: RoundToChange, first: int, second: int) -> None:
    """Give the players their new seats in a started round. The old rows are deleted first: no two seats of a round may
    have the same player, not even during the exchange."""
    ids = dict(tournament.entries.filter(number__in=[first, second]).values_list("number", "pk"))
    moves = [
        (spot, ids[other]) for player, other in ((first, second), (second, first)) if (spot := to_change.spots[player])
    ]
    for spot, _entry in moves:
        Seat.objects.filter(hanchan=to_change.hanchans[spot.table], seat=spot.seat).delete()
    Seat.objects.bulk_create(
        Seat(hanchan_id=to_change.hanchans[spot.table], seat=spot.seat, entry_id=entry) for spot, entry in moves
    )
    for hanchan in Hanchan.objects.filter(pk__in={to_change.hanchans[spot.table] for spot, _entry in moves}):
        outdate(hanchan)
    round_ = tournament.rounds.get(number=to_change.number)
    seated = set(Seat.objects.filter(hanchan__round=round_, hanchan__cancelled_by=None).values_list("entry", flat=True))
    present = {entry.pk for entry in playing_in(tournament, to_change.number)}
    moved = set(ids.values())
    resting = {pk for pk in round_.resting.values_list("pk", flat=True) if pk not in moved}
    round_.resting.set(resting | (moved & sitting_out(tournament, present, seated)))
