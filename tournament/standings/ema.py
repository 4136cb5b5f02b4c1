"""The contents of the EMA's results file, and the faults that the federation would send back."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.mers import MERS, Mers

PARTICLES = frozenset({
    "al", "da", "dal", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "la", "las", "le",
    "les", "lo", "los", "op", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur",
})  # fmt: skip
"""Small words that belong to the last name that follows them."""


@dataclass(frozen=True, kw_only=True)
class EmaFacts:
    """Facts that the organizer enters. If `days` is None, the days on which rounds started are counted."""

    days: int | None = None
    qualification: bool = False
    observer: str = ""
    mers: Mers = MERS


class EmaFault(StrEnum):
    """A kind of fault that the federation would send back."""

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


@dataclass(frozen=True, kw_only=True)
class EmaFinding:
    """One fault in the results, and whom or what it is about. The entry's number is set if the organizer can correct
    the fault there, and the numbers of round and table if the fault is in a sheet."""

    fault: EmaFault
    about: str = ""
    entry: int | None = None
    round: int | None = None
    table: int | None = None


@dataclass(frozen=True, kw_only=True)
class EmaRow:
    """One line of the file. `score` is exact, in thousands. A removed person has `REMOVED` as the last name, in English
    like the whole file, and no first name."""

    place: int
    number: int
    first_name: str
    last_name: str
    ema_number: str
    score: Fraction
    country: str
    base: int | None

    @property
    def whole_score(self) -> int:
        """The score in whole points, as the EMA's tables have it: 102,200 for 102.2."""
        return round(1_000 * self.score)

    @property
    def is_member(self) -> bool:
        """Whether the player has an EMA number, and so counts as a member."""
        return bool(self.ema_number)


def names_of(name: str) -> tuple[str, str]:
    """Split a name into first and last name.

    Words in capitals are the last name, wherever they stand. Without capitals it is the last word, with the particles
    before it.

    >>> names_of("Anna Nowak"), names_of("DE VRIES Jan"), names_of("Jan van der Berg")
    (('Anna', 'Nowak'), ('Jan', 'DE VRIES'), ('Jan', 'van der Berg'))
    """
    words = name.split()
    loud = [word for word in words if len(word) > 1 and word.isupper()]
    if loud and len(loud) < len(words):
        return " ".join(word for word in words if word not in loud), " ".join(loud)
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in PARTICLES:
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])
