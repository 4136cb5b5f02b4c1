"""Confirming the sheet: four players on the table's phone, or a referee; and the way back."""

import re
from copy import deepcopy
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import Chombo, ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import (
    HanchanFactory,
    Membership,
    Role,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    play,
    visitor,
)
from tests.table.phones import HTMX, phone_at
from tournament.games.queries.game import load_game
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import sign_sheet

pytestmark = pytest.mark.django_db

TO_THE_END = [Chombo(offenders=frozenset({Seat.WEST}))] + [ExhaustiveDraw()] * 8
"""A chombo, then nobody is tenpai eight times: the deal passes until South 4 is over."""


@pytest.fixture(scope="module")
def made(once):
    hanchan = HanchanFactory()
    play(hanchan, *TO_THE_END)
    return hanchan


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made)


def confirm(client, hanchan, seat, *, headers=None, **changes):
    hanchan.refresh_from_db()
    data = {"seat": seat, "revision": hanchan.revision} | changes
    return client.post(reverse("sheet", args=[hanchan.tournament.slug, hanchan.pk]), data, headers=headers)


def test_the_fourth_confirmation_makes_the_sheet_official(hanchan):
    phone = phone_at(hanchan.table)

    for seat in range(3):
        confirm(phone, hanchan, seat, headers=HTMX)
    assert load_game(hanchan).sheet is None
    response = confirm(phone, hanchan, 3, headers=HTMX)

    assert "Signed by the four players" in response.text
    lines = load_game(hanchan).sheet.lines.all()
    assert [(line.points, line.place, line.uma, line.score) for line in lines] == [(30_000, 1, "0", "0")] * 4
    assert [line.penalty for line in lines] == ["0", "0", "20", "0"]


def test_the_sheet_says_what_a_chombo_leaves_for_the_total(hanchan):
    page = " ".join(phone_at(hanchan.table).get(hanchan.table.get_absolute_url()).text.split())

    assert page.count("in the standings") == 1
    assert "Score 0.0, chombo −20.0: <strong>−20.0</strong> in the standings" in page


def test_who_asks_for_the_next_round_is_told_that_there_is_none(hanchan):
    phone = phone_at(hanchan.table)
    for seat in range(4):
        confirm(phone, hanchan, seat)
    address = hanchan.table.get_absolute_url()
    told = "The next round has not started yet."

    assert told not in phone.get(address).text
    assert f'href="{address}?next=1">Show the next round' in phone.get(address).text
    assert told in phone.get(address, {"next": "1"}).text
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    page = phone.get(address, {"next": "1"}).text
    assert told not in page
    assert "Touch the winner" in page


def test_a_seat_that_confirms_twice_counts_once(hanchan):
    phone = phone_at(hanchan.table)

    for _again in range(4):
        confirm(phone, hanchan, 2)

    assert load_game(hanchan).sheet is None
    assert hanchan.signatures.count() == 1


def test_a_referee_signs_at_once(client, hanchan):
    referee = UserFactory(username="zofia")
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    client.force_login(referee)

    response = confirm(client, hanchan, "referee")

    assert response.status_code == 302
    assert load_game(hanchan).sheet.signed_as == ["zofia"]


def test_a_table_cannot_sign_as_a_referee(hanchan):
    response = confirm(phone_at(hanchan.table), hanchan, "referee", headers=HTMX)

    assert response.status_code == 409
    assert "Only a referee" in response.text
    assert load_game(hanchan).sheet is None


def test_a_hanchan_in_play_is_not_signed():
    hanchan = HanchanFactory()

    response = confirm(phone_at(hanchan.table), hanchan, 0, headers=HTMX)

    assert response.status_code == 409
    assert "not over" in response.text


@pytest.mark.parametrize("changes", [{"seat": "5"}, {"seat": ""}, {"revision": "x"}, {"revision": ""}])
def test_a_damaged_form_changes_nothing(hanchan, changes):
    response = confirm(phone_at(hanchan.table), hanchan, **{"seat": 0} | changes, headers=HTMX)

    assert response.status_code == 422
    assert hanchan.signatures.count() == 0


def test_a_sheet_shown_before_a_correction_is_not_signed(hanchan):
    response = confirm(phone_at(hanchan.table), hanchan, 0, headers=HTMX, revision=3)

    assert response.status_code == 409
    assert hanchan.signatures.count() == 0


def test_a_stranger_signs_nothing(client, hanchan):
    assert confirm(client, hanchan, 0).status_code == 404


