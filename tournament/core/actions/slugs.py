"""Makes the part of an address that stands for a name."""

import unicodedata
from collections.abc import Callable

from django.utils.text import slugify

from tournament.core.text import LETTERS

LONGEST = 60


def slug_of(name: str, *, otherwise: str) -> str:
    """Write a name in plain letters; `otherwise` if no letter is left (麻雀).

    >>> slug_of("Łódź – jarní turnaj č. 3", otherwise="tournament")
    'lodz-jarni-turnaj-c-3'
    """
    plain = slugify(unicodedata.normalize("NFKD", name.translate(LETTERS)))
    return plain[: LONGEST - 6].strip("-") or otherwise


def free_slug(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """The slug itself if it is free, else with the first number that makes it free."""
    slug, number = wanted, 1
    while is_taken(slug):
        number += 1
        slug = f"{wanted}-{number}"
    return slug
