"""Time is up: a question, its answer as a fact, and just the hands that the ruleset then allows."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import Chombo, ExhaustiveDraw
from scoring.refusal import Refused
from scoring.seats import Seat
from tests.factories import HanchanFactory, RoundFactory, TournamentFactory, at_table, play
from tests.table.phones import HTMX, phone_at
from tournament.games.queries.game import load_game
from tournament.models import RoundClock
from tournament.table.actions.sign_sheet import confirm_seat

pytestmark = pytest.mark.django_db

CHOMBO = Chombo(offenders=frozenset({Seat.WEST}))


@pytest.fixture(scope="module")
def begun(once):
    """A hanchan under each ruleset, of which one hand was played."""
    hanchans = {}
    for ruleset in ("wrc_2015", "ema_2016", "ema_2025", "tenhou"):
        hanchans[ruleset] = HanchanFactory(round__tournament=TournamentFactory(ruleset_key=ruleset))
        play(hanchans[ruleset], ExhaustiveDraw())
    return hanchans


@pytest.fixture
def hanchan_under(db, begun):
    return deepcopy(begun).get


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
def test_the_ruleset_says_how_many_hands_follow(hanchan_under, ruleset, what, hands):
    hanchan = hanchan_under(ruleset)

    response = answer(hanchan, what)

    assert response.status_code == 302
    play(hanchan, *[ExhaustiveDraw()] * hands)
    assert load_game(hanchan).ending == "time"
    with pytest.raises(Refused, match="over"):
        play(hanchan, ExhaustiveDraw())


@pytest.mark.parametrize(("ruleset", "ends"), [("wrc_2015", True), ("ema_2016", False), ("ema_2025", True)])
def test_a_chombo_in_the_last_hand_is_dealt_again_or_not(hanchan_under, ruleset, ends):
    hanchan = hanchan_under(ruleset)
    answer(hanchan, "in_progress" if ruleset == "wrc_2015" else "between_hands")

    play(hanchan, CHOMBO)

    assert (load_game(hanchan).ending == "time") is ends


def test_the_answer_is_kept_as_a_fact(hanchan_under):
    hanchan = hanchan_under("wrc_2015")

    answer(hanchan, "in_progress")

    hanchan.refresh_from_db()
    assert (hanchan.time_called_after, hanchan.time_hand_in_progress) == (1, True)
    assert hanchan.log.get(kind="time.called").data == {"after": 1, "in_progress": True}


def test_time_called_by_mistake_is_taken_back(hanchan_under):
    hanchan = hanchan_under("wrc_2015")
    answer(hanchan, "between_hands")

    answer(hanchan, "withdraw")

    play(hanchan, ExhaustiveDraw())
    assert load_game(hanchan).ending is None


def test_time_called_by_mistake_can_be_taken_back_from_the_sheet_until_it_is_signed(hanchan_under):
    hanchan = hanchan_under("wrc_2015")
    answer(hanchan, "between_hands")
    url = hanchan.table.get_absolute_url()

    assert "Undo “time is up”" in phone_at(hanchan.table).get(url).text

    hanchan.refresh_from_db()
    for seat in Seat:
        confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=seat, by=at_table(hanchan.table))
    assert "Undo “time is up”" not in phone_at(hanchan.table).get(url).text


def test_the_table_says_that_this_is_the_last_hand(hanchan_under):
    hanchan = hanchan_under("wrc_2015")
    answer(hanchan, "in_progress")

    response = phone_at(hanchan.table).get(hanchan.table.get_absolute_url(), headers=HTMX)

    assert "Time is up. This is the last hand." in response.text


def preview(hanchan, address=None, **fields):
    address = address or hanchan.get_screen_url()
    return " ".join(phone_at(hanchan.table).get(address, fields).text.split())


OVER = "The hanchan then ends. Time is up."


def test_the_preview_of_the_last_hand_says_that_the_hanchan_is_over(hanchan_under):
    hanchan = hanchan_under("wrc_2015")
    assert "Next: East 2, 2 counters." in preview(hanchan, mode="draw", tenpai="1")

    answer(hanchan, "in_progress")

    last = preview(hanchan, mode="draw", tenpai="1")
    assert OVER in last
    assert "Next:" not in last
    assert "Next dealer" not in last
    assert OVER in preview(hanchan, mode="chombo", offender="1")
    assert "Next: East 2, 1 counter." in preview(hanchan, mode="redeal")


def test_the_preview_of_the_last_hand_but_one_does_not(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    answer(hanchan, "in_progress")

    assert "Next: East 3, 2 counters." in preview(hanchan, mode="draw", tenpai="2")
    play(hanchan, ExhaustiveDraw())
    assert OVER in preview(hanchan, mode="draw", tenpai="2")
    assert "the hand is dealt again" in preview(hanchan, mode="chombo", offender="1")  # X75


def test_the_preview_of_a_correction_knows_the_clock(hanchan_under):
    hanchan = hanchan_under("wrc_2015")
    answer(hanchan, "in_progress")
    play(hanchan, ExhaustiveDraw())
    hanchan.refresh_from_db()
    address = reverse("correction-hand", args=[hanchan.tournament.slug, hanchan.pk])
    fields = {"revision": hanchan.revision, "edits": "", "said": "1", "mode": "draw", "tenpai": "1"}

    assert OVER in preview(hanchan, address, replace="2", **fields)
    assert "Next: East 2, 1 counter." in preview(hanchan, address, replace="1", **fields)


def test_a_hand_undone_after_the_signal_may_be_entered_again(hanchan_under):
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


def test_a_ruleset_without_a_clock_refuses(hanchan_under):
    response = answer(hanchan_under("tenhou"), "in_progress")

    assert response.status_code == 422
    assert "no time limit" in response.text


@pytest.mark.parametrize(("changes", "status"), [({"answer": "perhaps"}, 422), ({"revision": 0}, 409)])
def test_a_damaged_or_late_form_changes_nothing(hanchan_under, changes, status):
    hanchan = hanchan_under("wrc_2015")

    response = answer(hanchan, "in_progress", **changes)

    assert response.status_code == status
    hanchan.refresh_from_db()
    assert hanchan.time_called_at is None


def test_the_question_is_asked_of_those_at_the_table_only(hanchan_under, client):
    hanchan = hanchan_under("wrc_2015")
    url = reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk])

    assert client.get(url).status_code == 404
    assert "Is a hand in progress" in phone_at(hanchan.table).get(url).text


# --- With a clock: the table is asked by itself ---


def signal(hanchan, *, minutes_ago=0):
    """The round's clock sounds now, or sounded."""
    minutes = hanchan.tournament.ruleset.minutes
    started_at = timezone.now() - timedelta(minutes=minutes + minutes_ago)
    RoundClock.objects.update_or_create(round=hanchan.round, defaults={"started_at": started_at})


