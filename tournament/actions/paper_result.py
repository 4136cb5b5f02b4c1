"""Four final points from paper, instead of hands."""

from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.placement import check_final_points
from scoring.seats import Points
from tournament.actions.errors import FormOutdated, KeyTaken
from tournament.actions.journal import actor_name, log, logged_before
from tournament.actions.locking import locked_hanchan
from tournament.actions.rules import freeze_rules
from tournament.actions.signatures import check_may_change, check_not_approved, withdraw_signatures
from tournament.models import PaperResult, Visitor
from tournament.queries.game import load_game


def record_paper_result(
    *,
    hanchan_id: int,
    revision: int,
    key: UUID,
    points: Points,
    riichi_sticks: int,
    chombo: Points,
    by: Visitor,
) -> None:
    """Keep the points on paper as the hanchan's result; they replace earlier ones. Hands entered before stay in
    the database and count no more. `points` are before leftover bets, `chombo` counts by seat.

    The same submission again changes nothing. Raises `FormOutdated`, `KeyTaken`, `Refused`
    (`points_not_hundreds`, `sum_off`), and as `check_may_change`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        said: dict[str, Any] = {"points": list(points), "riichi_sticks": riichi_sticks, "chombo": list(chombo)}
        repeated = logged_before(key, "paper.recorded", tournament=hanchan.tournament, hanchan=hanchan)
        if repeated:
            if repeated.data != said:
                raise KeyTaken
            return
        game = load_game(hanchan)
        check_may_change(game, by=by)
        check_not_approved(hanchan)
        if revision != hanchan.revision:
            raise FormOutdated
        check_final_points(points, riichi_sticks, rules=game.rules)

        entry = log(
            hanchan.tournament,
            "paper.recorded",
            by=by,
            hanchan=hanchan,
            key=key,
            **said,
        )
        freeze_rules(hanchan.tournament)
        PaperResult.objects.filter(hanchan=hanchan, superseded_by=None).update(superseded_by=entry)
        east, south, west, north = points
        hanchan.paper_results.create(
            east=east,
            south=south,
            west=west,
            north=north,
            riichi_sticks=riichi_sticks,
            chombo=list(chombo),
            recorded_user=by.account,
            recorded_as=actor_name(by, hanchan.table),
            recorded_at=timezone.now(),
        )
        withdraw_signatures(hanchan, entry)
        hanchan.revision += 1
        hanchan.save(update_fields=["revision"])


def remove_paper_result(*, hanchan_id: int, revision: int, by: Visitor) -> None:
    """Take the points from paper back; hands entered before count again. Without any, nothing changes.

    Raises `FormOutdated`, and as `check_may_change`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        game = load_game(hanchan)
        check_may_change(game, by=by)
        check_not_approved(hanchan)
        if game.paper is None:
            return
        if revision != hanchan.revision:
            raise FormOutdated

        entry = log(hanchan.tournament, "paper.removed", by=by, hanchan=hanchan, points=list(game.paper.points))
        PaperResult.objects.filter(pk=game.paper.pk).update(superseded_by=entry)
        withdraw_signatures(hanchan, entry)
        hanchan.revision += 1
        hanchan.save(update_fields=["revision"])
