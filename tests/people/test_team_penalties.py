"""A team's penalties: given and withdrawn by referees, taken off its total alone, told everywhere."""

import json
from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.archive.test_import_tournament_action import exported, imported
from tests.factories import STRANGER, RoundFactory, UserFactory, play, sign, visitor
from tests.standings.results import MANGAN, tournament_with
from tournament.models import Offence, TeamPenalty
from tournament.people.actions import penalty_rows
from tournament.people.actions.give_team_penalty import NoSuchTeam, give_team_penalty
from tournament.people.queries import team_penalties as queries
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.team_standings import team_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    """Ants have Adam and Claire, Bees Břetislav and Dóra; Břetislav won a mangan from Claire."""
    referee = UserFactory()
    tournament, entries, (hanchan,) = tournament_with(["Adam", "Břetislav", "Claire", "Dóra"], referees=[referee])
    for entry, team in zip(entries, ["Ants", "Bees", "ants", "Bees"], strict=True):
        entry.team = team
        entry.save()
    play(hanchan, MANGAN)
    sign(hanchan)
    return referee, tournament


@pytest.fixture
def tournament(client, world):
    referee, tournament = deepcopy(world)
    client.force_login(referee)
    return tournament


def address(tournament, name="team-penalties", *more):
    return reverse(name, args=[tournament.slug, *more])


def form(**more):
    fields = {"key": str(uuid4()), "entry": "bees", "listed": "", "offence": "procedure", "points": "10", "round": "1"}
    return fields | {"rule": "Line-up", "reason": "Named too late"} | more


def totals(tournament):
    tournament.refresh_from_db()
    rows = team_standings(tournament, leaderboard(tournament, official=True)).rows
    return {row.team.name: row.total for row in rows}


def test_points_come_off_the_team_and_no_player(client, tournament):
    before, players = totals(tournament), [row.total for row in leaderboard(tournament, official=True).rows]

    data = form()
    for _twice in "12":
        assert client.post(address(tournament), data).url == address(tournament)

    assert totals(tournament) == before | {"Bees": before["Bees"] - 10}
    assert [row.total for row in leaderboard(tournament, official=True).rows] == players
    assert "Named too late" in client.get(address(tournament)).text
    assert "Gave the team Bees a penalty of 10: Wrong procedure" in client.get(address(tournament, "log")).text
    public = " ".join(Client().get(address(tournament, "team-standings")).text.split())
    assert 'Bees: <span class="number negative">−10.0</span>, Wrong procedure, Round 1 (Line-up)' in public
    assert "Penalties of a team are subtracted from its total." in public
    assert "Named too late" not in public
    document = client.get(address(tournament, "team-standings-json")).json()
    assert {team["name"]: team["penalties"] for team in document["teams"]} == {"Ants": "0", "Bees": "10"}
    assert ",-10," in client.get(address(tournament, "team-standings-csv")).content.decode().replace("−", "-").replace(
        ";", ","
    )


def test_a_penalty_of_a_round_that_was_undone_counts_for_everybody(client, tournament):
    RoundFactory(tournament=tournament, number=2)
    client.post(address(tournament), form(round="2"))
    before = totals(tournament)

    take_back_round(tournament_id=tournament.pk, number=2, by=STRANGER)

    assert totals(tournament) == before
    teams = [reader.get(address(tournament, "team-standings-json")).json()["teams"] for reader in (client, Client())]
    assert teams[0] == teams[1]
    assert [team["penalties"] for team in teams[0] if team["name"] == "Bees"] == ["10"]


def test_a_withdrawn_penalty_does_not_count_and_needs_a_reason(client, tournament):
    before = totals(tournament)
    client.post(address(tournament), form())
    penalty = TeamPenalty.objects.get()
    withdraw = address(tournament, "team-penalty-take-back", penalty.pk)

    assert client.post(withdraw, {"reason": ""}).status_code == 422
    assert "Bees" in client.get(withdraw).text
    for _twice in "12":
        assert client.post(withdraw, {"reason": "They were on time"}).status_code == 302

    assert totals(tournament) == before
    assert "They were on time" in client.get(address(tournament)).text
    assert "Took back the penalty of the team Bees" in client.get(address(tournament, "log")).text
    public = Client().get(address(tournament, "team-standings")).text
    assert "Wrong procedure" not in public
    assert "Penalties of a team" not in public


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"entry": "wasps"}, "Select a valid choice"),
        ({"points": "-1"}, "greater than or equal to 0"),
        ({"points": ""}, "Enter the points, or 0 for a warning."),
        ({"reason": ""}, "This field is required"),
        ({"round": "9"}, "Select a valid choice"),
        ({"offence": ""}, "Choose a reason."),
    ],
)
def test_a_wrong_penalty_is_refused(client, tournament, wrong, problem):
    refused = client.post(address(tournament), form(**wrong))

    assert refused.status_code == 422
    assert problem in refused.text
    assert not TeamPenalty.objects.exists()


