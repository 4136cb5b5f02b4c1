"""Which rounds are signed at all their tables: conditions that annotate rounds."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.models import Cut, Hanchan, Round, is_signed


def with_signatures(rounds: "QuerySet[Round]") -> "QuerySet[Round]":
    """Return rounds with three flags:

    * `has_hanchan`: the round has a hanchan that was not cancelled, or is on a club night.
    * `has_cancelled`: the round has a cancelled hanchan.
    * `has_unsigned`: a hanchan of the round is neither cancelled nor signed, or the round `awaits_decision`.
    """
    hanchans = Hanchan.objects.filter(round=OuterRef("pk"))
    return rounds.annotate(
        has_hanchan=Q(Exists(hanchans.valid())) | Q(tournament__is_club_night=True),
        has_cancelled=Exists(hanchans.filter(cancelled_by__isnull=False)),
        has_unsigned=Q(Exists(hanchans.valid().filter(~is_signed()))) | awaits_decision(),
    )


def awaits_decision() -> Q:
    """Return a condition for a queryset of rounds: that all hanchans of one of the round's tables were cancelled, and
    may still be started again. This ends when an organizer approves the round, makes a cut by its standings or archives
    the event, or when a later round starts."""
    cuts = Cut.objects.current().filter(tournament=OuterRef("tournament"), after_round__gte=OuterRef("number"))
    later = Round.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    played_again = Hanchan.objects.valid().filter(round=OuterRef("round"), table=OuterRef("table"))
    cancelled = Hanchan.objects.filter(~Exists(played_again), round=OuterRef("pk"), cancelled_by__isnull=False)
    # On a club night each hanchan is a round: a cancelled one leaves an empty round, which must not wait.
    undecided = Q(approved_by=None, tournament__archived_at=None, tournament__is_club_night=False)
    return undecided & Q(Exists(cancelled), ~Exists(later), ~Exists(cuts))
