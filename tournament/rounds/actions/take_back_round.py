"""Take back the start of a round while nothing is recorded at its tables."""

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.games.queries.seats import played_rounds
from tournament.models import Hanchan, LogEntry, Visitor


class RoundIsPlayed(NotDone):
    """Something is recorded at a table of the round, or a later round was started."""

    message = _(
        "The start of this round can no longer be undone: something was entered in it, or the next round has started."
        " You can still cancel single hanchans at their tables."
    )


def take_back_round(*, tournament_id: int, number: int, by: Visitor) -> None:
    """Remove the latest round with its hanchans and seats; the log has the seats. The tables are not removed.

    If the round was removed already, nothing changes. Raises `RoundIsPlayed`.
    """
    with locked_tournament(tournament_id) as tournament:
        round_ = tournament.rounds.filter(number=number).first()
        if round_ is None:
            return
        entries_about_it = LogEntry.objects.filter(hanchan=OuterRef("pk"))
        if (
            tournament.rounds.filter(number__gt=number).exists()
            or Hanchan.objects.filter(Exists(entries_about_it), round=round_).exists()
        ):
            raise RoundIsPlayed
        seats = played_rounds(tournament).get(number, ())
        round_.delete()
        log(tournament, "round.taken_back", by=by, number=number, seats=seats)
