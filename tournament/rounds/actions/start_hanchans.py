"""Start a hanchan at each of several tables of a club night."""

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid5

from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.submissions import once_per_key
from tournament.games.queries.in_play import replayed
from tournament.models import Tournament, Visitor
from tournament.rounds.actions.start_hanchan import StillPlaying, evening_of, start_hanchan


@once_per_key
def start_hanchans(
    *, tournament_id: int, key: UUID, tables: Mapping[int, Sequence[int]], by: Visitor, length: str = ""
) -> None:
    """Start all of these hanchans or none. `tables` maps a table's number to four entry ids by seat; `length` is a
    `GameLength`, as in `start_hanchan`.

    The idempotency key of each hanchan is derived from `key`. Raises the errors of `start_hanchan`.
    """
    before = replayed(Tournament.objects.get(pk=tournament_id))
    with locked_tournament(tournament_id) as tournament:
        seated = [entry for entries in tables.values() for entry in entries]
        if len(set(seated)) != len(seated):
            raise StillPlaying
        # Read only once: reading 250 times would take minutes, in which SQLite lets nobody else record a hand.
        evening = evening_of(tournament, before)
        for number, entries in sorted(tables.items()):
            start_hanchan(
                tournament_id=tournament_id,
                table_number=number,
                key=uuid5(key, str(number)),
                seats=list(entries),
                seed=None,
                by=by,
                length=length,
                evening=evening,
            )
