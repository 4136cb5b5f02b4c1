"""The contents of the EMA's results file, and what the federation would send back or might ask about."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.mers import MERS, Mers
from tournament.countries import country_of

PARTICLES = frozenset({
    "al", "da", "dal", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "la", "las", "le",
    "les", "lo", "los", "op", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur",
})  # fmt: skip
"""Small words that belong to the last name that follows them."""


@dataclass(frozen=True, kw_only=True)
class EmaFacts:
    """Facts that the organizer enters. If `days` is None, the days on which rounds started are counted. `country` is
    two letters of ISO 3166; if it is empty, the end of the tournament's place is read: "Brno, CZ"."""

    days: int | None = None
    country: str = ""
    qualification: bool = False
    observer: str = ""
    mers: Mers = MERS


class EmaFault(StrEnum):
    """A kind of fault in the file. Those in `WORTH_A_LOOK` can be right; the federation would send back the others."""

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


WORTH_A_LOOK = frozenset({
    EmaFault.NAME_TWICE, EmaFault.NAME_GONE, EmaFault.NO_RESULT, EmaFault.NOT_LISTED, EmaFault.ROUNDS_DIFFER,
    EmaFault.NO_COUNTRY,
})  # fmt: skip
"""Faults that need no change if they are meant: two people may share a name, somebody may have left early."""


@dataclass(frozen=True, kw_only=True)
class EmaFinding:
    """One fault in the results, and whom or what it is about. The entry's number is set if the organizer can correct
    the fault there, and the numbers of round and table if the fault is in a sheet."""

    fault: EmaFault
    about: str = ""
    entry: int | None = None
    round: int | None = None
    table: int | None = None

    @property
    def is_rejected(self) -> bool:
        """Whether the federation would send the file back for it."""
        return self.fault not in WORTH_A_LOOK


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


def city_and_country(place: str) -> tuple[str, str]:
    """The city and the country of a tournament's place; the country as two letters of ISO 3166, "" if none is named.

    >>> city_and_country("Brno, Czechia"), city_and_country("Club house, Lyon")
    (('Brno', 'CZ'), ('Club house, Lyon', ''))
    """
    city, comma, end = place.rpartition(",")
    country = country_of(end) if comma else None
    return (city, country.code) if country else (place, "")


def names_of(name: str, last_name: str = "") -> tuple[str, str]:
    """Split a name into first and last name.

    The `last_name` counts if it is known, and begins or ends the name. Otherwise a comma stands behind the last name,
    or words in capitals are the last name, wherever they stand. Without capitals it is the last word, with the
    particles before it.

    >>> names_of("Anna Nowak"), names_of("DE VRIES Jan"), names_of("Jan van der Berg"), names_of("Berg, Jan")
    (('Anna', 'Nowak'), ('Jan', 'DE VRIES'), ('Jan', 'van der Berg'), ('Jan', 'Berg'))
    >>> names_of("Nagy Szabó Anna", "Nagy Szabó")
    ('Anna', 'Nagy Szabó')
    """
    if last_name and name.endswith(f" {last_name}"):
        return name.removesuffix(last_name).strip(), last_name
    if last_name and name.startswith(f"{last_name} "):
        return name.removeprefix(last_name).strip(), last_name
    if "," in name:
        last_name, _comma, first_name = name.partition(",")
        return first_name.strip(), last_name.strip()
    words = name.split()
    loud = [word for word in words if len(word) > 1 and word.isupper()]
    if loud and len(loud) < len(words):
        return " ".join(word for word in words if word not in loud), " ".join(loud)
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in PARTICLES:
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])
