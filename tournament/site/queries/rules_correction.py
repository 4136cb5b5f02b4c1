"""A preview of other rules for a tournament in play: how every hanchan and the standings would change."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from scoring.clock import hands_left
from scoring.placement import check_final_points
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_to_json
from tournament.core.rules import GROUPS
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import Result, has_begun, results_of
from tournament.models import Hanchan, Tournament
from tournament.standings.queries.leaderboard import leaderboard_of
from tournament.standings.queries.place_changes import PlayerChange
from tournament.table.correction import CorrectionPlan, PlannedHand
from tournament.table.correction_replay import impossible_hands, plan_correction


@dataclass(frozen=True)
class RecomputedHanchan:
    """One hanchan before and after a correction of the rules. `refused` says why its points from paper, or the recorded
    end of time, are impossible under the new rules; None if they are possible.

    Hands of a cancelled hanchan, or of one with points from paper, do not count. If such hands are impossible under the
    new rules, they are removed and do not prevent the correction.
    """

    plan: CorrectionPlan
    refused: Refused | None

    @property
    def before(self) -> Game:
        return self.plan.before

    @cached_property
    def after(self) -> Game:
        """Return the hanchan under the new rules. If the sheet's results change, the returned hanchan has no
        signature."""
        return replace(self.plan.after, sheet=None, signatures=()) if self.results_change else self.plan.after

    @cached_property
    def results_change(self) -> bool:
        """Whether the hanchan has begun and, under the new rules, would have other results, or end earlier or later.
        Without a hand, players may have confirmed the points at the start, because time was up."""
        before, after = self.before, self.plan.after
        if not (has_begun(before) or before.signatures):
            return False
        ends = (before.ending is None, before.final_sticks), (after.ending is None, after.final_sticks)
        return ends[0] != ends[1] or (before.result, before.penalties) != (after.result, after.penalties)

    @property
    def hands_changed(self) -> int:
        """Return for how many hands the payments under the new rules differ from the payments under the old rules."""
        return sum(line.moves_points for line in self.plan.lines)

    @cached_property
    def changes(self) -> bool:
        """Whether the correction writes anything for this hanchan."""
        return self.results_change or any(line.differs for line in self.plan.lines)

    @property
    def reopens(self) -> bool:
        """Whether the hanchan was over and would not be over under the new rules."""
        return self.before.ending is not None and self.plan.after.ending is None

    @property
    def ends(self) -> bool:
        """Whether the hanchan is in play and would be over under the new rules."""
        return self.before.ending is None and self.plan.after.ending is not None

    @property
    def signed_again(self) -> bool:
        """Whether the hanchan's sheet is signed, and will be signed again with the new results."""
        return self.before.sheet is not None and self.results_change and not self.reopens

    @property
    def taken_back(self) -> bool:
        """Whether the hanchan's sheet is signed, and will be withdrawn because the hanchan will no longer be over."""
        return self.before.sheet is not None and self.reopens

    @property
    def seats(self) -> Iterator[tuple[str, Result, Result]]:
        """Yield each player's name with the results under the old and the new rules, by seat."""
        yield from zip(self.before.names, results_of(self.before), results_of(self.after), strict=True)


@dataclass(frozen=True, kw_only=True)
class RulesObstacle:
    """A hand or result that prevents the correction. The hand `line` is impossible under the new rules; if `line` is
    None, the points from paper or the recorded end of time are impossible."""

    hanchan: Hanchan
    line: PlannedHand | None
    refused: Refused | None


