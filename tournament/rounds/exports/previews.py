"""The preview that a chat shows for a link to a round's page."""

from django.utils.formats import date_format

from tournament.core.previews import Preview, preview_of, tables_signed
from tournament.core.words.names import round_name, shown_later
from tournament.models import Round, Tournament
from tournament.rounds.queries.round import RoundPage


def round_preview(tournament: Tournament, round_: Round, page: RoundPage) -> Preview:
    """Return the link preview: date, place, and the number of tables signed."""
    title = round_name(tournament, round_.number)
    parts = [date_format(round_.started_at, "DATE_FORMAT"), tournament.place, tables_signed(page.signed, page.valid)]
    parts += [shown_later(tournament, page.withheld)] if page.withheld else []
    return preview_of(f"{title} · {tournament.name}", parts)
