"""The draw: everybody once, the same again from the same seed, and fair about who waits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.seating.draw import draw, sit_out


@given(tables=st.integers(0, 30), seed=st.integers(0, 999_999))
def test_everybody_gets_one_seat(tables, seed):
    players = list(range(100, 100 + 4 * tables))

    drawn = draw(players, seed=seed)

    assert sorted(player for table in drawn for player in table) == players
    assert draw(players, seed=seed) == drawn


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_players_who_do_not_fill_whole_tables_are_an_error(count):
    with pytest.raises(ValueError, match="sit out"):
        draw(range(count), seed=1)


@given(played=st.dictionaries(st.integers(0, 200), st.integers(0, 8), max_size=60), seed=st.integers(0, 999_999))
def test_players_with_most_hanchans_sit_out(played, seed):
    out = sit_out(played, seed=seed)

    assert len(out) == len(played) % 4
    assert all(played[waiting] >= played[player] for waiting in out for player in played.keys() - out)
