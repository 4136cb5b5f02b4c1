"""Starting a round: drawn or given seats, once, and nobody on two chairs."""

from copy import deepcopy

import pytest
from django.urls import reverse

from scoring.outcome import Limit, Ron, Win
from scoring.seats import Seat
from tests.factories import (
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    cut_to,
    enter,
    keep_plan,
    play,
    visitor,
)
from tests.queries import queries_of
from tournament.rounds.actions.start_round import RoundAlreadyStarted, WrongSeats, start_round

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


def url_of(tournament):
    return reverse("round-new", args=[tournament.slug])


def entered(tournament, count, *, first=1):
    """Players whose names are in the order of their numbers: so stand those who are level."""
    numbers = range(first, first + count)
    return enter([EntryFactory.build(tournament=tournament, number=n, player__name=f"Player {n:02}") for n in numbers])


def drawn(page):
    """What the page sends when nothing is touched."""
    form = page.context["form"]
    return {bound.html_name: "" if bound.value() is None else str(bound.value()) for bound in form}


def test_a_drawn_round_starts_as_it_was_shown(client, tournament, url):
    entered(tournament, 8)
    page = client.get(url)
    data = drawn(page)

    response = client.post(url, data)

    started = tournament.rounds.get()
    assert response.url == started.get_absolute_url()
    assert list(tournament.tables.values_list("number", flat=True)) == [1, 2]
    for hanchan in started.hanchans.all():
        for seat in hanchan.seats.all():
            assert data[f"seat-{hanchan.table.number}-{seat.seat}"] == str(seat.entry_id)
    entry = tournament.log.get()
    assert (entry.kind, entry.data["number"], entry.data["tables"]) == ("round.started", 1, 2)
    assert entry.data["seed"] == page.context["seed"]


def test_the_same_seed_shows_the_same_seats(client, tournament, url):
    entered(tournament, 8)

    once, again, another = (drawn(client.get(url, {"seed": seed})) for seed in ("7", "7", "8"))

    assert once == again
    assert once != another


def test_the_same_submission_twice_starts_one_round(client, tournament, url):
    entered(tournament, 4)
    data = drawn(client.get(url))

    client.post(url, data)
    again = client.post(url, data)

    assert again.status_code == 409
    assert "Nothing was started twice" in again.text
    assert tournament.rounds.count() == 1


def test_players_who_do_not_fill_a_table_sit_out(client, tournament, url):
    entries = entered(tournament, 6)
    page = client.get(url)
    client.post(url, drawn(page))

    assert len(page.context["without_seat"]) == 2
    out = tournament.log.get().data["sitting_out"]
    assert len(out) == 2
    assert sorted(tournament.rounds.get().resting.values_list("number", flat=True)) == out

    # In the next round it is somebody else's turn.
    sitting = {entry.player.name for entry in entries if entry.number in out}
    assert sitting.isdisjoint(client.get(url).context["without_seat"])


@pytest.mark.parametrize(("side_event", "resting"), [(False, [4]), (True, [4, 9])])
def test_whom_a_cut_left_out_sits_out_only_where_others_of_them_play(tournament, organizer, side_event, resting):
    entries = entered(tournament, 10)
    RoundFactory(tournament=tournament)
    cut_to(*[entries[number] for number in (0, 1, 2, 3, 4)])
    seats = [[entries[number].pk for number in four] for four in ((0, 1, 2, 3), (5, 6, 7, 8))]

    started = start_round(
        tournament_id=tournament.pk,
        number=2,
        tables=seats[: 1 + side_event],
        seed=None,
        by=visitor(organizer),
    )

    assert sorted(started.resting.values_list("pk", flat=True)) == [entries[number].pk for number in resting]


def test_the_organizer_chooses_who_sits_out(client, tournament, url):
    entries = entered(tournament, 9)

    page = client.get(url, {"out": [entries[2].pk]})

    assert page.context["without_seat"] == [entries[2].player.name]
    assert page.context["form"].table_count == 2


def test_seats_can_be_given(client, tournament, url):
    entries = entered(tournament, 4)
    empty = drawn(client.get(url, {"seats": "empty"}))
    assert not any(value for name, value in empty.items() if name.startswith("seat-"))

    client.post(url, empty | {f"seat-1-{seat}": str(entries[3 - seat].pk) for seat in range(4)})

    seats = tournament.rounds.get().hanchans.get().seats.order_by("seat")
    assert [seat.entry for seat in seats] == entries[::-1]
    assert tournament.log.get().data["seed"] is None


def test_drawn_seats_can_be_changed(client, tournament, url):
    entered(tournament, 8)

    shown = drawn(client.get(url, {"seed": "7"}))
    changed = drawn(client.get(url, {"drawn": "7", "seats": "given"}))

    assert {k: v for k, v in shown.items() if k != "seed"} == {k: v for k, v in changed.items() if k != "seed"}


@pytest.mark.parametrize(
    ("wrong", "problem"), [("", "No one sits here."), ("0", "This player is not entered."), ("first", "sits at")]
)
def test_wrong_seats_are_reported_and_stay_in_the_form(client, tournament, url, wrong, problem):
    entered(tournament, 8)
    data = drawn(client.get(url))
    first = data["seat-1-0"]

    response = client.post(url, data | {"seat-2-3": first if wrong == "first" else wrong})

    assert response.status_code == 422
    assert problem in response.text
    assert "One field below needs your answer." in response.text
    assert '<a href="#id_seat-2-3">' in response.text
    assert 'id="id_seat-2-3"' in response.text
    assert "below" not in client.get(url, {"seats": "given"}).text
    assert f'<option value="{first}" selected>' in response.text
    assert not tournament.rounds.exists()


