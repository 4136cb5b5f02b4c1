"""Compares the rounds on a site with the rounds in its laptop's document. A round may differ only if a new log entry
with the round's number allows it."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.equal import Json, NewEntries, same_but, same_record
from tournament.archive.tenbo.past.hanchans import is_played
from tournament.archive.tenbo.past.kinds import (
    CLOCK,
    END_OF_ROUND,
    EXCHANGED,
    GONE,
    STARTED,
    STARTED_AGAIN,
    TAKEN_BACK,
)

APART = {"hanchans", "clock", "resting", *END_OF_ROUND}
"""Fields of a round that are compared one by one."""


def rewritten_round(own: Document, document: Document, new: NewEntries) -> str | Promise | None:
    """Return the name of the first round, or part of a round, that `document` changed, removed or added without a log
    entry; None if there is none."""
    gone = new.numbers(GONE)
    theirs: dict[int, Any] = {round_["number"]: round_ for round_ in document["rounds"]}
    ours: Any
    for ours in own["rounds"]:
        other = theirs.get(ours["number"])
        if other is not None and other["started_at"] == ours["started_at"]:
            del theirs[ours["number"]]
            changed = _changed(ours, other, new, gone)
        else:
            is_taken_back = bool(new.of(TAKEN_BACK, number=ours["number"]))
            is_kept = is_taken_back and not any(is_played(hanchan) for hanchan in ours["hanchans"])
            changed = None if is_kept else _("round %(round)s")
        if changed is not None:
            return changed % {"round": ours["number"]}
    added = (number for number, round_ in theirs.items() if not _is_started(round_, new))
    return next((_("round %(round)s") % {"round": number} for number in added), None)


def _changed(ours: Json, other: Json, new: NewEntries, gone: set[int]) -> str | Promise | None:
    number = ours["number"]
    words = {"approved_by": _("the approval of round %(round)s"), "released_by": _("the release of round %(round)s")}
    for key, said in words.items():
        if ours[key] != other[key] and not _is_decided(key, other, new):
            return said
    if not same_record(ours["clock"] or {}, other["clock"] or {}, CLOCK, new.about_round(number)):
        return _("the clock of round %(round)s")
    if not same_but(APART, ours, other) or not _keeps_resting(ours, other, new, gone):
        return _("round %(round)s")
    return None


def _keeps_resting(ours: Json, other: Json, new: NewEntries, gone: set[int]) -> bool:
    """Whether the same players rest in the round, or a new log entry exchanged players there. The players of a
    restarted hanchan may have rested in `ours`."""
    if new.of(EXCHANGED, number=ours["number"]):
        return True
    seated = {player for hanchan in _started_again(other, new) for player in hanchan["seats"]}
    may_lack = seated & set(ours["resting"]) - set(other["resting"])
    rest = [player for player in ours["resting"] if player not in gone and player not in may_lack]
    return bool(rest == other["resting"])


def _started_again(round_: Json, new: NewEntries) -> list[Any]:
    """Return the hanchans of the round about which a new log entry says that they were started again."""
    return [
        hanchan
        for hanchan in round_["hanchans"]
        if any(entry["kind"] in STARTED_AGAIN for entry in new.at_hanchan(hanchan["id"]))
    ]


def _is_decided(key: str, round_: Json, new: NewEntries) -> bool:
    """Whether a new log entry about this round made the decision `key`, or withdrew it."""
    decided, taken_back = END_OF_ROUND[key]
    if round_[key] is None:
        return bool(new.of(taken_back, number=round_["number"]))
    entry = new.get(round_[key])
    return entry is not None and entry["kind"] in decided and entry["data"].get("number") == round_["number"]


def _is_started(round_: Json, new: NewEntries) -> bool:
    """Whether a new log entry started this round, with the number of tables that the round has now."""
    tables = {hanchan["table"] for hanchan in round_["hanchans"]}
    restarted = _started_again(round_, new)
    is_ended = all(round_[key] is None or _is_decided(key, round_, new) for key in END_OF_ROUND)
    clock = same_record({}, round_["clock"] or {}, CLOCK, new.about_round(round_["number"]))
    return (
        is_ended
        and clock
        and len(round_["hanchans"]) - len(restarted) == len(tables)
        and any(_fits(entry, tables, round_) for entry in new.of(STARTED, number=round_["number"]))
    )


def _fits(entry: Any, tables: set[int], round_: Json) -> bool:
    said = entry["data"]
    if "table" in said:
        return list(tables) == [said["table"]] and round_["hanchans"][0].get("length", "") == said.get("length", "")
    return bool(said.get("tables") == len(tables))
