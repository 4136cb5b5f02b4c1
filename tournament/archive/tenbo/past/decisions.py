"""Compares decisions, such as cuts and penalties, on a site and in its laptop's document. No decision may be changed or
missing, and each end of a decision needs a log entry."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.equal import Json, NewEntries, is_same, same_but
from tournament.archive.tenbo.past.kinds import GONE, Kinds


@dataclass(frozen=True, kw_only=True)
class Ending:
    """One way in which a decision is later changed or ended. `kinds` are the kinds of log entries that do this, and
    `changes` are the keys of the decision that such a log entry may change. `is_repeated` says that this can happen
    several times."""

    kinds: Kinds
    changes: frozenset[str] = frozenset()
    is_repeated: bool = False


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """A list of decisions in a document, such as the cuts.

    `words` is its name for people. `made_by` is the key of the number of the log entry that made a decision, and
    `kinds` are the kinds of this entry. `says` maps keys of a decision to keys in the data of its log entry. `endings`
    has the ways in which a decision ends, by the key of the number of the log entry that ended it.
    """

    words: str | Promise
    made_by: str
    kinds: Kinds
    says: dict[str, str] = field(default_factory=dict)
    endings: dict[str, Ending] = field(default_factory=dict)


def _taken_back(*kinds: str) -> dict[str, Ending]:
    return {"taken_back_by": Ending(kinds=frozenset(kinds))}


_PLANNED = frozenset({"seating.planned", "seating.repaired", "seating.repair_taken_back", "seating.exchanged"})

DECISIONS: dict[str, Decisions] = {
    "cuts": Decisions(
        words=_("the cuts"),
        made_by="decided_by",
        kinds=frozenset({"cut.made"}),
        says={"after_round": "after", "carried": "carried"},
        endings=_taken_back("cut.taken_back")
        | {"changed_by": Ending(kinds=frozenset({"cut.followed"}), changes=frozenset({"finalists"}), is_repeated=True)},
    ),
    "departures": Decisions(
        words=_("the departures"),
        made_by="decided_by",
        kinds=frozenset({"player.left"}),
        says={"entry": "number", "kind": "status", "from_round": "from_round"},
        endings=_taken_back("player.came_back"),
    ),
    "penalties": Decisions(
        words=_("the penalties"),
        made_by="given_by",
        kinds=frozenset({"penalty.given", "appeal.decided"}),
        says={"entry": "number"} | {key: key for key in ("offence", "points", "minutes", "round")},
        endings=_taken_back("penalty.taken_back", "appeal.decided"),
    ),
    "team_penalties": Decisions(
        words=_("the penalties of teams"),
        made_by="given_by",
        kinds=frozenset({"team_penalty.given"}),
        says={key: key for key in ("offence", "points", "round")},
        endings=_taken_back("team_penalty.taken_back"),
    ),
    "calls": Decisions(
        words=_("the calls for a referee"),
        made_by="called_by",
        kinds=frozenset({"call.made"}),
        says={"table": "table", "round": "round"},
        endings={
            "taken_by": Ending(kinds=frozenset({"call.taken"})),
            "closed_by": Ending(
                kinds=frozenset({"call.withdrawn", "call.answered"}),
                changes=frozenset({"was_answered", "situation", "decision", "rule"}),
            ),
        },
    ),
    "appeals": Decisions(
        words=_("the appeals"),
        made_by="made_by",
        kinds=frozenset({"appeal.made"}),
        endings={
            "decided_by": Ending(
                kinds=frozenset({"appeal.decided"}), changes=frozenset({"outcome", "decision", "replaced_by"})
            )
        },
    ),
    "plans": Decisions(
        words=_("the seating plan"),
        made_by="accepted_by",
        kinds=_PLANNED,
        says={"hash": "hash"},
        endings={"superseded_by": Ending(kinds=_PLANNED | {"seating.dropped"})},
    ),
}
"""The lists of decisions in a document."""


def rewritten_decisions(own: Document, document: Document, new: NewEntries) -> str | Promise | None:
    """Return the name of the first list of decisions that `document` changed without a log entry; None if there is
    none. A list is changed if an earlier decision differs, or if no log entry made a new decision."""
    gone = new.numbers(GONE)
    for part, about in DECISIONS.items():
        ours: Any = own.get(part, [])
        theirs: Any = document.get(part, [])
        if not (_keeps_all(ours, theirs, about, new, gone) and _are_made(theirs[len(ours) :], about, new)):
            return about.words
    return None


def _keeps_all(ours: list[Json], theirs: list[Json], about: Decisions, new: NewEntries, gone: set[int]) -> bool:
    ended: list[tuple[str, int]] = []
    for own, other in zip(ours, theirs, strict=False):
        ends = _ends_of(own, other, about, new)
        ended += [(key, other[key]) for key in ends]
        changed = set(ends).union(*(about.endings[key].changes for key in ends))
        if not same_but(changed, _without_gone(own, gone), _without_gone(other, gone)):
            return False
    # A log entry may end only one decision: otherwise one entry would allow the end of all decisions.
    return len(ours) <= len(theirs) and len(ended) == len(set(ended))


def _are_made(added: list[Json], about: Decisions, new: NewEntries) -> bool:
    """Whether each of these decisions was made by a new log entry with the same content. No two decisions may name the
    same log entry."""
    entries = [new.get(decision[about.made_by]) for decision in added]
    numbers = {entry["number"] for entry in entries if entry is not None}
    return len(numbers) == len(added) and all(
        entry["kind"] in about.kinds
        and all(
            is_same(decision[key], entry["data"][said]) for key, said in about.says.items() if said in entry["data"]
        )
        for decision, entry in zip(added, entries, strict=True)
    )


def _ends_of(own: Json, other: Json, about: Decisions, new: NewEntries) -> list[str]:
    """Return the keys under which the laptop's decision `other` names a log entry that ended the decision. Only new log
    entries of a kind that can end the decision count. `own` is the same decision on the site."""
    ends = []
    for key, ending in about.endings.items():
        entry = new.get(other.get(key))
        if entry is None or (own.get(key) and not ending.is_repeated) or entry["kind"] not in ending.kinds:
            continue
        if "entry" in own and entry["data"].get("number", own["entry"]) != own["entry"]:
            continue
        ends.append(key)
    return ends


def _without_gone(decision: Json, gone: set[int]) -> Json:
    """Return the decision without the finalists who were removed from the tournament."""
    if "finalists" not in decision:
        return decision
    return decision | {"finalists": [number for number in decision["finalists"] if number not in gone]}
