"""The settings of finals: what separates equal totals, on the page, in the standings and at the line of a cut."""

from copy import deepcopy

import pytest
from django.urls import reverse

from scoring.tie_breaks import TieBreak, lot
from tests.factories import STRANGER, HanchanFactory, RoundFactory, UserFactory, play, sign
from tests.rounds.cuts import eight_after_a_round
from tests.standings.results import MANGAN
from tournament.models import Tournament
from tournament.rounds.actions.edit_finals import edit_finals
from tournament.rounds.queries.cut import cut_after_latest
from tournament.standings.queries.leaderboard import leaderboard

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    return eight_after_a_round()


@pytest.fixture
def tournament(organizer, world):
    first, second = deepcopy(world[1])
    sign(second)
    return first.tournament


def address(tournament):
    return reverse("finals", args=[tournament.slug])


def order(tournament):
    return [(row.place, row.entry.number) for row in leaderboard(tournament, official=True).rows]


def test_the_order_is_chosen_and_shown(client, tournament):
    data = {"first": "last_round", "second": "draw", "third": "", "fourth": ""}

    assert client.post(address(tournament), data).url == address(tournament)

    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["last_round", "draw"]
    assert client.get(address(tournament)).context["form"]["second"].value() == "draw"
    page = " ".join(client.get(reverse("leaderboard", args=[tournament.slug])).text.split())
    number = tournament.lots_number
    assert f"in this order: the score in the last round, lots (draw number {number})." in page
    document = client.get(reverse("leaderboard-json", args=[tournament.slug])).json()
    assert (document["tie_breaks"], document["lots_number"]) == (["last_round", "draw"], number)
    assert "separated by: the score in the last round, lots" in client.get(reverse("log", args=[tournament.slug])).text


@pytest.mark.parametrize("wrong", [{"first": "total"}, {"first": "draw", "third": "draw"}])
def test_a_wrong_order_is_refused(client, tournament, wrong):
    assert client.post(address(tournament), wrong).status_code == 422
    tournament.refresh_from_db()
    assert tournament.tie_breaks == []


def test_seats_by_seed_are_kept_a_line_for_each_round(client, tournament):
    data = {"final_seats": "1-2-7-8 3-4-5-6\r\n\r\n [1,3,6,8][2,4,5,7]"}

    assert client.post(address(tournament), data).status_code == 302

    tournament.refresh_from_db()
    assert tournament.final_seats == "[1,2,7,8] [3,4,5,6]\n[1,3,6,8] [2,4,5,7]"
    assert "[1,2,7,8] [3,4,5,6] · [1,3,6,8]" in client.get(reverse("log", args=[tournament.slug])).text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[1,2,3,4]\n[1,2,3,3]", "Line 2: Seed 3 has two seats, and seed 4 has none."),
        ("1 2 3 4", "Line 1: Table 1 has 1 seeds"),
        ("best first", "Line 1: “best” cannot be read"),
    ],
)
def test_wrong_seats_are_refused_with_their_line(client, tournament, text, problem):
    refused = client.post(address(tournament), {"final_seats": text})

    assert refused.status_code == 422
    assert problem in refused.text
    tournament.refresh_from_db()
    assert tournament.final_seats == ""


def test_only_organizers_of_a_tournament_with_rounds(client, tournament):
    referee = UserFactory()
    tournament.memberships.create(user=referee, role="referee")
    Tournament.objects.filter(pk=tournament.pk).update(is_club_night=True)
    assert client.get(address(tournament)).status_code == 404
    Tournament.objects.filter(pk=tournament.pk).update(is_club_night=False)
    assert client.get(address(tournament)).status_code == 200
    client.force_login(referee)
    assert client.get(address(tournament)).status_code == 404
    assert client.post(address(tournament), {"first": "draw"}).status_code == 404


def test_ties_are_broken_in_the_standings_and_at_the_line(tournament):
    assert [place for place, _number in order(tournament)] == [1, 1, 3, 3, 3, 3, 7, 7]
    assert cut_after_latest(tournament).line(4).open == 2
    version = tournament.version
    for _again in range(2):
        edit_finals(tournament_id=tournament.pk, tie_breaks=[TieBreak.DRAW], by=STRANGER)

    tournament.refresh_from_db()
    assert tournament.version == version + 1
    drawn = order(tournament)
    assert [place for place, _number in drawn] == list(range(1, 9))
    for tied in ([2, 6], [1, 4, 5, 8], [3, 7]):
        lots = sorted(tied, key=lambda number: lot(tournament.lots_number, number), reverse=True)
        assert [number for _place, number in drawn if number in tied] == lots
    assert cut_after_latest(tournament).line(4).open == 0


def test_who_was_better_in_the_hanchan_played_together_is_ahead(tournament):
    """Břetislav won at his first table, Eva at the second one, where he was too."""
    adam, bretislav, claire, dora, eva, filip, greta, hugo = tournament.entries.order_by("number")
    first, second = tournament.tables.order_by("number")
    round_two = RoundFactory(tournament=tournament, number=2)
    for table, four in ((first, [bretislav, eva, hugo, dora]), (second, [adam, claire, filip, greta])):
        hanchan = HanchanFactory(round=round_two, table=table, entries=four)
        play(hanchan, MANGAN)
        sign(hanchan)

    assert order(tournament)[:2] == [(1, 2), (1, 5)]
    edit_finals(tournament_id=tournament.pk, tie_breaks=[TieBreak.HEAD_TO_HEAD], by=STRANGER)
    assert order(tournament)[:2] == [(1, 5), (2, 2)]
