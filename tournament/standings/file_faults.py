"""Kinds of faults in an event's results. A federation would reject the file for some faults, and might ask the
organizer about others."""

from dataclasses import dataclass
from enum import StrEnum


class FileFault(StrEnum):
    """A kind of fault in a file for a federation. The federation would reject the file, unless the kind is in
    `WORTH_A_LOOK`."""

    NUMBER_WRONG = "number_wrong"
    NUMBER_TWICE = "number_twice"
    COUNTRY_UNKNOWN = "country_unknown"
    NAME_TWICE = "name_twice"
    NAME_SINGLE = "name_single"
    NAME_GONE = "name_gone"
    NO_RESULT = "no_result"
    NOT_LISTED = "not_listed"
    ROUNDS_DIFFER = "rounds_differ"
    SUBSTITUTES = "substitutes"
    TIES_BY_SEAT = "ties_by_seat"
    PLACE_WRONG = "place_wrong"
    POINTS_SUM = "points_sum"
    SCORES_SUM = "scores_sum"
    TOTAL_SUM = "total_sum"
    UNSIGNED = "unsigned"
    RULES = "rules"
    NOTHING = "nothing"
    NO_DATE = "no_date"
    NO_PLACE = "no_place"
    NO_COUNTRY = "no_country"
    NO_LEGAL_NAME = "no_legal_name"
    NO_MEMBER_NUMBER = "no_member_number"
    MEMBER_NUMBER_TWICE = "member_number_twice"
    NOT_PUBLIC = "not_public"
    CHANGED_IN_PLAY = "changed_in_play"
    CUT_NOT_ANNOUNCED = "cut_not_announced"
    OTHER_CUT = "other_cut"
    MIXED_ENTRY = "mixed_entry"


WORTH_A_LOOK = frozenset({
    FileFault.NAME_TWICE, FileFault.NAME_GONE, FileFault.NO_RESULT, FileFault.NOT_LISTED, FileFault.ROUNDS_DIFFER,
    FileFault.NO_COUNTRY, FileFault.NO_MEMBER_NUMBER, FileFault.CHANGED_IN_PLAY, FileFault.OTHER_CUT,
})  # fmt: skip
"""Kinds of faults that may be correct data: two people can have the same name, and a player can have left early."""


@dataclass(frozen=True, kw_only=True)
class FileFinding:
    """One fault in the results. `about` names the person or thing that is faulty. `entry` is the entry's number if the
    organizer can correct the fault in an entry; `round` and `table` are numbers if the fault is in a score sheet."""

    fault: FileFault
    about: str = ""
    entry: int | None = None
    round: int | None = None
    table: int | None = None

    @property
    def is_rejected(self) -> bool:
        """Whether the federation would reject the file because of this fault."""
        return self.fault not in WORTH_A_LOOK
