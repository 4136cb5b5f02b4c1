"""What writing does to a tournament's rules and to those who go by them. For actions: the caller holds the lock."""

from django.db.models import F

from tournament.models import Hanchan, Tournament


def freeze_rules(tournament: Tournament) -> None:
    """Keep the rules as they are now: something is about to count by them. Does nothing the second time."""
    if tournament.rules is None:
        tournament.freeze_rules()
        tournament.save(update_fields=["rules"])


def outdate_forms(tournament: Tournament) -> None:
    """Refuse what phones are about to send: it was drawn, and its points shown, under other rules."""
    Hanchan.objects.filter(round__tournament=tournament).update(revision=F("revision") + 1)
