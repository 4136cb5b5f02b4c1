"""Starting a round by the standings, by who met whom, and after a cut."""

from copy import deepcopy

import pytest
from django.forms import BoundField

from scoring.outcome import Limit, Ron, Win
from scoring.seats import Seat
from tests.factories import HanchanFactory, RoundFactory, TournamentFactory, UserFactory, cut_to, keep_plan, play, sign
from tests.forms_on_page import pressed
from tests.queries import queries_of
from tests.rounds.new_round import drawn, entered, url_of
from tournament.models import Hanchan
from tournament.standings.queries.leaderboard import leaderboard


def sign_all(tournament):
    for hanchan in Hanchan.objects.filter(round__tournament=tournament):
        sign(hanchan)


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    """An organizer, and their tournaments: before anything, after a round, and after a cut."""
    organizer = UserFactory()
    return organizer, *(TournamentFactory(organizers=[organizer]) for _ in range(3))


@pytest.fixture(scope="module")
def round_played(world):
    return play_a_round(world[2])


@pytest.fixture(scope="module")
def cut_made(world):
    entries = play_a_round(world[3])
    entries += entered(world[3], 4, first=9)
    keep_plan(world[3], *[[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]] * 2)
    cut_to(*(entries[number - 1] for number in (2, 4, 5, 7)), carried="half")
    return entries


def play_a_round(tournament):
    entries = entered(tournament, 8)
    first = RoundFactory(tournament=tournament)
    for number, value in ((1, Limit.YAKUMAN), (2, Limit.MANGAN)):
        four = entries[4 * number - 4 : 4 * number]
        hanchan = HanchanFactory(round=first, table__number=number, entries=four)
        play(hanchan, Ron(discarder=Seat.NORTH, wins=(Win(winner=Seat.EAST, value=value),)))
    return entries


@pytest.fixture
def tournament(organizer, world):
    return deepcopy(world[1])


@pytest.fixture
def url(tournament):
    return url_of(tournament)


@pytest.fixture
def played(organizer, round_played):
    """Eight players after one round: at table 1 the first player won much, at table 2 the fifth a little."""
    return deepcopy(round_played)


def seats_shown(page, entries):
    numbers = {entry.pk: entry.number for entry in entries}
    return [{numbers[pk] for pk in table} for table in page.context["proposal"].tables]


def test_a_round_by_places_seats_the_best_at_table_1(client, played):
    page = client.get(url_of(played[0].tournament), {"way": "standings"})

    assert page.context["proposal"].method == "standings"
    assert seats_shown(page, played)[0] == {1, 5, 2, 3}
    assert "first to fourth place at table 1" in page.text


def test_seats_that_are_only_shown_are_drawn_without_a_widget_each(client, played, monkeypatch):
    rendered = []
    as_widget = BoundField.as_widget
    monkeypatch.setattr(BoundField, "as_widget", lambda self: rendered.append(self.html_name) or as_widget(self))

    page = client.get(url_of(played[0].tournament), {"way": "standings"})

    assert [name for name in rendered if name.startswith("seat-")] == []
    seats = {name: [value] for name, value in drawn(page).items() if name.startswith("seat-")}
    assert len(seats) == 8
    assert seats.items() <= pressed(page.text, url_of(played[0].tournament)).items()


def test_a_round_where_equals_meet_parts_those_who_met(client, played):
    url = url_of(played[0].tournament)
    page = client.get(url, {"way": "swiss", "seed": "3"})

    assert [len(table & {1, 2, 3, 4}) for table in seats_shown(page, played)] == [2, 2]
    assert drawn(client.get(url, {"drawn": "3", "found": "swiss", "seats": "given"}))["seat-1-0"] == str(
        page.context["proposal"].tables[0][0]
    )


def test_the_standings_decide_nothing_before_the_first_round(client, tournament, url):
    entered(tournament, 4)

    assert "By places" not in client.get(url).text


def test_an_unknown_method_is_a_draw(client, played):
    page = client.get(url_of(played[0].tournament), {"way": "astrology"})

    assert page.context["proposal"].method == "random"


@pytest.fixture
def after_cut(organizer, cut_made):
    """Of twelve players, four from two tables went on; a plan for everybody was made before."""
    return deepcopy(cut_made)


@pytest.mark.parametrize("way", ["", "random", "swiss", "standings"])
def test_after_a_cut_the_finalists_sit_at_the_first_tables(client, after_cut, way):
    url = url_of(after_cut[0].tournament)
    page = client.get(url, {"way": way} if way else {})

    tables = seats_shown(page, after_cut)
    assert tables[0] == {2, 4, 5, 7}
    assert set.union(*tables[1:]) == {1, 3, 6, 8, 9, 10, 11, 12}
    assert page.text.count(">Final<") == 1
    assert page.text.count(">Side event<") == 2
    assert client.post(url, drawn(page)).status_code == 302


def test_the_others_may_sit_out(client, after_cut):
    url = url_of(after_cut[0].tournament)
    page = client.get(url, {"side": "rest", "way": "standings"})

    assert seats_shown(page, after_cut) == [{2, 4, 5, 7}]
    assert "Side event" not in page.text
    assert '<option value="rest" selected>' in page.text
    assert client.post(url, drawn(page)).status_code == 302
    assert after_cut[0].tournament.rounds.get(number=2).hanchans.count() == 1


def test_each_side_of_the_line_fills_its_own_tables(client, after_cut):
    away = str(after_cut[1].pk)

    page = client.get(url_of(after_cut[0].tournament), {"out": away, "seed": "5"})

    assert seats_shown(page, after_cut)[0].isdisjoint({2, 4, 5, 7})  # three cannot fill a table, and take no fourth
    assert len(page.context["proposal"].tables) == 2


