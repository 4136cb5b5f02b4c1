"""Template filters for the clock: time left, and changes of the time."""

import math
from datetime import timedelta

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.words.scores import MINUS

register = template.Library()


@register.filter
def minutes_left(left: timedelta) -> str:
    """Return the minutes left, rounded up to whole minutes: "38 min"; "0 min" if the time is over."""
    return _("%(minutes)s min") % {"minutes": max(math.ceil(left.total_seconds() / 60), 0)}


@register.filter
def milliseconds(duration: timedelta) -> str:
    """Return a duration in milliseconds, for the script that counts down; plain digits in every language."""
    return str(round(duration.total_seconds() * 1000))


@register.filter
def time_change(seconds: int) -> str:
    """Return a change of the clock's time in words: "+5 minutes", or in seconds if it is not a whole number of
    minutes."""
    sign = MINUS if seconds < 0 else "+"
    if seconds % 60:
        return sign + ngettext("%(count)s second", "%(count)s seconds", abs(seconds)) % {"count": abs(seconds)}
    minutes = abs(seconds) // 60
    return sign + ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
