"""The ceremony: places are revealed one by one, in the hall alone, and a place not yet revealed appears nowhere."""

import re
from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import STRANGER, UserFactory, play, sign, visitor
from tests.queries import queries_of
from tests.screens.test_hall import hall_of
from tests.standings.results import MANGAN, show, tournament_with
from tests.table.phones import HTMX
from tournament.games.queries.ceremony import ceremony_of
from tournament.models import Ceremony, Offence
from tournament.people.actions.give_penalty import give_penalty
from tournament.screens.actions.ceremony import reveal_next, start_ceremony, take_back_reveal
from tournament.screens.queries.ceremony import course
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import sign_sheet

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]
EIGHT = [*FOUR, "Émile", "François", "Gábor", "Hana"]
POINTS = ((61_700, 41_900, 21_100, -4_700), (45_000, 35_000, 25_000, 15_000))


@pytest.fixture(scope="module")
def world(once):
    """Two tables have signed the only round, which is held back: Adam, Émile, Břetislav, François, Gábor, Claire, Hana,
    Dóra."""
    owner = UserFactory()
    tournament, _entries, hanchans = tournament_with(EIGHT, owner=owner)
    show(tournament, players="held", hall="held", everyone="held")
    for hanchan, points in zip(hanchans, POINTS, strict=True):
        paper = {"points": points, "riichi_sticks": 0, "chombo": (0, 0, 0, 0)}
        record_paper_result(hanchan_id=hanchan.pk, revision=0, key=uuid4(), by=STRANGER, **paper)
        sign_sheet(hanchan_id=hanchan.pk, revision=1, by=visitor(owner))
    return owner, tournament


@pytest.fixture
def owner(client, db, world):
    owner = deepcopy(world[0])
    client.force_login(owner)
    return owner


@pytest.fixture
def tournament(owner, world):
    return deepcopy(world[1])


def at(tournament, name="ceremony"):
    return reverse(name, args=[tournament.slug])


def touch(client, tournament, act, **fields):
    data = {
        "act": act,
        "key": str(uuid4()),
        "revealed": course(ceremony_of(tournament)).done if act != "start" else 0,
    } | fields
    return client.post(at(tournament), data)


def names_in(page):
    return [name for name in EIGHT if name in page]


def test_places_are_revealed_from_the_last_to_the_winner_in_the_hall_alone(client, tournament):
    hall = hall_of(tournament)
    screen = at(tournament, "hall")
    assert "hidden until" in " ".join(hall.get(screen).text.split())

    assert touch(client, tournament, "start", from_place="3").status_code == 302
    shown = hall.get(screen, headers=HTMX).text
    assert names_in(shown) == ["Claire", "Dóra", "François", "Gábor", "Hana"]
    assert "46.7" not in shown
    touch(client, tournament, "reveal")
    shown = hall.get(screen).text
    assert "Place 3" in shown
    assert "+16.9" in shown
    assert "Adam" not in shown
    assert "Émile" not in shown
    touch(client, tournament, "take-back")
    assert "Břetislav" not in hall.get(screen).text
    for _step in range(3):
        touch(client, tournament, "reveal")
    shown = hall.get(screen).text
    assert "Winner" in shown
    assert names_in(shown) == ["Adam", "Břetislav", "Émile"]  # the podium has the screen for itself

    stranger = Client()
    for name in ("hall", "leaderboard", "tournament", "leaderboard-json", "tournament-json"):
        without_times = re.sub(r"T\d\d:\d\d:[\d.]+Z", "", stranger.get(at(tournament, name)).text)
        assert "46.7" not in without_times
    assert touch(client, tournament, "reveal").status_code == 409
    assert "Adam" in client.get(screen).text  # the team's own browser is the hall's


MISSED = "The ceremony is on, but this screen cannot show it. Open the hall link on this screen"


