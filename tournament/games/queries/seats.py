"""Seats of rounds that were started, and the players of rounds to come."""

from collections.abc import Collection
from typing import Literal

from django.db.models import Max

from scoring.seats import by_seat
from tournament.games.queries.departures import departed_entries
from tournament.models import Entry, Seat, SeatingPlan, Tournament
from tournament.seating.people import Round, Rounds


def playing(tournament: Tournament) -> list[Entry]:
    """Return the players of the next round, in the order of entry numbers, without people on the waiting list and
    players who have left."""
    return playing_in(tournament, next_round_number(tournament))


def playing_in(tournament: Tournament, number: int, entries: Collection[Entry] | None = None) -> list[Entry]:
    """Return the players of this round, including players who sit the round out. `entries` are all accepted entries
    with their players, if they are already read."""
    departed = departed_entries(tournament, number)
    if entries is not None:
        departed_ids = set(departed.values_list("pk", flat=True))
        return [entry for entry in entries if entry.pk not in departed_ids]
    return list(
        tournament.entries.accepted().exclude(pk__in=departed.values("pk")).select_related("player").order_by("number")
    )


def next_round_number(tournament: Tournament) -> int:
    """Return the number of the next round to start; 1 if no round has started."""
    last: int | None = tournament.rounds.aggregate(Max("number"))["number__max"]
    return (last or 0) + 1


def played_rounds(tournament: Tournament, by: Literal["entry", "entry__number"] = "entry__number") -> dict[int, Round]:
    """Return the tables of each started round, by the round's number, without cancelled hanchans. A table is a tuple of
    four entry numbers by seat, or with `by="entry"` of four entry ids."""
    seats = (
        Seat.objects.filter(hanchan__round__tournament=tournament, hanchan__cancelled_by=None)
        .order_by("hanchan__round__number", "hanchan__table__number", "hanchan", "seat")
        .values_list("hanchan__round__number", "hanchan", by)
    )
    rounds: dict[int, dict[int, list[int]]] = {}
    for number, hanchan, player in seats:
        rounds.setdefault(number, {}).setdefault(hanchan, []).append(player)
    return {number: tuple(by_seat(four) for four in tables.values()) for number, tables in rounds.items()}


def planned_rounds(plan: SeatingPlan) -> Rounds:
    """Return the rounds of a plan as tuples of tables. A table is a tuple of four entry numbers by seat."""
    return tuple(tuple(by_seat(four) for four in tables) for tables in plan.rounds)


def current_plan(tournament: Tournament) -> SeatingPlan | None:
    """Return the seating plan in force, or None."""
    return tournament.plans.current().select_related("accepted_by").first()


def plan_for(tournament: Tournament, number: int) -> tuple[SeatingPlan, dict[int, Entry]] | None:
    """Return the plan for a coming round, with its players by number. The result is None if the round has no plan, if
    the plan has other players, or if a cut was made. Without a plan the seats are drawn
    (`rounds.queries.start_round.as_planned`)."""
    plan = current_plan(tournament)
    if plan is None or number > len(plan.rounds) or tournament.cuts.current().exists():
        return None
    entries = {entry.number: entry for entry in playing_in(tournament, number)}
    if not plan.is_for(entries.keys(), number):
        return None
    return plan, entries
