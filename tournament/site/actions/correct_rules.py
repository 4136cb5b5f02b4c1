"""Correct the rules of a tournament in play, and compute every hanchan again by the new rules."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from scoring.game_writing import decimal_string
from scoring.rules import Ruleset, ruleset_to_json
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.rules import outdate_forms
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone, NothingToCorrect, ReasonMissing
from tournament.core.rules import changed_fields
from tournament.games.queries.results import Result
from tournament.models import LogEntry, SignedBy, Tournament, Visitor
from tournament.site.queries.rules_correction import RecomputedHanchan, RulesPlan, plan_rules
from tournament.table.actions.correct_hanchan import apply_plan
from tournament.table.actions.sign_sheet import sign_for_all


class DifferencesOutdated(NotDone):
    """The preview is stale: the rules, a signed sheet, or its results under the new rules have changed since."""

    message = _(
        "The effect of this correction has changed since you saw it. Nothing was changed; check the correction again."
    )


class RulesObstructed(NotDone):
    """A recorded hand or result is impossible under these rules."""

    message = _("Some recorded hands or points are not possible under these rules. Nothing was changed.")


@once_per_key
def correct_rules(*, tournament_id: int, rules: Ruleset, digest: str, key: UUID, reason: str, by: Visitor) -> None:
    """Save these rules, and compute every hanchan again by them. A retry with the same `key` changes nothing.

    If the results of a signed sheet change, the sheet is withdrawn and signed again by the person `by`; if its hanchan
    is no longer over, it is only withdrawn. If the results of an unsigned sheet change, players' confirmations of it
    are withdrawn. `digest` is the digest of the previewed plan. Raises `DifferencesOutdated`, `RulesObstructed`,
    `NothingToCorrect`, `ReasonMissing` and `KeyTaken`.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "rules.corrected", tournament=tournament):
            return
        if not reason:
            raise ReasonMissing
        plan = plan_rules(tournament, rules)
        if not plan.changes_something:
            raise NothingToCorrect
        if plan.obstacles:
            raise RulesObstructed
        if plan.digest != digest:
            raise DifferencesOutdated
        _save_rules(tournament, plan)
        entry = log(
            tournament,
            "rules.corrected",
            by=by,
            key=key,
            reason=reason,
            rules=ruleset_to_json(rules),
            before=_values(plan.before, plan.rules_changed),
            after=_values(plan.after, plan.rules_changed),
            hanchans=len(plan.changed),
        )
        for hanchan in plan.changed:
            _settle(hanchan, tournament, entry, by=by)


def _save_rules(tournament: Tournament, plan: RulesPlan) -> None:
    data = ruleset_to_json(plan.after)
    tournament.ruleset_key = plan.after.key
    tournament.rule_changes = {field: data[field] for field in changed_fields(plan.after)}
    if tournament.rules is not None:
        tournament.rules = data
    tournament.save(update_fields=["ruleset_key", "rule_changes", "rules"])
    outdate_forms(tournament)


def _settle(recomputed: RecomputedHanchan, tournament: Tournament, because: LogEntry, *, by: Visitor) -> None:
    hanchan = recomputed.before.hanchan
    hanchan.round.tournament = tournament  # the locked row: logging raises its version
    entry = log(
        tournament,
        "hanchan.resettled",
        by=by,
        hanchan=hanchan,
        reason=because.reason,
        hands=recomputed.hands_changed,
        before=[_result(was) for _name, was, _now in recomputed.seats],
        after=[_result(now) for _name, _was, now in recomputed.seats],
    )
    apply_plan(hanchan, recomputed.plan, entry, by=by, withdraw=recomputed.results_change)
    if recomputed.signed_again:
        sign_for_all(hanchan, recomputed.after, method=SignedBy.REFEREE, by=by)


def _values(rules: Ruleset, fields: list[str]) -> dict[str, Any]:
    data = ruleset_to_json(rules)
    return {"key": rules.key} | {field: data[field] for field in fields}


def _result(result: Result) -> dict[str, Any]:
    return {
        "points": result.points,
        "place": result.place,
        "score": decimal_string(result.score),
        "penalty": decimal_string(result.penalty),
    }
