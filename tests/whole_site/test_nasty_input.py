"""What no page of ours sends: it is refused in words, and never breaks the server, on SQLite or on PostgreSQL."""

import json
from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, play
from tests.table.phones import phone_at
from tournament.core.requests import SESSION_TABLES
from tournament.models import User

pytestmark = pytest.mark.django_db

BEYOND = "99999999999999999999"  # any integer of SQLite or PostgreSQL
ENDLESS = "9" * 5_000  # any integer that Python reads
PASSWORD = "riichi-on-the-third-turn"


@pytest.fixture(scope="module")
def made(once):
    hanchan = HanchanFactory(round__tournament__owner=UserFactory(username="ada"))
    play(hanchan, ExhaustiveDraw())
    return hanchan


@pytest.fixture
def organizer(client, db, made):
    user = User.objects.get(username="ada")
    client.force_login(user)
    return user


@pytest.fixture
def hanchan(organizer, made):
    return deepcopy(made)


def test_a_number_that_no_database_holds_is_not_there(subtests, client, hanchan):
    for number in [BEYOND, ENDLESS, "%D9%A3", "-1"]:
        for path in [
            "hanchans/{}/", "hanchans/{}.json", "rounds/{}/", "players/{}/", "players/{}/name/", "tables/{}/",
            "tables/{}/link/x/", "hanchans/{}/paper/",
        ]:  # fmt: skip
            with subtests.test(number=number, path=path):
                assert client.get(f"/t/{hanchan.tournament.slug}/{path.format(number)}").status_code == 404


def test_a_number_that_no_database_holds_is_nobody(subtests, client, db):
    for number in [BEYOND, ENDLESS]:
        with subtests.test(number=number):
            assert client.get(f"/players/{number}/").status_code == 404


@pytest.mark.parametrize("onward", ["foo", "tournament", "a b", "\0"])
def test_a_word_is_no_page_to_go_on_to(client, onward):
    data = {"username": "eve", "password1": PASSWORD, "password2": PASSWORD, "next": onward}

    assert client.post(reverse("signup"), data).url == "/"
    assert client.get(reverse("signup"), {"next": onward}).url == "/"


def test_nobody_sits_on_a_nonsense_seat(subtests, client, hanchan):
    for seat in [ENDLESS, BEYOND, "٣", "²", "\0"]:
        with subtests.test(seat=seat):
            url = reverse("round-new", args=[hanchan.tournament.slug])

            response = client.post(url, {"tables": "1", "number": "2", "seat-1-0": seat})

            assert response.status_code == 422


def test_a_league_of_nonsense_is_refused(subtests, client, organizer):
    for pk in [BEYOND, ENDLESS, "x", "-1", "\0"]:
        with subtests.test(pk=pk):
            assert (
                client.post(
                    reverse("league-new"),
                    {"name": "Season", "counted": "hanchan", "ranked_by": "sum", "tournaments": pk},
                ).status_code
                == 422
            )


def test_a_league_of_a_club_of_nonsense_is_a_league_of_none(client, organizer):
    assert client.get(reverse("league-new"), {"club": "\0"}).status_code == 200


def test_a_session_that_was_made_up_is_none(subtests):
    for key in ['"\\000aaaaaaaaaaaa"', "\u00e9" * 9, "x" * 5_000]:
        with subtests.test(key=key):
            assert Client().get("/", headers={"cookie": f"sessionid={key}"}).status_code == 200


def test_a_session_that_another_version_wrote_opens_nothing_and_breaks_nothing(subtests, hanchan):
    for kept in [
        None, 7, "abc", ["a"], {"x": "y"}, {"1": None}, {"1": ["a"]}, {"1": "\0"}, {BEYOND: "x"}, {ENDLESS: "x"},
    ]:  # fmt: skip
        with subtests.test(kept=kept):
            phone = Client()
            session = phone.session
            session[SESSION_TABLES] = kept
            session.save()

            assert phone.get(hanchan.table.get_absolute_url()).status_code == 404
            assert phone.get(hanchan.table.get_link(), follow=True).status_code == 200


def test_a_phone_that_opened_every_table_of_a_year_still_works(hanchan):
    phone = Client()
    session = phone.session
    session[SESSION_TABLES] = {str(1_000 + n): "nonce" for n in range(900)}
    session.save()

    assert phone.get(hanchan.table.get_link(), follow=True).status_code == 200
    assert len(phone.session[SESSION_TABLES]) < 300


