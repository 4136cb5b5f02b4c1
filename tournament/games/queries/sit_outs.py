"""Who sat out which rounds, and what that counts."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models import QuerySet

from scoring.sitting_out import SitOutRule, sit_out_score
from tournament.models import Cut, Round, Tournament


@dataclass(frozen=True)
class SitOuts:
    """A tournament's rounds that were sat out, by entry, and what each of them counts."""

    rule: SitOutRule = SitOutRule.NOTHING
    fixed: Fraction = Fraction()
    of_entry: dict[int, list[int]] = field(default_factory=dict)

    def scores(
        self, entry: int, rounds: Collection[int], own: Sequence[tuple[int, Fraction]], passed: Iterable[Cut]
    ) -> list[tuple[int, Fraction]]:
        """Each of these `rounds` that the entry sat out with what it counts, where sitting out counts at all.

        `own` is what the entry's hanchans score, each with its round. What was accepted at a cut that it `passed`
        stays: an average before a cut is of the hanchans before it.
        """
        if self.rule is SitOutRule.NOTHING:
            return []
        ends = sorted(cut.after_round for cut in passed)
        found = []
        for number in self.of_entry.get(entry, ()):
            if number in rounds:
                end = next((end for end in ends if end >= number), None)
                counted = [score for round_, score in own if end is None or round_ <= end]
                found.append((number, sit_out_score(self.rule, self.fixed, counted)))
        return found


def sit_outs(tournaments: "QuerySet[Tournament]") -> dict[int, SitOuts]:
    """By tournament, where sitting out counts."""
    counting = [row for row in tournaments if row.sit_out != SitOutRule.NOTHING.value]
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    if counting:
        through = Round.resting.through.objects.filter(round__tournament__in=counting).order_by("round__number")
        for tournament, number, entry in through.values_list("round__tournament", "round__number", "entry"):
            found[tournament][entry].append(number)
    return {
        row.pk: SitOuts(SitOutRule(row.sit_out), Fraction(row.sit_out_points), dict(found[row.pk])) for row in counting
    }