@pytest.mark.parametrize("tables", ["0", "x", "9999"])
def test_an_invalid_form_starts_nothing(client, tournament, url, tables):
    entered(tournament, 4)
    data = drawn(client.get(url))

    assert client.post(url, data | {"tables": tables}).status_code == 422
    assert not tournament.rounds.exists()


def test_too_few_players_are_reported(client, tournament, url):
    entered(tournament, 3)

    assert "needs four players" in client.get(url).text
    assert client.post(url, {"number": "1", "tables": "0"}).status_code == 422


def test_the_action_trusts_no_form(tournament, organizer):
    entries = [entry.pk for entry in entered(tournament, 4)]
    stranger = EntryFactory(number=1).pk
    by = visitor(organizer)

    for tables in ([], [entries[:3]], [[*entries[:3], entries[0]]], [[*entries[:3], stranger]]):
        with pytest.raises(WrongSeats):
            start_round(tournament_id=tournament.pk, number=1, tables=tables, seed=None, by=by)
    with pytest.raises(RoundAlreadyStarted):
        start_round(tournament_id=tournament.pk, number=2, tables=[entries], seed=None, by=by)
    assert not tournament.rounds.exists()


def test_tables_in_the_hall_are_used_again(client, tournament, url):
    entered(tournament, 4)
    hanchan = HanchanFactory(round__tournament=tournament, entries=list(tournament.entries.all()))

    client.post(url, drawn(client.get(url)))

    assert tournament.rounds.count() == 2
    assert tournament.tables.get() == hanchan.table


def test_an_unsigned_round_is_pointed_out(client, tournament, url):
    HanchanFactory(round__tournament=tournament)

    assert "has no signed sheet yet" in client.get(url).text


def test_the_page_takes_no_more_queries_for_more_players(client, tournament, url):
    entered(tournament, 4)
    few = queries_of(client, url)

    EntryFactory.create_batch(8, tournament=tournament)

    assert queries_of(client, url) == few


def test_starting_takes_no_more_queries_for_more_tables(client, tournament, organizer, django_assert_max_num_queries):
    entries = [entry.pk for entry in entered(tournament, 40)]
    tables = [entries[i : i + 4] for i in range(0, 40, 4)]

    with django_assert_max_num_queries(20):
        start_round(tournament_id=tournament.pk, number=1, tables=tables, seed=1, by=visitor(organizer))


@pytest.fixture
def played(organizer, round_played):
    """Eight players after one round: at table 1 the first player won much, at table 2 the fifth a little."""
    return deepcopy(round_played)


def seats_shown(page, entries):
    numbers = {entry.pk: entry.number for entry in entries}
    return [{numbers[pk] for pk in table} for table in page.context["proposal"].tables]


def test_a_round_by_places_seats_the_best_at_table_1(client, played):
    page = client.get(url_of(played[0].tournament), {"way": "standings"})

    assert page.context["proposal"].way == "standings"
    assert seats_shown(page, played)[0] == {1, 5, 2, 3}
    assert "first to fourth at table 1" in page.text


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

    assert page.context["proposal"].way == "random"


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


def test_after_a_cut_more_players_take_no_more_queries(client, after_cut):
    tournament = after_cut[0].tournament
    url = url_of(tournament) + "?way=swiss"
    few = queries_of(client, url)

    entered(tournament, 4, first=13)

    assert queries_of(client, url) == few


def planned_ten(tournament):
    """Ten players, two planned rounds; the ninth and tenth rest in the first."""
    entries = entered(tournament, 10)
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 1, 5], [2, 6, 3, 7]])
    return entries


def shown_seats(page):
    numbers = {entry.pk: entry.number for entry in page.context["proposal"].entries}
    return [
        [numbers[int(field.value())] for _wind, field, _name in seats] for _n, seats in page.context["form"].by_table()
    ]


@pytest.mark.parametrize("button", [{"apply": "1"}, {"seats": "given"}, {}])
def test_the_planned_seats_stay_around_a_resting_player(client, tournament, url, button):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entries[2].pk]} | button)

    seats = shown_seats(page)
    assert seats[1] == [5, 6, 7, 8]
    assert seats[0][:2] + seats[0][3:] == [1, 2, 4]
    assert seats[0][2] in {9, 10}
    assert page.context["proposal"].planned
    assert entries[2].player.name in page.context["without_seat"]


def test_a_player_who_rests_in_the_plan_anyway_changes_nothing(client, tournament, url):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entries[8].pk], "apply": "1"})

    assert shown_seats(page) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_too_few_players_left_for_the_plan_are_reported(client, tournament, url):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entry.pk for entry in entries[:7]], "apply": "1"})

    assert "A round needs four players" in page.text


def test_a_tick_after_a_draw_draws_with_the_same_number(client, tournament, url):
    entries = planned_ten(tournament)

    page = client.get(url, {"out": [entries[2].pk], "drawn": "7", "found": "random", "apply": "1"})
    again = client.get(url, {"out": [entries[2].pk], "seed": "7"})

    assert not page.context["proposal"].planned
    assert shown_seats(page) == shown_seats(again)


def test_a_rest_in_the_last_planned_round_does_not_make_the_plan_unfit(client, tournament, url):
    entries = planned_ten(tournament)
    RoundFactory(tournament=tournament, number=1)

    page = client.get(url)

    assert page.context["proposal"].planned
    assert shown_seats(page) == [[9, 10, 1, 5], [2, 6, 3, 7]]
    assert page.context["without_seat"] == [entries[3].player.name, entries[7].player.name]
    seating = client.get(reverse("seating", args=[tournament.slug]))
    assert seating.context["plan"].fits
