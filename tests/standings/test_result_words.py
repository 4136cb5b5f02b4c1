"""What the table of the standings shows of a result: remembered, and each time right."""

from fractions import Fraction

from django.utils.translation import override

from tournament.games.queries.results import HanchanState, Result
from tournament.standings.words.results import drawn

RESULT = Result(
    entry_id=1, hanchan_id=1, round=1, table=1, seat=0, points=45_300, place=1, state=HanchanState.SIGNED,
    uma=Fraction(15), score=Fraction("30.3"), penalty=Fraction(),
)  # fmt: skip


def test_place_and_score():
    assert "round-place-1" in drawn(RESULT)
    assert '<span class="number positive">+30.3</span>' in drawn(RESULT)
    assert "star" not in drawn(RESULT)


def test_equal_results_are_drawn_alike_and_every_other_by_itself():
    assert drawn(RESULT._replace(hanchan_id=2, entry_id=7)) == drawn(RESULT)
    others = [
        RESULT._replace(place=2),
        RESULT._replace(score=Fraction("-30.3")),
        RESULT._replace(substitute="Sub"),
        RESULT._replace(state=HanchanState.FINISHED),
    ]
    assert len({drawn(RESULT), *map(drawn, others)}) == 5


def test_each_language_has_its_own():
    with override("cs"):
        czech = drawn(RESULT)
    assert "+30,3" in czech
    assert "+30.3" in drawn(RESULT)
