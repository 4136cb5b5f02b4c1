"""Record or remove the four final points of a hanchan that was scored on paper."""

from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.placement import check_final_points
from scoring.seats import Points
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.rules import freeze_rules
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import FormOutdated
from tournament.games.actions.signatures import check_may_change, check_reason, outdate, withdraw_signatures
from tournament.games.queries.game import load_game
from tournament.models import Actor, Hanchan, PaperResult, Visitor
from tournament.table.actions.second_keying import sign_if_keyed_alike
from tournament.table.queries.second_keying import are_by_two_people


@once_per_key
def record_paper_result(
    *,
    hanchan_id: int,
    revision: int,
    key: UUID,
    points: Points,
    riichi_sticks: int,
    chombo: Points,
    by: Visitor,
    reason: str = "",
) -> None:
    """Save the points from paper as the hanchan's result. They replace earlier points from paper, and hands that were
    entered before no longer count.

    `points` are by seat, without the riichi bets left on the table; `chombo` is the number of chombo by seat. If a
    second person has entered the same points, the sheet is signed. A repeated submission changes nothing. Raises
    `FormOutdated`, `KeyTaken`, `Refused` (`points_not_hundreds`, `sum_off`), `ReasonMissing` if a signed or approved
    result is changed without a reason, and the errors of `check_may_change`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        keyed: dict[str, Any] = {"points": list(points), "riichi_sticks": riichi_sticks, "chombo": list(chombo)}
        if logged_before(key, "paper.recorded", tournament=hanchan.tournament, hanchan=hanchan):
            return
        game = load_game(hanchan)
        check_may_change(game, by=by)
        if revision != hanchan.revision:
            raise FormOutdated
        check_reason(game, reason)
        check_final_points(points, riichi_sticks, rules=game.rules, start_points=game.start_points)

        entry = log(
            hanchan.tournament,
            "paper.recorded",
            by=by,
            hanchan=hanchan,
            key=key,
            reason=reason,
            **keyed,
        )
        freeze_rules(hanchan.tournament)
        hanchan.paper_results.current().filter(is_second=False).update(superseded_by=entry)
        first = _append_paper_result(hanchan, points, riichi_sticks, chombo, actor=entry.actor)
        keeps_second = bool(game.second and not game.sheet and are_by_two_people(hanchan, first, game.second))
        withdraw_signatures(hanchan, entry, keeps_second=keeps_second)
        outdate(hanchan)
        sign_if_keyed_alike(hanchan, by=by)


def _append_paper_result(
    hanchan: Hanchan, points: Points, riichi_sticks: int, chombo: Points, *, actor: Actor
) -> PaperResult:
    east, south, west, north = points
    return hanchan.paper_results.create(
        east=east,
        south=south,
        west=west,
        north=north,
        riichi_sticks=riichi_sticks,
        chombo=list(chombo),
        recorded_user_id=actor.user_id,
        recorded_as=actor.name,
        recorded_at=timezone.now(),
    )


def remove_paper_result(*, hanchan_id: int, revision: int, by: Visitor, reason: str = "") -> None:
    """Remove the points from paper, so that hands which were entered before count again. If the hanchan has no points
    from paper, nothing changes.

    Raises `FormOutdated`, `ReasonMissing` if a signed or approved result is changed without a reason, and the errors of
    `check_may_change`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        game = load_game(hanchan)
        check_may_change(game, by=by)
        if game.paper is None:
            return
        if revision != hanchan.revision:
            raise FormOutdated
        check_reason(game, reason)

        points = list(game.paper.points)
        entry = log(hanchan.tournament, "paper.removed", by=by, hanchan=hanchan, reason=reason, points=points)
        hanchan.paper_results.current().update(superseded_by=entry)
        withdraw_signatures(hanchan, entry)
        outdate(hanchan)
