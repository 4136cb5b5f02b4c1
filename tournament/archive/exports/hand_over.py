"""The file that hands a tournament over to another site."""

from collections.abc import Collection

from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.archive.tenbo.hand_over import BACK, FORMAT, TO_LAPTOP, HandOverFile, LinkRecord
from tournament.core.queries.contacts import hidden_from_links
from tournament.models import Entry, HandOver, Tournament


def hand_over_file(
    tournament: Tournament, hand_over: HandOver, *, place: str, hidden: frozenset[int], mirror_address: str = ""
) -> bytes:
    """Return the hand-over file, as JSON in UTF-8. `place` is the name by which people know this site, `mirror_address`
    the URL to which the laptop may send its changes. `hidden` are the ids of entries whose contacts the file leaves out
    (see `envelope`).

    A player's own link that opens no contacts here (`hidden_from_links`) is in the file as a link for the desk. The
    other site cannot know where these people have their home, so there the own link would show and change them.
    """
    for_desk = hidden_from_links(tournament)
    file: HandOverFile = {
        "format": FORMAT,
        "way": TO_LAPTOP if hand_over.is_lent else BACK,
        "key": hand_over.key,
        "earlier": list(tournament.hand_overs.exclude(pk=hand_over.pk).values_list("key", flat=True)),
        "place": place[:100],
        "slug": tournament.slug,
        "log_until": hand_over.log_until,
        "hall": tournament.hall_hashes(),
        "tables": [
            {"number": row.number, "links": row.accepted_hashes()} for row in tournament.tables.order_by("number")
        ],
        "entries": [_links_of(row, for_desk) for row in tournament.entries.order_by("number")],
        "document": envelope(tournament, hidden=hidden),
    }
    if hand_over.is_lent and mirror_address:
        file["mirror"] = {"address": mirror_address, "key": hand_over.mirror_key}
    return envelope_json(file)


def _links_of(entry: Entry, for_desk: Collection[int]) -> LinkRecord:
    own, desk = entry.accepted_hashes(), entry.desk_hashes()
    if entry.pk in for_desk:
        own, desk = [], [*own, *desk]
    return {"number": entry.number, "links": own, "desk": desk}
