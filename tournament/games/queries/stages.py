"""The cuts of tournaments, and the points that an entry gained in each stage (the rounds between two cuts)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from scoring.penalties import total
from scoring.stages import staged_total
from scoring.standings import exact_sum
from tournament.core.queries.visibility import Sight
from tournament.games.queries.penalties import Deduction
from tournament.models import Cut, Tournament, with_log_entries


@dataclass(frozen=True)
class Stages:
    """The cuts of a tournament that were not taken back, the earliest first. Each cut comes with the ids of the entries
    that advanced."""

    cuts: Sequence[tuple[Cut, frozenset[int]]] = ()

    def seen(self, sight: Sight) -> "Stages":
        """Return a copy without the cuts that would reveal something about withheld rounds."""
        return Stages([(cut, finalists) for cut, finalists in self.cuts if sight.shows_cut(cut.after_round)])

    def passed(self, entry: int) -> tuple[Cut, ...]:
        """Return the cuts at which this entry advanced."""
        return tuple(cut for cut, finalists in self.cuts if entry in finalists)

    def worth(self, entry: int, round_number: int) -> Fraction:
        """Return the share of this round's points that counts in the entry's total: 1 if the entry passed no later cut;
        for example 1/2 if the entry passed a later cut that carries half of the score."""
        return worth_after(self.passed(entry), round_number)

    def standing(
        self, entry: int, scores: Iterable[tuple[int, Fraction]], penalties: Iterable[Deduction]
    ) -> "StageStanding":
        """Return the entry's points by stage. `scores` has pairs of a round and a score, from which chombo is already
        subtracted.

        An entry's stages are divided only by the cuts that it passed, so a player who did not advance keeps all scores
        in full. A penalty belongs to the stage of its round or, without a round, to the stage in which it was given.
        """
        passed = self.passed(entry)
        by_stage: list[list[Fraction]] = [[] for _stage in range(len(passed) + 1)]
        for round_, score in scores:
            by_stage[sum(cut.after_round < round_ for cut in passed) if passed else 0].append(score)
        gained = [exact_sum(stage) for stage in by_stage]
        for penalty in penalties:
            if penalty.round is not None:
                stage = sum(cut.after_round < penalty.round for cut in passed)
            else:
                stage = sum(cut.decided_by.number < penalty.log_number for cut in passed)
            gained[stage] = total(gained[stage], Fraction(), penalty.points)
        return StageStanding(passed=passed, gained=tuple(gained))


def worth_after(passed: Iterable[Cut], round_number: int) -> Fraction:
    """Return the share of this round's points that counts in the total of a player who passed these cuts."""
    carries = [cut.carry for cut in passed if cut.after_round >= round_number]
    return staged_total([Fraction(1), *(Fraction() for _cut in carries)], carries)


@dataclass(frozen=True)
class StageStanding:
    """The points of an entry in each stage that it reached (`gained`), exact and in thousands, and the cuts between
    the stages (`passed`)."""

    passed: tuple[Cut, ...]
    gained: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        return staged_total(self.gained, [cut.carry for cut in self.passed])

    @property
    def carried(self) -> Fraction | None:
        """Return the points that were carried over the last cut into the entry's current stage; None if the entry
        passed no cut."""
        return self.total - self.gained[-1] if self.passed else None


def stages(tournaments: "QuerySet[Tournament]") -> dict[int, Stages]:
    """Return the stages of each tournament that has a cut, by the tournament's id, in two queries."""
    cuts: dict[int, list[tuple[Cut, frozenset[int]]]] = defaultdict(list)
    current = with_log_entries(Cut.objects.current().filter(tournament__in=tournaments), "decided_by")
    through = Cut.finalists.through.objects.filter(cut__tournament__in=tournaments, cut__taken_back_by=None)
    finalists: dict[int, set[int]] = defaultdict(set)
    for cut_id, entry in through.values_list("cut", "entry"):
        finalists[cut_id].add(entry)
    for cut in current.order_by("after_round"):
        cuts[cut.tournament_id].append((cut, frozenset(finalists[cut.pk])))
    return {tournament: Stages(tuple(rows)) for tournament, rows in cuts.items()}


def stages_of(tournament: Tournament) -> Stages:
    return stages(Tournament.objects.filter(pk=tournament.pk)).get(tournament.pk, Stages())
