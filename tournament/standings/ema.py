"""The contents of the EMA's results file."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.mers import MERS, Mers
from tournament.countries import country_of

PARTICLES = frozenset({
    "al", "da", "dal", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "el", "la", "las", "le",
    "les", "lo", "los", "op", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur",
})  # fmt: skip
"""Words such as "van" and "de" that belong to the last name that follows them."""


@dataclass(frozen=True, kw_only=True)
class EmaFacts:
    """Facts for the EMA that the organizer enters. If `days` is None, the number of days on which rounds started is
    used. `country` is an ISO 3166 code of two letters; if it is empty, the country is read from the end of the
    tournament's place: "Brno, CZ"."""

    days: int | None = None
    country: str = ""
    qualification: bool = False
    observer: str = ""
    mers: Mers = MERS


@dataclass(frozen=True, kw_only=True)
class EmaRow:
    """One player's line in the EMA's results file. `score` is exact, in thousands; `base` is the base rank of the MERS
    ranking. A removed person has the last name `REMOVED` and no first name."""

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
        """The score in points instead of thousands, as in the EMA's tables: 102,200 for 102.2."""
        return round(1_000 * self.score)

    @property
    def is_member(self) -> bool:
        """Whether the player has an EMA number, and so counts as a member."""
        return bool(self.ema_number)


def city_and_country(place: str) -> tuple[str, str]:
    """Return the city, and the country as an ISO 3166 code of two letters, from a tournament's place. The code is "" if
    the text names no country.

    >>> city_and_country("Brno, Czechia"), city_and_country("Club house, Lyon")
    (('Brno', 'CZ'), ('Club house, Lyon', ''))
    """
    city, comma, end = place.rpartition(",")
    country = country_of(end) if comma else None
    return (city, country.code) if country else (place, "")


def names_of(name: str, last_name: str = "") -> tuple[str, str]:
    """Split a name into first and last name.

    If the name begins or ends with `last_name`, this is the last name. Otherwise the last name is the part before a
    comma; without a comma, the words in capitals; without such words, the last word with particles such as "van der"
    before it.

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
