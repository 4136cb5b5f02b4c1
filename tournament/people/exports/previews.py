"""The preview that a chat shows for a link to a player's page in a tournament."""

from django.utils.translation import ngettext

from tournament.core.previews import Preview, preview_of
from tournament.core.words.scores import score
from tournament.models import Tournament
from tournament.people.queries.entry import EntryPage


def entry_preview(tournament: Tournament, page: EntryPage) -> Preview:
    """Return the preview of a player's page: name, rank and total."""
    row, parts = page.row, [tournament.place]
    if row.place:
        standing = ngettext(
            "Place %(place)s with %(total)s after %(count)s hanchan",
            "Place %(place)s with %(total)s after %(count)s hanchans",
            row.played,
        )
        parts.append(standing % {"place": row.place, "total": score(row.total), "count": row.played})
    return preview_of(f"{row.name} · {tournament.name}", parts)
