"""Compares the hanchans on a site with the hanchans in its laptop's document. Everything recorded on the site must be
in the document, and differ only where a log entry in the document allows it."""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from scoring.presets import RULESETS
from scoring.rules import ruleset_from_json
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.hands import counted_hands
from tournament.archive.tenbo.past.equal import Json, NewEntries, is_same, keeps_rows, same_but, same_record
from tournament.archive.tenbo.past.kinds import (
    CONFIRMED,
    CORRECTED,
    EXCHANGED,
    HANCHAN,
    HIDING,
    REBUILT,
    RECORDED,
    ROWS,
    STARTED_AGAIN,
    UNDONE,
    Kinds,
)
from tournament.archive.tenbo.past.outcomes import are_logged

Place = tuple[int, int, int]
"""The key of a hanchan on both sides: its round, its table, and its number (from 1) at that table in that round."""

RECORDS = ("recorded", "other_hands", "paper", "signatures", "sheets")
"""Keys of a hanchan's lists that are empty until the hanchan is played."""

HANDS = ("game", "recorded", "other_hands")
"""Keys of a hanchan's hands: hands that count are under the first two keys, other hands under the last."""

EMPTY: Json = {"game": None, "cancelled_by": None, "substitutions": [], **{part: [] for part in RECORDS}}
"""The values of a hanchan's record when it starts."""


def hanchans_in(document: Document) -> Iterator[tuple[Place, Any]]:
    there: Counter[tuple[int, int]] = Counter()
    for round_ in document["rounds"]:
        for hanchan in round_["hanchans"]:
            number, table = round_["number"], hanchan["table"]
            there[number, table] += 1
            yield (number, table, there[number, table]), hanchan


def is_played(hanchan: Any) -> bool:
    return any(hanchan[part] for part in RECORDS)


def rewritten_place(own: Document, document: Document, new: NewEntries) -> Place | None:
    """Return the key of the first hanchan that `document` changed or added without a log entry that allows it. The
    rounds have been compared before (`past.rounds`)."""
    begun = {(round_["number"], round_["started_at"]) for round_ in document["rounds"]}
    stay = {round_["number"] for round_ in own["rounds"] if (round_["number"], round_["started_at"]) in begun}
    ours = {place: hanchan for place, hanchan in hanchans_in(own) if place[0] in stay}
    theirs = dict(hanchans_in(document))
    for place, other in theirs.items():
        hanchan = ours.pop(place, None) or _started(place, other, theirs, stay, new)
        if hanchan is None or not _continues(hanchan, other, place, new):
            return place
    return next(iter(ours), None)


def _started(
    place: Place, hanchan: Json, theirs: dict[Place, Json], stay: Collection[int], new: NewEntries
) -> Json | None:
    """Return a hanchan's record as it was when the hanchan started; None if no log entry started the hanchan. A log
    entry that starts a round also starts the first hanchan at each table of the round."""
    number, table, nth = place
    blank = {name: hanchan.get(name) for name in ("id", "table", "seats", "length")} | EMPTY
    if nth == 1:
        return blank if number not in stay else None
    same_players = sorted(hanchan["seats"]) == sorted(theirs[number, table, nth - 1]["seats"])
    may_sit = same_players or new.of(EXCHANGED, number=number)  # players may change tables before the first hand
    return blank if may_sit and _entries_at(hanchan, new, STARTED_AGAIN) else None


def _continues(ours: Json, theirs: Json, place: Place, new: NewEntries) -> bool:
    """Whether `theirs` is the hanchan `ours`, with no other changes than the new log entries about it allow."""
    entries = new.at_hanchan(theirs["id"])
    apart = dict.fromkeys(("id", "seats", "cancelled_by", *HANDS, *ROWS))
    seats = is_same(ours["seats"], theirs["seats"]) or _may_change_seats(ours, entries, place, new)
    cancelled = ours["cancelled_by"] == theirs["cancelled_by"] or (
        ours["cancelled_by"] is None and theirs["cancelled_by"] in _entries_at(theirs, new, HANCHAN["cancelled_by"])
    )
    return (
        seats
        and cancelled
        and same_record(ours | apart, theirs | apart, HANCHAN, entries)
        and _keeps_hands(ours, theirs, entries)
        and are_logged(_outcomes(ours), _outcomes(theirs), entries)
        and _keeps_rows(_with_refusals(ours, theirs, new), theirs, entries)
    )


def _with_refusals(ours: Json, theirs: Json, new: NewEntries) -> Json:
    """Return the site's hanchan; if the two sides may differ about a substitute's consent to a public name, with the
    laptop's answer.

    They may differ in two cases. A consent that was withdrawn on the site stays withdrawn on the site
    (`actions.decided_here`). And a laptop that hides a player's name also withdraws the consent of a substitute of the
    same name.
    """
    pairs = zip(ours["substitutions"], theirs["substitutions"], strict=False)
    substitutions = [
        row | {"may_publish": other.get("may_publish", False)}
        if not row.get("may_publish") or (not other.get("may_publish") and new.of(HIDING))
        else row
        for row, other in pairs
    ]
    return ours | {"substitutions": substitutions + ours["substitutions"][len(substitutions) :]}


def _may_change_seats(ours: Json, entries: list[Any], place: Place, new: NewEntries) -> bool:
    """Whether players may have changed seats on the laptop: within the hanchan or, if the site had no record of play in
    it, with players at other tables of the round."""
    if any(entry["kind"] in HANCHAN["seats"] for entry in entries):
        return True
    return not is_played(ours) and bool(new.of(EXCHANGED, number=place[0]))


