"""Two players of a round change places: in the plan, and at tables where nothing was played yet."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, keep_plan, play
from tests.queries import queries_of
from tests.reading import reading
from tests.table.corrections import A, tsumo
from tests.whole_site.test_rates import use_up
from tournament.core.views.rates import PLAN_CHANGES
from tournament.games.queries.seats import current_plan
from tournament.models import Hanchan
from tournament.rounds.actions.exchange_players import SeatsChanged, exchange_players
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.queries.exchange import round_to_change

pytestmark = pytest.mark.django_db

FIRST, SECOND = [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 9]]


@pytest.fixture(scope="module")
def world(once):
    user = UserFactory()
    tournament = TournamentFactory(organizers=[user])
    for number in range(1, 10):
        EntryFactory(tournament=tournament, number=number, player__name=f"Hráč {number}", team="Red" * (number < 3))
    keep_plan(tournament, FIRST, SECOND)
    return user, tournament


@pytest.fixture
def tournament(client, db, world):
    """Nine players, two planned rounds; the ninth rests in the first, the eighth in the second."""
    user, tournament = deepcopy(world)
    client.force_login(user)
    return tournament


def start(tournament):
    ids = dict(tournament.entries.values_list("number", "pk"))
    tables = [[ids[number] for number in four] for four in FIRST]
    start_round(tournament_id=tournament.pk, number=1, tables=tables, seed=None, by=STRANGER)


def url(tournament, number, query=""):
    return reverse("exchange", args=[tournament.slug, number]) + query


def accept(client, tournament, number, first, second, **more):
    page = client.get(url(tournament, number), {"first": first, "second": second})
    base = {"base": page.context["round"].base, "key": str(page.context["key"])}
    return client.post(url(tournament, number), {"first": first, "second": second} | base | more)


def seats(tournament):
    return [
        [seat.entry.number for seat in hanchan.seats.order_by("seat")]
        for hanchan in Hanchan.objects.valid().filter(round__tournament=tournament).order_by("table__number")
    ]


def resting(tournament):
    return list(tournament.rounds.get().resting.values_list("number", flat=True))


def test_an_exchange_is_previewed(client, tournament):
    page = client.get(url(tournament, 2), {"first": "1", "second": "3"})

    assert [table.number for table in page.context["preview"].tables] == [1, 2]
    assert "After the exchange, these players meet in this round and in at least one other round" in page.text
    assert "Hráč 2 · Hráč 3" in page.text
    assert current_plan(tournament).rounds == [FIRST, SECOND]


def test_two_change_places_in_the_plan_and_it_is_taken_back_like_a_repair(client, tournament):
    assert accept(client, tournament, 2, 1, 3).url == reverse("seating", args=[tournament.slug])

    current = current_plan(tournament)
    assert current.rounds == [FIRST, [[3, 5, 2, 6], [1, 7, 4, 9]]]
    assert "Exchanged Hráč 1 and Hráč 3 in the plan of round 2" in reading(
        client.get(reverse("log", args=[tournament.slug])).text
    )
    client.post(reverse("seating-take-back", args=[tournament.slug]), {"base": current.hash})
    assert current_plan(tournament).rounds == [FIRST, SECOND]


def test_an_account_exchanges_so_many_players_in_an_hour(client, tournament):
    use_up(PLAN_CHANGES, f"account {tournament.memberships.get(role='organizer').user_id} ")

    assert accept(client, tournament, 2, 1, 3).status_code == 429
    assert current_plan(tournament).rounds == [FIRST, SECOND]


def test_a_resting_player_takes_anothers_seat_in_the_plan(client, tournament):
    accept(client, tournament, 1, 9, 8)

    assert current_plan(tournament).rounds == [[[1, 2, 3, 4], [5, 6, 7, 9]], SECOND]


def test_two_of_different_tables_change_places_after_the_start(client, tournament):
    start(tournament)

    assert accept(client, tournament, 1, 1, 8).url == reverse("round", args=[tournament.slug, 1])

    assert seats(tournament) == [[8, 2, 3, 4], [5, 6, 7, 1]]
    assert set(Hanchan.objects.values_list("revision", flat=True)) == {1}
    assert resting(tournament) == [9]


def test_two_of_one_table_change_their_winds(client, tournament):
    start(tournament)
    accept(client, tournament, 1, 1, 2)

    assert seats(tournament) == [[2, 1, 3, 4], [5, 6, 7, 8]]


def test_a_resting_player_replaces_a_missing_one(client, tournament):
    start(tournament)
    accept(client, tournament, 1, 6, 9)

    assert seats(tournament) == [[1, 2, 3, 4], [5, 9, 7, 8]]
    assert resting(tournament) == [6]
    name = "Exchanged Hráč 6 and Hráč 9 in round 1"
    assert name in reading(client.get(reverse("log", args=[tournament.slug])).text)


def test_the_same_submission_twice_exchanges_once(client, tournament):
    start(tournament)
    key = str(uuid4())
    accept(client, tournament, 1, 1, 8, key=key)

    assert accept(client, tournament, 1, 1, 8, key=key).status_code == 302
    assert seats(tournament) == [[8, 2, 3, 4], [5, 6, 7, 1]]


def test_at_a_table_where_a_hand_was_played_everybody_stays(client, tournament):
    start(tournament)
    to_change = round_to_change(tournament, 1)
    play(Hanchan.objects.get(table__number=1), tsumo(A))

    assert set(round_to_change(tournament, 1).spots) == {5, 6, 7, 8, 9}
    assert client.get(url(tournament, 1), {"first": "1", "second": "8"}).status_code == 422
    with pytest.raises(SeatsChanged):
        exchange_players(
            tournament_id=tournament.pk, number=1, base=to_change.base, first=1, second=8, key=uuid4(), by=STRANGER
        )


@pytest.mark.parametrize(
    "extras", [{"start_points": [40_000, 30_000, 30_000, 20_000]}, {"chips": [2, -2, 0, 0]}], ids=["points", "chips"]
)
def test_players_with_points_at_the_start_or_chips_of_their_own_stay(client, tournament, extras):
    start(tournament)
    to_change = round_to_change(tournament, 1)
    Hanchan.objects.filter(table__number=1).update(**extras)

    assert set(round_to_change(tournament, 1).spots) == {5, 6, 7, 8, 9}
    with pytest.raises(SeatsChanged):
        exchange_players(
            tournament_id=tournament.pk, number=1, base=to_change.base, first=1, second=8, key=uuid4(), by=STRANGER
        )


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        ("1", "1", "Choose two players."),
        ("1", "77", 'class="error"'),
        ("", "2", 'class="error"'),
        ("8", "8", "Choose two players."),
    ],
)
def test_invalid_forms_are_refused_with_a_sentence(client, tournament, first, second, problem):
    response = client.get(url(tournament, 2), {"first": first, "second": second})

    assert response.status_code == 422
    assert problem in response.text


def test_seats_that_changed_meanwhile_are_looked_at_again(client, tournament):
    response = accept(client, tournament, 2, 1, 3, base="another")

    assert response.status_code == 409
    assert "check the seats again" in response.text
    assert accept(client, tournament, 2, 1, 3, key="x").status_code == 409


def test_a_round_that_is_over_or_not_planned_has_no_such_page(client, tournament):
    assert client.get(url(tournament, 3)).status_code == 404


def test_more_players_take_no_more_queries(client, tournament):
    start(tournament)
    few = queries_of(client, url(tournament, 1))
    for number in range(10, 20):
        EntryFactory(tournament=tournament, number=number)

    assert queries_of(client, url(tournament, 1)) == few