def test_undo_takes_confirmations_back(hanchan):
    phone = phone_at(hanchan.table)
    confirm(phone, hanchan, 0)
    game = load_game(hanchan)
    undo = {
        "hand": game.hands[-1].pk,
        "revision": game.hanchan.revision,
        "key": "6f0bb1a0-0a51-4a85-8f0c-6d3cbd6e3f6f",
    }

    phone.post(reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk]), undo)

    assert load_game(hanchan).signatures == ()
    assert hanchan.signatures.get().withdrawn_by.kind == "hand.undone"


def test_a_signed_hanchan_is_undone_by_a_referee_only(client, hanchan):
    referee = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(referee))
    last = load_game(hanchan).hands[-1]
    url = reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk])
    undo = {
        "hand": last.pk,
        "revision": hanchan.revision,
        "key": "6f0bb1a0-0a51-4a85-8f0c-6d3cbd6e3f6f",
    }

    at_the_table = phone_at(hanchan.table).post(url, undo, headers=HTMX)
    client.force_login(referee)
    by_the_referee = client.post(url, undo)

    assert at_the_table.status_code == 409
    assert "Only a referee can correct the hanchan" in at_the_table.text
    assert by_the_referee.status_code == 302
    assert load_game(hanchan).sheet is None


@pytest.mark.parametrize(
    ("ruleset", "tied", "words"),
    [
        ("wrc_2015", False, ". Under these rules nobody gets these riichi bets."),
        ("ema_2016", False, ". They go to {1} and are included in the points above."),
        ("ema_2025", False, ". They go to {1} and are included in the points above."),
        ("ema_2025", True, ". They go to {0}, {1} and {3} and are included in the points above."),
        ("tenhou", True, ". They go to {0} and are included in the points above."),
    ],
)
def test_the_sheet_says_who_got_the_bets_that_were_left(client, ruleset, tied, words):
    referee = UserFactory()
    hanchan = HanchanFactory(round__tournament=TournamentFactory(ruleset_key=ruleset, referees=[referee]))
    start = hanchan.tournament.ruleset.start_points
    points = (start, start, start - 1_000, start) if tied else (start, start + 4_000, start - 5_000, start)
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=0,
        key=uuid4(),
        points=points,
        riichi_sticks=1,
        chombo=(0,) * 4,
        by=visitor(referee),
    )
    names = [seat.entry.player.name for seat in hanchan.seats.order_by("seat")]
    client.force_login(referee)

    for address in (hanchan.table.get_absolute_url(), hanchan.get_absolute_url()):
        page = " ".join(unescape(client.get(address).text).split())

        assert f"Left on the table: 1 riichi bet{words.format(*names)}" in page


def test_after_the_fourth_confirmation_the_phone_knows_what_comes_next(hanchan):
    phone = phone_at(hanchan.table)
    for seat in range(4):
        response = confirm(phone, hanchan, seat, headers=HTMX)

    assert "Show the next round" in response.text
    assert reverse("leaderboard", args=[hanchan.tournament.slug]) in response.text
    assert "Points from the paper sheet" not in response.text


@pytest.mark.slow
def test_a_phone_of_a_private_tournament_is_shown_no_page_that_it_may_not_read(hanchan):
    tournament = hanchan.tournament
    tournament.is_public = False
    tournament.save()
    phone = phone_at(hanchan.table)

    for step in range(5):
        page = phone.get(hanchan.table.get_absolute_url()).text
        for link in set(re.findall(r'<a [^>]*href="(/[^"]*)"', page)):
            assert phone.get(link.replace("&amp;", "&")).status_code == 200, link
        if step < 4:
            confirm(phone, hanchan, step)
    assert "Show the next round" in page


def test_a_referee_is_led_back_to_all_tables(client, hanchan):
    referee = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    client.force_login(referee)
    confirm(client, hanchan, "referee")

    page = client.get(hanchan.table.get_absolute_url()).text

    assert page.count(f'href="{hanchan.round.get_absolute_url()}"') == 2  # above the table, and below the signed sheet


def test_a_sheet_of_an_earlier_round_is_signed_after_the_next_has_started(client, hanchan):
    referee = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    client.force_login(referee)
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    page = client.get(hanchan.get_absolute_url()).text
    assert "Sign for all as referee" in page

    assert confirm(client, hanchan, "referee", revision=hanchan.revision - 1).status_code == 409
    assert load_game(hanchan).sheet is None
    assert "Sign for all as referee" in client.get(hanchan.get_absolute_url()).text

    assert confirm(client, hanchan, "referee").url == hanchan.get_screen_url()
    assert load_game(hanchan).sheet
