"""The hall screen: the scene that is due, page by page, and only what the hall may see."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import UserFactory, cut_to, keep_plan, owner_of, play, sign
from tests.queries import queries_of
from tests.standings.results import DRAW, MANGAN, show, tournament_with
from tests.table.phones import HTMX
from tournament.models import Announcement, AnnouncementPicture, RoundClock
from tournament.screens.actions.hall_link import make_hall_link

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]
EIGHT = [*FOUR, "Émile", "François", "Gábor", "Hana"]


@pytest.fixture
def owner():
    return UserFactory()


def address(tournament, query=""):
    return reverse("hall", args=[tournament.slug]) + query


def start_clock(tournament, *, minutes=0):
    started_at = timezone.now() - timedelta(minutes=minutes)
    return RoundClock.objects.create(round=tournament.rounds.last(), started_at=started_at)


def hall_of(tournament):
    """A browser that opened the hall link."""
    make_hall_link(tournament_id=tournament.pk, by=owner_of(tournament))
    tournament.refresh_from_db()
    browser = Client()
    assert browser.get(tournament.get_hall_link())["Location"] == address(tournament)
    return browser


def test_the_scenes_are_welcome_seats_clock_and_standings(client):
    tournament, entries, _hanchans = tournament_with(FOUR, rounds=0, name="Jarní turnaj")
    entries[0].checked_in_at = timezone.now()
    entries[0].save()
    welcome = client.get(address(tournament)).text
    assert "Jarní turnaj" in welcome
    assert "1 of 4 players have arrived" in welcome

    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    seats = client.get(address(tournament)).text
    assert "Seating of round 1" in seats
    assert seats.index("Adam") < seats.index("Břetislav") < seats.index("North")
    assert 'aria-hidden="true">Table</p>' in seats
    start_clock(tournament, minutes=6)
    assert 'class="clock-panel"' in client.get(address(tournament)).text
    play(hanchan, MANGAN)
    sign(hanchan)
    standings = client.get(address(tournament)).text
    assert "Standings after round 1" in standings
    assert "−23.0" in standings


def test_a_scene_can_be_held_and_says_where_it_stands(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN)

    held = client.get(address(tournament, "?scene=standings&hold=1")).text

    assert "provisional" in held
    assert 'id="hall-hold" class="button-quiet" href="?scene=standings&amp;hold=1&amp;page=1" aria-current="true"' in (
        " ".join(held.split())
    )
    assert "There is no clock now" not in client.get(address(tournament, "?scene=clock")).text
    tournament, *_rest = tournament_with([], rounds=0)
    assert "There is no clock now" in client.get(address(tournament, "?scene=clock")).text
    assert "No one has a seat yet" in client.get(address(tournament, "?scene=seating")).text
    assert "There are no players yet" in client.get(address(tournament, "?scene=standings")).text


def test_standings_name_the_round_in_play_and_the_gap_to_the_first(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    standings = address(tournament, "?scene=standings")
    play(hanchan, MANGAN)

    playing = client.get(standings).text
    assert "Standings, round 1 in play" in playing
    assert playing.count('class="number hall-gap"') == 4
    assert "</span> 46.0</span>" in playing

    show(tournament, everyone="signed", hall="signed")
    withheld = client.get(standings).text
    assert "in play" not in withheld
    show(tournament, everyone="live", hall="live")
    sign(hanchan)
    assert "Standings after round 1" in client.get(standings).text


def test_a_dense_page_of_standings_has_no_gaps(client):
    tournament, *_rest = tournament_with([f"Player {n:02}" for n in range(76)])

    assert "hall-dense" in client.get(address(tournament, "?scene=standings")).text
    assert "hall-gap" not in client.get(address(tournament, "?scene=standings")).text


def test_the_lines_of_cuts_have_words(client):
    tournament, entries, (hanchan, _second) = tournament_with(EIGHT, announced_cuts=[{"places": 2, "after_round": 3}])
    play(hanchan, MANGAN)
    sign(hanchan)
    assert "After round 3: 2 advance" in client.get(address(tournament, "?scene=standings")).text

    cut_to(*entries[:4])

    cut = client.get(address(tournament, "?scene=standings")).text
    assert "Cut after round 1" in cut
    assert "After round 3: 2 advance" in cut


def test_the_screen_has_the_colour_and_the_published_picture_of_the_event(client):
    tournament, *_rest = tournament_with(FOUR, colour="blue")
    about = Announcement.objects.create(tournament=tournament)
    AnnouncementPicture.objects.create(tournament=tournament, content=b"-", width=3, height=2, digest=64 * "a")
    picture = reverse("announcement-picture", args=[tournament.slug])

    hidden = client.get(address(tournament)).text
    about.is_published = True
    about.save()
    tournament.version += 1
    tournament.save()
    shown = client.get(address(tournament)).text

    assert "paint-blue" in hidden
    assert picture not in hidden
    assert f"{picture}?{12 * 'a'}" in shown


def test_pages_turn_without_javascript_too(client):
    tournament, *_rest = tournament_with([f"Player {n:02}" for n in range(48)])

    first = client.get(address(tournament)).text
    assert "1 / 2" in " ".join(first.split())
    assert "Player 00" in first
    assert "Player 47" not in first
    assert 'content="12; url=?page=2&amp;of=seating"' in first
    second = client.get(address(tournament, "?page=2&of=seating")).text
    assert "Player 47" in second
    # A page number of another scene does not apply to this one.
    assert "Player 00" in client.get(address(tournament, "?page=2&of=clock")).text
    paused = client.get(address(tournament, "?page=2&of=seating&hold=1")).text
    assert "data-turn" not in paused
    assert 'content="12; url=?page=2&amp;hold=1&amp;of=seating"' in paused


def test_htmx_gets_only_the_screen_from_the_same_address(client):
    tournament, *_rest = tournament_with(FOUR)

    page = client.get(address(tournament, "?scene=seating"), headers=HTMX)

    assert page.text.strip().startswith('<div id="hall"')
    assert "HX-Request" in page.headers["Vary"]


@pytest.mark.parametrize("query", ["?scene=x&page=-1", "?scene=ceremony", "?page=9999&of=%00&hold=2", "?page=²"])
def test_invalid_queries_are_ignored(client, query):
    tournament, *_rest = tournament_with(FOUR)

    assert "Seating of round 1" in client.get(address(tournament, query)).text


def test_the_next_rounds_planned_seats_are_shown_before_it_starts(client):
    tournament, entries, _hanchans = tournament_with(EIGHT, rounds=0)
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]])

    assert "Next: round 1" in client.get(address(tournament, "?page=2")).text
    assert "Next: round 1" in client.get(address(tournament, "?scene=seating")).text
    entries[7].delete()  # the plan fits no more, and would not be used
    tournament.refresh_from_db()
    tournament.version += 1
    tournament.save()
    assert "Next: round 1" not in client.get(address(tournament, "?scene=seating")).text


def test_a_player_without_consent_is_not_named(client):
    tournament, entries, _hanchans = tournament_with(FOUR)
    entries[0].may_publish = False
    entries[0].save()

    for query in ("?scene=seating", "?scene=standings"):
        shown = client.get(address(tournament, query)).text
        assert "Adam" not in shown
        assert "a player" in shown


@pytest.mark.slow
def test_an_organizers_browser_shows_what_the_hall_sees(client, owner):
    tournament, _entries, (hanchan,) = tournament_with(FOUR, owner=owner)
    show(tournament, players="live", hall="signed", everyone="held")
    play(hanchan, MANGAN)
    client.force_login(owner)
    board = address(tournament, "?scene=standings")
    hall = hall_of(tournament)

    for browser in (client, hall):
        shown = browser.get(board, headers=HTMX).text
        assert "23.0" not in shown
        assert "shown after all its tables have signed" in " ".join(shown.split())
    assert "hidden until" in Client().get(board).text
    player = Client()
    player.get(tournament.entries.first().get_link())
    assert "23.0" not in player.get(board).text  # whoever stands before a screen is no player

    sign(hanchan)
    assert all("+23.0" in browser.get(board).text for browser in (client, hall))
    assert "23.0" not in Client().get(board).text


def test_a_private_tournament_is_for_its_hall_and_its_team(client, owner):
    tournament, *_rest = tournament_with(FOUR, is_public=False, owner=owner)

    assert client.get(address(tournament)).status_code == 404
    assert client.get(address(tournament), headers=HTMX).status_code == 404
    assert hall_of(tournament).get(address(tournament)).status_code == 200
    client.force_login(owner)
    assert client.get(address(tournament)).status_code == 200


def test_the_desk_and_the_visibility_page_link_to_it(client, owner):
    tournament, *_rest = tournament_with(FOUR, owner=owner)
    client.force_login(owner)

    for name in ("desk", "visibility"):
        assert f'href="{address(tournament)}"' in client.get(reverse(name, args=[tournament.slug])).text


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["seating", "clock", "standings"])
def test_the_number_of_queries_does_not_grow(client, scene):
    def queries(names):
        tournament, _entries, hanchans = tournament_with(names)
        start_clock(tournament)
        for hanchan in hanchans:
            play(hanchan, DRAW)
        return queries_of(client, address(tournament, f"?scene={scene}"))

    assert queries(FOUR) == queries([f"Player {n}" for n in range(12)])
