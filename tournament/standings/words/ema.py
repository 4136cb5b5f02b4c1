"""Faults in the EMA's file, in words."""

from collections.abc import Callable
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.core.words.names import ruleset_name
from tournament.standings.ema import EmaFault, EmaFinding

register = template.Library()

# Functions, so that each sentence is translated for the reader at hand.
SENTENCES: dict[EmaFault, Callable[[], str]] = {
    EmaFault.NOTHING: lambda: _("No sheet is signed yet, so there is nothing to send."),
    EmaFault.NO_DATE: lambda: _("The tournament has no first day."),
    EmaFault.NO_PLACE: lambda: _("The tournament has no place."),
    EmaFault.NO_COUNTRY: lambda: _("The country of the tournament is not known: enter it below."),
    EmaFault.RULES: lambda: _("The rules are not those of the EMA: %(about)s."),
    EmaFault.TIES_BY_SEAT: lambda: _("Ties at a table are broken by seat; the EMA shares their uma."),
    EmaFault.NUMBER_WRONG: lambda: _("The EMA number of %(about)s does not have 8 digits."),
    EmaFault.NUMBER_TWICE: lambda: _("%(about)s shares an EMA number with another person."),
    EmaFault.COUNTRY_UNKNOWN: lambda: _("The country of %(about)s is not known."),
    EmaFault.NAME_TWICE: lambda: _("There is another %(about)s: are they one person?"),
    EmaFault.NAME_SINGLE: lambda: _("%(about)s has only one name; the file needs a first and a last name."),
    EmaFault.NAME_GONE: lambda: _("Person %(about)s was removed: the file has no name for the result."),
    EmaFault.NO_RESULT: lambda: _("%(about)s was entered and has no result."),
    EmaFault.NOT_LISTED: lambda: _("%(about)s was taken out of the results."),
    EmaFault.ROUNDS_DIFFER: lambda: _("%(about)s has fewer hanchans than others."),
    EmaFault.SUBSTITUTES: lambda: _("There were more than three substitutes: %(about)s."),
    EmaFault.PLACE_WRONG: lambda: _(
        "The place of %(about)s does not follow from the totals; equals share the better place."
    ),
    EmaFault.POINTS_SUM: lambda: _("The points of %(about)s do not add up."),
    EmaFault.SCORES_SUM: lambda: _("The scores of %(about)s do not add up."),
    EmaFault.TOTAL_SUM: lambda: _("The total of %(about)s is not the sum of hanchans and penalties."),
    EmaFault.UNSIGNED: lambda: _("The sheet of %(about)s is not signed."),
}


@register.filter
def fault_words(finding: EmaFinding) -> str:
    """Return a fault as a sentence."""
    about = ruleset_name(finding.about) if finding.fault is EmaFault.RULES else finding.about
    if finding.round is not None:
        about = _("round %(round)s, table %(table)s") % {"round": finding.round, "table": finding.table}
    return SENTENCES[finding.fault]() % {"about": about}


@register.filter
def figure(exact: Fraction) -> str:
    """Format a part of a weight: 2 or 0.5."""
    return number_format(float(exact) if exact.denominator > 1 else int(exact))
