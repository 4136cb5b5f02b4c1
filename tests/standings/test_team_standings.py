"""The standings of the players' teams: computed without a database, and on their page."""

from copy import deepcopy
from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import UserFactory, play, sign
from tests.standings.results import MANGAN, tournament_with
from tournament.games.queries.results import HanchanState, Result
from tournament.models import Cut, Entry, Player, PlayerTeam, Tournament
from tournament.standings.exports.team_standings_json import team_standings_json
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row
from tournament.standings.queries.team_standings import TeamMember, TeamRow, team_standings_of
from tournament.standings.ties import TieRules

HALF = Cut(after_round=1, carried="half")


def row(number, team, *scores, chombo=0, penalties=0, passed=(), own_chombo=True):
    """A player's row: a score for each round (None for a round without), a chombo in the first."""
    entry = Entry(pk=number, number=number, team=team, player=Player(name=f"Player {number}"))
    results = tuple(
        score if score is None else result(number, round_, score, chombo if round_ == 1 else 0)
        for round_, score in enumerate(scores, start=1)
    )
    worth = [Fraction(1, 2) if passed and one and one.round == 1 else Fraction(1) for one in results]
    total = sum(
        ((one.score - one.penalty * own_chombo) * part for one, part in zip(results, worth, strict=True) if one),
        Fraction(-penalties),
    )
    return Row(
        place=1 if any(results) else None, entry=entry, name=entry.player.name, total=total, chombo=Fraction(chombo),
        penalties=Fraction(penalties), sat_out=None, departure=None, passed=passed, gained=(), carried=None,
        results=results,
    )  # fmt: skip


def result(entry, round_, score, penalty):
    return Result(
        entry_id=entry, hanchan_id=round_, round=round_, table=1, seat=0, points=30_000, place=1, uma=Fraction(),
        score=Fraction(score), penalty=Fraction(penalty), state=HanchanState.SIGNED,
    )  # fmt: skip


def standings(rows, **fields):
    board = Leaderboard(rounds=(1, 2), rows=tuple(rows), unlisted=(), official=True, cuts=(), ties=TieRules())
    return team_standings_of(Tournament(**fields), board, [PlayerTeam(name="Red", colour="red")])


def totals(made):
    return [(row.place, row.team.name, row.total) for row in made.rows]


def test_a_team_has_the_sum_of_its_members_totals():
    made = standings([row(1, "red", 30, -5), row(2, "Blue", 20, 10), row(3, "RED", 10, None, penalties=2), row(4, "")])

    assert totals(made) == [(1, "Red", 33), (2, "Blue", 30)]
    assert [row.rounds for row in made.rows] == [(40, -5), (20, 10)]
    assert [row.behind for row in made.rows] == [None, 3]
    assert made.rows[0].team.colour == "red"


def test_equal_totals_share_the_better_place_and_without_a_result_there_is_none():
    made = standings([row(1, "A", 5, 5), row(2, "B", 10, None), row(3, "C", None, None), row(4, "D", 0, 0)])

    assert totals(made) == [(1, "A", 10), (1, "B", 10), (3, "D", 0), (None, "C", 0)]


def test_the_best_of_each_round_count_and_every_penalty():
    team = [row(1, "Red", 30, -5), row(2, "Red", 10, 20), row(3, "Red", -40, 15, penalties=2)]

    (red,) = standings(team, team_best=2, team_best_of="round").rows

    assert red.rounds == (40, 35)
    assert red.total == 73
    assert [member.is_counted for member in red.members] == [(True, False), (True, True), (False, True)]


def test_the_best_members_of_the_event_count_with_all_they_have():
    team = [row(1, "Red", 30, -5), row(2, "Red", 10, 20, penalties=9), row(3, "Red", -40, 15, penalties=2)]

    (red,) = standings(team, team_best=2).rows

    assert red.total == 46
    assert [member.counted for member in red.members] == [25, 21, 0]
    assert [member.is_left_out for member in red.members] == [False, False, True]


def test_a_chombo_of_the_team_is_taken_off_the_team_alone():
    made = standings([row(1, "Red", 30, 0, chombo=20, own_chombo=False)], team_chombo=True)

    (red,) = made.rows
    assert (red.members[0].row.total, red.total, red.chombo) == (30, 10, 20)


def test_a_chombo_of_the_player_is_taken_off_once():
    (red,) = standings([row(1, "Red", 30, 0, chombo=20)]).rows

    assert (red.members[0].row.total, red.total) == (10, 10)


def test_teams_that_passed_a_cut_are_above_and_carry_their_part():
    made = standings(
        [row(1, "Red", 30, 4, passed=(HALF,)), row(2, "Red", 10, 0, passed=(HALF,)), row(3, "Blue", 90, 0)]
    )

    assert totals(made) == [(1, "Red", 24), (2, "Blue", 90)]
    assert [row.cut_above for row in made.rows] == [None, HALF]
    assert made.rows[1].behind is None


NAMES = ["Anna", "Ben", "Claire", "Dóra"]


def test_what_depends_on_all_teams_is_computed_once(monkeypatch):
    asked = []
    monkeypatch.setattr(TeamRow, "chombo", property(lambda row: asked.append(row) or Fraction()))
    made = standings([row(number, f"Team {number}", 1) for number in range(1, 5)])

    for _row in made.rows:
        assert (made.any_chombo, made.penalized, made.columns) == (False, [], 6)

    assert len(asked) == 4