@dataclass(frozen=True)
class RulesPlan:
    """The effects of other rules. Nothing is changed until `site.actions.correct_rules` accepts the plan."""

    tournament: Tournament
    before: Ruleset
    after: Ruleset
    hanchans: tuple[RecomputedHanchan, ...]

    @property
    def rules_changed(self) -> list[str]:
        """Return the fields of the rules that differ, in the order of the pages about rules."""
        names = (name for _title, group in GROUPS for name in group)
        return [name for name in names if getattr(self.before, name) != getattr(self.after, name)]

    @property
    def changes_something(self) -> bool:
        return self.before != self.after

    @cached_property
    def obstacles(self) -> tuple[RulesObstacle, ...]:
        """Return the first obstacle of each hanchan. Later obstacles of a hanchan are left out, because they may
        disappear when the first one is corrected."""
        return tuple(obstacle for hanchan in self.hanchans if (obstacle := _first_obstacle(hanchan)))

    @property
    def acceptable(self) -> bool:
        return self.changes_something and not self.obstacles

    @cached_property
    def changed(self) -> tuple[RecomputedHanchan, ...]:
        """Return the hanchans that the correction would change."""
        return tuple(hanchan for hanchan in self.hanchans if hanchan.changes)

    @property
    def signed_again(self) -> int:
        return sum(hanchan.signed_again for hanchan in self.hanchans)

    @property
    def taken_back(self) -> int:
        return sum(hanchan.taken_back for hanchan in self.hanchans)

    @cached_property
    def players(self) -> tuple[PlayerChange, ...]:
        """Return the players whose total or rank changes, in the order of the old standings."""
        before = leaderboard_of(self.tournament, _results(hanchan.before for hanchan in self.hanchans), official=False)
        after = leaderboard_of(self.tournament, _results(hanchan.after for hanchan in self.hanchans), official=False)
        then = {row.entry.pk: row for row in after.rows}
        pairs = (PlayerChange(before=row, after=then[row.entry.pk]) for row in before.rows)
        return tuple(p for p in pairs if (p.before.place, p.before.total) != (p.after.place, p.after.total))

    @cached_property
    def digest(self) -> str:
        """A digest of the rules and of their effect on signed sheets, to detect that a preview is stale.

        The digest stays the same when hands are recorded; otherwise a tournament in full play could never be corrected.
        """
        signed = [
            [row.before.hanchan.pk, [[now.points, str(now.score), str(now.penalty)] for _name, _was, now in row.seats]]
            for row in self.hanchans
            if row.before.sheet and row.results_change
        ]
        content = [ruleset_to_json(self.before), ruleset_to_json(self.after), signed]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def plan_rules(tournament: Tournament, rules: Ruleset) -> RulesPlan:
    """Replay every hanchan by these rules, in a fixed number of queries."""
    games = load_games(Hanchan.objects.filter(round__tournament=tournament).order_by("round__number", "table__number"))
    return RulesPlan(
        tournament, tournament.ruleset, rules, tuple(_recomputed(game, game.hanchan.own_rules(rules)) for game in games)
    )


def _recomputed(game: Game, rules: Ruleset) -> RecomputedHanchan:
    """Replay a hanchan by the new rules. Its hands stay as entered, even if under the new rules they would belong to
    another wind round or dealer."""
    refused = _refused(game, rules)
    if refused:
        return RecomputedHanchan(plan_correction(game, ()), refused)
    does_not_count = game.paper is not None or game.hanchan.cancelled_by_id is not None
    removals = impossible_hands(game, rules) if does_not_count else ()
    plan = plan_correction(game, removals, rules=rules)
    # All hands are replaced in one replay: one replay for each of 500 hands took 16 s.
    kept = plan.keep_all()
    if kept != plan.edits:
        plan = plan_correction(game, kept, rules=rules)
    return RecomputedHanchan(plan, None)


def _refused(game: Game, rules: Ruleset) -> Refused | None:
    try:
        if game.paper:
            check_final_points(game.paper.points, game.paper.riichi_sticks, rules=rules, start_points=game.start_points)
        if game.hanchan.time_called_after is not None:
            hands_left((), in_progress=False, rules=rules)
    except Refused as refused:
        return refused
    return None


def _first_obstacle(hanchan: RecomputedHanchan) -> RulesObstacle | None:
    if hanchan.refused:
        return RulesObstacle(hanchan=hanchan.before.hanchan, line=None, refused=hanchan.refused)
    for line in hanchan.plan.open:
        return RulesObstacle(hanchan=hanchan.before.hanchan, line=line, refused=line.refused)
    return None


def _results(games: Iterable[Game]) -> Iterator[Result]:
    for game in games:
        if has_begun(game) and not game.hanchan.cancelled_by_id:
            yield from results_of(game)
