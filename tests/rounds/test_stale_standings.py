"""A round whose seats were computed from standings that have changed since the page was shown is not started."""

from copy import deepcopy

import pytest

from scoring.outcome import Limit, Ron, Win
from scoring.seats import Seat
from tests.factories import HanchanFactory, RoundFactory, TournamentFactory, UserFactory, cut_to, keep_plan, play, sign
from tests.forms_on_page import pressed
from tests.rounds.new_round import entered, url_of
from tournament.models import Hanchan

pytestmark = pytest.mark.django_db

BY_RANKS = [
    {"way": "standings"},
    {"way": "standings", "seats": "given"},
    {"way": "swiss", "seed": "3"},
    {"way": "seeds", "pattern": "[1,2,7,8] [3,4,5,6]"},
]
STALE = "The standings have changed since these seats were computed"


def mangan(winner):
    return Ron(discarder=Seat.NORTH, wins=(Win(winner=winner, value=Limit.MANGAN),))


@pytest.fixture(scope="module")
def world(once):
    """An organizer, and a tournament of eight players after one round, with two tables in play."""
    organizer = UserFactory()
    tournament = TournamentFactory(organizers=[organizer])
    entries = entered(tournament, 8)
    first = RoundFactory(tournament=tournament)
    for number in (1, 2):
        four = entries[4 * number - 4 : 4 * number]
        play(HanchanFactory(round=first, table__number=number, entries=four), mangan(Seat.EAST))
    keep_plan(tournament, *[[[1, 2, 3, 4], [5, 6, 7, 8]]] * 2)
    return organizer, tournament


@pytest.fixture
def tournament(organizer, world):
    return deepcopy(world[1])


def hands_won(tournament, winner):
    for hanchan in Hanchan.objects.filter(round__tournament=tournament):
        play(hanchan, mangan(winner))


def start(client, tournament, fields, **how):
    return client.post(url_of(tournament), fields, **how)


@pytest.mark.parametrize("query", BY_RANKS)
def test_stale_seats_start_only_when_they_are_sent_again(client, tournament, query):
    fields = pressed(client.get(url_of(tournament), query).text, url_of(tournament))
    hands_won(tournament, Seat.SOUTH)

    refused = start(client, tournament, fields)

    assert refused.status_code == 409
    assert STALE in refused.text
    assert tournament.rounds.count() == 1
    again = client.get(url_of(tournament) + refused.context["form"].new_seats)
    assert f'href="{url_of(tournament)}?way=' in refused.text
    assert again.context["proposal"].method == query["way"]
    as_shown = pressed(refused.text, url_of(tournament))
    assert {name: as_shown[name] for name in fields if name.startswith("seat-")}.items() <= fields.items()
    assert start(client, tournament, as_shown).status_code == 302


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
@pytest.mark.parametrize("query", BY_RANKS)
def test_seats_of_the_standings_as_they_are_start_the_round(client, tournament, query, headers):
    fields = pressed(client.get(url_of(tournament), query).text, url_of(tournament))
    entered(tournament, 1, first=9)  # without a result

    assert start(client, tournament, fields, headers=headers).status_code == 302


@pytest.mark.parametrize("query", [{}, {"way": "random"}, {"seats": "empty"}])
def test_seats_that_do_not_depend_on_standings_are_never_stale(client, tournament, query):
    fields = pressed(client.get(url_of(tournament), query).text, url_of(tournament))
    hands_won(tournament, Seat.SOUTH)

    if query.get("seats"):
        players = tournament.entries.values_list("pk", flat=True)
        fields |= {f"seat-{table}-{seat}": players[4 * table - 4 + seat] for table in (1, 2) for seat in range(4)}
    assert start(client, tournament, fields).status_code == 302


def test_seats_by_lives_are_stale_after_a_hand(client, tournament):
    fields = pressed(client.get(url_of(tournament), {"way": "lives"}).text, url_of(tournament))
    hands_won(tournament, Seat.SOUTH)

    assert start(client, tournament, fields).status_code == 409


def test_seeds_of_before_a_cut_stay_while_others_play_on(client, tournament):
    """The final's seats go by the official places after the round of the cut."""
    for hanchan in Hanchan.objects.filter(round__tournament=tournament):
        sign(hanchan)
    cut_to(*tournament.entries.order_by("number")[:4], carried="half")
    others = list(tournament.entries.order_by("number")[4:])
    started = RoundFactory(tournament=tournament, number=2)
    hanchan = HanchanFactory(round=started, table__number=3, entries=others)
    fields = pressed(client.get(url_of(tournament), {"way": "named", "named": "ends"}).text, url_of(tournament))
    play(hanchan, mangan(Seat.WEST))

    assert start(client, tournament, fields).status_code == 302