def test_teams_are_not_compared_with_each_other(monkeypatch):
    monkeypatch.setattr(TeamRow, "__eq__", lambda row, other: pytest.fail("thousands of teams take minutes"))
    monkeypatch.setattr(TeamMember, "__eq__", lambda member, other: pytest.fail("so does a team of thousands"))

    made = standings([row(1, "Red", 30), row(2, "Blue", None), row(3, "Blue", None), row(4, "Green", 20)])

    assert [one.place for one in made.rows] == [1, 2, None]
    assert [len(team["members"]) for team in team_standings_json(Tournament(), made)["teams"]] == [1, 1, 2]


@pytest.fixture(scope="module")
def made(once):
    organizer = UserFactory()
    tournament, entries, (hanchan,) = tournament_with(NAMES, organizers=[organizer])
    for entry, team in zip(entries, ["Red", "Blue", "Red", "Blue"], strict=True):
        entry.team = team
        entry.may_publish = entry is not entries[3]
        entry.save()
    play(hanchan, MANGAN, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(hanchan)
    return tournament, organizer


@pytest.fixture
def tournament(db, made):
    return deepcopy(made)[0]


def page_of(client, tournament, **kwargs):
    return client.get(reverse("team-standings", args=[tournament.slug]), **kwargs)


def test_everybody_reads_the_teams_and_the_members_who_may_be_named(client, tournament):
    page = page_of(client, tournament).text

    assert page.index("Blue") < page.index("Red")
    assert "Anna" in page
    assert "one more player" in page
    assert "Dóra" not in page


def test_the_organizers_read_every_member(client, made, tournament):
    client.force_login(made[1])

    page = page_of(client, tournament).text

    assert "one more player" not in page
    assert reverse("player-teams", args=[tournament.slug]) in page


def test_htmx_gets_the_part_that_changes(client, tournament):
    response = page_of(client, tournament, headers={"HX-Request": "true"})

    assert response.text.strip().startswith('<section id="team-standings"')


def test_nothing_is_counted_after_a_round_that_was_not_played(client, tournament):
    assert "Blue" in page_of(client, tournament, query_params={"after": "1", "show": "official"}).text


def test_a_round_that_there_is_not_is_no_other_page(client, tournament, monkeypatch):
    page_of(client, tournament)
    monkeypatch.setattr("tournament.standings.views.team_standings._load", lambda *_, **__: 1 / 0)

    for after in ("7", "8", "x"):
        assert "Blue" in page_of(client, tournament, query_params={"after": after}).text


def test_the_files_say_what_the_page_says(client, tournament):
    csv = client.get(reverse("team-standings-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    data = client.get(reverse("team-standings-json", args=[tournament.slug])).json()

    assert [line.split(",")[:2] for line in csv.splitlines()[1:]] == [["1", "Blue"], ["2", "Red"]]
    assert [(team["name"], team["total"], team["chombo"]) for team in data["teams"]] == [
        ("Blue", "3", "20"),
        ("Red", "-23", "0"),
    ]
    assert [member["name"] for member in data["teams"][0]["members"]] == ["Ben"]
    assert data["teams"][0]["unnamed"] == 1


def test_a_chombo_for_the_team_alone_stays_out_of_the_players_standings(client, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(team_chombo=True)

    players = client.get(reverse("leaderboard-json", args=[tournament.slug])).json()["players"]
    teams = client.get(reverse("team-standings-json", args=[tournament.slug])).json()["teams"]

    assert {player["number"]: (player["total"], player["chombo"]) for player in players}[2] == ("23", "0")
    assert teams[0]["total"] == "3"


def test_the_standings_and_a_players_page_lead_to_the_teams(client, tournament):
    url = reverse("team-standings", args=[tournament.slug])

    assert url in client.get(reverse("leaderboard", args=[tournament.slug])).text
    assert f'<a href="{url}">Red</a>' in client.get(reverse("entry", args=[tournament.slug, 1])).text
    assert url not in client.get(reverse("entry", args=[tournament.slug, 4])).text


def test_the_halls_screen_shows_the_teams(client, tournament):
    page = client.get(reverse("hall", args=[tournament.slug]), {"scene": "teams"}).text

    assert page.index("Blue") < page.index("Red")


def test_without_teams_nothing_leads_there(client, tournament):
    tournament.entries.update(team="")

    assert "Nobody plays for a team yet" in page_of(client, tournament).text
    assert reverse("team-standings", args=[tournament.slug]) not in client.get(
        reverse("leaderboard", args=[tournament.slug])
    ).text  # fmt: skip


def test_the_page_takes_a_fixed_number_of_queries(client, tournament, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        page_of(client, tournament)


@pytest.mark.django_db
def test_the_cached_page_repeats_no_query_that_it_does_not_read(client):
    tournament, entries, _hanchans = tournament_with(["Anna", "Boris", "Claire", "Dóra"], is_public=True)
    Entry.objects.filter(pk=entries[0].pk).update(team="Ankou")
    address = reverse("team-standings", args=[tournament.slug])

    client.get(address, {"after": "invented", "show": "invented", "more": "invented"})

    assert "invented" not in client.get(address).text
