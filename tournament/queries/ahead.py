"""What an organizer's next step depends on besides how far the latest round is: the plan, and what is held back."""

from dataclasses import dataclass

from tournament.models import Tournament
from tournament.queries.ceremony import held_rounds
from tournament.queries.seating import current_plan
from tournament.queries.seats import playing_in
from tournament.queries.tournament import Overview


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """A seating plan has the next round: it `is_planned`, or the `plan_is_unfit`, made for other players.

    `was_last`: neither a plan nor the timetable knows of a round after the latest, though one of them knew of that, and
    no cut was made for a final. `held` are the rounds so far whose results wait for their release.
    """

    is_planned: bool
    plan_is_unfit: bool
    was_last: bool
    held: tuple[int, ...]


def ahead(tournament: Tournament, overview: Overview) -> Ahead:
    """In a fixed number of queries."""
    number, plan = overview.next_number, current_plan(tournament)
    cuts = set(tournament.cuts.current().values_list("after_round", flat=True))
    fits = None
    if plan is not None and number <= len(plan.rounds) and not cuts:
        fits = plan.is_for({entry.number for entry in playing_in(tournament, number)}, number)
    known = {len(plan.rounds) if plan else 0, *tournament.planned_starts.values_list("number", flat=True)}
    return Ahead(
        is_planned=fits is True,
        plan_is_unfit=fits is False,
        was_last=0 < max(known) < number and number - 1 not in cuts,
        held=tuple(held for held in held_rounds(tournament) if held < number),
    )
