"""Players who leave: left out of the next rounds, ranked as the kind says, and back again without a trace lost."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import STRANGER, LeagueFactory, UserFactory, play, sign
from tests.queries import queries_of
from tests.standings.results import MANGAN, tournament_with
from tournament.core.errors import ReasonMissing
from tournament.games.queries.seats import playing
from tournament.models import Departure
from tournament.people.actions.depart import AlreadyGone, come_back, depart
from tournament.people.actions.remove_entry import OnRecord, remove_entry
from tournament.rounds.actions.start_round import WrongSeats, start_round
from tournament.rounds.queries.start_round import SeatingRequest, propose_round
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.league_table import league_table

pytestmark = pytest.mark.django_db

KIND = Departure.Kind
EIGHT = ["Adam", "Břetislav", "Claire", "Dóra", "Eva", "Filip", "Gréta", "Hugo"]


@pytest.fixture(scope="module")
def world(once):
    organizer = UserFactory()
    tournament, _entries, (hanchan, _second) = tournament_with(EIGHT, organizers=[organizer])
    play(hanchan, MANGAN)
    sign(hanchan)
    return organizer, tournament


@pytest.fixture
def tournament(client, db, world):
    """Břetislav leads; Claire is last of those who have played. An organizer is logged in."""
    organizer, tournament = deepcopy(world)
    client.force_login(organizer)
    return tournament


def entry(tournament, number=2):
    return tournament.entries.get(number=number)


def leave(tournament, number=2, kind=KIND.WITHDRAWN, from_round=2):
    depart(
        entry_id=entry(tournament, number).pk,
        key=uuid4(),
        kind=kind,
        from_round=from_round,
        reason="Train",
        by=STRANGER,
    )


def placed(tournament):
    return [(row.place, row.entry.player.name) for row in leaderboard(tournament, official=True).rows if row.place]


FOUR = [(1, "Břetislav"), (2, "Adam"), (2, "Dóra"), (4, "Claire")]
WITHOUT = [(1, "Adam"), (1, "Dóra"), (3, "Claire")]


@pytest.mark.parametrize(
    ("kind", "ranking"),
    [
        (KIND.WITHDRAWN, FOUR),
        (KIND.DISQUALIFIED, [*WITHOUT, (4, "Břetislav")]),
        (KIND.STRUCK, WITHOUT),
        (KIND.REMOVED, WITHOUT),
    ],
)
def test_the_kind_says_what_becomes_of_the_results(client, tournament, kind, ranking):
    leave(tournament, kind=kind)

    assert placed(tournament) == ranking
    assert client.get(reverse("entry", args=[tournament.slug, 2])).status_code == 200
    in_league = {row.player.name for row in league_table(LeagueFactory(tournaments=[tournament]), STRANGER).rows}
    assert ("Břetislav" in in_league) == (len(ranking) == 4)

    come_back(entry_id=entry(tournament).pk, reason="Was a joke", by=STRANGER)
    assert placed(tournament) == FOUR


def test_who_has_left_is_not_proposed_and_cannot_be_seated(tournament):
    leave(tournament)
    left = entry(tournament)

    proposal = propose_round(tournament, seed=1)

    assert left not in proposal.entries
    assert left.pk not in {pk for table in proposal.tables for pk in table}
    assert left not in playing(tournament)
    seats = [[entry(tournament, number).pk for number in (1, 2, 3, 4)]]
    with pytest.raises(WrongSeats):
        start_round(tournament_id=tournament.pk, number=2, tables=seats, seed=None, by=STRANGER)


def test_who_leaves_later_still_plays_the_next_round(tournament):
    leave(tournament, from_round=3)

    assert entry(tournament) in propose_round(tournament, seed=1).entries


@pytest.mark.parametrize("kind", [KIND.DISQUALIFIED, KIND.REMOVED])
@pytest.mark.parametrize("way", ["swiss", "standings"])
def test_seats_by_standings_have_everybody_who_still_plays(tournament, kind, way):
    leave(tournament, kind=kind, from_round=3)

    seated = {
        pk for table in propose_round(tournament, seed=1, seating=SeatingRequest(method=way)).tables for pk in table
    }

    assert seated == set(tournament.entries.values_list("pk", flat=True))


def test_it_is_said_once_with_a_reason_and_stays_on_record(tournament):
    leave(tournament)
    with pytest.raises(AlreadyGone):
        leave(tournament, kind=KIND.REMOVED)
    with pytest.raises(ReasonMissing):
        come_back(entry_id=entry(tournament).pk, reason="", by=STRANGER)

    come_back(entry_id=entry(tournament).pk, reason="Came back", by=STRANGER)
    come_back(entry_id=entry(tournament).pk, reason="Again", by=STRANGER)

    departure = Departure.objects.get()
    assert (departure.decided_by.reason, departure.taken_back_by.reason) == ("Train", "Came back")
    leave(tournament, number=8)
    entry(tournament, 8).seats.all().delete()
    with pytest.raises(OnRecord):
        remove_entry(tournament_id=tournament.pk, entry_id=entry(tournament, 8).pk, by=STRANGER)


def page(tournament, name="departure"):
    return reverse(name, args=[tournament.slug, 2])


def form(**more):
    return {"key": str(uuid4()), "kind": "disqualified", "from_round": "2", "reason": "Marked tiles"} | more


def test_the_page_says_it_and_takes_it_back(client, tournament):
    data = form()

    assert 'value="2"' in client.get(page(tournament)).text
    first, again = client.post(page(tournament), data), client.post(page(tournament), data)
    assert (first.status_code, again.status_code) == (302, 302)
    assert client.post(page(tournament), form(kind="withdrawn")).status_code == 409
    assert "Marked tiles" in client.get(page(tournament)).text
    public = client.get(page(tournament, "entry")).text
    assert "disqualified" in public
    assert "Marked tiles" not in public
    assert "disqualified" in client.get(reverse("leaderboard", args=[tournament.slug])).text
    assert "no longer playing" in client.get(reverse("players", args=[tournament.slug])).text

    assert client.post(page(tournament), {"reason": ""}).status_code == 422
    assert client.post(page(tournament), {"reason": "Another player"}).status_code == 302
    assert "disqualified" not in client.get(page(tournament, "entry")).text


@pytest.mark.parametrize("wrong", [{"kind": "x"}, {"from_round": "0"}, {"reason": ""}, {"key": ""}])
def test_nonsense_is_refused(client, tournament, wrong):
    assert client.post(page(tournament), form(**wrong)).status_code == 422
    assert not Departure.objects.exists()


def test_files_say_who_left(client, tournament):
    leave(tournament)

    data = client.get(reverse("leaderboard-json", args=[tournament.slug])).json()
    lines = client.get(reverse("leaderboard-csv", args=[tournament.slug])).text

    assert [player["status"] for player in data["players"][:2]] == ["withdrawn", "plays"]
    assert "withdrawn" in lines


def test_more_who_left_take_no_more_queries(client, tournament):
    addresses = [reverse(name, args=[tournament.slug]) for name in ("leaderboard", "players", "round-new")]
    leave(tournament)
    few = [queries_of(client, address) for address in addresses]
    for number, kind in ((1, KIND.REMOVED), (3, KIND.DISQUALIFIED)):
        leave(tournament, number=number, kind=kind)

    assert [queries_of(client, address) for address in addresses] == few
