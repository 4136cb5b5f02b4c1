"""Computes when an event's rules and format became public, and the changes since then, day by day.

The log has every change with the values before the change. The log of an imported document may have any JSON there, up
to a megabyte in an entry.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from itertools import pairwise
from typing import Any

from scoring.announced_cuts import AnnouncedCut
from scoring.presets import RULESETS
from scoring.rules import LONGEST_CACHED as LONGEST_RULES
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from scoring.tie_breaks import TieBreak
from tournament.core.limits import MOST_ANNOUNCED_CUTS
from tournament.core.threads.interruption import was_interrupted
from tournament.models.tournament import SitOut
from tournament.seating.by_seed import LONGEST_PLAN

CHANGES = ("tournament.edited", "tournament.finals", "tournament.sit_out", "rules.edited", "rules.corrected")
"""Kinds of log entries that may change the announced rules or format."""

LONGEST_POINTS = 24
"""The longest text of a number in an entry, such as the points for a round that a player sits out."""

LARGEST_NUMBER = 1_000_000
"""The largest number of players or rounds in an entry."""


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
    """A log entry of one of the kinds in `CHANGES`: what is needed to undo the change (see `logged_change`).

    `format` are the changed fields of `Announced`, except `rules`, with their values before the change. `rules` are the
    changed rules before the change as JSON text; empty if no rule changed.
    """

    kind: str
    day: date
    format: Mapping[str, Any] = field(default_factory=dict)
    rules: str = ""

    @property
    def length(self) -> int:
        """The length of the texts that an imported log may make long."""
        return len(self.rules) + len(self.format.get("final_seats", ""))


def logged_change(*, kind: str, day: date, data: Mapping[str, Any]) -> LoggedChange:
    """Read a log entry, keeping nothing else of its `data`. An entry that no action writes changes nothing."""
    try:
        before = data["before"]
        return LoggedChange(kind=kind, day=day, format=_format_in(kind, before), rules=_rules_in(kind, before))
    except Exception:
        if was_interrupted():
            raise
        return LoggedChange(kind=kind, day=day)


def _format_in(kind: str, before: Mapping[str, Any]) -> dict[str, Any]:
    if kind.startswith("rules."):
        return {}
    if kind == "tournament.sit_out":
        return {"sit_out": (SitOut(before["sit_out"]).value, _text(before["points"], LONGEST_POINTS))}
    values = {"announced_cuts": _cuts, "final_seats": _seats, "is_public": _is_true, "tie_breaks": _tie_breaks}
    back: dict[str, Any] = {name: read(before[name]) for name, read in values.items() if name in before}
    if "cut_places" in before:  # an entry of an older version, in which an event had only one announced cut
        places = _number(before["cut_places"])
        back["announced_cuts"] = (AnnouncedCut(places=places),) if places else ()
    return back


def _rules_in(kind: str, before: Mapping[str, Any]) -> str:
    if kind.startswith("rules."):
        return _text(json.dumps(dict(before)), LONGEST_RULES)
    if "ruleset_key" not in before:
        return ""
    return _text(json.dumps({"base": before["ruleset_key"], **before.get("rule_changes", {})}), LONGEST_RULES)


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError
    return value


def _seats(value: Any) -> str:
    return _text(value, LONGEST_PLAN)


def _is_true(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise ValueError
    return value


def _list(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError
    return value


def _tie_breaks(value: Any) -> tuple[str, ...]:
    return tuple(TieBreak(criterion).value for criterion in _list(value, len(TieBreak)))


def _cuts(value: Any) -> tuple[AnnouncedCut, ...]:
    cuts = tuple(AnnouncedCut(**cut) for cut in _list(value, MOST_ANNOUNCED_CUTS))
    for cut in cuts:
        _number(cut.places)
        _number(cut.after_round or 0)
        _text(cut.carried, LONGEST_POINTS)
    return cuts


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
    if not entry.rules:
        return replace(state, **entry.format)
    try:
        return replace(state, rules=_rules_before(state.rules, entry.kind, json.loads(entry.rules)), **entry.format)
    except Exception:  # (an imported document may contain entries that no action writes)
        if was_interrupted():
            raise
        return state


def _rules_before(rules: Ruleset, kind: str, before: dict[str, Any]) -> Ruleset:
    if kind == "rules.edited":
        before = {"base": rules.key, **before}
    elif kind == "rules.corrected":
        before = ruleset_to_json(rules) | {"base": before.pop("key")} | before
    return ruleset_from_json(before, RULESETS)


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
