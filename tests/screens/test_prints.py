"""Printed pages: their permissions, names and codes, and how many queries they take."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    EntryFactory,
    HanchanFactory,
    Membership,
    Role,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    keep_plan,
    play,
)
from tests.queries import queries_of
from tests.standings.results import DRAW
from tests.table.phones import phone_at
from tournament.core.words.qr import qr_code

pytestmark = pytest.mark.django_db

FORTY = "Maximiliana von Hohenzollern-Sigmaringen"


@pytest.fixture
def tournament(client):
    referee = UserFactory()
    client.force_login(referee)
    return TournamentFactory(name="Jarní turnaj", referees=[referee])


@pytest.fixture
def hanchan(tournament):
    names = [FORTY, "Ágnes Tóth", "Zdeněk Žák", "Élodie Dupont"]
    entries = [EntryFactory(tournament=tournament, player__name=name) for name in names]
    return HanchanFactory(round__tournament=tournament, entries=entries)


def page(client, name, hanchan_or_tournament, *arguments):
    tournament = getattr(hanchan_or_tournament, "tournament", hanchan_or_tournament)
    return client.get(reverse(name, args=[tournament.slug, *arguments]))


def test_there_is_a_page_with_everything_to_print(client, hanchan):
    text = page(client, "prints", hanchan).text

    for name in ("print-sheets", "print-seating"):
        assert reverse(name, args=[hanchan.tournament.slug, 1]) in text
    for name in ("tables", "leaderboard", "print-start-list", "print-badges", "print-blank-sheet"):
        assert reverse(name, args=[hanchan.tournament.slug]) in text
    assert reverse("prints", args=[hanchan.tournament.slug]) in page(client, "tables", hanchan).text
    assert (
        reverse("print-sheets", args=[hanchan.tournament.slug, 1]) in client.get(hanchan.round.get_absolute_url()).text
    )


def test_a_sheet_has_its_names_and_the_code_of_its_own_hanchan(client, hanchan):
    text = page(client, "print-sheets", hanchan, 1).text

    assert "Round 1 · Table 1" in text
    assert FORTY in text
    assert qr_code(f"http://testserver{hanchan.get_sheet_link()}") in text


def test_a_sheets_code_opens_its_hanchan_and_a_tables_card_what_is_on_now(hanchan):
    later = HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    phone = phone_at(TableFactory(tournament=hanchan.tournament, number=9))  # of another table, until it scans

    assert phone.get(hanchan.get_sheet_link())["Location"] == hanchan.get_screen_url()
    assert phone.get(hanchan.get_screen_url()).status_code == 200
    assert phone.get(later.get_sheet_link())["Location"] == later.get_screen_url()
    assert phone.get(hanchan.table.get_link())["Location"] == hanchan.table.get_absolute_url()


@pytest.mark.parametrize("round_number", ["7", "0", "-1", "x", "٣", "9" * 30, ""])
def test_a_code_of_a_missing_round_opens_the_table(hanchan, round_number):
    address = f"{hanchan.table.get_link()}?round={round_number}"

    assert phone_at(hanchan.table).get(address)["Location"] == hanchan.table.get_absolute_url()


def test_a_cancelled_hanchan_needs_no_sheet(client, hanchan):
    entry = hanchan.tournament.log.create(
        number=1, kind="hanchan.cancelled", actor_kind="account", actor_name="Ondra", at=hanchan.round.started_at
    )
    hanchan.cancelled_by = entry
    hanchan.save()

    assert "This round has no tables." in page(client, "print-sheets", hanchan, 1).text


def test_the_seating_is_found_by_name_and_by_table(client, hanchan):
    text = page(client, "print-seating", hanchan, 1).text

    by_name, by_table = text.split("by table")
    order = [by_name.index(name) for name in ("Ágnes Tóth", "Élodie Dupont", FORTY, "Zdeněk Žák")]
    assert order == sorted(order)
    assert by_table.index(FORTY) < by_table.index("Ágnes Tóth")


def test_resting_players_are_on_the_seating_and_on_the_page_of_the_round(client, hanchan):
    hanchan.round.resting.add(EntryFactory(tournament=hanchan.tournament, player__name="Zbyněk Čekal"))

    by_name, by_table = page(client, "print-seating", hanchan, 1).text.split("by table")

    assert 'Zbyněk Čekal</span> <span class="seats-rest">sits out' in by_name
    assert by_name.index("Ágnes Tóth") < by_name.index("Zbyněk Čekal") < by_name.index("Zdeněk Žák")
    assert "Sitting out: Zbyněk Čekal" in by_table
    assert "Sitting out: Zbyněk Čekal" in client.get(hanchan.round.get_absolute_url()).text


def test_resting_players_without_consent_have_no_name_for_strangers(hanchan):
    hanchan.round.resting.add(
        EntryFactory(tournament=hanchan.tournament, player__name="Zbyněk Čekal", may_publish=False)
    )

    assert "Sitting out: a player" in Client().get(hanchan.round.get_absolute_url()).text


def test_the_start_list_and_the_badges_have_everybody(client, hanchan):
    EntryFactory(
        tournament=hanchan.tournament, player__name="Bez Stolu", player__country="CZ", player__club="Praha Riichi"
    )

    listed, badges = (page(client, name, hanchan).text for name in ("print-start-list", "print-badges"))

    for text in (listed, badges):
        assert FORTY in text
        assert "Bez Stolu" in text
        assert "Praha Riichi" in text
    assert "Czechia" in badges
    by_name, by_number = listed.split("Starting list, sorted by number")
    names = sorted(name for name in hanchan.tournament.entries.values_list("player__name", flat=True))
    assert by_name.index("Bez Stolu") < by_name.index(next(name for name in names if name > "Bez Stolu"))
    assert by_number.index(FORTY) < by_number.index("Bez Stolu")


def test_a_blank_sheet_has_no_names_and_no_code(client, hanchan):
    text = page(client, "print-blank-sheet", hanchan).text

    assert FORTY not in text
    assert "<svg" not in text.split("<article")[1]


def test_a_missing_round_has_nothing_to_print(client, hanchan):
    assert page(client, "print-sheets", hanchan, 2).status_code == 404
    assert page(client, "print-seating", hanchan, 2).status_code == 404


def test_a_spectator_prints_no_links(client, hanchan):
    Membership.objects.filter(role=Role.REFEREE).delete()

    assert page(client, "print-sheets", hanchan, 1).status_code == 404


@pytest.mark.parametrize("name", ["print-sheets", "print-seating"])
def test_more_tables_take_no_more_queries(client, hanchan, name):
    address = reverse(name, args=[hanchan.tournament.slug, 1])
    few = queries_of(client, address)
    for number in (2, 3):
        table = TableFactory(tournament=hanchan.tournament, number=number)
        play(HanchanFactory(round=hanchan.round, table=table), DRAW)

    assert queries_of(client, address) == few


def test_each_player_has_a_slip_with_every_round_of_the_plan(client, tournament, hanchan):
    numbers = [seat.entry.number for seat in hanchan.seats.all()]
    keep_plan(tournament, [numbers], [numbers[::-1]])

    text = page(client, "print-schedules", hanchan).text

    assert text.count('<div class="slip-head">') == 4
    assert text.count("Ágnes Tóth") == 1 + 1 + 2 * 3  # whose slip it is, whose code, with whom
    assert reverse("print-schedules", args=[tournament.slug]) in page(client, "prints", hanchan).text


def test_each_slip_has_the_code_of_its_players_page(client, tournament, hanchan):
    entries = [seat.entry for seat in hanchan.seats.all()]

    response = page(client, "print-schedules", hanchan)

    for entry in entries:
        entry.is_at_desk = True
        assert qr_code(f"http://testserver{entry.get_link()}") in response.text
    assert response.text.count('class="qr"') == 4
    assert "<table>" not in response.text
    assert "no-store" in response.headers["Cache-Control"]
    assert reverse("print-schedules", args=[tournament.slug]) in page(client, "prints", hanchan).text


def test_more_players_take_no_more_queries(client, tournament, hanchan):
    numbers = [seat.entry.number for seat in hanchan.seats.all()]
    keep_plan(tournament, [numbers])
    address = reverse("print-schedules", args=[tournament.slug])
    few = queries_of(client, address)
    EntryFactory.create_batch(4, tournament=tournament)

    assert queries_of(client, address) == few


def test_the_slips_of_many_players_are_on_several_pages(client, tournament, hanchan, monkeypatch):
    """A page of 2,000 slips was 60 MB, which delayed hands."""
    monkeypatch.setattr("tournament.screens.queries.prints.SLIPS_ON_A_PAGE", 4)
    numbers = [seat.entry.number for seat in hanchan.seats.all()]
    keep_plan(tournament, [numbers])
    EntryFactory.create_batch(3, tournament=tournament)
    address = reverse("print-schedules", args=[tournament.slug])

    first, second = (client.get(address + query).text for query in ("", "?page=2"))

    assert [text.count('<div class="slip-head">') for text in (first, second)] == [4, 3]
    assert "Page 1 of 2" in first
    assert 'rel="next" href="?page=2"' in first
    assert 'rel="prev" href="?page=1"' in second
