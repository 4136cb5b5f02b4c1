"""Substitutes: named and taken back by a referee, scored as R15 says, and told wherever the hanchan is."""

import json
from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.__main__ import settle_line
from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import UserFactory, play, sign
from tests.queries import queries_of
from tests.standings.results import DRAW, MANGAN, tournament_with
from tests.table.phones import phone_at
from tournament.games.queries.game import load_game
from tournament.models import Substitution, Visitor
from tournament.table.actions.cancel_hanchan import cancel_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.edits import Remove

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]
CHOMBO = Chombo(offenders=frozenset({Seat.SOUTH}))


@pytest.fixture(scope="module")
def world(once):
    referee = UserFactory()
    _tournament, _entries, (hanchan,) = tournament_with(FOUR, referees=[referee])
    return referee, hanchan


@pytest.fixture
def referee(client, db, world):
    referee = deepcopy(world[0])
    client.force_login(referee)
    return referee


@pytest.fixture
def hanchan(referee, world):
    return deepcopy(world[1])


def page(hanchan):
    return reverse("substitute", args=[hanchan.tournament.slug, hanchan.pk])


def form(hanchan, **more):
    hanchan.refresh_from_db()
    entry = hanchan.seats.get(seat=1).entry_id
    fields = {"revision": hanchan.revision, "key": str(uuid4()), "entry": entry, "name": "Wendy  Sub"}
    return fields | {"since": "start", "reason": "Ill"} | more


def name(client, hanchan, **more):
    assert client.post(page(hanchan), form(hanchan, **more)).status_code == 302
    hanchan.refresh_from_db()


def scores(hanchan):
    return [seat.score for seat in load_game(hanchan).result]


def test_from_the_start_the_others_have_what_the_table_says(client, hanchan):
    name(client, hanchan)
    play(hanchan, MANGAN)

    assert scores(hanchan) == [0, -30, -23, 0]


@pytest.mark.parametrize("since", ["start", "1"])
def test_the_file_of_the_game_settles_to_the_same_scores(client, hanchan, since):
    play(hanchan, MANGAN)
    name(client, hanchan, since=since)
    play(hanchan, CHOMBO)

    content = client.get(reverse("hanchan-json", args=[hanchan.tournament.slug, hanchan.pk])).content

    answer = settle_line(content)
    assert json.loads(content)["substitutes"] == [None, 0 if since == "start" else 1, None, None]
    assert [Fraction(seat["score"]) for seat in answer["result"]] == scores(hanchan)
    assert answer["penalties"] == ["0"] * 4


def test_during_play_the_others_share_the_rest(client, hanchan):
    play(hanchan, MANGAN)
    name(client, hanchan, since="1")

    assert scores(hanchan) == [10, -30, -13, 10]


@pytest.mark.parametrize(("since", "cost"), [("start", 0), ("1", 20), ("2", 40)])
def test_a_chombo_is_paid_by_whoever_made_it_and_a_substitutes_by_nobody(client, hanchan, since, cost):
    play(hanchan, CHOMBO, CHOMBO)
    name(client, hanchan, since=since)

    assert load_game(hanchan).penalties == (0, cost, 0, 0)


def test_it_is_told_on_every_page_of_the_hanchan(client, hanchan):
    name(client, hanchan, may_publish="on")
    play(hanchan, MANGAN)
    slug = hanchan.tournament.slug
    open_pages = [hanchan.get_absolute_url(), hanchan.table.get_absolute_url(), page(hanchan)]
    open_pages += [reverse("round", args=[slug, 1]), reverse("entry", args=[slug, 2])]

    assert [address for address in open_pages if "Wendy Sub" not in client.get(address).text] == []
    assert "a substitute played" in client.get(reverse("leaderboard", args=[slug])).text

    sign(hanchan)
    assert hanchan.sheets.get().lines.get(seat=1).substitute == "Wendy Sub"
    assert "A substitute played: Wendy Sub" in client.get(hanchan.table.get_absolute_url()).text
    south = next(p for p in client.get(reverse("leaderboard-json", args=[slug])).json()["players"] if p["number"] == 2)
    assert (south["total"], south["hanchans"][0]["substitute"]) == ("-30", "Wendy Sub")
    call_command("verify", verbosity=0)


