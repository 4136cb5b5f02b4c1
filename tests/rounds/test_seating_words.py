"""How good seats are, in words that are true."""

from tournament.rounds.words.seating import against_bound


def test_a_count_is_compared_with_the_known_bounds(subtests):
    for count, fewest, known, words in [
        (0, 0, 0, "no plan can be better"),
        (12, 12, None, "no plan can be better"),
        (24, 0, 24, "no better plan is known"),
        (18, 12, 18, "no better plan is known; fewer than 12 is impossible"),
        (24, 20, 20, "the best known plan has 20"),
        (8, 3, None, "fewer than 3 is impossible"),
        (8, 0, None, "it is not known whether a better plan exists"),
    ]:
        with subtests.test(count=count, fewest=fewest, known=known, words=words):
            assert against_bound(count, fewest, known) == words
