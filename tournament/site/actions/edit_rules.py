"""Change single rules of a tournament, before its first hand."""

from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.rules import outdate_forms
from tournament.core.errors import FormOutdated
from tournament.core.merge import merged
from tournament.core.rules import changed_fields
from tournament.models import Visitor
from tournament.site.actions.edit_tournament import RulesFrozen


def edit_rules(*, tournament_id: int, rules: Ruleset, by: Visitor, base: Ruleset | None = None) -> None:
    """Save these rules for the tournament: its preset, and the options in which the rules differ from the preset. For
    `base`, see `core.merge`.

    Raises `RulesFrozen`, and `FormOutdated` if the tournament no longer has the preset of `rules`, or if `rules` cannot
    be merged with changes made meanwhile.
    """
    with locked_tournament(tournament_id) as tournament:
        if tournament.rules is not None:
            raise RulesFrozen
        if rules.key != tournament.ruleset_key or rules.key not in RULESETS:
            raise FormOutdated
        rules = _merged(rules, base, tournament.ruleset)
        data = ruleset_to_json(rules)
        changes = {field: data[field] for field in changed_fields(rules)}
        before = tournament.rule_changes
        if changes == before:
            return
        tournament.rule_changes = changes
        tournament.save(update_fields=["rule_changes"])
        outdate_forms(tournament)
        log(tournament, "rules.edited", by=by, before=before, after=changes)


def _merged(rules: Ruleset, base: Ruleset | None, stored: Ruleset) -> Ruleset:
    if base is None or base == stored:
        return rules
    try:
        return ruleset_from_json(merged(*map(ruleset_to_json, (rules, base, stored))), RULESETS)
    except Refused:
        raise FormOutdated from None
