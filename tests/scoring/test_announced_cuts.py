"""Cuts that are announced: their order, and those that are still to be made."""

import pytest

from scoring.announced_cuts import AnnouncedCut, CutsOutOfOrder, coming, in_order


def cut(places: int, after_round: int | None = None) -> AnnouncedCut:
    return AnnouncedCut(places=places, after_round=after_round)


@pytest.mark.parametrize(
    "cuts",
    [
        [cut(4), cut(16)],
        [cut(4, 8), cut(16)],
        [cut(4), cut(16, 6)],
        [cut(4, 8), cut(8), cut(16, 6)],  # the rounds of some are open
    ],
)
def test_cuts_come_in_the_order_in_which_fewer_advance(cuts: list[AnnouncedCut]) -> None:
    assert [each.places for each in in_order(cuts)] == sorted((each.places for each in cuts), reverse=True)


@pytest.mark.parametrize(
    "cuts",
    [
        [cut(4), cut(4)],
        [cut(16, 6), cut(4, 6)],
        [cut(16, 8), cut(4, 6)],
        [cut(16, 8), cut(8), cut(4, 6)],
    ],
)
def test_the_same_number_twice_or_a_larger_cut_later_is_out_of_order(cuts: list[AnnouncedCut]) -> None:
    with pytest.raises(CutsOutOfOrder):
        in_order(cuts)


@pytest.mark.parametrize(
    ("made_after", "playing", "expected"),
    [
        (None, 40, [16, 8, 4]),
        (None, 16, [8, 4]),  # as many as play
        (5, 40, [16, 8, 4]),
        (6, 40, [8, 4]),  # the one after this round is made
        (7, 40, [8, 4]),
        (8, 40, [8]),  # when the round of one is open, only the number that plays tells
        (8, 8, []),
    ],
)
def test_cuts_that_are_still_to_be_made(made_after: int | None, playing: int, expected: list[int]) -> None:
    plan = [cut(16, 6), cut(8), cut(4, 8)]

    found = coming(plan, made_after=made_after, playing=playing)

    assert [each.places for each in found] == expected
