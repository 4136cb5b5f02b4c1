"""Compares a hanchan on two sides: what was recorded here is on record there, changed only as its log can."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.equal import Json, NewEntries, is_same, keeps_rows
from tournament.archive.tenbo.past.kinds import COLUMNS, CORRECTED, RECORDED, ROWS, STARTED_AGAIN

Place = tuple[str, int, int]
"""A hanchan on both sides: its round's start, its table, and its number (from 1) at that table in that round."""

RECORDS = ("recorded", "other_hands", "paper", "signatures", "sheets")
"""Lists of a hanchan that have rows once it is played."""

CANCELLED = "hanchan.cancelled"


def hanchans_in(document: Document) -> Iterator[tuple[Place, Any]]:
    there: Counter[tuple[str, int]] = Counter()
    for round_ in document["rounds"]:
        for hanchan in round_["hanchans"]:
            start, table = round_["started_at"], hanchan["table"]
            there[start, table] += 1
            yield (start, table, there[start, table]), hanchan


def is_played(hanchan: Any) -> bool:
    return any(hanchan[part] for part in RECORDS)


def rewritten_place(own: Document, document: Document, new: NewEntries) -> tuple[Document, Place] | None:
    """Return the first played hanchan that `document` changed without an entry that can do so, with the document that
    has it: one of here, or one that no entry added to a round of here."""
    theirs = dict(hanchans_in(document))
    for place, hanchan in hanchans_in(own):
        other = theirs.pop(place, None)
        if is_played(hanchan) and not (other and _continues(hanchan, other, new)):
            return own, place
    starts = {round_["started_at"] for round_ in own["rounds"]}
    for place, hanchan in theirs.items():
        if place[0] in starts and is_played(hanchan) and not new.kinds_at(hanchan["id"]) & STARTED_AGAIN:
            return document, place
    return None


def _continues(ours: Json, theirs: Json, new: NewEntries) -> bool:
    """Whether their hanchan is ours, changed only as far as the new log entries about it can."""
    kinds = new.kinds_at(theirs["id"])
    columns = all(kinds & can or is_same(ours.get(name), theirs.get(name)) for name, can in COLUMNS.items())
    cancelled = ours["cancelled_by"] == theirs["cancelled_by"] or (
        ours["cancelled_by"] is None and theirs["cancelled_by"] in _entries_at(theirs, new, frozenset({CANCELLED}))
    )
    return (
        bool(columns) and cancelled and _keeps_hands(ours, theirs, kinds, new) and _keeps_rows(ours, theirs, kinds, new)
    )


def _entries_at(hanchan: Json, new: NewEntries, kinds: frozenset[str]) -> list[int]:
    """The numbers of the new log entries about a hanchan that are of these kinds."""
    return [entry["number"] for entry in new.at_hanchan(hanchan["id"]) if entry["kind"] in kinds]


def _keeps_rows(ours: Json, theirs: Json, kinds: set[str], new: NewEntries) -> bool:
    for part, (adding, ended_by, ending) in ROWS.items():
        if len(theirs[part]) > len(ours[part]) and not kinds & adding:
            return False
        # A correction moves hands, and with them the hand after which a substitute plays.
        free = {"after_hand"} if part == "substitutions" and kinds & CORRECTED else ()
        if not keeps_rows(ours[part], theirs[part], new, ended_by, _entries_at(theirs, new, ending), free=free):
            return False
    return True


def _keeps_hands(ours: Json, theirs: Json, kinds: set[str], new: NewEntries) -> bool:
    """Whether each hand of here is on record there: as it was, or superseded by an entry that can correct it.

    Points from paper and a cancellation take hands out of the game; they stay in their order.
    """
    current, others = _current(ours), _current(theirs)
    superseded = [hand for hand in theirs["other_hands"] if hand["superseded_by"] is not None]
    if not all(_take(hand, superseded) for hand in ours["other_hands"] if hand["superseded_by"] is not None):
        return False
    if not kinds & CORRECTED:
        is_longer = len(others) > len(current)
        return not superseded and others[: len(current)] == current and (not is_longer or bool(kinds & RECORDED))
    may_correct = set(_entries_at(theirs, new, CORRECTED))
    corrected = [_fact(hand) for hand in superseded if hand["superseded_by"] in may_correct]
    return len(corrected) == len(superseded) and all(_take(hand, others) or _take(hand, corrected) for hand in current)


def _current(hanchan: Json) -> list[Json]:
    """The facts of the hands that are not superseded, in the order in which they were played."""
    if hanchan["game"]:
        outcomes = hanchan["game"]["hands"]
        return [
            _fact({**recorded, "outcome": outcome})
            for recorded, outcome in zip(hanchan["recorded"], outcomes, strict=True)
        ]
    left = [hand for hand in hanchan["other_hands"] if hand["superseded_by"] is None]
    return [_fact(hand) for hand in sorted(left, key=lambda hand: hand["number"])]


def _fact(hand: Json) -> Json:
    """What was recorded of a hand. Its number and points follow from the hands before it."""
    return {name: hand[name] for name in ("outcome", "round_wind", "dealer", "by", "at")}


def _take(wanted: Json, hands: list[Json]) -> bool:
    """Take this hand out of the list; return whether it was there."""
    place = next((place for place, hand in enumerate(hands) if is_same(wanted, hand)), None)
    if place is not None:
        del hands[place]
    return place is not None
