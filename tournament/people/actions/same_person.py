"""Say whether two players are the same person."""

from django.db import transaction
from django.utils import timezone

from tournament.core.errors import NobodyLeft
from tournament.models import Player, SamePerson, Visitor
from tournament.models.federation import facts_of
from tournament.people.queries.same_person import PairKey, SameNumber, parted_pairs, same_number


def answer_same_person(*, pair: SameNumber, is_same: bool, by_federation: bool, by: Visitor) -> None:
    """Save this account's answer to the question whether the two players are the same person. It replaces the account's
    earlier answer, but an organizer's advice does not replace a decision that the same account made for the federation.
    The caller checks that `by` may know of both players.

    Raises `NobodyLeft` if the two players no longer have the same number, or are no longer public.
    """
    first, second = pair.first.player, pair.second.player
    with transaction.atomic():
        both = list(Player.objects.select_for_update(no_key=True).filter(pk__in=[first, second]).order_by("pk"))
        if same_number(first, second) is None:
            raise NobodyLeft
        own = SamePerson.objects.filter(first=first, second=second, decided_by=by.account)
        if not by_federation and own.filter(by_federation=True).exists():
            return
        SamePerson.objects.update_or_create(
            first_id=first,
            second_id=second,
            decided_by=by.account,
            defaults={
                "is_same": is_same,
                "by_federation": by_federation,
                "decided_at": timezone.now(),
                "facts": facts_of(*both),
            },
        )


def answer_two_people(*, key: PairKey, by: Visitor) -> None:
    """Save the federation's answer that two players are two people. Their EMA numbers matched once, but differ now.
    Raises `NobodyLeft` if `parted_pairs` does not contain the pair."""
    with transaction.atomic():
        list(Player.objects.select_for_update(no_key=True).filter(pk__in=key).order_by("pk"))
        if key not in parted_pairs():
            raise NobodyLeft
        SamePerson.objects.update_or_create(
            first_id=key[0],
            second_id=key[1],
            decided_by=by.account,
            defaults={"is_same": False, "by_federation": True, "decided_at": timezone.now(), "facts": ""},
        )


def carry_over(merged: Player, target: Player) -> None:
    """Copy the answers about the player `merged` to the player `target`, and move the promotions of `merged` to
    `target`. An account's own answer about `target` stays, unless it is an organizer's advice and the copied answer is
    the federation's decision. An answer does not count if `target` has another name or number than `merged`
    (`SamePerson.holds`). For actions: the caller holds the locks."""
    of_merged = SamePerson.objects.filter(first=merged) | SamePerson.objects.filter(second=merged)
    for answer in of_merged:
        other = answer.second_id if answer.first_id == merged.pk else answer.first_id
        if other != target.pk:
            first, second = sorted((other, target.pk))
            own = SamePerson.objects.filter(first=first, second=second, decided_by=answer.decided_by)
            if answer.by_federation:
                own.filter(by_federation=False).delete()
            own.get_or_create(
                first_id=first,
                second_id=second,
                decided_by=answer.decided_by,
                defaults={
                    "is_same": answer.is_same,
                    "by_federation": answer.by_federation,
                    "decided_at": answer.decided_at,
                    "facts": answer.facts,
                },
            )
    there = set(target.promotions.values_list("promotion", "is_named"))
    for move in merged.promotions.all():
        if (move.promotion_id, move.is_named) not in there:
            move.player = target
            move.save(update_fields=["player"])
