"""Decides by what name people outside the team know a substitute."""

import re
from collections.abc import Collection, Iterable

from django.utils.translation import gettext

from tournament.core.text import folded
from tournament.models import Entry, Substitution

NameKey = tuple[str, ...]


def name_key(name: str) -> NameKey:
    """Return a key that is equal for the ways in which one name is typed: without accents, capitals, the number that
    pages show after a name, and the order of its parts.

    >>> name_key("NOWAK  Zoé (12)")
    ('nowak', 'zoe')
    """
    return tuple(sorted(folded(re.sub(r"\(\d+\)\s*$", "", name)).replace(",", " ").split()))


def entries_named(name: str, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries, of any status, whose player has this name."""
    key = name_key(name)
    return tuple(entry for entry in entries if name_key(entry.player.name) == key)


def public_name(substitution: Substitution, entries: Collection[Entry]) -> str:
    """Return the name for people outside the team, in the active language; `entries` are those of that name.

    A substitute who is entered is named like everywhere, by that entry's consent. Anybody else is named only if whoever
    typed the name said that the person agrees.
    """
    if not entries:
        return substitution.name if substitution.may_publish else gettext("a player")
    names = {entry.public_name for entry in entries}
    return names.pop() if len(names) == 1 else gettext("a player")
