"""How good seats are, in words that are true."""

from tournament.rounds.words.seating import against_bound


def test_a_count_is_compared_with_the_known_bounds(subtests):
    for count, fewest, known, words in [
        (0, 0, 0, "no plan has fewer"),
        (12, 12, None, "no plan has fewer"),
        (24, 0, 24, "no plan with fewer is known"),
        (18, 12, 18, "no plan with fewer is known; fewer than 12 is impossible"),
        (24, 20, 20, "the best plan known has 20"),
        (8, 3, None, "no plan has fewer than 3"),
        (8, 0, None, "it is not known whether fewer are possible"),
    ]:
        with subtests.test(count=count, fewest=fewest, known=known, words=words):
            assert against_bound(count, fewest, known) == words