def _entries_at(hanchan: Json, new: NewEntries, kinds: Kinds) -> list[int]:
    """Return the numbers of the new log entries of these kinds about a hanchan."""
    return [entry["number"] for entry in new.at_hanchan(hanchan["id"]) if entry["kind"] in kinds]


def _keeps_rows(ours: Json, theirs: Json, entries: list[Any]) -> bool:
    is_corrected = any(entry["kind"] in CORRECTED for entry in entries)
    for part, (adding, ended_by, ending) in ROWS.items():
        most = sum(_rows_of(entry, part) for entry in entries if entry["kind"] in adding)
        if len(theirs[part]) - len(ours[part]) > most:
            return False
        # A correction moves hands, and with them the hand after which a substitute plays.
        free = {"after_hand"} if part == "substitutions" and is_corrected else ()
        may_end = [entry["number"] for entry in entries if entry["kind"] in ending]
        if not keeps_rows(ours[part], theirs[part], ended_by, may_end, free=free):
            return False
    return True


def _rows_of(entry: Any, part: str) -> int:
    """Return how many rows of the list `part` a log entry may have added. Usually this is one row, but a restart adds
    up to four substitutions, and two people may sign a sheet."""
    if entry["kind"] in STARTED_AGAIN:
        return 4
    if part == "signatures" and entry["kind"] not in CONFIRMED:
        signed_as = entry["data"].get("signed_as")
        return len(signed_as) if isinstance(signed_as, list) else 0
    return 1


def _keeps_hands(ours: Json, theirs: Json, entries: list[Any]) -> bool:
    """Whether each hand of `ours` is in `theirs`: unchanged, or superseded by a log entry that can correct it.

    Hands that do not count, because of points from paper or a cancellation, are compared in their order.
    """
    kinds = {entry["kind"] for entry in entries}
    current, others = _current(ours), _current(theirs)
    superseded = [hand for hand in theirs["other_hands"] if hand["superseded_by"] is not None]
    known = [hand for hand in ours["other_hands"] if hand["superseded_by"] is not None]
    left = _Hands(superseded)
    if not all(map(left.take, known)):
        return False
    superseded = left.rest
    if not kinds & REBUILT and not _keeps_points(ours, theirs):
        return False
    if not kinds & CORRECTED - UNDONE:
        recorded = sum(entry["kind"] in RECORDED for entry in entries)
        if len(others) + len(superseded) - len(current) > recorded:
            return False
    if not kinds & CORRECTED:
        return not superseded and others[: len(current)] == current
    may_correct = {entry["number"] for entry in entries if entry["kind"] in CORRECTED}
    corrected = [_fact(hand) for hand in superseded if hand["superseded_by"] in may_correct]
    stay, go = _Hands(others), _Hands(corrected)
    return len(corrected) == len(superseded) and all(stay.take(hand) or go.take(hand) for hand in current)


def _current(hanchan: Json) -> list[Json]:
    """Return the facts of the hands that are not superseded, in the order in which they were played."""
    if hanchan["game"]:
        outcomes = hanchan["game"]["hands"]
        return [
            _fact({**recorded, "outcome": outcome})
            for recorded, outcome in zip(hanchan["recorded"], outcomes, strict=True)
        ]
    return [_fact(hand) for hand in _outside(hanchan)]


def _outcomes(hanchan: Json) -> list[Any]:
    return [hand["outcome"] for hand in _current(hanchan)]


def _outside(hanchan: Json) -> list[Json]:
    """Return the hands that do not count, without superseded hands."""
    left = [hand for hand in hanchan["other_hands"] if hand["superseded_by"] is None]
    return sorted(left, key=lambda hand: hand["number"])


def _keeps_points(ours: Json, theirs: Json) -> bool:
    """Whether the hands that do not count in `theirs` have the same points as before. Hands that count are not
    compared, because their points follow from the rules."""
    outside = _outside(theirs)
    if not outside:
        return True
    if ours["game"]:
        rules = ruleset_from_json(ours["game"]["ruleset"], RULESETS)
        before: list[Any] = counted_hands(ours["game"], ours["recorded"], rules)
    else:
        before = _outside(ours)
    return all(same_but({"superseded_by"}, *both) for both in zip(before, outside, strict=False))


def _fact(hand: Json) -> Json:
    """Return the recorded values of a hand. The hand's number and points are left out, because they follow from the
    hands before it."""
    return {name: hand[name] for name in ("outcome", "round_wind", "dealer", "by", "at")}


class _Hands:
    """A list of hands from which a hand is taken by its values. Taking is fast even if a file has thousands of hands in
    any order."""

    def __init__(self, hands: list[Json]) -> None:
        self._by_values: dict[str, list[Json]] = {}
        for hand in reversed(hands):
            self._by_values.setdefault(_values(hand), []).append(hand)

    def take(self, wanted: Json) -> bool:
        """Remove a hand that equals `wanted`; return whether there was such a hand."""
        hands = self._by_values.get(_values(wanted), [])
        place = next((place for place in range(len(hands) - 1, -1, -1) if is_same(wanted, hands[place])), None)
        if place is not None:
            del hands[place]
        return place is not None

    @property
    def rest(self) -> list[Json]:
        """The hands that were not taken."""
        return [hand for hands in self._by_values.values() for hand in reversed(hands)]


def _values(hand: Json) -> str:
    """Return the values of a hand as text. Hands that are equal by `is_same` give equal texts: empty values are left
    out like missing values."""
    return json.dumps(_filled(hand), sort_keys=True)


def _filled(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _filled(each) for name, each in value.items() if each}
    return [_filled(each) for each in value] if isinstance(value, list) else value
