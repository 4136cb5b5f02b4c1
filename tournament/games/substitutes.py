"""Decides by what name people outside the team know a substitute."""

import re
from collections.abc import Container

from django.utils.translation import gettext

from tournament.core.text import folded
from tournament.models import Substitution

NameKey = tuple[str, ...]

LONGEST_NAME = 80
"""Characters of a name that are compared; no column for a name is longer."""

LONGEST_KEY = 2 * LONGEST_NAME
"""Characters of the folded name that are compared: one letter may be folded to many."""


def name_key(name: str) -> NameKey:
    """Return a key that is equal for the ways in which one name is typed: without accents, capitals, the number that
    pages show after a name, and the order of its parts.

    >>> name_key("NOWAK  Zoé (12)")
    ('nowak', 'zoe')
    """
    letters = folded(re.sub(r"\(\d+\)\s*$", "", name[:LONGEST_NAME]))[:LONGEST_KEY]
    return tuple(sorted(letters.replace(",", " ").split()))


def public_name(substitution: Substitution, refused: Container[NameKey]) -> str:
    """Return the name for people outside the team, in the active language. `refused` are the names of the tournament's
    entries, of any status, whose people are not to be named in public.

    Whoever named the substitute must have said that the person agrees. An entry of the same name may take that consent
    away, but never gives it: anybody can enter under any name.
    """
    is_public = substitution.may_publish and name_key(substitution.name) not in refused
    return substitution.name if is_public else gettext("a player")
