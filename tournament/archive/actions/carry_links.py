"""Accept on this site the private links that another site made, after a hand-over."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tournament.archive.tenbo.hand_over import BACK, HandOverFile, LinkRecord
from tournament.models import Entry, Table, Tournament
from tournament.models.links import DESK, LINK_COLUMNS, new_nonce

MOST_CARRIED = 40
"""The most hashes of other sites' links that are kept for a player, a table or the hall; the oldest go. Each trip to
another laptop adds two for a player. Pages load them with each player, so a file cannot bring hundreds."""


def carry_links(tournament: Tournament, file: HandOverFile, *, renewed_here: Collection[int] = ()) -> None:
    """Accept the links that the file has for the same tables, players and hall. A link of this site that the other site
    no longer accepts is renewed.

    A player's own link that a laptop made is accepted as a link for the desk (`DeskLinked`): it opens the player's page
    without details and mails. The laptop never had these. The person who runs the laptop knows its links, and could add
    others to the file.

    `renewed_here` are the numbers of players who were merged or got a new link on this site while the tournament was
    away. A merge may have renewed a player's link. The other site's old link must not show the contacts of the merged
    person, so it is not accepted. For actions: the caller holds the lock.
    """
    _carry(Table, tournament.tables.all(), file["tables"])
    players = tournament.entries.filter(player__removed_at=None)
    records = [_for_the_desk(record) for record in file["entries"]] if file["way"] == BACK else file["entries"]
    _carry(Entry, players, records, renewed_here)
    own = set(tournament.hall_hashes())
    if not file["hall"]:
        tournament.hall_nonce = ""
    elif not own & set(file["hall"]):
        tournament.hall_nonce = new_nonce()
    tournament.hall_carried = _text(file["hall"], own)
    tournament.save(update_fields=["hall_nonce", "hall_carried"])


def _carry(
    model: Any,
    rows: "Iterable[Table | Entry]",
    records: Sequence[LinkRecord],
    renewed_here: Collection[int] = (),
) -> None:
    links = {record["number"]: record for record in records}
    carried = []
    for row in rows:
        if row.number not in links:
            continue
        row.carried_links = ""
        record = links[row.number]
        is_renewed_there = not set(row.accepted_hashes()) & {*record["links"], *record.get("desk", [])}
        if not is_renewed_there or row.number not in renewed_here:
            if is_renewed_there:
                row.renew_link()
            row.carried_links = _text(*_hashes_and_own(row, record))
        carried.append(row)
    model._default_manager.bulk_update(carried, LINK_COLUMNS, batch_size=100)


def _for_the_desk(record: LinkRecord) -> LinkRecord:
    """Return a player's record with all links turned into desk links."""
    return {"number": record["number"], "links": [], "desk": [*record["links"], *record.get("desk", [])]}


def _hashes_and_own(row: "Table | Entry", record: LinkRecord) -> tuple[list[str], set[str]]:
    """Return the hashes of the record, and those of the row's own links, as `carried_links` would have them."""
    hashes, own = list(record["links"]), set(row.accepted_hashes())
    if isinstance(row, Entry):
        hashes += [DESK + hashed for hashed in record.get("desk", [])]
        own |= {DESK + hashed for hashed in row.desk_hashes()}
    return hashes, own


def _text(hashes: Sequence[str], own: Collection[str]) -> str:
    """Return the text of a column with the hashes that are not this site's own. A file begins with the newest."""
    return " ".join([hashed for hashed in dict.fromkeys(hashes) if hashed not in own][:MOST_CARRIED])
