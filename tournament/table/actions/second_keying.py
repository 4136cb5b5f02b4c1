"""Check points from paper by double entry: a second person enters them without seeing the first entry."""

from typing import Any, Literal
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring.placement import check_final_points
from scoring.seats import Points
from tournament.core.actions.journal import account_name, log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import FormOutdated, HanchanCancelled, NotDone, ReasonMissing, SheetSigned
from tournament.games.actions.signatures import outdate, withdraw_signatures
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, PaperResult, SignedBy, Visitor
from tournament.table.actions.sign_sheet import NotReferee, make_official, sign_for_all
from tournament.table.queries.second_keying import are_by_two_people
from tournament.table.second_keying import is_by

Holds = Literal["first", "second"]


class NothingKeyed(NotDone):
    """Nobody has entered points from paper yet, so a second person cannot check them."""

    message = gettext_lazy("No points were entered from a paper sheet for this hanchan, so there is nothing to verify.")


class SameAccount(NotDone):
    """The account that made the first entry of the points may not make the second entry too."""

    message = gettext_lazy(
        "You made the first entry of these points. Nothing was saved; someone else must make the second entry."
    )


@once_per_key
def key_again(
    *, hanchan_id: int, revision: int, key: UUID, points: Points, riichi_sticks: int, chombo: Points, by: Visitor
) -> None:
    """Record the second entry of the points, which another person has made from the paper sheet. If both entries agree,
    the sheet is signed. Otherwise the sheet stays unsigned until a referee decides (`decide_paper`), or one of the two
    people corrects their entry.

    A repeated submission changes nothing. Raises `NotReferee`, `SameAccount`, `NothingKeyed`, `SheetSigned`,
    `HanchanCancelled`, `FormOutdated`, `KeyTaken`, and `Refused` (`points_not_hundreds`, `sum_off`); none of these
    reveals the points of the first entry.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        keyed: dict[str, Any] = {"points": list(points), "riichi_sticks": riichi_sticks, "chombo": list(chombo)}
        if logged_before(key, "paper.keyed_again", tournament=hanchan.tournament, hanchan=hanchan):
            return
        game = load_game(hanchan)
        first = _first(game, by=by)
        if is_by(first, by):
            raise SameAccount
        # The form of a third person may be older than the second entry, and must not replace this entry.
        if revision != hanchan.revision or (game.second and not is_by(game.second, by)):
            raise FormOutdated
        check_final_points(points, riichi_sticks, rules=game.rules, start_points=game.start_points)

        entry = log(hanchan.tournament, "paper.keyed_again", by=by, hanchan=hanchan, key=key, **keyed)
        hanchan.paper_results.current().filter(is_second=True).update(superseded_by=entry)
        east, south, west, north = points
        hanchan.paper_results.create(
            east=east,
            south=south,
            west=west,
            north=north,
            riichi_sticks=riichi_sticks,
            chombo=list(chombo),
            is_second=True,
            recorded_user=by.account,
            recorded_as=account_name(by),
            recorded_at=timezone.now(),
        )
        sign_if_keyed_alike(hanchan, by=by)


@once_per_key
def decide_paper(
    *,
    hanchan_id: int,
    first_id: int,
    second_id: int,
    revision: int,
    holds: Holds,
    key: UUID,
    reason: str,
    by: Visitor,
) -> None:
    """Decide as a referee which of two different entries is right, and sign the sheet with the points of this entry.
    `holds` is "first" or "second".

    A repeated submission changes nothing. Raises `NotReferee`, `ReasonMissing`, `NothingKeyed`, `SheetSigned`,
    `HanchanCancelled`, `KeyTaken`, and `FormOutdated` if these two entries are no longer current, or if the hanchan was
    changed after the page showed them.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "paper.decided", tournament=hanchan.tournament, hanchan=hanchan):
            return
        game = load_game(hanchan)
        first, second = _first(game, by=by), game.second
        if second is None or not game.is_disputed or (first.pk, second.pk) != (first_id, second_id):
            raise FormOutdated
        if revision != hanchan.revision:
            raise FormOutdated
        if not reason:
            raise ReasonMissing

        chosen = first if holds == "first" else second
        entry = log(
            hanchan.tournament,
            "paper.decided",
            by=by,
            hanchan=hanchan,
            key=key,
            reason=reason,
            points=list(chosen.points),
            riichi_sticks=chosen.riichi_sticks,
            chombo=list(chosen.chombo_by_seat),
            keyed_by=chosen.recorded_as,
        )
        hanchan.paper_results.filter(pk=second.pk).update(superseded_by=entry)
        if holds == "second":
            hanchan.paper_results.filter(pk=first.pk).update(superseded_by=entry)
            _keep_as_first(second)
            withdraw_signatures(hanchan, entry)
            outdate(hanchan)
        sign_for_all(hanchan, load_game(hanchan), method=SignedBy.DECIDED, by=by)


def sign_if_keyed_alike(hanchan: Hanchan, *, by: Visitor) -> None:
    """Sign the sheet if both entries of the points are the same. For actions only: the caller holds the lock.

    Both authors sign if the entries `are_by_two_people`. Otherwise the author of the second entry signs alone, as a
    referee.
    """
    game = load_game(hanchan)
    if game.paper is None or game.second is None or game.is_disputed:
        return
    are_two = are_by_two_people(hanchan, game.paper, game.second)
    signing = [game.paper, game.second] if are_two else [game.second]
    for paper in signing:
        hanchan.signatures.create(
            seat=None, user_id=paper.recorded_user_id, signed_as=paper.recorded_as, at=timezone.now()
        )
    signed_as = [paper.recorded_as for paper in signing]
    method = SignedBy.KEYED_TWICE if are_two else SignedBy.REFEREE
    make_official(hanchan, game, signed_as=signed_as, method=method, by=by)


def _first(game: Game, *, by: Visitor) -> PaperResult:
    """Return the first entry of the points. Raises the errors of `key_again` if this visitor may not make the second
    entry."""
    if game.hanchan.cancelled_by_id:
        raise HanchanCancelled
    if by.role_in(game.hanchan.tournament) is None:
        raise NotReferee
    if game.sheet:
        raise SheetSigned(gettext_lazy("The score sheet is already signed. Nothing was changed."))
    if game.paper is None:
        raise NothingKeyed
    return game.paper


def _keep_as_first(second: PaperResult) -> None:
    PaperResult.objects.create(
        hanchan_id=second.hanchan_id,
        east=second.east,
        south=second.south,
        west=second.west,
        north=second.north,
        riichi_sticks=second.riichi_sticks,
        chombo=second.chombo,
        recorded_user_id=second.recorded_user_id,
        recorded_as=second.recorded_as,
        recorded_at=second.recorded_at,
    )
