"""The organizers' page of the players' teams, and entering for a team."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, enter, visitor
from tests.standings.results import tournament_with
from tournament.models import Colour, Entry, EntryTerms, PlayerTeam, TeamBestOf
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.standings.player_teams import TeamCounts, TeamFacts, teams_of
from tournament.standings.queries.player_teams import player_teams, team_names

NAMES = ["Anna", "Ben", "Claire", "Dóra", "Erik"]


def test_teams_are_grouped_by_name_without_capitals_and_accents():
    entries = [Entry(number=number, team=team) for number, team in enumerate(["Žáby", "", "zaby", "Beavers"], start=1)]
    row = PlayerTeam(name="ZABY", short_name="ZAB", colour=Colour.GREEN)

    beavers, frogs = teams_of(entries, [row])

    assert (beavers.name, [entry.number for entry in beavers.members], beavers.colour) == ("Beavers", [4], "")
    assert (frogs.name, [entry.number for entry in frogs.members]) == ("ZABY", [1, 3])
    assert (frogs.short_name, frogs.colour, frogs.is_small) == ("ZAB", "green", True)


@pytest.fixture(scope="module")
def made(once):
    organizer = UserFactory()
    tournament, entries, _hanchans = tournament_with(NAMES, organizers=[organizer])
    for entry, team in zip(entries, ["Red", "red", "Blue", "Red", "RED"], strict=True):
        entry.team = team
        entry.save()
    return tournament, organizer


@pytest.fixture
def tournament(db, client, made):
    tournament, organizer = deepcopy(made)
    client.force_login(organizer)
    return tournament


def test_the_names_of_the_teams_take_two_queries(tournament, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert team_names(tournament) == ["Blue", "Red"]


@pytest.fixture
def owner_of_teams(db):
    organizer = UserFactory()
    tournament = TournamentFactory(organizers=[organizer])
    enter(EntryFactory.build_batch(20, tournament=tournament))
    for n, entry in enumerate(tournament.entries.order_by("number")):
        tournament.entries.filter(pk=entry.pk).update(team=f"Team {n}")
    return tournament, visitor(organizer)


@pytest.fixture
def url(tournament):
    return reverse("player-teams", args=[tournament.slug])


def fields(**changes):
    """The page's form as it is sent, Blue first."""
    own = {"key-0": "blue", "name-0": "Blue", "short-0": "", "colour-0": ""}
    own |= {"key-1": "red", "name-1": "Red", "short-1": "", "colour-1": ""}
    own |= {"team_best": "", "team_best_of": "event"}
    return own | {name.replace("_of_", "-"): value for name, value in changes.items()}


def test_the_page_warns_of_a_small_team_alone(client, url):
    page = client.get(url).text

    assert page.count("A team usually has 4 members or more") == 1
    assert "4 members:" in page
    assert "1 member:" in page


def test_a_team_gets_a_short_name_a_colour_and_its_members_a_new_name(client, tournament, url):
    sent = fields(name_of_1="Red Dragons", short_of_1="DRG", colour_of_1="red", team_best="3", team_best_of="round")
    sent |= {"team_best_of": "round", "team_chombo": "on"}

    assert client.post(url, sent).url == url

    team = tournament.player_teams.get()
    assert (team.name, team.short_name, team.colour) == ("Red Dragons", "DRG", "red")
    assert list(tournament.entries.values_list("team", flat=True)) == [
        "Red Dragons", "Red Dragons", "Blue", "Red Dragons", "Red Dragons",
    ]  # fmt: skip
    tournament.refresh_from_db()
    assert (tournament.team_best, tournament.team_best_of, tournament.team_chombo) == (3, "round", True)
    assert tournament.log.get().kind == "teams.edited"


def test_what_changes_nothing_is_not_logged(client, tournament, url):
    client.post(url, fields())

    assert (tournament.player_teams.count(), tournament.log.count()) == (0, 0)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name_of_1": "BLUE"}, "Another team has this name."),
        ({"name_of_1": "Blue", "name_of_0": "Red"}, "Another team has this name."),
        ({"name_of_1": ""}, "This field is required."),
        ({"short_of_1": "x" * 13}, "at most 12 characters"),
        ({"colour_of_1": "ultraviolet"}, "Select a valid choice"),
        ({"team_best": "0"}, "greater than or equal to 1"),
    ],
)
def test_bad_input_is_refused_and_stays_in_the_form(client, tournament, url, changes, problem):
    response = client.post(url, fields(**changes))

    assert response.status_code == 422
    assert problem in response.text
    assert tournament.player_teams.count() == 0


def test_a_form_older_than_the_teams_saves_nothing(client, tournament, url):
    tournament.entries.filter(team="Blue").update(team="Green")

    response = client.post(url, fields(short_of_1="DRG"))

    assert response.status_code == 409
    assert "The teams were changed meanwhile" in response.text
    assert tournament.player_teams.count() == 0


def test_without_teams_the_page_says_how_to_have_some(client, tournament, url):
    tournament.entries.update(team="")

    assert "Nobody plays for a team yet" in client.get(url).text


def test_the_entry_form_asks_for_a_team_where_there_are_teams(client, owner_of_teams):
    tournament, _owner = owner_of_teams
    EntryTerms.objects.create(tournament=tournament)
    url = reverse("enter", args=[tournament.slug])
    page = client.get(url)
    assert '<option value="Team 3">' in page.text
    sent = {"key": page.context["form"]["key"].value(), "name": "Fumi", "mail": "f@example.org", "team": "Team 3"}

    client.post(url, sent)

    assert tournament.entries.get(player__name="Fumi").team == "Team 3"


def test_without_teams_the_entry_form_has_no_field_for_one(client, tournament):
    EntryTerms.objects.create(tournament=tournament)
    tournament.entries.update(team="")
    client.logout()
    url = reverse("enter", args=[tournament.slug])
    page = client.get(url)
    assert 'name="team"' not in page.text

    client.post(url, {"key": page.context["form"]["key"].value(), "name": "Fumi", "mail": "f@example.org", "team": "X"})

    assert tournament.entries.get(player__name="Fumi").team == ""


def test_the_page_takes_the_same_queries_however_many_teams_there_are(
    client, tournament, url, django_assert_max_num_queries
):
    enter(
        [
            EntryFactory.build(tournament=tournament, number=number, team=f"Team {number}", player__name=f"P{number}")
            for number in range(10, 20)
        ]
    )

    with django_assert_max_num_queries(6):
        client.get(url)


def test_many_renamed_teams_are_found_by_one_query(db, owner_of_teams, django_assert_max_num_queries):
    """The spellings of all entries were read again for each renamed team: 500 teams held the lock for 2.6 s."""
    tournament, by = owner_of_teams
    teams = player_teams(tournament)
    facts = [TeamFacts(key=team.key, name=f"New {team.name}") for team in teams]
    counts = TeamCounts(team_best=None, team_best_of=TeamBestOf.EVENT, team_chombo=False)

    with django_assert_max_num_queries(2 * len(teams) + 12):
        edit_player_teams(tournament_id=tournament.pk, teams=facts, counts=counts, by=by)

    assert set(tournament.entries.values_list("team", flat=True)) == {f"New Team {n}" for n in range(20)}