def test_by_places_goes_by_the_standings_on_each_side(client, after_cut):
    tournament = after_cut[0].tournament
    tournament.cuts.all().delete()
    cut_to(*(after_cut[number - 1] for number in (1, 2, 3, 4, 5, 6, 7, 8)))

    assert seats_shown(client.get(url_of(tournament), {"way": "standings"}), after_cut) == [
        {1, 5, 2, 3},
        {4, 6, 7, 8},
        {9, 10, 11, 12},
    ]


def eight_in_the_final(played, *, final_seats=""):
    """Eight players of twelve, seeded 1 to 8 by their numbers' order in the first round's standings."""
    tournament = played[0].tournament
    tournament.cuts.all().delete()
    cut_to(*played[:8], carried="1/4")
    tournament.final_seats = final_seats
    tournament.save(update_fields=["final_seats"])
    board = leaderboard(tournament, official=False)
    return tournament, [row.entry.number for row in board.rows][:8]


def test_the_announced_seats_are_proposed_with_names(client, after_cut):
    """As Toronto's opens of 2025 and 2026 seat their finalists."""
    text = "[1,2,7,8] [3,4,5,6]\n[1,3,6,8] [2,4,5,7]"
    tournament, _order = eight_in_the_final(after_cut, final_seats=text)
    sign_all(tournament)
    seeds = [row.entry.number for row in leaderboard(tournament, official=True).rows][:8]

    page = client.get(url_of(tournament))

    assert page.context["proposal"].method == "seeds"
    assert seats_shown(page, after_cut)[:2] == [{seeds[s - 1] for s in four} for four in ((1, 2, 7, 8), (3, 4, 5, 6))]
    assert f"1. Player {seeds[0]:02}" in page.text
    assert "By seed (the place before the cut):" in page.text
    assert client.post(url_of(tournament), drawn(page)).status_code == 302
    second = client.get(url_of(tournament))
    assert seats_shown(second, after_cut)[:2] == [{seeds[s - 1] for s in four} for four in ((1, 3, 6, 8), (2, 4, 5, 7))]
    third = client.get(url_of(tournament), {"way": "random"})
    assert third.context["proposal"].method == "random"
    away = client.get(url_of(tournament), {"out": str(after_cut[0].pk)})
    assert away.status_code == 422
    assert "These tables seat 8 players, but 4 play." in away.text


@pytest.mark.parametrize(
    ("asked", "tables"),
    [
        ({"pattern": "1-4-5-8 2-3-6-7"}, ((1, 4, 5, 8), (2, 3, 6, 7))),
        ({"way": "named", "named": "ends"}, ((1, 2, 7, 8), (3, 4, 5, 6))),
        ({"way": "named", "named": "snake", "pattern": "[1,2,7,8] [3,4,5,6]"}, ((1, 4, 5, 8), (2, 3, 6, 7))),
        ({"named": "ends", "pattern": "[1,3,5,7] [2,4,6,8]"}, ((1, 3, 5, 7), (2, 4, 6, 8))),
    ],
)
def test_seats_by_seed_without_a_cut_go_by_the_places_now(client, played, asked, tables):
    page = client.get(url_of(played[0].tournament), {"way": "seeds", "seed": "1", **asked})

    seeds = [row.entry.number for row in leaderboard(played[0].tournament, official=False).rows]
    assert seats_shown(page, played) == [{seeds[seed - 1] for seed in four} for four in tables]
    assert page.status_code == 200
    assert "By seed (the current place):" in page.text
    text = page.context["proposal"].seating.pattern
    again = {"seats": "given", "found": "seeds", "drawn": "1", "pattern": text}
    changed = client.get(url_of(played[0].tournament), again)
    assert drawn(changed)["seat-1-0"] == str(page.context["proposal"].tables[0][0])


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("", "Enter the seeds of each table"),
        ("<b>", "cannot be read"),
        ("[1,2,3,4]", "These tables seat 4 players, but 8 play."),
        ("[1,2,7,8] [3,4,5]", "Table 2 has 3 seeds, but four play at a table."),
        ("[1,2,7,8] [3,4,5,5]", "Seed 5 has two seats, and seed 6 has none."),
        ("[1,2,7,9] [3,4,5,6]", "There is no seed 9: these tables have seats for seeds 1 to 8."),
    ],
)
def test_a_pattern_that_cannot_be_seated_says_why(client, played, pattern, problem):
    page = client.get(url_of(played[0].tournament), {"way": "seeds", "pattern": pattern})

    assert page.status_code == 422
    assert problem in page.text
    assert "<b>" not in page.context["pattern_problem"] or "&lt;b&gt;" in page.text


def test_places_in_steps(client, played):
    page = client.get(url_of(played[0].tournament), {"way": "standings", "step": "2"})

    order = [row.entry.number for row in leaderboard(played[0].tournament, official=False).rows]
    assert seats_shown(page, played) == [set(order[0::2]), set(order[1::2])]
    assert "the players are 2 places apart" in page.text
    assert client.get(url_of(played[0].tournament), {"way": "standings", "step": "x"}).status_code == 200


def test_after_a_cut_more_players_take_no_more_queries(client, after_cut):
    tournament = after_cut[0].tournament
    url = url_of(tournament) + "?way=swiss"
    few = queries_of(client, url)

    entered(tournament, 4, first=13)

    assert queries_of(client, url) == few
