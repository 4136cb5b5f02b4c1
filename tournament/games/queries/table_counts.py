"""Expressions that annotate rounds with counts of their hanchans."""

from django.db.models import Count, Q

_VALID = Q(hanchans__cancelled_by=None)
_SIGNED = _VALID & Q(hanchans__sheets__isnull=False, hanchans__sheets__withdrawn_by=None)
TABLES = Count("hanchans", filter=_VALID, distinct=True)
"""Number of hanchans in a round, without cancelled ones."""

SIGNED_TABLES = Count("hanchans", filter=_SIGNED, distinct=True)
"""Number of signed hanchans in a round, without cancelled ones."""
