"""Words for the nights of an organizer that count in leagues of the club."""

from collections.abc import Sequence

from django import template
from django.utils.translation import ngettext

from tournament.clubs.queries.organizers import CountedNights

register = template.Library()


@register.filter
def night_items(nights: CountedNights) -> Sequence[str]:
    """Return the items of a list of these nights: the names, and last the number of the other nights."""
    if not nights.more:
        return nights.names
    more = ngettext("%(number)s other night", "%(number)s other nights", nights.more) % {"number": nights.more}
    return [*nights.names, more]
