"""What the page of a player in a tournament says of itself where its address is shared."""

from django.utils.translation import ngettext

from tournament.core.previews import Preview, preview_of
from tournament.core.words.scores import score
from tournament.models import Tournament
from tournament.people.queries.entry import EntryPage


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
    return preview_of(f"{row.name} · {tournament.name}", parts)
