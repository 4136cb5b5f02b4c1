"""A crawler that follows every link, fragment and file finds nothing that is withheld; and finds it once released.

More than fifty numbers that occur nowhere else are planted in the second round: points and scores of tables that have
signed, have finished, and are in play, and penalties. They are looked for as pages and files write them.
"""

import re
from copy import deepcopy
from fractions import Fraction
from html import unescape
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.game_writing import decimal_string
from tests.factories import (
    STRANGER,
    ClubFactory,
    HanchanFactory,
    LeagueFactory,
    RoundFactory,
    UserFactory,
    play,
    sign,
    visitor,
)
from tests.standings.results import show, tournament_with
from tests.table.corrections import A, B, C, ron, tsumo
from tests.table.phones import phone_at
from tests.whole_site.crawled import STANDINGS, crawled, hall_of, player_of
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, Offence, PlayerTeam, Ranking, RankingEvent, TeamPenalty, Tournament
from tournament.people.actions.give_penalty import give_penalty
from tournament.rounds.actions.release_round import release_round
from tournament.screens.actions.ceremony import start_ceremony
from tournament.screens.actions.hall_link import make_hall_link
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import sign_sheet

pytestmark = pytest.mark.django_db


class Secrets:
    """Numbers, and how to find them in a page or a file."""

    def __init__(self):
        self.all = set()

    def points(self, *points):
        self.all |= {f"{abs(number):,}" for number in points}

    def scores(self, *scores):
        self.all |= {decimal_string(abs(Fraction(score))) for score in scores}

    def in_text(self, text):
        numbers = {match.replace(" ", ",") for match in re.findall(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d.])", text)}
        numbers |= set(re.findall(r"(?<![\d.,])\d+\.\d+(?![\d.])", text))
        numbers |= {f"{int(number):,}" for number in re.findall(r"(?<![\w.,-])\d{4,6}(?![\w-]|[.,]\d)", text)}
        return numbers & self.all


@pytest.fixture
def world(db, made):
    return deepcopy(made)


@pytest.fixture(scope="module")
def made(once):
    """Round 1 is over at one table. In round 2 table 1 has signed, 2 has its points, and 3 is in play."""
    referee = UserFactory()
    tournament, entries, hanchans = tournament_with([f"Player {n}" for n in range(12)], owner=referee)
    tournament.rounds.update(number=2)
    first = RoundFactory(tournament=tournament, number=1)
    over = HanchanFactory(round=first, table=hanchans[0].table, entries=entries[:4])
    on_paper(over, (33_000, 31_000, 29_000, 27_000))
    sign_sheet(hanchan_id=over.pk, revision=1, by=visitor(referee))

    secrets, of_table = Secrets(), Secrets()
    for place, hanchan in enumerate(hanchans[:2]):
        points = (61_700 + 1_200 * place, 41_900 - 600 * place, 21_100 - 800 * place, -4_700 + 200 * place)
        on_paper(hanchan, points)
        for known in (secrets, of_table) if place == 0 else (secrets,):
            known.points(*points)
            known.scores(*(placement.score for placement in load_game(hanchan).result))
    sign_sheet(hanchan_id=hanchans[0].pk, revision=1, by=visitor(referee))
    play(hanchans[2], ron(B, C, 4, 25))
    secrets.points(36_400, 23_600, 6_400)
    secrets.scores("21.4")
    for place in range(32):
        points = Fraction(173 + 20 * place, 10)
        give_penalty(
            tournament_id=tournament.pk,
            key=uuid4(),
            entry_id=entries[4 + place % 8].pk,
            offence=Offence.OTHER,
            points=points,
            minutes=None,
            round_number=2,
            rule="",
            reason="Asked twice",
            by=visitor(referee),
        )
        secrets.scores(points)
    team = PlayerTeam.objects.create(tournament=tournament, name="Ants")
    given_by = entries[4].penalties.first().given_by
    TeamPenalty.objects.create(team=team, offence=Offence.OTHER, points="88.3", round=2, given_by=given_by)
    secrets.scores("88.3")
    make_hall_link(tournament_id=tournament.pk, by=visitor(referee))
    club = ClubFactory(organizers=[referee])
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    ranking = Ranking.objects.create(name="Cup", slug="cup")
    RankingEvent.objects.create(ranking=ranking, tournament=tournament)
    tournament.refresh_from_db()
    league = LeagueFactory(owner=referee, tournaments=[tournament])
    league.periods.create(name="Spring", first_day="2026-01-01", last_day="2026-06-30")
    some = SimpleNamespace(pk=1, call_id=1)
    return SimpleNamespace(
        tournament=tournament,
        hanchan=hanchans[0],
        hanchans=hanchans,
        league=league,
        club=club,
        ranking=ranking,
        referee=referee,
        invitation=some,
        penalty=some,
        call=some,
        appeal=some,
        entry=entries[0],
        entries=entries,
        secrets=secrets,
        of_table=of_table,
    )


