"""Freezes a tournament's rules, and makes open forms stale after a change. For actions: the caller holds the lock."""

from django.db.models import F

from tournament.models import Hanchan, Tournament


def freeze_rules(tournament: Tournament) -> None:
    """Keep the rules as they are now, because results are about to depend on them. A second call changes nothing."""
    if tournament.rules is None:
        tournament.freeze_rules()
        tournament.save(update_fields=["rules"])


def outdate_forms(tournament: Tournament) -> None:
    """Make the forms open on phones stale: they show points by other rules, and are refused when sent."""
    Hanchan.objects.filter(round__tournament=tournament).update(revision=F("revision") + 1)
