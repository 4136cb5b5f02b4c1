"""Finds the players who did not agree to a public name in an earlier tournament."""

from collections.abc import Collection

from django.db.models import QuerySet

from tournament.models import Entry, Tournament


def unpublished(players: Collection[int], tournaments: "QuerySet[Tournament]") -> frozenset[int]:
    """Return those of these players who did not agree to a public name (`Entry.may_publish`) in their latest entry in
    these tournaments. Whoever enters them again has not asked them, so what they said last holds."""
    entries = Entry.objects.filter(player__in=players, tournament__in=tournaments.values("pk")).order_by("pk")
    latest = dict(entries.values_list("player", "may_publish"))
    return frozenset(player for player, may_publish in latest.items() if not may_publish)
