"""Freezing of a tournament's rules, and of forms drawn under others. For actions: the caller holds the lock."""

from django.db.models import F

from tournament.models import Hanchan, Tournament


def freeze_rules(tournament: Tournament) -> None:
    """Keep the rules as they are now: something is about to count by them. Does nothing the second time."""
    if tournament.rules is None:
        tournament.freeze_rules()
        tournament.save(update_fields=["rules"])


def outdate_forms(tournament: Tournament) -> None:
    """Make the forms open on phones stale: they show points of other rules, and are refused when sent."""
    Hanchan.objects.filter(round__tournament=tournament).update(revision=F("revision") + 1)
