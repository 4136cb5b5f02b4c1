"""Let two players of one round change places, or one who has no seat take another's, while nothing was played there."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.games.actions.signatures import outdate
from tournament.games.queries.seats import current_plan, playing_in
from tournament.models import Hanchan, Seat, SeatingPlan, Tournament, Visitor
from tournament.rounds.actions.start_round import sitting_out
from tournament.rounds.queries.exchange import RoundToChange, round_to_change
from tournament.seating.quality import plan_hash


class SeatsChanged(NotDone):
    """The seats are not those that were looked at, or something was played there."""

    message = _(
        "The seats were changed or something was played there meanwhile. Nothing was changed; check the seats again."
    )


def exchange_players(
    *, tournament_id: int, number: int, base: str, first: int, second: int, key: UUID, by: Visitor
) -> None:
    """Exchange two entries, by number, in the round whose seats have the fingerprint `base`.

    In a round to come it is the seating plan that changes, which can be taken back like a repair. The same submission
    again changes nothing. Raises `SeatsChanged` and `KeyTaken`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "round.exchanged", "seating.exchanged", tournament=tournament):
            return
        found = round_to_change(tournament, number)
        if found is None or found.base != base or first == second:
            raise SeatsChanged
        if not {first, second} <= found.spots.keys() or found.spots[first] is found.spots[second] is None:
            raise SeatsChanged
        if found.is_started:
            _in_round(tournament, found, first, second)
        else:
            _in_plan(tournament, found, first, second, key, by)
            return
        log(tournament, "round.exchanged", by=by, key=key, **_said(found, first, second))


def _said(found: RoundToChange, first: int, second: int) -> dict[str, Any]:
    return {"number": found.number, "first": first, "second": second}


def _in_plan(tournament: Tournament, found: RoundToChange, first: int, second: int, key: UUID, by: Visitor) -> None:
    current = current_plan(tournament)
    assert current is not None  # noqa: S101 (a planned round was found)
    rounds = tuple(tuple((e, s, w, n) for e, s, w, n in tables) for tables in current.rounds)
    changed = tuple(found.exchanged(first, second).values())
    rounds = (*rounds[: found.number - 1], changed, *rounds[found.number :])
    said = _said(found, first, second) | {"players": sorted(current.players_from(1))}
    entry = log(tournament, "seating.exchanged", by=by, key=key, hash=plan_hash(rounds), **said)
    current.superseded_by = entry
    current.save(update_fields=["superseded_by"])
    SeatingPlan.objects.create(
        tournament=tournament, rounds=rounds, seed=current.seed, hash=plan_hash(rounds), accepted_by=entry
    )


def _in_round(tournament: Tournament, found: RoundToChange, first: int, second: int) -> None:
    """New rows: no two seats may share a player, not even while they change places."""
    ids = dict(tournament.entries.filter(number__in=[first, second]).values_list("number", "pk"))
    taken = [
        (spot, ids[other]) for player, other in ((first, second), (second, first)) if (spot := found.spots[player])
    ]
    for spot, _entry in taken:
        Seat.objects.filter(hanchan=found.hanchans[spot.table], seat=spot.seat).delete()
    Seat.objects.bulk_create(
        Seat(hanchan_id=found.hanchans[spot.table], seat=spot.seat, entry_id=entry) for spot, entry in taken
    )
    for hanchan in Hanchan.objects.filter(pk__in={found.hanchans[spot.table] for spot, _entry in taken}):
        outdate(hanchan)
    round_ = tournament.rounds.get(number=found.number)
    seated = set(Seat.objects.filter(hanchan__round=round_, hanchan__cancelled_by=None).values_list("entry", flat=True))
    there = {entry.pk for entry in playing_in(tournament, found.number)}
    moved = set(ids.values())
    resting = {pk for pk in round_.resting.values_list("pk", flat=True) if pk not in moved}
    round_.resting.set(resting | (moved & sitting_out(tournament, there, seated)))
