"""The file that hands a tournament over to another site."""

from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.archive.tenbo.hand_over import BACK, FORMAT, TO_LAPTOP, HandOverFile
from tournament.models import HandOver, Tournament


def hand_over_file(
    tournament: Tournament, hand_over: HandOver, *, place: str, hidden: frozenset[int], mirror_address: str = ""
) -> bytes:
    """Return the hand-over file, as JSON in UTF-8. `place` is the name by which people know this site, `mirror_address`
    the URL to which the laptop may send its changes. `hidden` are the ids of entries whose contacts the file leaves out
    (see `envelope`)."""
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
        "entries": [
            {"number": row.number, "links": row.accepted_hashes(), "desk": row.desk_hashes()}
            for row in tournament.entries.order_by("number")
        ],
        "document": envelope(tournament, hidden=hidden),
    }
    if hand_over.is_lent and mirror_address:
        file["mirror"] = {"address": mirror_address, "key": hand_over.mirror_key}
    return envelope_json(file)
