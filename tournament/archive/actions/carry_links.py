"""Accept on this site the private links that another site made, after a hand-over."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tournament.archive.tenbo.hand_over import HandOverFile, LinkRecord
from tournament.models import Entry, Table, Tournament
from tournament.models.links import LINK_COLUMNS, new_nonce


def carry_links(tournament: Tournament, file: HandOverFile, *, renewed: Collection[int] = ()) -> None:
    """Accept the links that the file has for the same tables, players and hall. A link of this site that the other site
    no longer accepts is renewed.

    `renewed` are the numbers of the entries whose link was renewed here meanwhile: the file still has the old link,
    which stays invalid. For actions: the caller holds the lock.
    """
    _carry(Table, tournament.tables.all(), file["tables"])
    entries = tournament.entries.filter(player__removed_at=None)
    _carry(Entry, entries.exclude(number__in=renewed), file["entries"])
    own = set(tournament.hall_hashes())
    if not file["hall"]:
        tournament.hall_nonce = ""
    elif not own & set(file["hall"]):
        tournament.hall_nonce = new_nonce()
    tournament.hall_carried = " ".join(sorted(set(file["hall"]) - own))
    tournament.save(update_fields=["hall_nonce", "hall_carried"])


def _carry(model: Any, rows: "Iterable[Table | Entry]", records: Sequence[LinkRecord]) -> None:
    links = {record["number"]: set(record["links"]) for record in records}
    carried = []
    for row in rows:
        if row.number not in links:
            continue
        row.carried_links = ""
        own, there = set(row.accepted_hashes()), links[row.number]
        if not own & there:
            row.renew_link()
        row.carried_links = " ".join(sorted(there - own))
        carried.append(row)
    model._default_manager.bulk_update(carried, LINK_COLUMNS, batch_size=100)