def test_a_screen_without_the_hall_link_says_that_it_misses_the_ceremony(client, tournament):
    stranger, hall = Client(), hall_of(tournament)
    screen = at(tournament, "hall")
    quiet = "Opened without the hall link"
    for held in ("", "?scene=seating", "?scene=clock", "?scene=standings"):
        assert quiet in stranger.get(screen + held).text
        assert MISSED not in stranger.get(screen + held).text

    touch(client, tournament, "start")

    for held in ("", "?scene=seating", "?scene=clock", "?scene=standings"):
        for headers in ({}, HTMX):
            text = " ".join(stranger.get(screen + held, headers=headers).text.split())
            assert MISSED in text
            assert "46.7" not in text
    for browser in (hall, client):
        assert MISSED not in " ".join(browser.get(screen).text.split())
        assert quiet not in browser.get(screen).text
    touch(client, tournament, "end")
    assert MISSED not in " ".join(stranger.get(screen).text.split())


def test_a_screen_whose_link_was_replaced_says_so_too(client, tournament):
    hall = hall_of(tournament)
    touch(client, tournament, "start")
    assert "The results" in hall.get(at(tournament, "hall")).text

    client.post(at(tournament, "hall-link-new"))

    assert MISSED in " ".join(hall.get(at(tournament, "hall")).text.split())


def test_the_organizer_gets_the_link_for_the_screen(client, tournament):
    page = client.get(at(tournament)).text
    assert "There is no hall link yet" in page

    made = client.post(at(tournament, "hall-link-new"), {"for": "ceremony"}, follow=True)

    tournament.refresh_from_db()
    assert made.redirect_chain == [(at(tournament), 302)]
    assert "There is no hall link yet" not in made.text
    assert f'value="http://testserver{tournament.get_hall_link()}"' in made.text
    screen = Client()
    screen.get(tournament.get_hall_link())
    touch(client, tournament, "start")
    assert tournament.get_hall_link() in client.get(at(tournament)).text
    assert "The results" in screen.get(at(tournament, "hall")).text


def test_only_the_hall_sees_the_reveal_and_others_only_a_new_version(client, tournament):
    touch(client, tournament, "start", from_place="1")
    before = type(tournament).objects.get(pk=tournament.pk).version

    touch(client, tournament, "reveal")

    assert type(tournament).objects.get(pk=tournament.pk).version == before + 1
    assert "Revealed place 1" in client.get(at(tournament, "log")).text


def test_the_end_can_release_the_rounds_held_back(client, tournament):
    touch(client, tournament, "start")
    assert "release round 1" in client.get(at(tournament)).text
    touch(client, tournament, "end")
    assert not Ceremony.objects.exists()
    assert "46.7" not in Client().get(at(tournament, "leaderboard")).text

    touch(client, tournament, "start")
    touch(client, tournament, "end", release="1")
    assert "+46.7" in Client().get(at(tournament, "leaderboard")).text
    assert tournament.rounds.get().released_by.kind == "round.released"


def test_players_who_share_a_place_are_revealed_together(owner):
    tournament, _entries, (hanchan,) = tournament_with(FOUR, owner=owner)
    play(hanchan, MANGAN)
    sign(hanchan)
    common = {"tournament_id": tournament.pk, "by": STRANGER}

    start_ceremony(**common, from_place=None, key=uuid4())
    key = uuid4()
    for _again in range(2):
        reveal_next(**common, revealed=0, key=key)
    reveal_next(**common, revealed=1, key=uuid4())

    led = course(ceremony_of(tournament))
    assert [(step.place, len(step.rows)) for step in led.steps] == [(4, 1), (2, 2), (1, 1)]
    assert (led.done, led.next.place) == (2, 1)
    assert [row.place for row in led.revealed.before] == [4]


def test_a_penalty_that_makes_two_revealed_places_equal_reveals_no_other(owner, tournament):
    common = {"tournament_id": tournament.pk, "by": visitor(owner)}
    start_ceremony(**common, from_place=None, key=uuid4())
    for revealed in range(7):
        reveal_next(**common, revealed=revealed, key=uuid4())
    last, last_but_one = course(ceremony_of(tournament)).steps[:2]
    row = last_but_one.rows[0]

    give_penalty(
        **common,
        key=uuid4(),
        entry_id=row.entry.pk,
        offence=Offence.OTHER,
        points=row.total - last.rows[0].total,
        minutes=None,
        round_number=None,
        rule="",
        reason="Late",
    )

    tournament.refresh_from_db()
    led = course(ceremony_of(tournament))
    assert (led.steps[0].place, len(led.steps[0].rows)) == (7, 2)
    assert (led.newest.place, led.next.place) == (2, 1)
    reveal_next(**common, revealed=6, key=uuid4())
    take_back_reveal(**common, revealed=7, key=uuid4())
    assert course(ceremony_of(tournament)).next.place == 1


