"""Starting a round: drawn or given seats, once, and nobody on two chairs."""

from copy import deepcopy

import pytest

from tests.factories import (
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    cut_to,
    visitor,
)
from tests.queries import queries_of
from tests.rounds.new_round import drawn, entered, url_of
from tests.whole_site.test_rates import use_up
from tournament.core.views.rates import ROUNDS
from tournament.rounds.actions.start_round import RoundAlreadyStarted, WrongSeats, start_round
from tournament.rounds.queries.new_seats import NewSeats

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    """An organizer, and their tournament."""
    organizer = UserFactory()
    return organizer, TournamentFactory(organizers=[organizer])


@pytest.fixture
def tournament(organizer, world):
    return deepcopy(world[1])


@pytest.fixture
def url(tournament):
    return url_of(tournament)


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
    assert "It was not started twice" in again.text
    assert tournament.rounds.count() == 1


def test_no_seats_are_computed_to_start_a_round(client, tournament, url, monkeypatch):
    entered(tournament, 8)
    data = drawn(client.get(url))
    monkeypatch.setattr(NewSeats, "tables", lambda seats, groups: pytest.fail("the form has the seats"))

    client.post(url, data)

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

    of_page = {"seed", "asked"}
    assert {k: v for k, v in shown.items() if k not in of_page} == {
        k: v for k, v in changed.items() if k not in of_page
    }


@pytest.mark.parametrize(
    ("wrong", "problem"), [("", "This seat has no player."), ("0", "This player is not entered."), ("first", "sits at")]
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

    assert "needs at least four players" in client.get(url).text
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


def test_an_event_has_no_more_rounds_than_its_file_may_have(client, tournament, url, organizer, monkeypatch):
    monkeypatch.setattr("tournament.rounds.actions.start_round.MOST_ROUNDS", 1)
    entries = [entry.pk for entry in entered(tournament, 4)]
    start_round(tournament_id=tournament.pk, number=1, tables=[entries], seed=None, by=visitor(organizer))

    answer = client.post(url, drawn(client.get(url)))

    assert answer.status_code == 409
    assert "at most 500 rounds" in answer.text
    assert tournament.rounds.count() == 1


def test_an_account_starts_so_many_rounds_in_an_hour(client, tournament, url, organizer):
    """Each stores who sits out, and a round can be taken back and started again without end."""
    entered(tournament, 4)
    data = drawn(client.get(url))
    use_up(ROUNDS, f"account {organizer.pk} ")

    assert client.post(url, data).status_code == 409
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
