"""A table over the picture of a stream."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import STRANGER, RoundFactory, TournamentFactory, UserFactory, play, sign
from tests.queries import queries_of
from tests.standings.results import MANGAN, show, tournament_with
from tests.table.phones import HTMX
from tournament.models import Entry
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

RIICHI = ExhaustiveDraw(tenpai=frozenset({Seat.SOUTH}), riichi=frozenset({Seat.SOUTH}))


@pytest.fixture(scope="module")
def made(once):
    """South has won a mangan and, as dealer, riichi at a draw."""
    _tournament, _entries, (hanchan,) = tournament_with(["Adam", "Žofie", "Claire", "Dóra"], name="Spring Open")
    play(hanchan, MANGAN, RIICHI)
    return hanchan


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made)


def overlay_of(hanchan, client=None, query="", **headers):
    url = reverse("overlay", args=[hanchan.tournament.slug, hanchan.table.number])
    response = (client or Client()).get(url + query, headers=headers)
    assert response.status_code == 200
    return " ".join(response.text.split())


def test_it_shows_the_hand_and_the_four_seats(hanchan):
    page = overlay_of(hanchan)

    assert "Round 1, table 1" in page
    assert "East 2, 1 counter" in page
    assert "1 riichi bet<" in page
    assert page.index("Adam") < page.index("29,000") < page.index("Žofie") < page.index("40,000")
    assert page.count("overlay-dealer") == 1
    dealer = page.split('class="overlay-dealer"')[1]
    assert dealer.index("East") < dealer.index("Žofie") < dealer.index("Claire")
    assert "site-header" not in page
    assert "site-footer" not in page


def test_the_fragment_is_the_live_part_alone(hanchan):
    fragment = overlay_of(hanchan, **HTMX)

    assert fragment.startswith('<div id="overlay" class="overlay-bottom" data-live>')
    assert fragment in overlay_of(hanchan)


@pytest.mark.parametrize(
    ("query", "place"), [("", "bottom"), ("?place=top", "top"), ("?place=left", "left"), ("?place=<b>", "bottom")]
)
def test_it_stands_where_it_is_wanted(hanchan, query, place):
    assert f'class="overlay-{place}"' in overlay_of(hanchan, query=query)


def test_what_is_withheld_from_strangers_is_shown_to_nobody(hanchan):
    owner = UserFactory()
    hanchan.tournament.memberships.create(user=owner, role="owner")
    team = Client()
    team.force_login(owner)
    show(hanchan.tournament, everyone="signed")

    for page in (overlay_of(hanchan), overlay_of(hanchan, team)):
        assert "Žofie" in page
        assert not {text for text in ("40,000", "East 2", "riichi bet", "overlay-dealer") if text in page}
    sign(hanchan)
    assert "40,000" in overlay_of(hanchan)


def test_before_and_after_play(hanchan):
    tournament = hanchan.tournament
    sign(hanchan)
    assert "signed" in overlay_of(hanchan)

    again = hanchan.table.hanchans.create(round=RoundFactory(tournament=tournament, number=2))
    entries = list(tournament.entries.all())
    for seat, entry in enumerate(reversed(entries)):
        again.seats.create(seat=seat, entry=entry)
    Entry.objects.filter(pk=entries[0].pk).update(may_publish=False)
    name_substitute(
        hanchan_id=again.pk,
        revision=0,
        key=uuid4(),
        entry_id=entries[1].pk,
        name="Émile",
        may_publish=True,
        after_hand=None,
        reason="Late",
        by=STRANGER,
    )

    page = overlay_of(hanchan)
    assert "Round 2, table 1" in page
    assert "not started" in page
    assert page.index("Dóra") < page.index("Claire") < page.index("Émile") < page.index("a player")
    assert "Adam" not in page
    assert "40,000" not in page


def test_a_table_without_a_hanchan_shows_nothing():
    tournament = TournamentFactory()
    tournament.tables.create(number=1)

    assert "overlay-seats" not in Client().get(reverse("overlay", args=[tournament.slug, 1])).text
    assert Client().get(reverse("overlay", args=[tournament.slug, 2])).status_code == 404


def test_the_queries_do_not_grow(hanchan):
    many, _entries, hanchans = tournament_with([f"Player {n}" for n in range(16)], rounds=2)
    for each in hanchans:
        play(each, MANGAN)

    counts = [queries_of(Client(), reverse("overlay", args=[each.slug, 1])) for each in (hanchan.tournament, many)]

    assert counts[0] == counts[1] <= 20
