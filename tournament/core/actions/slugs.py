"""Makes the part of an address that stands for a name."""

import unicodedata
from itertools import count

from django.db.models import QuerySet
from django.utils.text import slugify

from tournament.core.text import LETTERS
from tournament.models import Club, League, Ranking, Tournament

LONGEST = 60


def slug_of(name: str, *, otherwise: str) -> str:
    """Write a name in plain letters; `otherwise` if no letter is left (麻雀).

    >>> slug_of("Łódź – jarní turnaj č. 3", otherwise="tournament")
    'lodz-jarni-turnaj-c-3'
    """
    plain = slugify(unicodedata.normalize("NFKD", name.translate(LETTERS)))
    return plain[: LONGEST - 6].strip("-") or otherwise


def free_slug(wanted: str, rows: "QuerySet[Tournament] | QuerySet[League] | QuerySet[Club] | QuerySet[Ranking]") -> str:
    """The slug itself if no row has it, else with the first number that makes it free. One query, however many there
    are: it runs inside the lock.
    """
    taken = set(rows.filter(slug__startswith=wanted).values_list("slug", flat=True))
    numbered = (f"{wanted}-{number}" for number in count(2))
    return wanted if wanted not in taken else next(slug for slug in numbered if slug not in taken)
