"""Rounds that players sat out, and the score for such a round."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models import QuerySet

from scoring.sitting_out import SitOutRule, sit_out_scores
from tournament.models import Cut, Round, Tournament


@dataclass(frozen=True)
class SitOuts:
    """The rounds that each entry sat out, and the rule for the score of such a round. If the rule is a fixed score,
    `fixed` is the score in thousands."""

    rule: SitOutRule = SitOutRule.NOTHING
    fixed: Fraction = Fraction()
    of_entry: dict[int, list[int]] = field(default_factory=dict)

    def scores(
        self, entry: int, rounds: Collection[int], own: Iterable[tuple[int, Fraction]], passed: Iterable[Cut]
    ) -> list[tuple[int, Fraction]]:
        """Return those of `rounds` that the entry sat out, each with its score; empty if sitting out does not score.

        `own` are the scores of the entry's hanchans, each with its round. If the rule is the player's own average, it
        is computed from the hanchans up to the next cut that the entry `passed`.
        """
        sat_out = [number for number in self.of_entry.get(entry, ()) if number in rounds]
        if not sat_out:
            return []
        return sit_out_scores(self.rule, self.fixed, sat_out, own, [cut.after_round for cut in passed])


def sit_outs(tournaments: "QuerySet[Tournament]") -> dict[int, SitOuts]:
    """Return the rounds that players sat out, by the tournament's id. Tournaments in which sitting out does not score
    are left out."""
    counting = [row for row in tournaments if row.sit_out != SitOutRule.NOTHING.value]
    rounds_of: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    if counting:
        through = Round.resting.through.objects.filter(round__tournament__in=counting).order_by("round__number")
        for tournament, number, entry in through.values_list("round__tournament", "round__number", "entry"):
            rounds_of[tournament][entry].append(number)
    return {
        row.pk: SitOuts(SitOutRule(row.sit_out), Fraction(row.sit_out_points), dict(rounds_of[row.pk]))
        for row in counting
    }
