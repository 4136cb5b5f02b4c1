"""Says why the periods of a league cannot be stored together."""

from collections.abc import Collection
from itertools import pairwise

from django.utils.translation import gettext as _

from tournament.models import LeaguePeriod

MOST_PERIODS = 60
"""The most periods of a league: four a year for fifteen years. Each is a ranking to be worked out."""


def period_problems(periods: Collection[LeaguePeriod]) -> list[str]:
    """Return a sentence for each reason why a league cannot have these periods together; empty if it can."""
    in_order = sorted(periods, key=lambda period: period.first_day)
    problems = []
    if any(period.last_day < period.first_day for period in in_order):
        problems.append(_("The last day is before the first."))
    if any(earlier.last_day >= later.first_day for earlier, later in pairwise(in_order)):
        problems.append(_("Two periods share a day. A tournament can belong to only one period: change the days."))
    if len({period.name for period in in_order}) < len(in_order):
        problems.append(_("Two periods have the same name."))
    if len(in_order) > MOST_PERIODS:
        problems.append(_("A league has at most %(most)s periods. Remove one of them.") % {"most": MOST_PERIODS})
    return problems
