"""Tonpuusen or hanchan, game by game: chosen at the start, played to its end, copied, counted by a league."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from scoring.season import Tonpuusen
from tests.archive.test_import_tournament_action import exported, imported
from tests.factories import (
    STRANGER,
    EntryFactory,
    LeagueFactory,
    PlayerFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    play,
    sign,
    visitor,
)
from tests.standings.results import MANGAN
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, League
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.start_hanchans import start_hanchans
from tournament.standings.queries.league_table import league_table

pytestmark = pytest.mark.django_db

FOUR = ["Anna", "Boris", "Claire", "Dóra"]
EAST_ROUND = [MANGAN, *[ExhaustiveDraw()] * 3]  # South's mangan, then the deal passes three times


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def evening(owner):
    evening = TournamentFactory(is_club_night=True, owner=owner)
    TableFactory(tournament=evening, number=1)
    for number, name in enumerate(FOUR, start=1):
        EntryFactory(tournament=evening, player=PlayerFactory(name=name), number=number)
    return evening


def started(evening, length, *hands):
    seats = list(evening.entries.order_by("number").values_list("pk", flat=True))
    start_hanchan(
        tournament_id=evening.pk, table_number=1, key=uuid4(), seats=seats, seed=None, by=STRANGER, length=length
    )
    hanchan = Hanchan.objects.latest("pk")
    if hands:
        play(hanchan, *hands)
        sign(hanchan)
    return hanchan


@pytest.mark.parametrize(("length", "ending"), [("east", "last hand"), ("east_south", None), ("", None)])
def test_a_tonpuusen_ends_after_the_east_hands(evening, length, ending):
    hanchan = started(evening, length)

    play(hanchan, *EAST_ROUND)

    assert (load_game(hanchan).ending is None) == (ending is None)


@pytest.mark.parametrize("seats", [False, True])
def test_the_length_is_chosen_at_the_start_and_shown(client, evening, owner, seats):
    client.force_login(owner)
    address = reverse("hanchan-new", args=[evening.slug, 1])
    entries = list(evening.entries.order_by("number").values_list("pk", flat=True))
    names = {f"seat-{seat}": entry for seat, entry in enumerate(entries)} if seats else {"players": entries}
    assert client.get(address).context["form"]["length"].value() == "east_south"

    wrong = client.post(
        address, names | {"key": uuid4(), "seed": "7", "length": "west"}, query_params={"seats": 1} if seats else {}
    )
    assert wrong.status_code == 422
    client.post(
        address, names | {"key": uuid4(), "seed": "7", "length": "east"}, query_params={"seats": 1} if seats else {}
    )

    hanchan = Hanchan.objects.get()
    assert hanchan.length == "east"
    assert "Tonpuusen: East only" in client.get(hanchan.get_absolute_url()).text
    assert "Tonpuusen: East only" in client.get(reverse("table", args=[evening.slug, 1])).text
    assert "as a tonpuusen" in client.get(reverse("log", args=[evening.slug])).text


def test_drawn_tables_start_with_one_length(evening, owner):
    entries = list(evening.entries.values_list("pk", flat=True))

    start_hanchans(tournament_id=evening.pk, key=uuid4(), tables={1: entries}, by=visitor(owner), length="east")

    assert Hanchan.objects.get().length == "east"


def test_a_copy_has_the_length_and_replays_by_it(evening):
    started(evening, "east", *EAST_ROUND)

    copy = imported(exported(evening))

    hanchan = Hanchan.objects.get(round__tournament=copy)
    assert (hanchan.length, load_game(hanchan).ending) == ("east", load_game(Hanchan.objects.earliest("pk")).ending)


@pytest.mark.parametrize(("tonpuusen", "sums"), [("whole", (46, 2)), ("half", (34.5, 2)), ("none", (23, 1))])
def test_a_league_counts_a_tonpuusen_as_it_says(evening, tonpuusen, sums):
    started(evening, "east", *EAST_ROUND)
    started(evening, "east_south", *EAST_ROUND, *[ExhaustiveDraw()] * 4)
    league = LeagueFactory(tournaments=[evening], tonpuusen=tonpuusen)

    row = league_table(league, STRANGER).rows[0]

    assert (row.name, row.season.sum, row.season.hanchans) == ("Boris", *sums)


def test_a_league_of_hanchans_alone_leaves_out_who_played_only_tonpuusen(evening, client):
    started(evening, "east", *EAST_ROUND)
    league = LeagueFactory(tournaments=[evening], tonpuusen="none")

    assert league_table(league, STRANGER).rows == ()
    assert "No sheet has been signed yet" in client.get(league.get_absolute_url()).text


def test_its_keeper_says_what_a_tonpuusen_counts(client, owner, evening):
    client.force_login(owner)
    started(evening, "east", *EAST_ROUND)
    data = {"name": "Season", "counted": "hanchan", "ranked_by": "sum", "tournaments": [evening.pk]}
    assert client.post(reverse("league-new"), data | {"tonpuusen": "twice"}).status_code == 422

    client.post(reverse("league-new"), data | {"tonpuusen": "half", "is_public": "on"})

    league = League.objects.get()
    assert league.counting.tonpuusen is Tonpuusen.HALF
    assert "Half of a tonpuusen’s score counts." in client.get(league.get_absolute_url()).text
    assert client.get(reverse("league-json", args=[league.slug])).json()["counting"]["tonpuusen"] == "half"
