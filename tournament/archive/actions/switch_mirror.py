"""Switch a live mirror on and off, on the laptop."""

from django.db import transaction
from django.utils import timezone

from tournament.models import Mirror


@transaction.atomic
def switch_mirror(*, tournament_id: int, is_on: bool) -> None:
    """Set whether this laptop sends its changes to the tournament's own site. Switching on also ends the wait after a
    problem. The setting is not part of the tournament, so the change is not logged. For owners."""
    rows = Mirror.objects.filter(hand_over__tournament=tournament_id, hand_over__ended_at=None)
    if is_on:
        rows.update(is_on=True, problem="", failures=0, next_try_at=timezone.now())
    else:
        rows.update(is_on=False)