def screen(hanchan, **headers):
    return phone_at(hanchan.table).get(hanchan.table.get_absolute_url(), {"winner": "1"}, headers=headers)


ASKED = 'id="time-question"'


def test_the_signal_makes_the_table_ask_and_keeps_what_was_touched(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    signal(hanchan)

    page = screen(hanchan)

    assert ASKED in page.text
    assert "Was a hand in progress (had the dice been thrown)?" in page.text
    touched = {"answer": "in_progress", "revision": 1, "after": 1, "winner": "1"}
    url = reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk])
    answered = phone_at(hanchan.table).post(url, touched, headers=HTMX)
    assert ASKED not in answered.text
    assert "Time is up. 2 more hands." in answered.text
    assert "Touch the discarder" in answered.text
    assert "<html" not in answered.text


@pytest.mark.parametrize(
    ("case", "what", "after", "left"),
    [
        ("X73", "in_progress", 1, 1),  # the recorded hand was in progress: one more
        ("X74", "between_hands", 1, 0),  # it began after the signal, and was the one
        ("X74", "between_hands", 2, 1),  # it was already over and recorded late, the next one not begun
        ("X73", "in_progress", 2, 2),  # it was already over, and the next one in progress
    ],
)
def test_a_hand_recorded_before_the_answer_counts_as_what_it_was(hanchan_under, case, what, after, left):
    hanchan = hanchan_under("ema_2016")
    signal(hanchan)
    play(hanchan, ExhaustiveDraw())

    assert "Was East 2, 1 counter in progress then?" in " ".join(screen(hanchan).text.split())
    answer(hanchan, what, after=after)

    hanchan.refresh_from_db()
    assert hanchan.time_called_after == after
    assert load_game(hanchan).hands_left == left


