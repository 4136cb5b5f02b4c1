"""Decides which name of a substitute people outside the team may see."""

import re
from collections.abc import Container

from django.utils.translation import gettext

from tournament.core.text import folded
from tournament.models import Substitution

NameKey = tuple[str, ...]

LONGEST_NAME = 80
"""The most characters of a name that are compared; no database column for a name is longer."""

LONGEST_KEY = 2 * LONGEST_NAME
"""The most characters of a folded name that are compared; folding may turn one letter into several."""


def name_key(name: str) -> NameKey:
    """Return the parts of a name in a normal form, so that different spellings of one name are equal. Accents, upper
    case, the order of the parts, and a number in brackets at the end (as pages show it) are ignored.

    >>> name_key("NOWAK  Zoé (12)")
    ('nowak', 'zoe')
    """
    letters = folded(re.sub(r"\(\d+\)\s*$", "", name[:LONGEST_NAME]))[:LONGEST_KEY]
    return tuple(sorted(letters.replace(",", " ").split()))


def public_name(substitution: Substitution, refused: Container[NameKey]) -> str:
    """Return the substitute's name for people outside the team, in the active language. `refused` are the names of the
    tournament's entries, of any status, whose people may not be named in public.

    The name is public only if the substitution says that the substitute agrees to this. An entry of the same name can
    withdraw this consent, but can never give consent, because anybody can enter under any name.
    """
    is_public = substitution.may_publish and name_key(substitution.name) not in refused
    return substitution.name if is_public else gettext("a player")
