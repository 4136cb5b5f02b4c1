"""Freezes a tournament's rules, and makes open forms stale after the rules changed. For actions: the caller holds
the lock."""

from django.db.models import F

from tournament.models import Hanchan, Tournament


def freeze_rules(tournament: Tournament) -> None:
    """Store the current rules with the tournament, because from now on results depend on them. A second call changes
    nothing."""
    if tournament.rules is None:
        tournament.freeze_rules()
        tournament.save(update_fields=["rules"])


def outdate_forms(tournament: Tournament) -> None:
    """Make the forms that are open on phones stale, because they show points by the old rules. A stale form is refused
    when it is sent."""
    Hanchan.objects.filter(round__tournament=tournament).update(revision=F("revision") + 1)
