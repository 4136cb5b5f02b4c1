"""Refusals and conflicts of actions. Each has a sentence for the visitor, which the view shows.

If the rules of the game refuse an input, `scoring.refusal.Refused` is raised instead.
"""

from datetime import datetime, timedelta
from math import ceil

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _


class NotDone(Exception):
    """An action that changed nothing, and the reason."""

    message: str | Promise = _("This action is not possible. Nothing was changed.")
    status = 409
    """HTTP status of the answer. A table's phone does not retry a submission that was refused with 409."""

    def __init__(self, message: str | Promise | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(str(self.message))


class TooOften(NotDone):
    """A rate limit is exhausted; `wait` is the time until the next use is free."""

    reason: Promise = _("Too many attempts.")

    def __init__(self, wait: timedelta) -> None:
        self.wait = wait
        super().__init__(f"{self.reason} {_try_again_in(wait)}")


class StoredTooMuch(TooOften):
    """The forms of an account, or of its tables, have stored as much as is allowed in a day."""

    reason = _("More was stored in one day than one account may store. Hands can still be recorded.")


class StoredTooMuchTogether(TooOften):
    """The accounts that share a limit with this one have stored as much as is allowed in a day."""

    reason = _(
        "More was stored in one day than new accounts, or the accounts of one network, may store together. Hands can"
        " still be recorded."
    )


def _try_again_in(wait: timedelta) -> str:
    minutes, hours = ceil(wait / timedelta(minutes=1)), ceil(wait / timedelta(hours=1))
    if minutes <= 90:
        text = ngettext("Try again in %(minutes)s minute.", "Try again in %(minutes)s minutes.", minutes)
    else:
        text = ngettext("Try again in %(hours)s hour.", "Try again in %(hours)s hours.", hours)
    return text % {"minutes": minutes, "hours": hours}


class Busy(NotDone):
    """The server is too busy to begin this action now."""

    message = _("The server is busy. Nothing was changed; try again in a few seconds.")


class TookTooLong(Busy):
    """The request took so long that the server interrupted it, because others waited. If the form has several
    transactions, those already committed stay."""

    message = _(
        "This took too long while others were waiting, so the server stopped it. If you sent a form, check whether it"
        " was saved. Try again when fewer people use this site."
    )


class Archived(NotDone):
    """The tournament is archived and read-only."""

    message = _("This tournament is archived, so nothing was changed. Its owner can restore it from the archive.")


class Away(NotDone):
    """The tournament was handed over to another site. Only the other site may write to the tournament until it is
    brought back."""

    status = 423
    """HTTP status after which a phone keeps the submission in its outbox and retries it later (`outbox.js`)."""

    def __init__(self, name: str, place: str, since: datetime) -> None:
        at = timezone.localtime(since)
        when = f"{date_format(at, 'SHORT_DATE_FORMAT')} {date_format(at, 'H:i')}"
        text = gettext(
            "Nothing was changed: %(name)s has been at %(place)s since %(when)s. Until the tournament is"
            " brought back, it can only be read here."
        )
        super().__init__(text % {"name": name, "place": place, "when": when})


class LogFull(NotDone):
    """The log has no room for this kind of entry: only a reserve for changes that protect people is left
    (`limits.LOGGED_IN_PLAY`)."""

    message = _(
        "This event has had too many changes and accepts no more. Nothing was changed; continue in a new event."
    )


class NobodyLeft(NotDone):
    """A player who is named in this submission was removed or replaced since the form was shown."""

    message = _("Someone changed the players meanwhile. Nothing was done; check the players again.")


class Gone(NotDone):
    """What the submission would change was deleted or undone meanwhile."""

    message = _(
        "Nothing was changed: what you wanted to change was removed or undone meanwhile. Check the page"
        " before you try again."
    )


class KeyTaken(NotDone):
    """Another submission has already used this submission's idempotency key."""

    message = _(
        "This form was already sent once, with other content. This time nothing was changed; reload the"
        " page and try again."
    )


class HandAlreadyRecorded(NotDone):
    """Another phone recorded the hand that this form was made for."""

    message = _("Another phone has recorded this hand meanwhile. Nothing was added; check that hand.")


class SameHandRecorded(HandAlreadyRecorded):
    """Another phone recorded an equal hand."""

    message = _("Another phone has already recorded the same hand. It counts once; there is nothing left to do.")


class FormOutdated(NotDone):
    """The form is stale: something that it shows was changed after it was rendered."""

    message = _(
        "The table or its rules were changed meanwhile. Nothing was recorded; check the table and enter"
        " the missing hands again."
    )


class HandWithdrawn(NotDone):
    """The hand of this submission was recorded and then undone."""

    message = _("This hand was recorded earlier and then undone. It was not recorded again.")


class SheetSigned(NotDone):
    """The sheet is signed, and only a referee may change it."""

    message = _("The score sheet is signed, so nothing was changed. Only a referee can correct the hanchan now.")


class RoundApproved(NotDone):
    """The results of the round are approved, so the change needs a reason, and has none."""

    message = _(
        "Nothing was changed, because the results of this round are approved. Make a correction with"
        " a reason, or ask an organizer to withdraw the approval first."
    )


class HanchanCancelled(NotDone):
    """The hanchan was cancelled."""

    message = _("This hanchan was cancelled. Nothing was changed.")


class OnPaper(NotDone):
    """The hanchan's four points were entered from paper, so no hands can be recorded."""

    message = _(
        "This hanchan has points from a paper sheet, so no hand was recorded. Remove these points before"
        " you enter hands."
    )


class Undecided(NotDone):
    """A correction makes later hands impossible, or changes their round or dealer. The referee must first decide about
    each of these hands."""

    message = _("Decide on the affected hands first. Nothing was changed.")


class NothingToCorrect(NotDone):
    """A correction that changes nothing."""

    message = _("Your correction contains no change. Nothing was saved.")


class ReasonMissing(NotDone):
    """The change needs a reason and has none."""

    message = _("Please give a reason. Nothing was changed.")


class TooManyHands(NotDone):
    """The hanchan already has the largest possible number of hands (`limits.MOST_HANDS`)."""

    message = _("This hanchan cannot have more hands. Nothing was recorded; call a referee.")


class TooManyPoints(NotDone):
    """A player would have more points than a file of the tournament may have (`limits.MOST_POINTS_PLAYED`)."""

    message = _("Nobody can win or lose that many points. Nothing was recorded; check the hands.")


class TooManyChanges(NotDone):
    """The hanchan was changed or confirmed so often, or has so many hands, that only the team may change it
    (`limits.MOST_CHANGES_AT_TABLE` to `LONGEST_CORRECTIONS_AT_TABLE`)."""

    message = _("This hanchan has been changed too often, so only a referee can change it now. Nothing was changed.")


class TooMuchCorrected(NotDone):
    """The corrections of the tournament's hanchans fill its log (`limits.LONGEST_CORRECTIONS`)."""

    message = _(
        "So many hands of this tournament were corrected that its log takes no further correction of this hanchan."
        " Nothing was changed; enter the points from paper instead."
    )


class TakesNoHand(NotDone):
    """The hanchan to which a hand should be moved takes no hand."""

    message = _(
        "The hand was not moved, because the hanchan at the other table is over or has changed. Go"
        " back and choose the table again."
    )


class TableTaken(NotDone):
    """Another hanchan is being played at the table in this round."""

    message = _("Another hanchan is already being played at this table. Nothing was changed.")


class PlaysElsewhereNow(NotDone):
    """A player of the hanchan is playing another hanchan at the same time."""

    message = _("One of these players is playing another hanchan now. Nothing was changed.")


class NoOwnerAnyMore(NotDone):
    """The visitor was an owner when the page was shown, but is no longer an owner."""

    message = _("You are no longer an owner of this tournament. Nothing was changed.")


class NoOrganizerAnyMore(NotDone):
    """The visitor was removed from the team after their page was shown."""

    message = _("You no longer organize this tournament. Nothing was changed.")


class NoOrganizerMeanwhile(NotDone):
    """The visitor was removed from the team before or during a change that takes several transactions. What was saved
    before the removal stays."""

    message = _("You no longer organize this tournament. Nothing more was changed.")


class MayNotCreate(NotDone):
    """On this site only staff may create tournaments, and the visitor is not staff."""

    message = _("Only the staff of this site can create tournaments. Nothing was created; ask the staff.")
