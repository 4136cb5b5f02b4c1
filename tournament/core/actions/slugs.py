"""Makes slugs: the part of a URL that is derived from a name."""

import unicodedata
from itertools import count

from django.db.models import QuerySet
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.core.text import LETTERS
from tournament.models import Club, League, Ranking, Tournament

LONGEST = 60

DRAWN, DRAWN_OF = 6, "bcdfghjkmnpqrstvwxz23456789"
"""How many random letters or digits the slug of a private event or league ends with, and from which they are drawn.
There are 387 million endings, and without vowels they make no words."""


class SameMoment(NotDone):
    """A concurrent request took the slug: no row can be locked before it exists."""

    message = _("Somebody else used this name at the same moment. Nothing was saved; try again.")


def slug_of(name: str, *, otherwise: str) -> str:
    """Return the slug of a name, or `otherwise` if nothing of the name can be written in ASCII, as with 麻雀.

    >>> slug_of("Łódź – jarní turnaj č. 3", otherwise="tournament")
    'lodz-jarni-turnaj-c-3'
    """
    plain = slugify(unicodedata.normalize("NFKD", name.translate(LETTERS)))
    return plain[: LONGEST - 6].strip("-") or otherwise


def free_slug(
    wanted: str,
    rows: "QuerySet[Tournament] | QuerySet[League] | QuerySet[Club] | QuerySet[Ranking]",
    *,
    is_public: bool,
) -> str:
    """Return the wanted slug or, if a row has it already, the slug with the first free number (`-2`, `-3`, …). This
    makes a single query, however many slugs are taken, because the caller holds a lock.

    The slug of a private row always ends with random letters or digits. Otherwise it would take the plain slug, and the
    number of the next row of this name would reveal that the private row exists."""
    if not is_public:
        start = wanted[: LONGEST - DRAWN - 1].strip("-")
        return f"{start}-{get_random_string(DRAWN, DRAWN_OF)}"
    taken = set(rows.filter(slug__startswith=wanted).values_list("slug", flat=True))
    numbered = (f"{wanted}-{number}" for number in count(2))
    return wanted if wanted not in taken else next(slug for slug in numbered if slug not in taken)
