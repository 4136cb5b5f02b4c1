"""The lines of the standings' page: gaps, places gained, and their order."""

import re
from copy import deepcopy
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.factories import cut_to, penalize, play, sign
from tests.standings.results import DRAW, MANGAN, tournament_with
from tournament.core.cache import clear_all
from tournament.core.queries.visibility import EVERYTHING
from tournament.standings import latest_rounds
from tournament.standings.queries.standings_page import standings_page

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture(scope="module")
def made(once):
    """Two rounds of two tables: South wins 8,000 from West at one, at the other East is tenpai alone; then the other
    way round."""
    tournament, entries, hanchans = tournament_with(EIGHT, rounds=2)
    for hanchan, hand in zip(hanchans, [MANGAN, DRAW, DRAW, MANGAN], strict=False):
        play(hanchan, hand)
        sign(hanchan)
    return tournament, entries


def lines(tournament, *, query="", sort=""):
    page = standings_page(tournament, official=True, sight=EVERYTHING, query=query, sort=sort)
    return {line.row.name: line for line in page.lines}


def test_a_line_says_how_far_behind_and_how_many_places_gained(db, made):
    tournament, _entries = made

    shown = lines(tournament)

    assert [name for name, line in shown.items() if line.row.place == 1] == ["Player 1", "Player 5"]
    assert [shown[f"Player {number}"].behind for number in (1, 5, 2, 4)] == [None, None, 1, 24]
    assert [shown[f"Player {number}"].gained for number in (1, 5, 2)] == [2, 1, -2]
    assert [shown[f"Player {number}"].lost for number in (1, 5, 2)] == [0, 0, 2]
    assert shown["Player 2"].average == Fraction(17, 2)


def test_a_cut_divides_and_gaps_are_to_the_best_of_the_same_side(db, made):
    tournament, entries = made
    cut_to(*entries[4:], after=2)

    shown = lines(tournament)

    assert [name for name, line in shown.items() if line.cut_above] == ["Player 1"]
    assert [(line.row.place, line.behind) for line in shown.values()][3:6] == [(4, 47), (5, None), (6, 1)]
    assert not any(line.cut_above for line in lines(tournament, sort="average").values())
    assert not any(line.cut_above for line in lines(tournament, query="player").values())


@pytest.mark.parametrize(("sort", "first"), [("", 1), ("2", 6), ("1", 2), ("penalties", 7), ("7", 1), ("x", 1)])
def test_the_order_is_the_chosen_one_and_without_a_choice_that_of_places(db, made, sort, first):
    tournament, entries = made
    penalize(entries[6], "5")

    assert next(iter(lines(tournament, sort=sort))) == f"Player {first}"


def test_an_announced_cut_has_a_line_and_everybody_a_distance_to_it(db, made):
    tournament, _entries = deepcopy(made)
    tournament.announced_cuts = [{"places": 3}]

    shown = lines(tournament)

    assert [name for name, line in shown.items() if line.to_come] == ["Player 6"]
    assert [shown[f"Player {number}"].to_line for number in (1, 2, 6, 4)] == [1, 0, 0, -23]
    assert not any(line.to_come for line in lines(tournament, sort="average").values())
    then = standings_page(tournament, official=True, sight=EVERYTHING.after(1), query="", sort="")
    assert then.coming == ()


def test_each_cut_to_come_has_a_line_and_the_distance_is_to_the_next_one(db, made):
    tournament, _entries = deepcopy(made)
    tournament.announced_cuts = [{"places": 6, "after_round": 2, "carried": "half"}, {"places": 2, "after_round": 4}]

    shown = list(lines(tournament).values())
    assert [(number, line.to_come.places) for number, line in enumerate(shown) if line.to_come] == [(2, 2), (6, 6)]
    assert shown[5].to_line == shown[5].row.total - shown[6].row.total

    cut_to(*(line.row.entry for line in shown[:6]), after=2)
    tournament.refresh_from_db(fields=["version"])
    after = list(lines(tournament).values())
    assert [number for number, line in enumerate(after) if line.to_come] == [2]
    assert [line.to_line is None for line in after] == 6 * [False] + 2 * [True]


@pytest.mark.parametrize("places", [4, 8, 9])
def test_a_cut_that_divides_nobody_who_still_races_has_no_line(db, made, places):
    """Four passed the cut; 4 is the cut that was made, and neither 8 nor 9 of 8 players is one."""
    tournament, entries = deepcopy(made)
    cut_to(*entries[:4], after=2)
    tournament.announced_cuts = [{"places": places}]

    assert not any(line.to_come or line.to_line is not None for line in lines(tournament).values())


@pytest.mark.django_db
def test_of_many_rounds_the_latest_have_a_column_and_the_page_says_so(client, monkeypatch):
    """A page has as many cells as it has players and columns, and anybody may ask for it."""
    tournament, entries, hanchans = tournament_with(["A", "B", "C", "D"], rounds=4)
    for hanchan in hanchans:
        play(hanchan, MANGAN)
        sign(hanchan)
    url = reverse("leaderboard", args=[tournament.slug])
    head = re.compile(r'href="\?sort=(\d+)"')
    page = client.get(url).text
    assert (head.findall(page), page.count('"round-place round-place-')) == (["1", "2", "3", "4"], 4 * len(entries))
    assert "Only the latest rounds" not in page
    clear_all()
    monkeypatch.setattr(latest_rounds, "MOST_CELLS", 2 * len(entries))

    page = client.get(url).text

    assert (head.findall(page), page.count('"round-place round-place-')) == (["3", "4"], 2 * len(entries))
    assert "Only the latest rounds are shown here." in page