@pytest.mark.parametrize("name", ["ada" * 1_000, "a\0da"])
def test_a_name_that_no_account_has_logs_nobody_in(client, name):
    assert client.post(reverse("login") + "?x=%00", {"username": name, "password": "z"}).status_code == 422


def win(**fields):
    return {"type": "ron", "discarder": 1, "wins": [{"winner": 0} | fields]}


def test_edits_that_no_page_wrote_are_unreadable(subtests, hanchan):
    for hand in [
        win(han=1, fu=30, yaku=["\0"]), win(han=1, fu=30, yaku=["\ud800"]), win(han=1, fu=30, yaku=["x" * 30_000]),
        win(yakuman=10_000_000), win(han=10**400, fu=30), {"type": []}, {"type": "abortive_draw", "reason": {}},
    ]:  # fmt: skip
        with subtests.test(hand=hand):
            phone = phone_at(hanchan.table)
            url = reverse("correction", args=[hanchan.tournament.slug, hanchan.pk])
            draft = {"revision": 1, "edits": json.dumps([["insert", 2, "E", 1, hand]])}

            assert phone.get(url, draft).status_code == 422
            assert phone.post(url, draft | {"key": uuid4(), "reason": ""}).status_code == 422
            assert hanchan.hands.count() == 1


def test_broken_edits_are_unreadable(subtests, hanchan):
    for edits in ["[" * 39_000, "[" + ENDLESS + "]", '[["remove",NaN]]', '[["keep",1,{},{}]]']:
        with subtests.test(edits=edits):
            url = reverse("correction", args=[hanchan.tournament.slug, hanchan.pk])

            assert phone_at(hanchan.table).get(url, {"revision": 1, "edits": edits}).status_code == 422


def test_nonsense_at_the_table_is_answered_in_words(subtests, hanchan):
    for number in [BEYOND, ENDLESS, "\0", "1.5"]:
        for name, data in [
            ("hand-record", {"mode": "draw"}), ("hand-undo", {}), ("paper", {}), ("sheet", {"seat": "0"}),
            ("time-up", {"answer": "in_progress"}),
        ]:  # fmt: skip
            with subtests.test(number=number, name=name, data=data):
                url = reverse(name, args=[hanchan.tournament.slug, hanchan.pk])
                numbers = dict.fromkeys(
                    ["revision", "number", "hand", "points_0", "points_1", "points_2", "points_3"], number
                )

                response = phone_at(hanchan.table).post(
                    url, data | numbers | {"key": str(uuid4()), "riichi_sticks": "0"}
                )

                # A revision that no integer holds is one that is not there any more; points beyond all bounds are
                # wrong points.
                assert response.status_code == (409 if number == BEYOND and name != "paper" else 422)
                assert 'role="alert"' in response.text or 'class="error"' in response.text
                assert hanchan.hands.count() == 1


def test_of_a_repeated_parameter_the_last_value_counts(client, db):
    twice = {"username": ["first", "last"], "email": "", "password1": ["x", PASSWORD], "password2": ["y", PASSWORD]}

    assert client.post(reverse("signup"), twice).status_code == 302
    assert [user.username for user in User.objects.filter(username__in=["first", "last"])] == ["last"]


def test_a_name_that_nobody_can_see_is_none(subtests, client, hanchan):
    for name in ["\u200b", "\u2060\u200d", "\ufeff", "\u3164", "\u00ad", "\u2800"]:
        with subtests.test(name=name):
            url = reverse("players-add", args=[hanchan.tournament.slug])

            assert client.post(url, {"names": name}).status_code == 422


def test_a_round_of_the_most_tables_fits_into_one_form(client, organizer):
    tournament = TournamentFactory(owner=organizer)
    four = [EntryFactory(tournament=tournament, number=number) for number in range(1, 5)]
    seats = {f"seat-{table}-{seat}": four[seat].pk for table in range(1, 251) for seat in range(4)}

    response = client.post(
        reverse("round-new", args=[tournament.slug]), seats | {"tables": "1", "number": "1", "seed": ""}
    )

    assert response.status_code == 302


def test_what_is_too_large_is_refused_in_our_look(client, hanchan):
    response = client.post(reverse("players-add", args=[hanchan.tournament.slug]), {"names": "x" * 3_000_000})

    assert response.status_code == 400
    assert "Nothing was changed" in response.text
