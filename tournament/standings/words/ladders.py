"""Says why a league cannot be directly above another league in a ladder."""

from django.utils.translation import gettext as _

from tournament.models import League


def ladder_problem(league: League, above: League) -> str:
    """Return a sentence that says why `above` cannot be the league above this league; empty if it can. An action asks
    while it holds the locks of both leagues."""
    if league.pk and league in above.leagues_above:
        return _("The chosen league is already below this league, so it cannot be above it.")
    if League.objects.filter(above=above).exclude(pk=league.pk).exists():
        return _("The chosen league already has a league directly below it. Choose another league.")
    if league.pk and league.periods.exists():
        return _("This league has periods of its own: remove them first.")
    return ""