def test_naming_one_takes_signatures_back_and_so_does_taking_back(client, hanchan):
    play(hanchan, MANGAN)
    sign(hanchan)

    name(client, hanchan)
    assert not hanchan.sheets.filter(withdrawn_by=None).exists()
    sign(hanchan)
    taken = {"substitution": Substitution.objects.get().pk, "revision": hanchan.revision}
    assert client.post(page(hanchan), taken | {"reason": ""}).status_code == 422
    assert client.post(page(hanchan), taken | {"revision": 0, "reason": "Came"}).status_code == 409
    assert client.post(page(hanchan), taken | {"reason": "Came after all"}).status_code == 302
    assert client.post(page(hanchan), taken | {"reason": "Again"}).status_code == 302

    assert not hanchan.sheets.filter(withdrawn_by=None).exists()
    assert scores(hanchan) == [0, 23, -23, 0]
    assert Substitution.objects.get().taken_back_by.reason == "Came after all"


def test_a_double_touch_names_one_and_nobody_has_two(client, hanchan):
    data = form(hanchan)

    assert [client.post(page(hanchan), data).status_code for _ in range(2)] == [302, 302]
    assert Substitution.objects.count() == 1
    assert client.post(page(hanchan), form(hanchan)).status_code == 409


@pytest.mark.parametrize("wrong", [{"name": " "}, {"since": "9"}, {"entry": "0"}, {"reason": ""}, {"revision": ""}])
def test_nonsense_is_refused(client, hanchan, wrong):
    assert client.post(page(hanchan), form(hanchan, **wrong)).status_code == 422
    assert not Substitution.objects.exists()


def test_a_form_drawn_before_a_hand_is_refused(client, hanchan):
    data = form(hanchan)
    play(hanchan, MANGAN)

    assert client.post(page(hanchan), data).status_code == 409


def test_the_table_sees_no_link_and_no_page(client, hanchan):
    seats = reverse("seats", args=[hanchan.tournament.slug, hanchan.pk])
    phone = phone_at(hanchan.table)

    assert page(hanchan) in client.get(seats).text
    assert page(hanchan) not in phone.get(seats).text
    assert phone.get(page(hanchan)).status_code == 404


def test_a_correction_moves_when_it_happened(client, hanchan, referee):
    play(hanchan, CHOMBO, CHOMBO, DRAW)
    name(client, hanchan, since="2")

    correct_hanchan(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        edits=(Remove(1),),
        key=uuid4(),
        reason="Entered twice",
        by=Visitor(user=referee),
    )

    assert Substitution.objects.get().after_hand == 1
    assert load_game(hanchan).penalties == (0, 20, 0, 0)


def test_begun_anew_the_substitute_plays_from_the_start(client, hanchan, referee):
    play(hanchan, MANGAN)
    name(client, hanchan, since="1")

    cancel_hanchan(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        restart=True,
        key=uuid4(),
        reason="Wrong tiles",
        by=Visitor(user=referee),
    )

    again = hanchan.round.hanchans.exclude(pk=hanchan.pk).get()
    assert [substitution.from_start for substitution in load_game(again).substitutions] == [True]


def test_the_page_takes_no_more_queries(client, hanchan, referee):
    first, *others = hanchan.seats.values_list("entry", flat=True)
    nobody = queries_of(client, page(hanchan))
    name(client, hanchan, entry=first)
    few = queries_of(client, page(hanchan))
    play(hanchan, MANGAN, DRAW)
    for entry in others:
        name(client, hanchan, entry=entry)

    assert queries_of(client, page(hanchan)) == few == nobody


def test_what_entries_say_is_read_once_and_only_where_a_public_name_is_asked_for(client, hanchan):
    public, stranger = reverse("round", args=[hanchan.tournament.slug, 1]), Client()
    for entry in hanchan.seats.values_list("entry", flat=True)[:2]:
        name(client, hanchan, entry=entry)
    unticked = queries_of(stranger, public)
    Substitution.objects.update(may_publish=True)

    with CaptureQueriesContext(connection) as of_hand:
        play(hanchan, MANGAN)

    assert queries_of(stranger, public) == unticked + 1
    assert [query["sql"] for query in of_hand if "shown_as" in query["sql"].partition("WHERE")[2]] == []
