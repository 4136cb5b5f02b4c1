"""Correct the rules of a tournament in play, and compute every hanchan again by the new rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from scoring.game_writing import decimal_string
from scoring.rules import Ruleset, ruleset_to_json
from tournament.core.actions.columns import save_columns
from tournament.core.actions.journal import Change, log, log_together, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.rules import freeze_rules, outdate_forms
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone, NothingToCorrect, ReasonMissing
from tournament.core.rules import changed_fields
from tournament.games.actions.store_figures import replace_figures
from tournament.games.figures import figures_of_sheets
from tournament.games.queries.results import Result
from tournament.models import (
    Hanchan,
    LineFigures,
    LogEntry,
    PaperResult,
    Round,
    Signature,
    SignedSheet,
    Tournament,
    Visitor,
)
from tournament.site.queries.rules_correction import RulesPlan, plan_rules
from tournament.table.actions.correct_hanchan import DERIVED, paid_differently, write_hands
from tournament.table.actions.record_hand import check_file_takes
from tournament.table.actions.sign_sheet import UnsavedSheet, save_sheets
from tournament.table.correction import CorrectionPlan

RESETTLED = "hanchan.resettled"

PART = 500
"""The most hanchans that one SQL statement contains."""


class DifferencesOutdated(NotDone):
    """The preview is stale: the rules, a signed sheet, or a signed sheet's results under the new rules have changed
    since."""

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
    is no longer over, the sheet is only withdrawn. If the results of an unsigned sheet change, players' confirmations
    of it are withdrawn. `digest` is the digest of the previewed plan. Raises `DifferencesOutdated`, `RulesObstructed`,
    `NothingToCorrect`, `ReasonMissing`, `KeyTaken`, and `TooManyPoints` if a file could not contain the new points.
    """
    # Computed before the lock is taken, because it can take long.
    prepared = _prepare(Tournament.objects.get(pk=tournament_id), rules, by=by)
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, "rules.corrected", tournament=tournament):
            return
        if not reason:
            raise ReasonMissing
        if tournament.version != prepared.version:
            prepared = _prepare(tournament, rules, by=by)
        plan = prepared.plan
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
        _settle(prepared, tournament, entry, by=by)


@dataclass(frozen=True)
class _Prepared:
    """The plan of a correction for the tournament as it was at `version`.

    `sheets` are the sheets that will be signed again, by the hanchan's id. `figures` are the new statistics of sheets
    that stay signed although their hands pay differently.
    """

    version: int
    plan: RulesPlan
    sheets: dict[int, UnsavedSheet]
    figures: tuple[LineFigures, ...]


def _prepare(tournament: Tournament, rules: Ruleset, *, by: Visitor) -> _Prepared:
    """Compute everything that needs no lock; the plan caches these results. Raises `TooManyPoints`."""
    version = tournament.version
    plan = plan_rules(tournament, rules)
    if not plan.acceptable:
        return _Prepared(version, plan, {}, ())
    for recomputed in plan.changed:
        check_file_takes([line.now for line in recomputed.plan.lines if line.now])
    signed_again = [recomputed for recomputed in plan.changed if recomputed.signed_again]
    sheets = {recomputed.before.hanchan.pk: UnsavedSheet.of(recomputed.after, by=by) for recomputed in signed_again}
    stays_signed = [recomputed.after for recomputed in plan.changed if not recomputed.results_change]
    plan.digest  # noqa: B018 (a cached property)
    return _Prepared(version, plan, sheets, figures_of_sheets(stays_signed))


def _save_rules(tournament: Tournament, plan: RulesPlan) -> None:
    data = ruleset_to_json(plan.after)
    tournament.ruleset_key = plan.after.key
    tournament.rule_changes = {field: data[field] for field in changed_fields(plan.after)}
    if tournament.rules is not None:
        tournament.rules = data
    tournament.save(update_fields=["ruleset_key", "rule_changes", "rules"])
    outdate_forms(tournament)


def _settle(prepared: _Prepared, tournament: Tournament, because: LogEntry, *, by: Visitor) -> None:
    """Write the changed hanchans all at once, because two rulesets in one event must never be visible. All other
    writers wait for the lock. To keep the wait short, the number of statements does not grow with the hanchans."""
    changed = prepared.plan.changed
    for recomputed in changed:
        recomputed.before.hanchan.round.tournament = tournament  # the locked row, whose rules are frozen
    entries = log_together(tournament, _log_of(prepared, because), by=by)
    entry_of = {entry.hanchan_id: entry for entry in entries if entry.kind == RESETTLED}
    for recomputed in changed:
        hanchan, plan = recomputed.before.hanchan, recomputed.plan
        if plan.changes_something:
            write_hands(hanchan, plan, entry_of[hanchan.pk])
            _save_moments(hanchan, plan)
    hands = (paid_differently(recomputed.plan) for recomputed in changed if not recomputed.plan.changes_something)
    save_columns(chain.from_iterable(hands), DERIVED)
    _withdraw([recomputed.before.hanchan for recomputed in changed if recomputed.results_change], because)
    if prepared.sheets:
        freeze_rules(tournament)
    save_sheets([*prepared.sheets.values()], by=by)
    replace_figures(prepared.figures)


def _log_of(prepared: _Prepared, because: LogEntry) -> Iterator[Change]:
    """Yield the changes to log: each recomputed hanchan, the rounds that are no longer approved, the signed sheets."""
    approved = set(Round.objects.filter(tournament=because.tournament, approved_by__isnull=False))
    for recomputed in prepared.plan.changed:
        hanchan = recomputed.before.hanchan
        data = {
            "hands": recomputed.hands_changed,
            "before": [_result(was) for _name, was, _now in recomputed.seats],
            "after": [_result(now) for _name, _was, now in recomputed.seats],
        }
        yield Change(kind=RESETTLED, hanchan=hanchan, reason=because.reason, data=data)
        if recomputed.results_change and hanchan.round in approved:
            approved.remove(hanchan.round)
            data = {"number": hanchan.round.number}
            yield Change(kind="round.approval_withdrawn", reason=because.reason, data=data)
        if hanchan.pk in prepared.sheets:
            yield prepared.sheets[hanchan.pk].change


def _withdraw(hanchans: list[Hanchan], because: LogEntry) -> None:
    """Withdraw the signatures, sheets and second entries from paper of these hanchans, and the approval of their
    rounds."""
    entry = LogEntry.objects.filter(
        tournament=because.tournament, number__gt=because.number, kind=RESETTLED, hanchan=OuterRef("hanchan")
    )
    for start in range(0, len(hanchans), PART):
        part = hanchans[start : start + PART]
        for rows in (Signature.objects.current(), SignedSheet.objects.current()):
            rows.filter(hanchan__in=part).update(withdrawn_by=Subquery(entry.values("pk")))
        seconds = PaperResult.objects.current().filter(is_second=True, hanchan__in=part)
        seconds.update(superseded_by=Subquery(entry.values("pk")))
    rounds = {hanchan.round_id for hanchan in hanchans}
    Round.objects.filter(pk__in=rounds, approved_by__isnull=False).update(approved_by=None)


def _save_moments(hanchan: Hanchan, plan: CorrectionPlan) -> None:
    """Save how many hands were recorded before time was called, and before each substitute came, if removed hands
    changed these numbers."""
    if hanchan.time_called_after != plan.time_called_after:
        hanchan.time_called_after = plan.time_called_after
        hanchan.save(update_fields=["time_called_after"])
    for before, after in zip(plan.before.substitutions, plan.substitutions, strict=True):
        if before.after_hand != after.after_hand:
            after.save(update_fields=["after_hand"])


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
