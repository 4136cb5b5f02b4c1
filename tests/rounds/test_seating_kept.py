"""The seating plan as everybody reads it is drawn again after each change of what it shows, and not after a hand."""

import re
from copy import deepcopy
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, keep_plan, play, sign, visitor
from tests.table.corrections import A, tsumo
from tournament.live import fragments
from tournament.live.news import follows
from tournament.models import Departure, Hanchan, Shown, ShownAs
from tournament.people.actions.depart import depart
from tournament.people.actions.show_person import show_person
from tournament.rounds.actions.accept_plan import drop_plan
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.actions.release_round import release_round
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.queries.exchange import round_to_change
from tournament.table.actions.cancel_hanchan import cancel_hanchan

pytestmark = pytest.mark.django_db

FIRST, SECOND = [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]]


@pytest.fixture(scope="module")
def world(once):
    user = UserFactory()
    held = {"shown_to_players": Shown.HELD, "shown_in_hall": Shown.HELD, "shown_to_everyone": Shown.HELD}
    tournament = TournamentFactory(owner=user, **held)
    for number in range(1, 9):
        EntryFactory(tournament=tournament, number=number, player__name=f"Hráč <{number}>", team=f"Team {number % 2}")
    keep_plan(tournament, FIRST, SECOND)
    ids = dict(tournament.entries.values_list("number", "pk"))
    tables = [[ids[number] for number in four] for four in FIRST]
    start_round(tournament_id=tournament.pk, number=1, tables=tables, seed=None, by=visitor(user))
    return user, tournament


@pytest.fixture
def organizer(world):
    return visitor(deepcopy(world[0]))


@pytest.fixture
def tournament(db, world):
    tournament = deepcopy(world[1])
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def drawn(monkeypatch):
    """The drawings of the plan, in their order."""
    drawings = []

    def note(template, context, request):
        drawings.append(template)
        return render_to_string(template, context, request)

    monkeypatch.setattr(fragments, "render_to_string", note)
    return drawings


def page(tournament, browser=None, language="en"):
    address = reverse("seating", args=[tournament.slug])
    return (browser or Client()).get(address, headers={"Accept-Language": language}).text


def plan(text):
    return text[text.index('<div id="seating-page"') : text.index("</main>")]


def seats(text, round_, table):
    """The lines of a table's card."""
    card = text.split('id="planned-round-')[round_].split('<li class="card">')[table].split("</li>")[0]
    return re.findall(r"<dd>(?:<a [^>]*>)?(.*?)(?:</a>)?</dd>", card)


def hanchan_at(table):
    return Hanchan.objects.valid().get(table__number=table)


def names(*numbers):
    return [f"Hráč &lt;{number}&gt;" for number in numbers]


def test_a_hand_has_nothing_drawn_and_the_page_still_follows_the_newest_version(tournament, drawn):
    before = page(tournament)
    play(hanchan_at(1), tsumo(A), tsumo(A))
    tournament.refresh_from_db()

    after = page(tournament)

    assert len(drawn) == 1
    assert f'content="{follows([tournament])}"' in after
    assert f'content="{follows([tournament])}"' not in before
    assert plan(after) == plan(before)


def test_the_seats_and_names_are_those_of_the_plan(tournament):
    text = page(tournament)

    assert [seats(text, 1, 1), seats(text, 2, 2)] == [names(1, 2, 3, 4), names(3, 7, 4, 8)]
    row = text[text.index(f'{reverse("entry", args=[tournament.slug, 7])}"') :].split("</tr>")[0]
    assert re.findall(r'<td class="number">(\d)<abbr title="(\w+)">(\w)<', row) == [
        ("2", "West", "W"),
        ("2", "South", "S"),
    ]


def hide_name(tournament, by):
    show_person(player_id=tournament.entries.get(number=3).player_id, shown_as=ShownAs.NOBODY, by=by)


def hide_name_after_a_hand(tournament, by):
    """The page is asked for after the hand too, so that it is kept for the version of the hand."""
    play(hanchan_at(2), tsumo(A))
    page(tournament)
    hide_name(tournament, by)


@pytest.mark.parametrize("hide", [hide_name, hide_name_after_a_hand])
def test_a_name_that_is_hidden_leaves_the_page_at_once(tournament, organizer, hide):
    assert names(3)[0] in page(tournament)

    hide(tournament, organizer)

    assert names(3)[0] not in page(tournament)
    team = Client()
    team.force_login(organizer.user)
    assert names(3)[0] in page(tournament, team)


def exchange(tournament, by):
    for number, pair in ((1, (4, 8)), (2, (5, 8))):
        base = round_to_change(tournament, number).base
        first, second = pair
        exchange_players(
            tournament_id=tournament.pk, number=number, base=base, first=first, second=second, key=uuid4(), by=by
        )


def test_players_who_change_places_are_shown_there(tournament, organizer):
    assert seats(page(tournament), 1, 1) == names(1, 2, 3, 4)

    exchange(tournament, organizer)

    text = page(tournament)
    assert [seats(text, 1, 1), seats(text, 1, 2)] == [names(1, 2, 3, 8), names(5, 6, 7, 4)]
    assert [seats(text, 2, 1), seats(text, 2, 2)] == [names(1, 8, 2, 6), names(3, 7, 4, 5)]


def test_a_cancelled_table_leaves_the_page(tournament, organizer):
    assert seats(page(tournament), 1, 2) == names(5, 6, 7, 8)
    hanchan = hanchan_at(1)

    cancel_hanchan(
        hanchan_id=hanchan.pk, revision=hanchan.revision, restart=False, key=uuid4(), reason="Wrong", by=organizer
    )

    assert seats(page(tournament), 1, 1) == names(5, 6, 7, 8)


def test_who_departs_no_longer_fits_the_plan(tournament, organizer):
    assert "The plan no longer fits" not in page(tournament)
    entry = tournament.entries.get(number=3)

    depart(entry_id=entry.pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=2, reason="Ill", by=organizer)

    assert "The plan no longer fits" in page(tournament)


def test_a_dropped_plan_is_gone(tournament, organizer):
    assert "planned-round" in page(tournament)

    drop_plan(tournament_id=tournament.pk, by=organizer)

    assert "There is no seating plan" in page(tournament)


def test_a_round_held_back_shows_its_seats_and_nothing_else_before_and_after_its_release(tournament, organizer):
    before = plan(page(tournament))
    for table in (1, 2):
        play(hanchan_at(table), tsumo(A))
        sign(hanchan_at(table))

    assert plan(page(tournament)) == before
    release_round(tournament_id=tournament.pk, number=1, key=uuid4(), by=organizer)
    assert plan(page(tournament)) == before


def test_each_language_and_the_team_have_their_own(tournament, organizer, drawn):
    team = Client()
    team.force_login(organizer.user)
    texts = [page(tournament), page(tournament, team), page(tournament, language="cs"), page(tournament)]

    assert ["Remove the plan" in text for text in texts] == [False, True, False, False]
    assert ["<h3>Stůl 1</h3>" in text for text in texts] == [False, False, True, False]
    assert len(drawn) == 3
