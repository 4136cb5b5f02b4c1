"""Enter a round from paper, all tables in one submission, and sign the sheets of the entered tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from scoring.refusal import Refused
from tournament.core.errors import NotDone
from tournament.models import Visitor
from tournament.rounds.paper_line import Keying
from tournament.rounds.queries.paper_round import Keys
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.second_keying import key_again
from tournament.table.actions.sign_sheet import sign_sheet


@dataclass(frozen=True, kw_only=True)
class KeyedTable:
    """One table's points from paper. `keys` says whether this is the first entry, or the second entry that verifies the
    first. `revision` is the revision of the hanchan that the form showed."""

    hanchan_id: int
    revision: int
    keys: Keys
    keying: Keying


def record_paper_round(*, key: UUID, tables: Sequence[KeyedTable], by: Visitor) -> Mapping[int, NotDone | Refused]:
    """Record each table's points, as the first entry or as a second entry that verifies the first. Return the errors of
    refused tables by the hanchan's id.

    Each table is saved in its own transaction, so that a refused table does not stop the others. A repeated submission
    changes nothing. The caller has checked that the visitor is a referee of these hanchans.
    """
    refused: dict[int, NotDone | Refused] = {}
    for table in tables:
        record = record_paper_result if table.keys is Keys.FIRST else key_again
        try:
            record(
                hanchan_id=table.hanchan_id,
                revision=table.revision,
                key=uuid5(key, str(table.hanchan_id)),
                points=table.keying.points,
                riichi_sticks=table.keying.riichi_sticks,
                chombo=table.keying.chombo,
                by=by,
            )
        except (NotDone, Refused) as error:
            refused[table.hanchan_id] = error
    return refused


def sign_paper_round(*, sheets: Sequence[tuple[int, int]], by: Visitor) -> Mapping[int, NotDone]:
    """Sign these sheets as a referee. Each sheet is given by its hanchan's id and the revision that was shown. Return
    the errors of refused sheets by the hanchan's id.

    A sheet that is already signed is not changed. The caller has checked that the visitor is a referee of these
    hanchans.
    """
    refused: dict[int, NotDone] = {}
    for hanchan_id, revision in sheets:
        try:
            sign_sheet(hanchan_id=hanchan_id, revision=revision, by=by)
        except NotDone as error:
            refused[hanchan_id] = error
    return refused
