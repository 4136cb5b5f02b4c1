"""Save the periods of a league, and record promotion and relegation at the end of a period. Changes of leagues are in
no log."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.locking import lock_players
from tournament.core.errors import NotDone
from tournament.core.merge import merge_columns
from tournament.models import League, LeaguePeriod, PromotedPlayer, Promotion, Visitor
from tournament.standings.actions.save_league import lock_leagues
from tournament.standings.promotion import RowKey
from tournament.standings.words.periods import period_problems

EDITED = ("name", "first_day", "last_day")


class PeriodDecided(NotDone):
    """A period cannot be removed, because the promotion and relegation after it are recorded."""

    message = _("A promotion is recorded for this period, so nothing was changed. Undo the promotion first.")


class AlreadyRecorded(NotDone):
    """The promotion of this period is recorded already, usually because the button was pressed twice."""

    message = _("The promotion of this period is already recorded.")


class NobodyMoves(NotDone):
    """The submitted promotion names no player who goes up or down."""

    message = _("Tick who is promoted or relegated.")


class PromotedAndRelegated(NotDone):
    """A player who plays in both leagues is named for promotion and also for relegation."""

    message = _("One player is ticked both for promotion and for relegation. Remove one of the two ticks.")


class PersonGone(NotDone):
    """A player who is named for promotion or relegation was merged with somebody or removed meanwhile."""

    message = _(
        "The standings of the leagues have changed since you saw them. Check again who is promoted and relegated."
    )


class PeriodsClash(NotDone):
    """The periods cannot be stored together with a change that was saved meanwhile; `message` says why."""


def save_periods(
    *,
    league: League,
    saved: Collection[LeaguePeriod],
    removed: Collection[LeaguePeriod],
    by: Visitor,
    base: Mapping[int, LeaguePeriod] | None = None,
) -> None:
    """Save a league's new and changed periods (`saved`), and delete `removed`. `base` are the periods, by id, that the
    form was filled in with (see `core.merge`). A changed period that was removed meanwhile stays removed.

    Raises `PeriodDecided`, `PeriodsClash`, and `League.DoesNotExist` as `lock_leagues` does and if another league was
    put above this league meanwhile.
    """
    with transaction.atomic():
        lock_leagues(league, by=by)
        League.objects.get(pk=league.pk, above=None)
        _forget_promotions_of_cut_ladders(league, removed)
        try:
            for period in removed:
                period.delete()
        except ProtectedError:
            raise PeriodDecided from None
        stored = {period.pk: period for period in LeaguePeriod.objects.filter(league=league)}
        changed = [period for period in saved if period.pk in stored]
        for period in changed:
            if base is not None:
                merge_columns(period, base[period.pk], stored[period.pk], EDITED)
        # A button pressed twice sends two requests at once: the second finds here what the first added.
        there = {_values(period) for period in stored.values()}
        new = [period for period in saved if not period.pk and _values(period) not in there]
        problems = period_problems([*(stored | {period.pk: period for period in changed}).values(), *new])
        if problems:
            raise PeriodsClash(problems[0])
        for period in (*changed, *new):
            period.league = league
            period.save()


def _forget_promotions_of_cut_ladders(league: League, periods: Collection[LeaguePeriod]) -> None:
    """Delete the promotions of these periods between leagues that are no longer neighbours in the ladder of the league:
    no page can take them back, so the periods could never be removed."""
    for promotion in Promotion.objects.filter(period__in=periods).select_related("upper", "lower"):
        if promotion.lower.above_id != promotion.upper_id or promotion.upper.top != league:
            promotion.delete()


def _values(period: LeaguePeriod) -> tuple[Any, ...]:
    return tuple(getattr(period, name) for name in EDITED)


def record_promotion(
    *,
    upper: League,
    lower: League,
    period: LeaguePeriod,
    up: Collection[RowKey],
    down: Collection[RowKey],
    by: Visitor,
) -> None:
    """Record which players are promoted (`up`) and relegated (`down`). The view checks that each player is in the
    ranking of the league. Raises `AlreadyRecorded`, `NobodyMoves`, `PromotedAndRelegated`, `PersonGone`, and
    `League.DoesNotExist` as `lock_leagues` does and if the ladder was cut between the leagues meanwhile."""
    if not up and not down:
        raise NobodyMoves
    if set(up) & set(down):
        raise PromotedAndRelegated
    with transaction.atomic():
        lock_leagues(upper, lower, by=by)
        League.objects.get(pk=lower.pk, above=upper)
        # A button pressed twice sends two requests at once: the second waits here for the first.
        LeaguePeriod.objects.select_for_update(no_key=True).get(pk=period.pk)
        if period.promotions.filter(upper=upper).exists():
            raise AlreadyRecorded
        people = {player for player, _is_named in (*up, *down)}
        if len(lock_players(people)) < len(people):
            raise PersonGone
        promotion = Promotion.objects.create(period=period, upper=upper, lower=lower, decided_by=by.account)
        PromotedPlayer.objects.bulk_create(
            PromotedPlayer(promotion=promotion, player_id=player, is_named=is_named, goes_up=goes_up)
            for keys, goes_up in ((up, True), (down, False))
            for player, is_named in keys
        )


def take_back_promotion(*, upper: League, lower: League, period: LeaguePeriod, by: Visitor) -> None:
    """Delete the recorded promotion of a period, if one is recorded. Raises `League.DoesNotExist` as `lock_leagues`
    does."""
    with transaction.atomic():
        lock_leagues(upper, lower, by=by)
        Promotion.objects.filter(upper=upper, period=period).delete()
