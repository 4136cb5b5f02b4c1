"""Record that time is up at a table, or withdraw this record."""

from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring.clock import hands_left
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.rules import freeze_rules
from tournament.core.errors import FormOutdated, NotDone
from tournament.games.actions.signatures import check_may_change, check_not_approved, outdate, withdraw_signatures
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, Visitor


class AlreadyOver(NotDone):
    """The hanchan was already over when the clock's time was up."""

    message = gettext_lazy("The hanchan is already over. Nothing was changed.")


def call_time(*, hanchan_id: int, revision: int, in_progress: bool, after: int | None = None, by: Visitor) -> None:
    """Record that time is up, and whether a hand was in progress at this moment. The ruleset decides how many hands may
    still be played.

    `after` is the number of hands that were played before time was up; None means all hands recorded so far. A second
    call changes nothing. Raises `FormOutdated`, `AlreadyOver`, and `Refused` (`no_clock`) if the ruleset has no clock.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        game = load_game(hanchan)
        check_may_change(game, by=by)
        if hanchan.time_called_at is not None:
            return
        after = len(game.hands) if after is None else after
        if revision != hanchan.revision or after > len(game.hands):
            raise FormOutdated
        if game.ending:
            raise AlreadyOver
        hands_left((), in_progress=in_progress, rules=game.rules)  # refuses a ruleset without a clock

        save_time_call(hanchan, after=after, in_progress=in_progress, by=by)


def save_time_call(hanchan: Hanchan, *, after: int, in_progress: bool, by: Visitor) -> None:
    """Save and log that time is up. For actions only: the caller holds the lock and has checked the conditions of
    `call_time`."""
    freeze_rules(hanchan.tournament)
    hanchan.time_called_at = timezone.now()
    hanchan.time_called_after = after
    hanchan.time_hand_in_progress = in_progress
    _save(hanchan)
    log(hanchan.tournament, "time.called", by=by, hanchan=hanchan, after=after, in_progress=in_progress)


def withdraw_time(*, hanchan_id: int, revision: int, by: Visitor) -> None:
    """Withdraw the record that time is up. Play goes on, and signatures are withdrawn.

    A second withdrawal changes nothing. Raises `FormOutdated`, and the errors of `check_may_change`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        game = load_game(hanchan)
        check_may_change(game, by=by)
        check_not_approved(hanchan)
        if hanchan.time_called_at is None:
            return
        if revision != hanchan.revision:
            raise FormOutdated

        after, in_progress = hanchan.time_called_after, hanchan.time_hand_in_progress
        hanchan.time_called_at = hanchan.time_called_after = hanchan.time_hand_in_progress = None
        _save(hanchan)
        entry = log(
            hanchan.tournament,
            "time.withdrawn",
            by=by,
            hanchan=hanchan,
            after=after,
            in_progress=in_progress,
        )
        withdraw_signatures(hanchan, entry)


def _save(hanchan: Hanchan) -> None:
    outdate(hanchan, "time_called_at", "time_called_after", "time_hand_in_progress")