def test_one_button_says_the_next_step_and_five_touches_are_the_whole_ceremony(client, tournament):
    """It is the first of the page's buttons; the way to begin elsewhere is folded away."""
    said = []
    while ceremony_of(tournament) or not said:
        page = client.get(at(tournament)).text
        form = re.search(r'(?s)<form class="stack".*?</form>', page)[0]
        button = re.search(r"(?s)<button ([^>]*)>(.*?)</button>", form)
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        fields |= dict(re.findall(r'name="(\w+)" value="(\w+)"', button[1]))
        said.append((" ".join(button[2].split()), "data-forward" in button[1]))
        client.post(at(tournament), fields)

    assert said == [
        ("Begin: third, second, winner", True),
        ("Reveal place 3", True),
        ("Reveal place 2", True),
        ("Reveal the winner", True),
        ("End the ceremony and release round 1", False),  # no key ends it
    ]
    assert "Adam" in Client().get(at(tournament, "leaderboard")).text


def test_a_repeated_and_a_stale_submission_reveal_nothing(client, tournament):
    touch(client, tournament, "start")
    touch(client, tournament, "reveal", revealed="0")

    stale = touch(client, tournament, "reveal", revealed="0")

    assert stale.status_code == 409
    assert "Someone else has already revealed a place" in stale.text
    assert touch(client, tournament, "take-back", revealed="1").status_code == 302
    assert ceremony_of(tournament).revealed_place is None
    assert client.post(at(tournament), {"act": "start", "key": str(uuid4())}).status_code == 409


def test_htmx_gets_only_the_buttons(client, tournament):
    touch(client, tournament, "start")
    data = {"act": "reveal", "key": str(uuid4()), "revealed": 0}

    answer = client.post(at(tournament), data, headers=HTMX)

    assert answer.text.strip().startswith('<div id="ceremony"')
    assert "Hide place 8 again" in answer.text
    assert "Reveal place 7" in answer.text


@pytest.mark.parametrize(
    "fields", [{}, {"act": "dance"}, {"act": "start", "from_place": "0"}, {"act": "reveal", "key": "x"}]
)
def test_invalid_forms_are_refused(client, tournament, fields):
    answer = client.post(at(tournament), {"key": str(uuid4())} | fields)

    assert answer.status_code == 422
    assert not Ceremony.objects.exists()


def test_the_page_names_the_obstacles(client, owner):
    tournament, *_rest = tournament_with(FOUR, owner=owner)

    page = client.get(at(tournament)).text

    assert "1 sheet is not signed" in page
    assert "The results of all rounds are already public" in page
    assert "No one has a place yet" in page
    assert touch(client, tournament, "start").status_code == 409
    assert client.post(at(tournament), {"act": "end", "key": str(uuid4())}).status_code == 409


def test_it_is_for_organizers_alone(tournament):
    referee = UserFactory()
    tournament.memberships.create(user=referee, role="referee")
    browser = Client()
    assert browser.get(at(tournament)).status_code == 302
    browser.force_login(referee)

    assert browser.get(at(tournament)).status_code == 404
    assert browser.post(at(tournament), {"act": "start", "key": str(uuid4())}).status_code == 404


def test_the_number_of_queries_does_not_grow(client, owner):
    def queries(names):
        tournament, _entries, hanchans = tournament_with(names, owner=owner)
        for hanchan in hanchans:
            play(hanchan, MANGAN)
            sign(hanchan)
        touch(client, tournament, "start", from_place="1")
        return queries_of(client, at(tournament)), queries_of(client, at(tournament, "hall"))

    assert queries(FOUR) == queries(EIGHT)


def test_a_ceremony_names_no_place_before_the_first_is_revealed(tournament):
    ceremony = Ceremony(tournament=tournament, from_place=3)

    assert str(ceremony) == f"{tournament}: from place 3"
    ceremony.revealed_place = 2
    assert str(ceremony) == f"{tournament}: from place 3 to 2"
