"""Time is up: a question, its answer as a fact, and just the hands that the ruleset then allows."""

import pytest
from django.urls import reverse

from scoring.outcome import Chombo, ExhaustiveDraw
from scoring.refusal import Refused
from scoring.seats import Seat
from tests.factories import HanchanFactory, TournamentFactory, play
from tests.tournament.views.phones import HTMX, phone_at
from tournament.queries.game import load_game

pytestmark = pytest.mark.django_db

CHOMBO = Chombo(offenders=frozenset({Seat.WEST}))


def hanchan_under(ruleset):
    hanchan = HanchanFactory(round__tournament=TournamentFactory(ruleset_key=ruleset))
    play(hanchan, ExhaustiveDraw())
    return hanchan


def answer(hanchan, what, **changes):
    hanchan.refresh_from_db()
    data = {"answer": what, "revision": hanchan.revision} | changes
    return phone_at(hanchan.table).post(reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk]), data)


@pytest.mark.parametrize(
    ("ruleset", "what", "hands"),
    [
        ("wrc_2015", "between_hands", 0),
        ("wrc_2015", "in_progress", 1),
        ("ema_2016", "between_hands", 1),
        ("ema_2016", "in_progress", 2),
    ],
)
def test_the_ruleset_says_how_many_hands_follow(ruleset, what, hands):
    hanchan = hanchan_under(ruleset)

    response = answer(hanchan, what)

    assert response.status_code == 302
    play(hanchan, *[ExhaustiveDraw()] * hands)
    assert load_game(hanchan).ending == "time"
    with pytest.raises(Refused, match="over"):
        play(hanchan, ExhaustiveDraw())


@pytest.mark.parametrize(("ruleset", "ends"), [("wrc_2015", True), ("ema_2016", False), ("ema_2025", True)])
def test_a_chombo_in_the_last_hand_is_dealt_again_or_not(ruleset, ends):
    hanchan = hanchan_under(ruleset)
    answer(hanchan, "in_progress" if ruleset == "wrc_2015" else "between_hands")

    play(hanchan, CHOMBO)

    assert (load_game(hanchan).ending == "time") is ends


def test_the_answer_is_kept_as_a_fact():
    hanchan = hanchan_under("wrc_2015")

    answer(hanchan, "in_progress")

    hanchan.refresh_from_db()
    assert (hanchan.time_called_after, hanchan.time_hand_in_progress) == (1, True)
    assert hanchan.log.get(kind="time.called").data == {"after": 1, "in_progress": True}


def test_time_called_by_mistake_is_taken_back():
    hanchan = hanchan_under("wrc_2015")
    answer(hanchan, "between_hands")

    answer(hanchan, "withdraw")

    play(hanchan, ExhaustiveDraw())
    assert load_game(hanchan).ending is None


def test_the_table_says_that_this_is_the_last_hand():
    hanchan = hanchan_under("wrc_2015")
    answer(hanchan, "in_progress")

    response = phone_at(hanchan.table).get(hanchan.table.get_absolute_url(), headers=HTMX)

    assert "Time is up. This is the last hand." in response.text


def test_a_hand_undone_after_the_signal_may_be_entered_again():
    hanchan = hanchan_under("wrc_2015")
    answer(hanchan, "between_hands")
    game = load_game(hanchan)
    undo = {
        "hand": game.hands[-1].pk,
        "revision": game.hanchan.revision,
        "key": "6f0bb1a0-0a51-4a85-8f0c-6d3cbd6e3f6f",
    }

    phone_at(hanchan.table).post(reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk]), undo)

    assert load_game(hanchan).hands_left == 1


def test_a_ruleset_without_a_clock_refuses():
    response = answer(hanchan_under("tenhou"), "in_progress")

    assert response.status_code == 422
    assert "no clock" in response.text


@pytest.mark.parametrize(("changes", "status"), [({"answer": "perhaps"}, 422), ({"revision": 0}, 409)])
def test_a_damaged_or_late_form_changes_nothing(changes, status):
    hanchan = hanchan_under("wrc_2015")

    response = answer(hanchan, "in_progress", **changes)

    assert response.status_code == status
    hanchan.refresh_from_db()
    assert hanchan.time_called_at is None


def test_the_question_is_asked_of_those_at_the_table_only(client):
    hanchan = hanchan_under("wrc_2015")
    url = reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk])

    assert client.get(url).status_code == 404
    assert "Is a hand in progress" in phone_at(hanchan.table).get(url).text
