"""The previews that a chat shows for links to the first pages of the site and of a tournament."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.core.previews import Preview, preview_of, tables_signed
from tournament.core.words.kinds import kind_words
from tournament.core.words.names import round_name
from tournament.core.words.rules import rules_name
from tournament.models import Tournament
from tournament.rounds.queries.overview import Overview
from tournament.site.queries.tournament_home import TournamentNews
from tournament.standings.exports.previews import leaders_line


def site_preview() -> Preview:
    """Return the preview of the site, which says what Tenbo is."""
    what = _(
        "Enter each hand on a phone at the table. Tenbo shows who pays what and why, and makes the standings from the"
        " signed sheets."
    )
    return Preview(f"Tenbo · {_('Riichi tournaments, scored hand by hand')}", what)


def tournament_preview(tournament: Tournament, overview: Overview, news: TournamentNews) -> Preview:
    """Return the preview of a tournament: day, place, rules, progress, and the leaders."""
    parts = [date_format(tournament.starts_on) if tournament.starts_on else "", tournament.place]
    parts.append(rules_name(tournament.ruleset))
    latest = overview.latest
    if latest is None:
        parts.append(_("Before the first round") if tournament.kind.has_rounds else "")
    elif not tournament.kind.has_rounds:
        parts.append(round_name(tournament, latest.round.number))
    elif news.is_finished:
        parts.append(_("The tournament is over"))
    elif latest.is_over:
        parts.append(_("Round %(number)s is over") % {"number": latest.round.number})
    else:
        parts.append(_("Now: round %(number)s") % {"number": latest.round.number})
        parts.append(tables_signed(latest.signed, latest.tables))
    if news.leaders:
        if news.winners:
            standings = _("Final standings")
        elif news.is_live:
            standings = _("Live standings")
        else:
            standings = kind_words(tournament, "standings_after", number=news.after)
        parts.append(f"{standings}: {leaders_line(news.leaders)}")
    return preview_of(tournament.name, parts)
