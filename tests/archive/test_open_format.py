"""`tenbo/1` without the site: what `scoring` reads of a tournament is what the site says of it."""

import pytest

from scoring.tournament_format import read_tournament, write_tournament
from scoring.tournament_results import results
from tests.archive.envelopes import busy_tournament
from tests.conftest import ROOT
from tournament.archive.tenbo.document import envelope, envelope_json, public_envelope, read_envelope
from tournament.core.queries.visibility import EVERYTHING
from tournament.games.queries.results import official_results, provisional_results

EXAMPLES = ROOT / "docs" / "examples"


@pytest.mark.slow
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
