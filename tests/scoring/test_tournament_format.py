"""Tournaments in `tenbo/1` that another program builds, reads and writes."""

import re
import subprocess
from fractions import Fraction

import pytest

from scoring.presets import RULESETS
from scoring.tournament_format import BadTournament, add_hanchan, new_tournament, read_tournament, write_tournament
from scoring.tournament_results import results
from tests.conftest import ROOT
from tests.scoring.program import PYTHON

EXAMPLES = ROOT / "docs" / "examples"
AT, LATER = "2026-05-01T09:30:00.000000Z", "2026-05-01T11:30:00.000000Z"


def test_a_tournament_is_built_from_names_and_paper():
    document = new_tournament(name="Club", rules=RULESETS["wrc_2015"], players="ABCD")
    paper = {"points": [41_200, 30_100, 26_700, 21_000], "riichi_sticks": 1, "chombo": [0, 0, 1, 0]}
    at = "2026-05-01T09:30:00.000000Z"
    add_hanchan(document, round_number=1, table=1, seats=[4, 1, 2, 3], started_at=at, paper=paper)

    read = read_tournament(write_tournament(document))

    assert [(row.entry, row.line.place, row.line.score, row.line.chombo) for row in results(read)] == [
        (4, 1, Fraction("26.2"), 0), (1, 2, Fraction("5.1"), 0), (2, 3, Fraction("-8.3"), 20), (3, 4, -24, 0),
    ]  # fmt: skip


def test_a_document_is_written_with_one_value_a_line():
    document = new_tournament(name="Klub Č", rules=RULESETS["wrc_2015"], players="ABCD")

    lines = write_tournament(document).decode().splitlines(keepends=True)

    assert lines[:2] == ["{\n", ' "format": "tenbo/1",\n']
    assert '  "name": "Klub Č",\n' in lines
    assert lines[-1] == "}\n"


def test_what_is_no_tournament_is_refused_with_its_place():
    document = new_tournament(name="Club", rules=RULESETS["wrc_2015"], players="ABCD")
    paper = {"points": [30_000] * 4, "riichi_sticks": 1, "chombo": []}
    add_hanchan(document, round_number=1, table=1, seats=[4, 1, 2, 3], started_at="today", paper=paper)

    with pytest.raises(BadTournament, match=r"rounds\[0\].hanchans\[0\].paper cannot be"):
        write_tournament(document)
    with pytest.raises(BadTournament, match="not JSON"):
        read_tournament(b"{")
    with pytest.raises(BadTournament, match="a game, not a tournament"):
        read_tournament((EXAMPLES / "game.json").read_bytes())


def test_hanchans_follow_one_another_in_their_rounds():
    document = new_tournament(name="Club", rules=RULESETS["wrc_2015"], players="ABCDEFGH", starts_on="2026-05-01")
    add_hanchan(document, round_number=1, table=2, seats=[5, 6, 7, 8], started_at=AT)
    add_hanchan(document, round_number=1, table=1, seats=[1, 2, 3, 4], started_at=LATER)
    game = {"format": "hanchan/1", "ruleset": "wrc_2015", "hands": []}
    add_hanchan(document, round_number=2, table=1, seats=[8, 2, 6, 4], started_at=LATER, game=game)

    read = read_tournament(b"\xef\xbb\xbf" + write_tournament(document))

    assert read == document
    assert [entry["number"] for entry in read["entries"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert read["tables"] == [1, 2]
    assert (read["tournament"]["starts_on"], read["tournament"]["is_public"]) == ("2026-05-01", True)
    assert [
        (round_["number"], round_["started_at"], [(hanchan["id"], hanchan["table"]) for hanchan in round_["hanchans"]])
        for round_ in read["rounds"]
    ] == [(1, AT, [(1, 2), (2, 1)]), (2, LATER, [(3, 1)])]
    assert list(results(read)) == []  # nothing is played yet


def test_the_program_in_the_docs_runs_without_any_package():
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "formats.md").read_text(encoding="utf-8"), re.S)

    finished = subprocess.run(
        [*PYTHON, "-c", program], cwd=ROOT, capture_output=True, timeout=60, check=True, text=True, encoding="utf-8"
    )

    assert finished.stdout.splitlines() == ["1 1 131/5", "2 2 51/10", "3 3 -73/10", "4 4 -24"]