def test_a_hand_that_was_over_already_leads_to_the_next(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    signal(hanchan)
    play(hanchan, ExhaustiveDraw(), ExhaustiveDraw())
    url = reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk])
    phone = phone_at(hanchan.table)

    assert f"{url}?after=2" in screen(hanchan).text
    assert f"{url}?after=3" in phone.get(f"{url}?after=2").text
    last = phone.get(f"{url}?after=3").text
    assert "Was a hand in progress" in last
    assert "already over" not in last
    assert phone.get(f"{url}?after=x").status_code == phone.get(f"{url}?after=999").status_code == 200


def test_a_hand_corrected_after_the_signal_does_not_move_it(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    play(hanchan, ExhaustiveDraw())
    hanchan.hands.filter(number=1).update(recorded_at=timezone.now() + timedelta(minutes=1))
    signal(hanchan)

    assert 'name="after" value="2"' in screen(hanchan).text


def test_x75_x76_the_last_hand_after_the_signal_and_a_chombo_in_it(hanchan_under):
    for ruleset, ends in (("ema_2016", False), ("wrc_2015", True)):
        hanchan = hanchan_under(ruleset)
        signal(hanchan)
        answer(hanchan, "in_progress", after=1)
        play(hanchan, *[ExhaustiveDraw()] * (load_game(hanchan).hands_left - 1), CHOMBO)

        assert (load_game(hanchan).ending == "time") is ends
        assert ("Touch the winner" in phone_at(hanchan.table).get(hanchan.table.get_absolute_url()).text) is not ends


def test_x77_a_game_that_ended_by_itself_is_asked_nothing(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    signal(hanchan)
    play(hanchan, *[ExhaustiveDraw()] * 7)

    assert load_game(hanchan).ending == "last_deal_passed"
    assert ASKED not in screen(hanchan).text
    assert answer(hanchan, "in_progress").status_code == 409


def test_nobody_is_asked_before_the_signal_or_twice(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    assert "data-left" not in screen(hanchan).text

    signal(hanchan, minutes_ago=-10)
    assert ASKED not in screen(hanchan).text
    assert "10 min" in screen(hanchan).text

    signal(hanchan, minutes_ago=1)
    assert ASKED in screen(hanchan).text
    hanchan.extra_seconds = 120
    hanchan.save()
    assert ASKED not in screen(hanchan).text

    answer(hanchan, "in_progress")
    signal(hanchan, minutes_ago=10)
    assert ASKED not in screen(hanchan).text


def test_hands_of_an_earlier_round_are_keyed_in_without_the_clock(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    signal(hanchan)
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)

    page = phone_at(hanchan.table).get(hanchan.get_screen_url())

    assert ASKED not in page.text
    assert "data-ask" not in page.text


def test_a_phone_reads_the_clock_alone_again(hanchan_under):
    hanchan = hanchan_under("ema_2016")
    signal(hanchan)

    page = screen(hanchan, **HTMX, **{"HX-Target": "table-clock"})

    assert ASKED in page.text
    assert f'hx-get="{hanchan.get_screen_url()}"' in page.text
    assert "data-with-hand" in page.text  # the answer takes along what is chosen by then
    assert '<input type="hidden" name="winner" value="1">' in page.text
    assert 'id="table-screen"' not in page.text
    assert "HX-Replace-Url" not in page.headers


@pytest.mark.parametrize(("changes", "status"), [({"answer": "perhaps"}, 422), ({"after": 9}, 409)])
def test_a_damaged_answer_from_the_screen_is_refused_on_the_screen(hanchan_under, changes, status):
    hanchan = hanchan_under("wrc_2015")
    url = reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk])
    data = {"answer": "in_progress", "revision": 1} | changes

    response = phone_at(hanchan.table).post(url, data, headers=HTMX)

    assert response.status_code == status
    assert 'id="table-screen"' in response.text
    assert 'role="alert"' in response.text
    hanchan.refresh_from_db()
    assert hanchan.time_called_at is None
