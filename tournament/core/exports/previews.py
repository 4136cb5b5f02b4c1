"""What a page says of itself where its address is shared: a title, and a line about what is going on.

Others show it to whomever they like, for as long as they like. So it is made of what a page has for strangers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.words.names import hanchan_name, round_name, shown_later
from tournament.core.words.rules import rules_name
from tournament.core.words.scores import mean, points, score
from tournament.games.words.hands import state_words
from tournament.models import Hanchan, League, Round, Tournament
from tournament.people.queries.entry import EntryPage
from tournament.rounds.queries.overview import Overview
from tournament.rounds.queries.round import RoundPage
from tournament.site.queries.tournament_home import Happening
from tournament.standings.exports.results_pdf import rounds_played, standings_after
from tournament.standings.queries.leaderboard import Leaderboard, Row
from tournament.standings.queries.statistics import PlayerPage
from tournament.table.queries.hanchan import HanchanPage

LEADERS = 5


@dataclass(frozen=True, slots=True)
class Preview:
    """`description` is one line, of parts between dots."""

    title: str
    description: str


def site_preview() -> Preview:
    """What Tenbo is."""
    what = _(
        "A phone on each table takes every hand, Tenbo says who pays what and why, and the standings follow from the"
        " signed sheets."
    )
    return Preview(f"Tenbo · {_('Riichi tournaments, scored hand by hand')}", what)


def tournament_preview(tournament: Tournament, overview: Overview, happening: Happening) -> Preview:
    """When, where, by which rules; what is going on; who leads."""
    parts = [date_format(tournament.starts_on) if tournament.starts_on else "", tournament.place]
    parts.append(rules_name(tournament.ruleset))
    latest = overview.latest
    if latest is None:
        parts.append("" if tournament.is_club_night else _("Before the first round"))
    elif tournament.is_club_night:
        parts.append(round_name(tournament, latest.round.number))
    elif happening.is_finished:
        parts.append(_("The tournament is over"))
    elif latest.is_over:
        parts.append(_("Round %(number)s is over") % {"number": latest.round.number})
    else:
        parts.append(_("Now: round %(number)s") % {"number": latest.round.number})
        parts.append(_signed(latest.signed, latest.tables))
    if happening.leaders:
        after = _("Standings after round %(number)s") % {"number": happening.after}
        after = _("Final standings") if happening.winners else after
        after = _("Standings so far") if tournament.is_club_night else after
        parts.append(f"{after}: {_leaders(happening.leaders)}")
    return _preview(tournament.name, parts)


def standings_preview(tournament: Tournament, board: Leaderboard) -> Preview:
    """Who leads."""
    return _preview(
        f"{_('Standings')} · {tournament.name}",
        [standings_after(tournament, board, rounds_played(board)), _leaders(row for row in board.rows if row.place)],
    )


def round_preview(tournament: Tournament, round_: Round, page: RoundPage) -> Preview:
    """How far it is."""
    title = round_name(tournament, round_.number)
    parts = [date_format(round_.started_at, "DATE_FORMAT"), tournament.place, _signed(page.signed, page.valid)]
    parts += [shown_later(tournament, page.withheld)] if page.withheld else []
    return _preview(f"{title} · {tournament.name}", parts)


def hanchan_preview(tournament: Tournament, hanchan: Hanchan, page: HanchanPage) -> Preview:
    """Who sits there, with the points that are shown."""
    title = hanchan_name(hanchan)
    held = {result.seat: points(result.points) for _seat, result in page.results}
    names = page.game.public_names
    players = [f"{name} {held[seat]}" if seat in held else name for seat, name in enumerate(names)]
    parts = [state_words(page.state), ", ".join(players)]
    parts += [shown_later(tournament, page.withheld)] if page.withheld else []
    return _preview(f"{title} · {tournament.name}", parts)


def entry_preview(tournament: Tournament, page: EntryPage) -> Preview:
    """How they stand."""
    row, parts = page.row, [tournament.place]
    if row.place:
        said = ngettext(
            "Place %(place)s with %(total)s after %(count)s hanchan",
            "Place %(place)s with %(total)s after %(count)s hanchans",
            row.played,
        )
        parts.append(said % {"place": row.place, "total": score(row.total), "count": row.played})
    return _preview(f"{row.name} · {tournament.name}", parts)


def player_preview(page: PlayerPage) -> Preview:
    """Where they come from, and what they reach on average."""
    parts = list(page.about)
    if page.places.average is not None:
        said = ngettext(
            "Average place %(place)s in %(count)s hanchan",
            "Average place %(place)s in %(count)s hanchans",
            page.places.hanchans,
        )
        parts.append(said % {"place": mean(page.places.average), "count": page.places.hanchans})
    return _preview(page.name, parts)


def league_preview(league: League, tournaments: Iterable[str], places: Iterable[tuple[int | None, str]]) -> Preview:
    """Who leads, and over which tournaments; `places` are the table's with the names, the first first."""
    leaders = ", ".join(f"{place} {name}" for place, name in islice(places, LEADERS) if place)
    return _preview(league.name, [leaders, ", ".join(tournaments)])


def _preview(title: str, parts: Iterable[str]) -> Preview:
    return Preview(title, " · ".join(part for part in parts if part))


def _leaders(rows: Iterable[Row]) -> str:
    return ", ".join(_leader(row.place, row.name, row.total) for row in islice(rows, LEADERS))


def _leader(place: int | None, name: str, total: Fraction) -> str:
    return f"{place} {name} {score(total)}"


def _signed(signed: int, tables: int) -> str:
    said = ngettext("%(signed)s of %(tables)s table signed", "%(signed)s of %(tables)s tables signed", tables)
    return said % {"signed": signed, "tables": tables}
