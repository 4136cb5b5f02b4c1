"""`tenbo/1` without the site: what `scoring` reads of a tournament is what the site says of it."""

import re
import subprocess
from fractions import Fraction

import pytest

from scoring.presets import RULESETS
from scoring.tournament_format import BadTournament, add_hanchan, new_tournament, read_tournament, write_tournament
from scoring.tournament_results import results
from tests.archive.envelopes import busy_tournament
from tests.conftest import ROOT
from tests.scoring.program import PYTHON
from tournament.archive.tenbo.document import envelope, envelope_json, public_envelope, read_envelope
from tournament.core.queries.visibility import EVERYTHING
from tournament.games.queries.results import official_results, provisional_results

EXAMPLES = ROOT / "docs" / "examples"


@pytest.mark.django_db
def test_both_forms_are_read_and_written_and_give_the_results_of_the_site():
    tournament = busy_tournament()
    whole, public = envelope_json(envelope(tournament)), envelope_json(public_envelope(tournament, EVERYTHING))

    assert write_tournament(read_tournament(whole)) == whole
    assert write_tournament(read_tournament(public)) == public
    numbers = dict(tournament.entries.values_list("pk", "number"))
    site = [*official_results(tournament), *provisional_results(tournament)]
    of_site = [(row.round, numbers[row.entry_id], row.points, row.place, row.score, row.penalty) for row in site]
    for content in (whole, public):
        rows = results(read_tournament(content))
        lines = ((row.round, row.entry, row.line) for row in rows)
        of_file = [(number, entry, *line[:2], line.score, line.chombo) for number, entry, line in lines]
        assert sorted(of_file) == sorted(of_site)
    assert len(of_site) > 8


def test_the_site_reads_the_example_of_a_safety_copy():
    assert len(read_envelope((EXAMPLES / "tournament-whole.json").read_bytes())["rounds"]) == 2


def test_a_tournament_is_built_from_names_and_paper():
    document = new_tournament(name="Club", rules=RULESETS["wrc_2015"], players="ABCD")
    paper = {"points": [41_200, 30_100, 26_700, 21_000], "riichi_sticks": 1, "chombo": [0, 0, 1, 0]}
    at = "2026-05-01T09:30:00.000000Z"
    add_hanchan(document, round_number=1, table=1, seats=[4, 1, 2, 3], started_at=at, paper=paper)

    read = read_tournament(write_tournament(document))

    assert [(row.entry, row.line.place, row.line.score, row.line.chombo) for row in results(read)] == [
        (4, 1, Fraction("26.2"), 0), (1, 2, Fraction("5.1"), 0), (2, 3, Fraction("-8.3"), 20), (3, 4, -24, 0),
    ]  # fmt: skip


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


def test_the_program_in_the_docs_runs_without_any_package():
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "formats.md").read_text(encoding="utf-8"), re.S)

    finished = subprocess.run(
        [*PYTHON, "-c", program], cwd=ROOT, capture_output=True, timeout=60, check=True, text=True, encoding="utf-8"
    )

    assert finished.stdout.splitlines() == ["1 1 131/5", "2 2 51/10", "3 3 -73/10", "4 4 -24"]
