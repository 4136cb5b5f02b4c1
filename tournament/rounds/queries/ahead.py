"""Reads the facts that decide an organizer's next step: the seating plan, rounds held back, and so on. The progress of
the latest round also decides, but is read elsewhere."""

from dataclasses import dataclass

from scoring.announced_cuts import AnnouncedCut
from tournament.games.progress import Progress
from tournament.games.queries.seats import current_plan, playing_in
from tournament.models import Tournament
from tournament.people.queries.free_places import MoveUpProposal, move_up_proposal
from tournament.rounds.queries.overview import Overview
from tournament.rounds.queries.round import signed_sheets
from tournament.rounds.queries.visibility_page import held_rounds


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """The facts for the organizer's next step.

    * `is_planned`: the seating plan contains the next round. `plan_is_unfit`: the plan's next round is not for exactly
      the present players.
    * `was_last`: the latest round is the last planned round (`standings.queries.finished`).
    * `held`: the started rounds whose results wait for their release.
    * `cut_due`: the cut that was announced after the latest round; None if there is none, or if the cut is made
      already.
    * `sheets`: the latest round's signed sheets (`signed_sheets`); empty while a sheet is unsigned.
    * `proposal`: before the first round, the entry that could move up from the waiting list.
    """

    is_planned: bool
    plan_is_unfit: bool
    was_last: bool
    held: tuple[int, ...]
    cut_due: AnnouncedCut | None
    sheets: str
    proposal: MoveUpProposal | None


def ahead(tournament: Tournament, overview: Overview, progress: Progress) -> Ahead:
    """Read the facts for the organizer's next step, in a fixed number of queries."""
    number, plan = overview.next_number, current_plan(tournament)
    fits = None
    if plan is not None and number <= len(plan.rounds) and not tournament.cuts.current().exists():
        fits = plan.is_for({entry.number for entry in playing_in(tournament, number)}, number)
    return Ahead(
        is_planned=fits is True,
        plan_is_unfit=fits is False,
        was_last=progress.had_its_last_round,
        proposal=move_up_proposal(tournament) if number == 1 else None,
        held=tuple(held for held in held_rounds(tournament) if held < number),
        cut_due=_cut_due(tournament, number - 1),
        sheets=signed_sheets(overview.latest.round) if overview.latest and overview.latest.is_over else "",
    )


def _cut_due(tournament: Tournament, latest: int) -> AnnouncedCut | None:
    due = next((cut for cut in tournament.cut_plan if cut.after_round == latest), None)
    return None if due is None or tournament.cuts.current().filter(after_round=latest).exists() else due
