"""Words for announced cuts."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.announced_cuts import AnnouncedCut
from tournament.core.words.names import carried_name

register = template.Library()


@register.filter
def announced_cut(cut: AnnouncedCut) -> str:
    """Return an announced cut as a sentence without a full stop: "After round 6 the first 16 players advance, carrying
    over half of the score"."""
    values = {"round": cut.after_round, "places": cut.places}
    if cut.after_round is None:
        line = ngettext(
            "At the next cut the first player advances",
            "At the next cut the first %(places)s players advance",
            cut.places,
        )
    else:
        line = ngettext(
            "After round %(round)s the first player advances",
            "After round %(round)s the first %(places)s players advance",
            cut.places,
        )
    if not cut.carried:
        return line % values
    return _("%(line)s, carrying over %(carried)s") % {"line": line % values, "carried": carried_name(cut.carried)}


@register.filter
def announced_cut_short(cut: AnnouncedCut) -> str:
    """Return an announced cut in short, for the narrow lines of the hall screen: "After round 6: 16 advance"."""
    if cut.after_round is None:
        return _("The next cut: %(places)s advance") % {"places": cut.places}
    return _("After round %(round)s: %(places)s advance") % {"round": cut.after_round, "places": cut.places}
