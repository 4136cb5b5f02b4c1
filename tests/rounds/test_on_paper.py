"""An event on paper: nothing asks for a phone, and everything leads to the grid in which a round is entered."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, RoundFactory, TableFactory, TournamentFactory, UserFactory, play, visitor
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.core.words.qr import qr_code
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    owner = UserFactory()
    client.force_login(owner)
    return owner


@pytest.fixture
def hanchan(owner):
    return HanchanFactory(round__tournament=TournamentFactory(owner=owner, is_on_paper=True))


def words(client, name, hanchan, *more):
    return " ".join(client.get(reverse(name, args=[hanchan.tournament.slug, *more])).text.split())


def test_desk_and_next_step_lead_to_the_grid(client, hanchan):
    desk = words(client, "desk", hanchan)

    assert "Round 1 is played on paper." in desk
    assert "The table’s paper sheet is not entered yet." in desk
    assert hanchan.get_paper_url() in desk
    assert "phone" not in desk
    assert "Enter from paper" in words(client, "tournament", hanchan)
    assert hanchan.get_paper_url() in words(client, "round", hanchan, 1)


def test_a_table_of_an_earlier_round_still_waits_for_its_sheet(client, hanchan):
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)

    assert words(client, "desk", hanchan).count("The table’s paper sheet is not entered yet.") == 2


def test_a_phone_that_is_used_all_the_same_is_followed(client, hanchan):
    play(hanchan, ExhaustiveDraw())

    assert "The table’s paper sheet is not entered yet." not in words(client, "desk", hanchan)


def test_cards_only_number_the_tables(client, hanchan):
    cards = words(client, "tables", hanchan)

    assert "the tables need no phone" in cards
    assert "<svg" not in cards
    assert hanchan.table.get_link() not in cards


def test_the_code_on_a_sheet_opens_its_line(client, hanchan):
    sheet = client.get(reverse("print-sheets", args=[hanchan.tournament.slug, 1])).text

    assert qr_code(f"http://testserver{hanchan.get_paper_url()}") in sheet
    assert hanchan.get_sheet_link() not in sheet
    assert client.get(hanchan.get_paper_url()).status_code == 200


def test_a_sheet_has_all_that_is_signed(client, hanchan):
    sheet = words(client, "print-sheets", hanchan, 1)

    for title in ("Signatures of the players", "Referee, time", "Riichi bets left", "must be 120,000", "Chombo"):
        assert title in sheet


def test_it_is_a_setting_that_is_logged_and_copied(client, owner):
    tournament = TournamentFactory(owner=owner)
    address = reverse("tournament-edit", args=[tournament.slug])
    fields = {"name": "Spring Open", "is_public": "on", "ruleset_key": "wrc_2015"}

    client.post(address, fields | {"is_on_paper": "on"})

    tournament.refresh_from_db()
    assert tournament.is_on_paper
    assert "on paper from “no” to “yes”" in words(client, "log", TableFactory(tournament=tournament))
    copy = copy_tournament(
        origin_id=tournament.pk, key=uuid4(), name="Next", starts_on=None, with_team=False, with_entries=False,
        by=visitor(owner),
    )  # fmt: skip
    assert copy.is_on_paper
    client.post(address, fields)
    assert not Tournament.objects.get(pk=tournament.pk).is_on_paper
