"""Reads and writes a tournament as a `tenbo/1` document, for other programs that exchange results with the site.

`read_tournament` takes the public form and the private one; `new_tournament` and `add_hanchan` build the public form.
`tournament_results` calculates the scores.
"""

import json
from collections.abc import Iterable
from typing import Any

from scoring.check import document_faults
from scoring.game_writing import Json
from scoring.json_text import parse
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_to_json


class BadTournament(ValueError):
    """A document is not a tournament in `tenbo/1`. The message names the place of the first fault."""


def read_tournament(content: bytes) -> Json:
    """Return the document in these bytes after checking it. Raises `BadTournament`."""
    try:
        return _checked(parse(content.removeprefix(b"\xef\xbb\xbf")))
    except Refused as refused:
        raise BadTournament(refused.message) from None


def write_tournament(document: Json) -> bytes:
    """Return a document as the bytes of a file, as Tenbo writes it: UTF-8, one value per line. Raises
    `BadTournament`."""
    return (json.dumps(_checked(document), ensure_ascii=False, indent=1) + "\n").encode()


def _checked(document: Any) -> Json:
    for fault in document_faults(document):
        raise BadTournament(str(fault))
    if document["format"] != "tenbo/1":
        raise BadTournament("This is a game, not a tournament.")
    tournament: Json = document
    return tournament


def new_tournament(*, name: str, rules: Ruleset, players: Iterable[str], starts_on: str | None = None) -> Json:
    """Return a tournament in the public form, without rounds. Players are numbered from 1 in the order given."""
    entries = [
        {"number": number, "name": player, "country": "", "club": "", "team": ""}
        for number, player in enumerate(players, start=1)
    ]
    tournament = {"name": name, "place": "", "starts_on": starts_on, "is_public": True, "rules_frozen": True}
    tournament |= {"archived_at": None, "kept_apart": None, "sit_out": "nothing", "sit_out_points": "0"}
    parts: Json = {part: [] for part in ("tables", "plans", "cuts", "departures", "penalties", "planned_starts")}
    return {
        "format": "tenbo/1",
        "form": "public",
        "tournament": tournament,
        "ruleset": ruleset_to_json(rules),
        "entries": entries,
        **parts,
        "rounds": [],
    }


def add_hanchan(
    document: Json, *, round_number: int, table: int, seats: list[int], started_at: str, game: Json | None = None,
    paper: Json | None = None,
) -> None:  # fmt: skip
    """Add a hanchan to a document of `new_tournament`: a game in `hanchan/1`, or four points from paper.

    `paper` is `{"points": [four, before leftover bets], "riichi_sticks": 0, "chombo": []}`. `started_at` is when the
    round started, like 2026-05-01T09:30:00.000000Z; it is ignored if the document has the round already.
    """
    rounds: list[Json] = document["rounds"]
    if round_number not in [round_["number"] for round_ in rounds]:
        new: Json = {"number": round_number, "started_at": started_at, "resting": [], "clock": None, "withheld": None}
        rounds.append(new | {"hanchans": []})
    document["tables"] = sorted({*document["tables"], table})
    known = next(round_ for round_ in rounds if round_["number"] == round_number)
    hanchan: Json = {"id": sum(len(round_["hanchans"]) for round_ in rounds) + 1, "table": table, "seats": seats}
    hanchan |= {"extra_seconds": 0, "time": None, "game": game, "paper": paper, "substitutions": [], "sheet": None}
    known["hanchans"].append(hanchan)
