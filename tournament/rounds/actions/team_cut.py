"""Make a cut by teams: all players of the first teams advance. `make_cut.take_back_cut` takes such a cut back."""

from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from scoring.stages import part_as_text
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_with
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.models import Cut, Entry, Visitor
from tournament.rounds.actions.make_cut import LineMoved, SheetsUnsigned, check_number_of_cuts
from tournament.rounds.queries.team_cut import team_cut_preview


class TeamsTied(NotDone):
    """The last team that would advance and the first team that would not are tied."""

    message = _("Teams are tied at this line. Nothing was saved; choose fewer or more teams to advance.")


@once_per_key
def make_team_cut(
    *, tournament_id: int, key: UUID, after_round: int, count: int, shown: str, carry: Fraction, reason: str,
    by: Visitor,
) -> None:  # fmt: skip
    """Make a cut after the latest round: the first `count` teams advance. `shown` describes these teams and their
    players as the form showed them.

    A repeated submission changes nothing. For organizers: the view checks the permission. Raises `SheetsUnsigned`,
    `LineMoved`, `TooManyCuts`, `TooManyCutsMade`, `TeamsTied` and `KeyTaken`.
    """
    with locked_with(tournament_id, team_cut_preview) as (tournament, teams):
        if logged_before(key, "cut.made", tournament=tournament):
            return
        if teams.before.unsigned:
            raise SheetsUnsigned
        is_current = after_round == teams.before.after_round and shown == teams.shown(count)
        if teams.before.made or not is_current or not 0 < count < len(teams.rows):
            raise LineMoved
        if teams.tied_at(count):
            raise TeamsTied
        check_number_of_cuts(tournament)
        carried = part_as_text(carry)
        entries = Entry.objects.filter(pk__in=teams.finalists(count)).order_by("number")
        decided = log(
            tournament, "cut.made", by=by, key=key, reason=reason, after=after_round, count=len(entries),
            carried=carried, numbers=[entry.number for entry in entries], seed=None, teams=count,
        )  # fmt: skip
        cut = Cut.objects.create(tournament=tournament, after_round=after_round, carried=carried, decided_by=decided)
        cut.finalists.set(entries)
