"""Checks a file of `hanchan/1` or `tenbo/1`: its schema, the references between its parts, and each game by its rules.

A file is one JSON document, or one document per line.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from scoring.game_format import game_from_json, outcome_from_json
from scoring.hanchan import replay
from scoring.json_text import parse
from scoring.placement import check_final_points
from scoring.presets import RULESETS
from scoring.profiles import profile_faults
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_from_json
from scoring.schemas import FILES, schema_of
from scoring.schemas.validation import Fault, Json, faults, place_of, quoted
from scoring.seats import by_seat

MOST_FAULTS = 20
"""The most faults reported for one document."""


class Checked(NamedTuple):
    """One checked document of a file: its line number (None if the document is the whole file), its faults, and a
    summary if it has no faults."""

    line: int | None
    faults: list[Fault]
    summary: str


def check_file(content: bytes, profile: Json | None = None) -> Iterator[Checked]:
    """Check each document of a file. If `profile` is given, a document without faults is also checked by this
    federation's profile."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    lines = [(number, line) for number, line in enumerate(content.splitlines(), start=1) if line.strip()]
    if len(lines) > 1 and _is_json(lines[0][1]):
        for number, line in lines:
            yield _checked(number, line, profile)
    else:
        yield _checked(None, content, profile)


def _checked(number: int | None, text: bytes, profile: Json | None) -> Checked:
    try:
        document = parse(text)
        first_faults = list(islice(document_faults(document), MOST_FAULTS))
        if not first_faults and profile:
            first_faults = list(islice(profile_faults(document, profile), MOST_FAULTS))
        return Checked(number, first_faults, "" if first_faults else summary_of(document))
    except Refused as refused:
        return Checked(number, [Fault("", _problem(refused))], "")
    except RecursionError:
        return Checked(number, [Fault("", "is nested too deeply")], "")


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def document_faults(document: Any) -> Iterator[Fault]:
    """Yield the faults of a document in `hanchan/1` or `tenbo/1`. If the schema finds faults, nothing else is
    checked."""
    if not isinstance(document, dict):
        yield Fault("", "is not an object")
    elif "format" not in document:
        yield Fault("", 'lacks "format"')
    elif not isinstance(document["format"], str) or document["format"] not in FILES:
        yield Fault("format", f"is none of {', '.join(map(quoted, FILES))}")
    else:
        of_shape = list(faults(document, schema_of(document["format"])))
        check = game_faults if document["format"] == "hanchan/1" else tournament_faults
        yield from of_shape or check(document)


def summary_of(document: Json) -> str:
    """Return a short description of a document without faults."""
    if document["format"] == "hanchan/1":
        return f"hanchan/1, hands: {len(document['hands'])}"
    entries, rounds = len(document["entries"]), len(document["rounds"])
    return f"tenbo/1, {document['form']}, entries: {entries}, rounds: {rounds}"


def game_faults(data: Json, where: str = "") -> Iterator[Fault]:
    """Replay a game and yield the first fault that the schema cannot find. The search ends there, because later hands
    depend on the faulty hand."""
    try:
        game = game_from_json(data)
        replay(map(outcome_from_json, game.hands), rules=game.rules, start=game.start)
    except Refused as refused:
        hand = "" if refused.hand is None else place_of(place_of(where, "hands"), refused.hand)
        yield Fault(hand or where, _problem(refused))


def tournament_faults(document: Json) -> Iterator[Fault]:
    """Yield the faults of a tournament's games, and of the references between the parts of the document."""
    try:
        rules = ruleset_from_json(document["ruleset"], RULESETS)
    except Refused as refused:
        yield Fault("ruleset", _problem(refused))
        return
    entries = [entry["number"] for entry in document["entries"]]
    yield from _twice("entries", entries)
    yield from _twice("rounds", [round_["number"] for round_ in document["rounds"]])
    for number, round_ in enumerate(document["rounds"]):
        for index, hanchan in enumerate(round_["hanchans"]):
            place = place_of(place_of(place_of("rounds", number), "hanchans"), index)
            yield from _hanchan_faults(place, hanchan, set(entries), rules)


def _hanchan_faults(where: str, hanchan: Json, entries: set[int], rules: Ruleset) -> Iterator[Fault]:
    seats = place_of(where, "seats")
    for seat, entry in enumerate(hanchan["seats"]):
        if entry not in entries:
            yield Fault(place_of(seats, seat), "is the number of no entry")
        elif entry in hanchan["seats"][:seat]:
            yield Fault(place_of(seats, seat), "is there twice")
    is_public = not isinstance(hanchan["paper"], list)
    for number, paper in enumerate([hanchan["paper"]] if is_public else hanchan["paper"]):
        if paper and paper.get("superseded_by") is None:
            place = place_of(where, "paper")
            yield from _paper_faults(place if is_public else place_of(place, number), paper, hanchan, rules)
    if hanchan["game"] is None:
        return
    of_game = list(game_faults(hanchan["game"], place_of(where, "game")))
    yield from of_game
    if not of_game and game_from_json(hanchan["game"]).rules != rules:
        yield Fault(place_of(place_of(where, "game"), "ruleset"), "is not that of the tournament")


def _paper_faults(where: str, paper: Json, hanchan: Json, rules: Ruleset) -> Iterator[Fault]:
    try:
        start_points = by_seat(hanchan["start_points"]) if hanchan.get("start_points") else None
        check_final_points(by_seat(paper["points"]), paper["riichi_sticks"], rules=rules, start_points=start_points)
    except Refused as refused:
        yield Fault(where, _problem(refused))


def _twice(where: str, numbers: list[int]) -> Iterator[Fault]:
    for index, number in enumerate(numbers):
        if number in numbers[:index]:
            yield Fault(place_of(place_of(where, index), "number"), "is there twice")


def _problem(refused: Refused) -> str:
    return (
        f"cannot be. {refused.message}" if refused.code != "not_json" else f"is not JSON: {refused.details['problem']}"
    )
