"""How many hanchans of a round there are and how many are signed, to annotate rounds with."""

from django.db.models import Count, Q

_VALID = Q(hanchans__cancelled_by=None)
_SIGNED = _VALID & Q(hanchans__sheets__isnull=False, hanchans__sheets__withdrawn_by=None)
TABLES = Count("hanchans", filter=_VALID, distinct=True)
"""Of a round: how many hanchans it has."""

SIGNED_TABLES = Count("hanchans", filter=_SIGNED, distinct=True)
"""How many of these are signed."""
