"""Faults in a file for a federation, in words."""

from collections.abc import Callable
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.core.words.names import ruleset_name
from tournament.standings.file_faults import FileFault, FileFinding

register = template.Library()

# Functions, so that each sentence is translated into the language of the request.
SENTENCES: dict[FileFault, Callable[[], str]] = {
    FileFault.NOTHING: lambda: _("No sheet is signed yet, so there is nothing to send."),
    FileFault.NO_DATE: lambda: _("The tournament has no first day."),
    FileFault.NO_PLACE: lambda: _("The tournament has no place."),
    FileFault.NO_COUNTRY: lambda: _("The country of the tournament is not known: enter it below."),
    FileFault.RULES: lambda: _("The tournament’s rules differ from the EMA’s: %(about)s."),
    FileFault.TIES_BY_SEAT: lambda: _(
        "Under this tournament’s rules, ties at a table are broken by seat. By the EMA’s rules tied"
        " players share the uma."
    ),
    FileFault.NUMBER_WRONG: lambda: _("The EMA number of %(about)s does not have 8 digits."),
    FileFault.NUMBER_TWICE: lambda: _("%(about)s shares an EMA number with another person."),
    FileFault.COUNTRY_UNKNOWN: lambda: _("The country of %(about)s is not known."),
    FileFault.NAME_TWICE: lambda: _("Two players are called %(about)s: are they one person?"),
    FileFault.NAME_SINGLE: lambda: _("%(about)s has only one name; the file needs a first and a last name."),
    FileFault.NAME_GONE: lambda: _("Person %(about)s was removed: the file has no name for the result."),
    FileFault.NO_RESULT: lambda: _("%(about)s was entered and has no result."),
    FileFault.NOT_LISTED: lambda: _("%(about)s was taken out of the results."),
    FileFault.ROUNDS_DIFFER: lambda: _("%(about)s has fewer hanchans than others."),
    FileFault.SUBSTITUTES: lambda: _("There were more than three substitutes: %(about)s."),
    FileFault.PLACE_WRONG: lambda: _(
        "The place of %(about)s does not match the totals. Players with equal totals share the better place."
    ),
    FileFault.POINTS_SUM: lambda: _("The points of %(about)s do not add up."),
    FileFault.SCORES_SUM: lambda: _("The scores of %(about)s do not add up."),
    FileFault.TOTAL_SUM: lambda: _("The total of %(about)s is not the sum of hanchans and penalties."),
    FileFault.UNSIGNED: lambda: _("The sheet of %(about)s is not signed."),
    FileFault.NO_LEGAL_NAME: lambda: _("%(about)s has only one name and no legal name."),
    FileFault.NO_MEMBER_NUMBER: lambda: _("%(about)s has no member number of this federation."),
    FileFault.MEMBER_NUMBER_TWICE: lambda: _("%(about)s shares a member number with another person."),
    FileFault.NOT_PUBLIC: lambda: _("The rules and the cut were not public before the first round."),
    FileFault.CHANGED_IN_PLAY: lambda: _("Rules or format were changed after the first round had begun: %(about)s."),
    FileFault.CUT_NOT_ANNOUNCED: lambda: _("A cut was made, but no cut was announced."),
    FileFault.OTHER_CUT: lambda: _("The cut at which %(about)s advanced differs from the announced cut."),
    FileFault.MIXED_ENTRY: lambda: _(
        "Some hanchans were entered on phones, others from paper sheets. This federation wants all hanchans to be"
        " entered in the same way."
    ),
}


@register.filter
def fault_words(finding: FileFinding) -> str:
    """Return a fault as a sentence."""
    about = ruleset_name(finding.about) if finding.fault is FileFault.RULES else finding.about
    if finding.round is not None:
        about = _("round %(round)s, table %(table)s") % {"round": finding.round, "table": finding.table}
    return SENTENCES[finding.fault]() % {"about": about}


@register.filter
def figure(exact: Fraction) -> str:
    """Return a part of the event's weight as text: 2 or 0.5."""
    return number_format(float(exact) if exact.denominator > 1 else int(exact))
