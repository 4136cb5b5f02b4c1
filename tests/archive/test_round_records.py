"""The records of rounds are written in one walk over the hanchans, however many rounds there are."""

from dataclasses import replace

import pytest

from tests.standings.results import tournament_with
from tournament.archive.tenbo.rounds import round_record
from tournament.archive.tenbo.whole import whole_tournament

pytestmark = pytest.mark.django_db


class Walked(list):
    """A list that counts how often somebody walks over it."""

    walks = 0

    def __iter__(self):
        self.walks += 1
        return super().__iter__()


@pytest.mark.parametrize("rounds", [1, 4])
def test_the_hanchans_are_read_as_often_for_many_rounds_as_for_one(rounds):
    tournament, *_rest = tournament_with(["A", "B", "C", "D"], rounds=rounds)
    whole = whole_tournament(tournament.pk)
    hanchans = Walked(whole.hanchans)
    whole = replace(whole, hanchans=hanchans)

    records = [round_record(round_, whole) for round_ in whole.rounds]

    assert [len(record["hanchans"]) for record in records] == [1] * rounds
    assert hanchans.walks <= 2
