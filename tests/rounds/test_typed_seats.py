"""The seats of a large round are typed; those of a smaller one are chosen from selects."""

from copy import deepcopy

import pytest

from tests.factories import TournamentFactory, UserFactory
from tests.rounds.new_round import drawn, entered, url_of
from tournament.models import Entry
from tournament.rounds.forms import start_round
from tournament.rounds.forms.typed_seats import TypedPlayers

pytestmark = pytest.mark.django_db

MANY = 204


@pytest.fixture(scope="module")
def world(once):
    """An organizer, and their tournament of many players."""
    organizer = UserFactory()
    tournament = TournamentFactory(organizers=[organizer])
    entered(tournament, MANY)
    return organizer, tournament


@pytest.fixture
def tournament(organizer, world):
    return deepcopy(world[1])


@pytest.fixture
def url(tournament):
    return url_of(tournament)


def withdraw_all_but(count, tournament):
    tournament.entries.filter(number__gt=count).delete()


def seats_of(data):
    return {name: value for name, value in data.items() if name.startswith("seat-")}


def test_a_smaller_round_keeps_its_selects(client, tournament, url):
    withdraw_all_but(199, tournament)

    page = client.get(url, {"seats": "given"})

    assert page.text.count("<select") >= 196
    assert "<datalist" not in page.text
    assert "typed" not in drawn(page)


@pytest.mark.parametrize("seats", ["given", "empty"])
def test_a_large_round_lists_each_player_once(client, tournament, url, seats):
    page = client.get(url, {"seats": seats}).text

    assert page.count('<datalist id="players">') == 1
    assert page.count('list="players"') == MANY
    assert page.count('<option value="12 Player 12"></option>') == 1
    assert page.count("<option") < MANY + 20
    assert "enter the player’s number or whole name" in page


def test_typed_seats_are_accepted(client, tournament, url):
    data = drawn(client.get(url, {"seats": "empty"}))
    assert set(seats_of(data).values()) == {""}
    names = {number: f"{number} Player {number:02}" for number in range(1, MANY + 1)}
    names |= {1: "1", 2: " 2 ", 3: "player 03"}
    typed = [names[number] for number in range(1, MANY + 1)]

    client.post(url, data | dict(zip(seats_of(data), typed, strict=True)))

    hanchans = tournament.rounds.get().hanchans.order_by("table__number")
    seated = [list(hanchan.seats.order_by("seat").values_list("entry__number", flat=True)) for hanchan in hanchans[:2]]
    assert seated == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_the_shown_seats_can_be_changed_and_drawn_seats_start_as_before(client, tournament, url):
    shown = drawn(client.get(url, {"seed": "7"}))
    changed = drawn(client.get(url, {"drawn": "7", "seats": "given"}))
    texts = {str(entry.pk): f"{entry.number} {entry.player.name}" for entry in tournament.entries.all()}
    assert seats_of(changed) == {name: texts[pk] for name, pk in seats_of(shown).items()}

    client.post(url, shown)

    seat = tournament.rounds.get().hanchans.get(table__number=1).seats.get(seat=0)
    assert str(seat.entry_id) == shown["seat-1-0"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("", "This seat has no player."),
        ("999", "No player has the number 999."),
        ("Xanthe <i>", "No player is called Xanthe &lt;i&gt;."),
        ("12 Player 13", "The number 12 belongs to Player 12."),
        ("first", "sits at Table 1, East."),
    ],
)
def test_a_wrong_seat_is_refused_and_all_that_was_typed_stays(client, tournament, url, wrong, problem):
    data = drawn(client.get(url, {"seats": "given"}))
    data |= {"seat-1-1": data["seat-1-1"].split()[0]}
    wrong = data["seat-1-0"] if wrong == "first" else wrong

    response = client.post(url, data | {"seat-2-3": wrong})

    assert response.status_code == 422
    assert problem in response.text
    assert "One field below needs your answer." in response.text
    assert '<a href="#id_seat-2-3">' in response.text
    assert seats_of(drawn(response)) == seats_of(data) | {"seat-2-3": wrong}
    assert 'aria-describedby="id_seat-2-3_error"' in response.text
    assert response.text.count("<option") < MANY + 20
    assert not tournament.rounds.exists()


def test_drawn_seats_that_are_refused_come_back_typed(client, tournament, url):
    data = drawn(client.get(url))
    gone = tournament.entries.exclude(pk=data["seat-1-0"]).last()
    gone_from = next(name for name, value in data.items() if name.startswith("seat-") and value == str(gone.pk))
    gone.delete()

    response = client.post(url, data)

    assert response.status_code == 422
    first = Entry.objects.get(pk=data["seat-1-0"])
    sent = drawn(response)
    assert sent["seat-1-0"] == f"{first.number} {first.player.name}"
    assert (sent[gone_from], sent["typed"]) == ("", "1")


def test_a_typed_round_is_read_by_number_after_players_were_withdrawn(client, tournament, url, monkeypatch):
    data = drawn(client.get(url, {"seats": "given"}))
    monkeypatch.setattr(start_round, "TYPED_FROM", MANY + 1)

    client.post(url, data)

    seat = tournament.rounds.get().hanchans.get(table__number=1).seats.select_related("entry").get(seat=0)
    assert str(seat.entry.number) == data["seat-1-0"].split()[0]


def test_namesakes_are_named_by_number_alone(tournament):
    one, two, three = tournament.entries.select_related("player")[:3]
    one.player.name = two.player.name = "Anna Nowak"
    names = {one.pk: f"Anna Nowak ({one.number})", two.pk: f"Anna Nowak ({two.number})", three.pk: three.player.name}
    players = TypedPlayers([two, one, three], names, {two.pk: 5})

    assert list(players.texts.values())[:2] == [f"{one.number} Anna Nowak", f"{two.number} Anna Nowak (5.)"]
    assert [players.find(text)[0] for text in players.texts.values()] == [one.pk, two.pk, three.pk]
    assert "Several players" in players.find("Anna Nowak")[1]
