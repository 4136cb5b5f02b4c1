"""Make a cut, so that only some players advance to the final; replace a finalist; take a cut back."""

from collections.abc import Collection
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from scoring.stages import part_as_text
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament, locked_with
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone, ReasonMissing
from tournament.core.limits import MOST_CUTS, MOST_CUTS_MADE
from tournament.core.words.limits import with_limit
from tournament.games.queries.seats import next_round_number
from tournament.models import Cut, Entry, Tournament, Visitor
from tournament.rounds.queries.cut import DrawnBy, cut_after_latest


class SheetsUnsigned(NotDone):
    """Some sheets are unsigned, so scores can still change."""

    message = _(
        "Some sheets are not signed yet, so nothing was saved. The cut is possible once every score is official."
    )


class LineMoved(NotDone):
    """Conflict: the cut is no longer the one that the form showed, because a round was started, scores or players
    changed, or a cut was made."""

    message = _("The round, the scores or the players were changed meanwhile. Nothing was saved; check the cut again.")


class TooManyCuts(NotDone):
    """The tournament would have more cuts than `limits.MOST_CUTS`."""

    message = with_limit(_("An event can have at most %(most)s cuts. Nothing was saved."), MOST_CUTS)


class TooManyCutsMade(NotDone):
    """The tournament would have more cuts than `limits.MOST_CUTS_MADE`, with those that were taken back."""

    message = with_limit(
        _("An event can have at most %(most)s cuts, including those that were undone. Nothing was saved."),
        MOST_CUTS_MADE,
    )


class PlayedOn(NotDone):
    """A round was started after the cut."""

    message = _(
        "The next round has started, so the cut can no longer be undone. If nothing was played in that round, undo the"
        " start of the round first, then the cut."
    )


@once_per_key
def make_cut(
    *,
    tournament_id: int,
    key: UUID,
    after_round: int,
    finalists: Collection[int],
    carry: Fraction,
    seed: int | None,
    reason: str,
    by: Visitor,
    drawn_by: DrawnBy = DrawnBy.STANDINGS,
) -> None:
    """Make a cut after the latest round: the `finalists` (entry ids) advance. The finalists keep the share `carry` of
    their totals, from 0 to 1. `drawn_by` says whether the standings, the tables or the lives of a knock-out decide who
    advances.

    No player who is out may be ranked above a finalist. Of players who are tied at the line, either all advance or
    exactly as many as there are places left. `seed`, for the log, is the seed of the draw among the tied players. A
    repeated submission changes nothing. For organizers: the view checks the permission. Raises `SheetsUnsigned`,
    `LineMoved`, `TooManyCuts`, `TooManyCutsMade` and `KeyTaken`.
    """
    with locked_with(tournament_id, cut_after_latest) as (tournament, before):
        if logged_before(key, "cut.made", tournament=tournament):
            return
        if before.unsigned:
            raise SheetsUnsigned
        if before.made or after_round != before.after_round or not before.may_go_on(finalists, drawn_by):
            raise LineMoved
        check_number_of_cuts(tournament)
        entries = Entry.objects.filter(pk__in=finalists).order_by("number")
        carried = part_as_text(carry)
        decided = log(
            tournament,
            "cut.made",
            by=by,
            key=key,
            reason=reason,
            after=after_round,
            count=len(entries),
            carried=carried,
            numbers=[entry.number for entry in entries],
            seed=seed,
            by_tables=bool(drawn_by),
        )
        cut = Cut.objects.create(tournament=tournament, after_round=after_round, carried=carried, decided_by=decided)
        cut.finalists.set(entries)


@once_per_key
def follow_at_cut(
    *, tournament_id: int, key: UUID, after_round: int, left: int, follower: int, reason: str, by: Visitor
) -> None:
    """Let the player of the entry `follower` advance instead of the player of the entry `left`, who stops playing.

    This is possible until the next round starts; later a substitute has to play. The player who left is ranked like the
    players who did not advance. A repeated submission changes nothing. For organizers: the view checks the permission.
    Raises `PlayedOn`, `LineMoved` and `KeyTaken`.
    """
    with locked_with(tournament_id, cut_after_latest) as (tournament, before):
        if logged_before(key, "cut.followed", tournament=tournament):
            return
        if next_round_number(tournament) != after_round + 1:
            raise PlayedOn
        leavers = {row.entry.pk: row.entry for row in before.leavers}
        candidates = {row.entry.pk: row.entry for row in before.candidates}
        if before.made is None or left not in leavers or follower not in candidates:
            raise LineMoved
        cut = before.made
        cut.finalists.remove(left)
        cut.finalists.add(follower)
        cut.changed_by = log(
            tournament,
            "cut.followed",
            by=by,
            key=key,
            reason=reason,
            after=after_round,
            carried=cut.carried,
            numbers=sorted(cut.finalists.values_list("number", flat=True)),
            number=candidates[follower].number,
            left_number=leavers[left].number,
        )
        cut.save(update_fields=["changed_by"])


def check_number_of_cuts(tournament: Tournament) -> None:
    """Raise `TooManyCuts` or `TooManyCutsMade` if the tournament cannot have another cut."""
    if tournament.cuts.count() >= MOST_CUTS_MADE:
        raise TooManyCutsMade
    if tournament.cuts.current().count() >= MOST_CUTS:
        raise TooManyCuts


def take_back_cut(*, tournament_id: int, after_round: int, reason: str, by: Visitor) -> None:
    """Take a cut back: everybody plays on, and scores count in full. If there is no cut after the round `after_round`,
    nothing changes.

    For organizers: the view checks the permission. Raises `PlayedOn` and `ReasonMissing`.
    """
    with locked_tournament(tournament_id) as tournament:
        cut = tournament.cuts.current().filter(after_round=after_round).first()
        if cut is None:
            return
        if next_round_number(tournament) != after_round + 1:
            raise PlayedOn
        if not reason:
            raise ReasonMissing
        cut.taken_back_by = log(
            tournament, "cut.taken_back", by=by, reason=reason, after=after_round, carried=cut.carried
        )
        cut.save(update_fields=["taken_back_by"])