def test_a_warning_is_for_the_team_of_the_event_alone(client, tournament):
    before = totals(tournament)

    client.post(address(tournament), form(points="0"))

    assert totals(tournament) == before
    assert "warning" in client.get(address(tournament)).text
    assert "Wrong procedure" not in Client().get(address(tournament, "team-standings")).text


def test_the_own_list_proposes_and_rises(client, tournament):
    tournament.own_penalties = "Phone rings: 0, 5, 10"
    tournament.save(update_fields=["own_penalties"])
    (listed,) = [
        key for key, name in client.get(address(tournament)).context["form"].fields["listed"].choices if "Phone" in name
    ]

    for _time in range(2):
        client.post(address(tournament), form(listed=listed, points="", rule=""))

    assert [penalty.points for penalty in TeamPenalty.objects.all()] == ["0", "5"]
    asked = {"entry": "bees", "listed": listed}
    assert "offence number 3" in client.get(address(tournament), asked, headers={"HX-Request": "true"}).text


@pytest.mark.parametrize("minutes", ["4", "-9223372036854775808"])
def test_a_team_is_late_by_points_and_never_by_minutes(client, tournament, minutes):
    answer = client.post(address(tournament), form(offence="late", points="", minutes=minutes))

    assert answer.status_code == 422
    assert "Enter the points, or 0 for a warning." in answer.text


def test_only_referees_give_and_withdraw(client, tournament):
    client.post(address(tournament), form())
    client.force_login(UserFactory())

    assert client.get(address(tournament)).status_code == 404
    assert client.post(address(tournament), form()).status_code == 404
    assert client.get(address(tournament, "team-penalty-take-back", TeamPenalty.objects.get().pk)).status_code == 404


def test_a_copy_has_the_penalties_and_the_public_file_those_that_count(client, tournament):
    client.post(address(tournament), form())
    client.post(address(tournament), form(points="3", round=""))
    client.post(address(tournament, "team-penalty-take-back", TeamPenalty.objects.latest("pk").pk), {"reason": "No"})

    copy = imported(exported(tournament))

    penalties = TeamPenalty.objects.filter(team__tournament=copy)
    assert [(penalty.team.name, penalty.points, penalty.round) for penalty in penalties] == [
        ("Bees", "10", 1),
        ("Bees", "3", None),
    ]
    assert [penalty.taken_back_by is None for penalty in penalties] == [True, False]
    public = json.loads(Client().get(address(tournament, "tournament-json")).content)
    assert [penalty["points"] for penalty in public["team_penalties"]] == ["10"]


def test_a_team_that_is_gone_is_refused(tournament, world):
    facts = {"offence": Offence.OTHER, "points": Fraction(1), "round_number": None, "rule": "", "reason": "x"}
    with pytest.raises(NoSuchTeam):
        give_team_penalty(tournament_id=tournament.pk, key=uuid4(), team_key="wasps", by=visitor(world[0]), **facts)


def test_an_event_has_so_many_penalties_of_teams_which_are_read_in_pages(client, tournament, monkeypatch):
    monkeypatch.setattr(penalty_rows, "MOST_PENALTIES", 3)
    monkeypatch.setattr(queries, "PENALTIES_ON_A_PAGE", 2)
    for _time in range(3):
        client.post(address(tournament), form())

    refused = client.post(address(tournament), form())
    newest, oldest = (client.get(address(tournament), {"page": number}).context["page"] for number in ("", "2"))

    assert "at most 2,000 penalties" in refused.text
    assert TeamPenalty.objects.count() == 3
    assert [len(shown.penalties) for shown in (newest, oldest)] == [2, 1]
    assert newest.earlier("bees", "Line-up") == 3
