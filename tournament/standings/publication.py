"""Computes when an event's rules and format became public, and the changes since then, day by day.

The log has every change with the values before the change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from itertools import pairwise
from typing import Any

from scoring.announced_cuts import AnnouncedCut
from scoring.presets import RULESETS
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from tournament.core.threads.interruption import was_interrupted

CHANGES = ("tournament.edited", "tournament.finals", "tournament.sit_out", "rules.edited", "rules.corrected")
"""Kinds of log entries that may change the announced rules or format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """The rules and the format of an event at one time. `tie_breaks` and `final_seats` are fields of `Tournament`;
    `sit_out` is the pair of `Tournament.sit_out` and `Tournament.sit_out_points`."""

    rules: Ruleset
    announced_cuts: tuple[AnnouncedCut, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    final_seats: str = ""
    sit_out: tuple[str, str] = ("nothing", "0")
    is_public: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedChange:
    """One changed value. `field` is a field of `Announced` or of `Ruleset`, or "rulebook" if another rulebook was
    chosen."""

    field: str
    before: Any
    after: Any

    @property
    def is_rule(self) -> bool:
        return self.field in _RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedDay:
    """The changes of one day: the state at the end of the day, compared with the state at the end of the day before."""

    day: date
    changes: tuple[AnnouncedChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """When an event's rules and format became public, and what was changed afterwards. `since` is the day on which the
    event became public, None for an event that never was public. `changed` are the later days with changes. If
    `is_whole` is False, earlier changes are missing, and the event may have become public earlier."""

    now: Announced
    since: date | None
    changed: tuple[ChangedDay, ...]
    is_whole: bool = True

    @property
    def last_change(self) -> date | None:
        return self.changed[-1].day if self.changed else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedChange:
    """A log entry of one of the kinds in `CHANGES`."""

    kind: str
    day: date
    data: Mapping[str, Any]


def publication(now: Announced, log: Sequence[LoggedChange], *, created: date, is_whole: bool = True) -> Publication:
    """Compute when the rules and format `now` became public, by undoing log entries one by one from the present state.
    `log` ends with the latest entry.

    The entries are undone back to the day `created`, on which the event was created. If `is_whole` is False, the log
    lacks its first entries, and `created` is the day of the last missing entry.
    """
    states = [now]
    for entry in reversed(log):
        states.append(_before(states[-1], entry))
    states.reverse()
    by_day = dict(zip([created, *(entry.day for entry in log)], states, strict=True))
    days = sorted(by_day)
    since = next((day for day in days if by_day[day].is_public), None)
    after = [day for day in days if since and day >= since]
    changed = (
        ChangedDay(day=day, changes=tuple(_differences(by_day[earlier], by_day[day])))
        for earlier, day in pairwise(after)
    )
    return Publication(now=now, since=since, changed=tuple(day for day in changed if day.changes), is_whole=is_whole)


def _before(state: Announced, entry: LoggedChange) -> Announced:
    try:
        return replace(state, **_changed_back(state.rules, entry.kind, entry.data["before"]))
    except Exception:  # (an imported document may contain entries that no action writes)
        if was_interrupted():
            raise
        return state


def _changed_back(rules: Ruleset, kind: str, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of `Announced` that a log entry changed, with their values before the change."""
    match kind:
        case "rules.edited":
            return {"rules": _rules({"base": rules.key, **before})}
        case "rules.corrected":
            values = {field: value for field, value in before.items() if field != "key"}
            return {"rules": _rules(ruleset_to_json(rules) | {"base": before["key"]} | values)}
        case "tournament.sit_out":
            return {"sit_out": (str(before["sit_out"]), str(before["points"]))}
    values = {"announced_cuts": _cuts, "final_seats": str, "is_public": bool, "tie_breaks": tuple}
    back: dict[str, Any] = {field: of(before[field]) for field, of in values.items() if field in before}
    if "cut_places" in before:  # an entry of an older version, in which an event had only one announced cut
        places = int(before["cut_places"])
        back["announced_cuts"] = (AnnouncedCut(places=places),) if places else ()
    if "ruleset_key" in before:
        back["rules"] = _rules({"base": before["ruleset_key"], **before.get("rule_changes", {})})
    return back


def _rules(data: Mapping[str, Any]) -> Ruleset:
    return ruleset_from_json(dict(data), RULESETS)


def _cuts(cuts: Iterable[Mapping[str, Any]]) -> tuple[AnnouncedCut, ...]:
    return tuple(AnnouncedCut(**cut) for cut in cuts)


_RULES = [field.name for field in fields(Ruleset) if field.name != "key"]
_FORMAT = [field.name for field in fields(Announced) if field.name != "rules"]


def _differences(before: Announced, after: Announced) -> Iterable[AnnouncedChange]:
    """Yield the fields that differ. If another rulebook was chosen, the single rules are not compared, because another
    page compares rulebooks."""
    if before.rules.key != after.rules.key:
        yield AnnouncedChange(field="rulebook", before=before.rules, after=after.rules)
    else:
        yield from _changes(before.rules, after.rules, _RULES)
    yield from _changes(before, after, _FORMAT)


def _changes(before: Any, after: Any, names: Iterable[str]) -> Iterable[AnnouncedChange]:
    for name in names:
        if getattr(before, name) != getattr(after, name):
            yield AnnouncedChange(field=name, before=getattr(before, name), after=getattr(after, name))