def on_paper(hanchan, points):
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=0,
        key=uuid4(),
        points=points,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )


@pytest.mark.long
def test_under_embargo_nobody_finds_anything_before_all_tables_have_signed(world):
    show(world.tournament, players="signed", hall="signed", everyone="signed")

    assert len(world.secrets.all) >= 50
    assert crawled(world, Client()) == {}

    for hanchan in Hanchan.objects.filter(round__number=2, sheets=None):
        sign(hanchan)
    assert crawled(world, Client()).keys() == world.secrets.all


@pytest.mark.long
def test_what_is_held_back_is_found_once_it_is_released(world):
    show(world.tournament, players="held", hall="held", everyone="held", number=2)
    start_ceremony(tournament_id=world.tournament.pk, from_place=None, key=uuid4(), by=STRANGER)  # and nothing revealed

    assert crawled(world, hall_of(world.tournament)) == {}
    # A table knows its own hanchan, and nothing of the others.
    assert crawled(world, phone_at(world.hanchan.table)).keys() == world.of_table.all

    player, standings = player_of(world.entries[10]), reverse("leaderboard", args=[world.tournament.slug])
    assert world.secrets.in_text(player.get(standings).text) == set()
    release_round(tournament_id=world.tournament.pk, number=2, key=uuid4(), by=STRANGER)
    for browser in (player, Client()):
        assert world.secrets.in_text(browser.get(standings).text) >= {"46.7", "21.4"}


@pytest.mark.slow
def test_a_file_tells_nothing_but_its_version_while_a_withheld_table_plays(world):
    show(world.tournament, everyone="signed")
    addresses = [reverse(name, args=[world.tournament.slug]) for name in STANDINGS]

    def told():
        version = Tournament.objects.get(pk=world.tournament.pk).version
        told_as = rf'"version": {version}\b|SEQUENCE:{version}\b|content="{world.tournament.pk}:{version}"|DTSTAMP:\w+'
        return [re.subn(told_as.encode(), b"", Client().get(address).content) for address in addresses]

    before = told()
    play(world.hanchans[2], tsumo(A))
    assert told() == before
    assert sum(times for _content, times in before) >= 5


def test_the_tables_own_screen_goes_on(world):
    show(world.tournament, players="held", hall="held", everyone="held")
    hanchan = world.hanchans[2]
    phone = phone_at(hanchan.table)

    assert "36,400" in phone.get(hanchan.get_screen_url()).text
    assert "36,400" in phone.get(hanchan.get_absolute_url()).text
    assert phone.get(reverse("hanchan-json", args=[world.tournament.slug, hanchan.pk])).status_code == 200
    other = world.hanchans[1]
    assert "hidden until the organizers release" in phone.get(other.get_absolute_url()).text
    assert phone.get(reverse("hanchan-json", args=[world.tournament.slug, other.pk])).status_code == 404


def test_a_table_is_not_told_whose_places_change(world):
    show(world.tournament, players="signed", everyone="signed")
    hanchan = world.hanchans[0]
    phone, seats = phone_at(hanchan.table), hanchan.seats.values_list("entry", flat=True)
    swapped = {f"seat_{seat}": entry for seat, entry in zip((1, 0, 2, 3), seats, strict=True)}

    response = phone.post(
        reverse("seats", args=[world.tournament.slug, hanchan.pk]),
        swapped | {"revision": 2, "key": str(uuid4()), "reason": "x"},
    )

    assert response.context["rows"]
    assert response.context["places"] is None


def test_a_notice_says_when_it_is_shown(client, world):
    show(world.tournament, everyone="signed")
    pages = [reverse("leaderboard", args=[world.tournament.slug]), world.hanchan.get_absolute_url()]
    pages += [reverse("round", args=[world.tournament.slug, 2]), reverse("entry", args=[world.tournament.slug, 5])]

    for page in pages:
        assert "round 2 are shown after all its tables have signed" in client.get(page).text, page
    assert "The results of some rounds are not shown yet" in client.get(world.league.get_absolute_url()).text


def test_a_notice_of_a_club_night_says_hanchan(client, world):
    show(world.tournament, everyone="signed")
    Tournament.objects.filter(pk=world.tournament.pk).update(is_club_night=True)

    for page in (world.tournament.get_absolute_url(), world.hanchan.get_absolute_url()):
        assert "hanchan 2 are shown after its sheet is signed" in client.get(page).text, page


def test_a_players_own_page_tells_of_no_table_but_the_one_to_be_signed(world):
    show(world.tournament, players="held", hall="held", everyone="held")
    signed, finished, in_play = (world.entries[4 * table] for table in range(3))

    def told(entry):
        return world.secrets.in_text(unescape(Client().get(entry.get_link()).text))

    assert told(signed) == told(in_play) == set()
    assert told(finished) >= {"62,900", "41,300", "20,300", "4,500"}
    assert told(finished).isdisjoint(world.of_table.all)
