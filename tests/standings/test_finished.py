"""A tournament that is over says so, names who won to those who may know it, and accepts no more entries."""

import re
from copy import deepcopy
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from tests.factories import STRANGER, HanchanFactory, UserFactory, cut_to, keep_plan, play, sign
from tests.standings.results import MANGAN, show, tournament_with
from tournament.games.progress import Progress
from tournament.models import EntryTerms, PlayerFacts, Tournament
from tournament.people.actions.enter import TournamentOver, enter
from tournament.rounds.actions.release_round import release_round
from tournament.screens.actions.ceremony import end_ceremony, reveal_next, start_ceremony
from tournament.screens.queries.ceremony import final_steps
from tournament.standings.queries.finished import progress_of

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]
PLAN = [[1, 2, 3, 4]]
OVER = "The tournament is over"


@pytest.fixture(scope="module")
def made(once):
    """One round, played: Břetislav has won. Anybody may enter."""
    tournament, _entries, (hanchan,) = tournament_with(FOUR, owner=UserFactory())
    play(hanchan, MANGAN, *[ExhaustiveDraw()] * 7)
    EntryTerms.objects.create(tournament=tournament, is_moderated=False)
    return tournament, hanchan


@pytest.fixture
def tournament(db, made):
    return deepcopy(made[0])


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made[1])


@pytest.fixture
def over(tournament, hanchan):
    keep_plan(tournament, PLAN)
    sign(hanchan)
    return tournament


def first_page(tournament, browser=None):
    return unescape((browser or Client()).get(tournament.get_absolute_url()).text)


def form_page(tournament):
    return Client().get(reverse("enter", args=[tournament.slug])).text


def send(tournament):
    entry_data = {"name": "Jan Novák", "mail": "jan@example.org", "key": str(uuid4())}
    return Client().post(reverse("enter", args=[tournament.slug]), entry_data)


def winners_of(page):
    return re.findall(r'<li class="podium-1">.*?<a [^>]*>([^<]*)</a>', page, re.DOTALL)


def test_after_the_last_round_it_says_who_won_and_takes_nobody(over):
    page = first_page(over)

    assert winners_of(page) == ["Břetislav"]
    assert re.search(r"<h2[^>]*>\s*Final standings", page)
    assert len(re.findall(r'class="plain-list leaders">(.*?)</ol>', page, re.DOTALL)[0].split("<li>")) == 1 + 4
    assert "the organizers start it" not in page
    assert reverse("enter", args=[over.slug]) not in page
    assert "This tournament is over and accepts no more entries." in form_page(over)
    assert '<form method="post" class="card">' not in form_page(over)


def test_a_form_that_was_open_when_it_ended_is_refused(over):
    response = send(over)

    assert response.status_code == 409
    assert "This tournament is over and accepts no more entries." in response.text
    assert over.entries.count() == 4
    entry_data = {"key": uuid4(), "player": PlayerFacts(name="Jan"), "note": "", "may_publish": False}
    with pytest.raises(TournamentOver, match="Nothing was sent"):
        enter(tournament_id=over.pk, **entry_data, by=STRANGER)


@pytest.mark.parametrize("case", ["unsigned", "no plan", "another round", "a final"])
def test_before_its_end_it_names_nobody_and_takes_entries(tournament, hanchan, case):
    if case != "unsigned":
        sign(hanchan)
    if case != "no plan":
        keep_plan(tournament, *[PLAN] * (2 if case == "another round" else 1))
    if case == "a final":
        cut_to(*tournament.entries.all())

    assert OVER not in first_page(tournament)
    assert reverse("enter", args=[tournament.slug]) in first_page(tournament)
    assert send(tournament).status_code == 302


def test_a_round_that_follows_after_all_makes_it_go_on(over, hanchan):
    HanchanFactory(round__tournament=over, round__number=2, table=hanchan.table, entries=list(over.entries.all()))

    assert OVER not in first_page(over)


def test_all_who_are_level_have_won(tournament, hanchan):
    tied, _entries, (other,) = tournament_with(FOUR)
    keep_plan(tied, PLAN)
    play(other, *[ExhaustiveDraw()] * 8)
    sign(other)

    page = first_page(tied)

    assert "The winners share the first place." in page
    assert winners_of(page) == FOUR


def test_nobody_reads_who_won_before_the_round_is_released(over):
    show(over, everyone="held")
    hidden = first_page(over)

    release_round(tournament_id=over.pk, number=1, key=uuid4(), by=STRANGER)

    assert OVER in hidden
    assert winners_of(hidden) == []
    assert "Břetislav" not in hidden
    assert "hidden until the organizers release" in hidden
    assert "Břetislav" in first_page(over)


def lead(tournament, *, to_the_end):
    start_ceremony(tournament_id=tournament.pk, from_place=None, key=uuid4(), by=STRANGER)
    steps = len(final_steps(tournament))
    for revealed in range(steps if to_the_end else steps - 1):
        reveal_next(tournament_id=tournament.pk, revealed=revealed, key=uuid4(), by=STRANGER)


def end(tournament):
    end_ceremony(tournament_id=tournament.pk, release=True, key=uuid4(), by=STRANGER)


def test_while_the_ceremony_is_on_its_hall_alone_hears_it(over):
    lead(over, to_the_end=True)
    owner = Client()
    owner.force_login(over.memberships.get().user)

    assert winners_of(first_page(over)) == winners_of(first_page(over, owner)) == []
    end(over)
    assert len(winners_of(first_page(over))) == len(winners_of(first_page(over, owner))) == 1


def test_without_a_plan_it_ends_with_its_ceremony(tournament, hanchan):
    sign(hanchan)
    lead(tournament, to_the_end=False)
    end(tournament)
    assert OVER not in first_page(tournament)

    lead(tournament, to_the_end=True)
    assert OVER not in first_page(tournament)
    end(tournament)

    assert len(winners_of(first_page(tournament))) == 1
    assert send(tournament).status_code == 409


@pytest.mark.parametrize("is_signed", [True, False])
def test_an_archived_one_takes_nobody_and_names_who_won_where_all_is_signed(tournament, hanchan, is_signed):
    if is_signed:
        sign(hanchan)
    Tournament.objects.update(archived_at=timezone.now())

    assert len(winners_of(first_page(tournament))) == is_signed
    assert reverse("enter", args=[tournament.slug]) not in first_page(tournament)
    assert "accepts no more entries" in form_page(tournament)
    assert send(tournament).status_code == 409


def test_a_club_night_has_no_winner(over):
    Tournament.objects.update(is_club_night=True)
    assert "is over" not in first_page(over)

    Tournament.objects.update(archived_at=timezone.now())

    page = first_page(over)
    assert "This club night is over" in page
    assert "Winner" not in page


def test_what_decides_it():
    played = {"latest": 5, "known": 5}

    assert not Progress().is_finished
    assert not Progress(known=5).is_finished
    assert not Progress(**played, all_signed=False).is_finished
    assert not Progress(**played, is_cut=True).is_finished
    assert not Progress(**played, is_club_night=True).is_finished
    assert Progress(**played).is_finished
    assert Progress(latest=6, known=5).is_finished
    assert Progress(is_archived=True, is_club_night=True).is_finished


def test_a_timetable_knows_the_last_round_too(tournament, hanchan):
    for number in (1, 2):
        tournament.planned_starts.create(number=number, starts_at=timezone.now())
    sign(hanchan)
    assert not progress_of(tournament).is_finished

    tournament.planned_starts.filter(number=2).delete()

    assert progress_of(tournament).is_finished
