"""A team season: the matches, the line-ups, and the cut by teams."""

import re
from contextlib import contextmanager
from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import EntryFactory, RoundFactory, TournamentFactory, UserFactory, enter, play, sign
from tests.forms_on_page import pressed
from tests.rounds.new_round import drawn
from tests.standings.results import MANGAN
from tests.whole_site.test_rates import use_up
from tournament.core.actions.locking import locked_tournament
from tournament.core.views.rates import PLAN_CHANGES, PLANS
from tournament.models import Cut, Hanchan, TeamSeat
from tournament.rounds.actions import team_matches as actions
from tournament.rounds.queries import team_matches as queries
from tournament.seating.team_matches import match_order

TEAMS = ["Ants", "Bees", "Cats", "Dogs", "Elks"]


@pytest.fixture(scope="module")
def made(once):
    organizer = UserFactory()
    tournament = TournamentFactory(organizers=[organizer])
    enter(
        [
            EntryFactory.build(
                tournament=tournament, number=2 * place + member, team=team, player__name=f"{team} {member}"
            )
            for place, team in enumerate(TEAMS)
            for member in (1, 2)
        ]
    )
    return tournament, organizer


@pytest.fixture
def tournament(db, client, made):
    tournament, organizer = deepcopy(made)
    client.force_login(organizer)
    return tournament


def at(name, tournament, *more):
    return reverse(name, args=[tournament.slug, *more])


def plan(client, tournament, **changes):
    sent = {"teams": ["ants", "bees", "cats", "dogs"], "rounds": 2, "tables": 1} | changes
    return client.post(at("team-matches-plan", tournament), sent)


def choose(client, tournament, number=1, member=1):
    """Send a line-up in which each team's first (or second) member plays."""
    sent = {}
    for seat in TeamSeat.objects.filter(tournament=tournament, round=number).select_related("team"):
        entry = tournament.entries.filter(team=seat.team.name).order_by("number")[member - 1]
        sent[f"round-{number}-seat-{seat.pk}"] = entry.pk
    return client.post(at("line-up", tournament, number), sent)


@pytest.mark.parametrize("name", ["¨", "\u0301"])
def test_a_team_named_by_an_accent_alone_is_no_team(client, tournament, name):
    tournament.entries.filter(number=1).update(team=name)

    assert client.get(at("team-matches", tournament)).status_code == 200


def test_matches_are_planned_for_the_teams_that_were_chosen(client, tournament):
    assert plan(client, tournament).status_code == 302

    seats = list(tournament.team_seats.values_list("round", "table", "team__name"))
    assert [(round_, table) for round_, table, _team in seats] == [(1, 1)] * 4 + [(2, 1)] * 4
    assert {team for _round, _table, team in seats} == {"Ants", "Bees", "Cats", "Dogs"}


def test_the_same_form_sent_twice_plans_once(client, tournament):
    opened = pressed(client.get(at("team-matches", tournament)).text, at("team-matches-plan", tournament) + "#plan")
    form = opened | {"teams": ["ants", "bees", "cats", "dogs"], "rounds": ["2"], "tables": ["1"]}

    answers = [client.post(at("team-matches-plan", tournament), form) for _twice in range(2)]

    assert answers[0].status_code == 302
    assert "Meanwhile this round has started, or somebody changed its matches." in answers[1].text
    assert set(tournament.team_seats.values_list("round", flat=True)) == {1, 2}
    again = pressed(answers[1].text, at("team-matches-plan", tournament) + "#plan")
    assert client.post(at("team-matches-plan", tournament), again).status_code == 302
    assert set(tournament.team_seats.values_list("round", flat=True)) == {1, 2, 3, 4}


def test_more_rounds_follow_after_those_planned(client, tournament):
    plan(client, tournament)

    plan(client, tournament, rounds=1, teams=[team.lower() for team in TEAMS])

    assert "Elks" in tournament.team_seats.filter(round=3).values_list("team__name", flat=True)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"tables": 2}, "A match needs four teams at each table"),
        ({"teams": []}, "Choose four teams or more."),
        ({"teams": ["unknown"]}, "Select a valid choice"),
        ({"rounds": 0}, "greater than or equal to 1"),
    ],
)
def test_matches_that_cannot_be_are_refused(client, tournament, changes, problem):
    response = plan(client, tournament, **changes)

    assert response.status_code == 422
    assert problem in response.text
    assert not tournament.team_seats.exists()


def test_matches_are_drawn_without_the_lock(client, tournament, monkeypatch):
    locked = []

    def draw(*args, **given):
        locked.append(is_locked[0])
        return match_order(*args, **given)

    @contextmanager
    def lock(tournament_id):
        is_locked[0] = True
        with locked_tournament(tournament_id) as row:
            yield row

    is_locked = [False]
    monkeypatch.setattr(actions, "match_order", draw)
    monkeypatch.setattr(actions, "locked_tournament", lock)

    plan(client, tournament)

    assert (locked, is_locked) == ([False], [True])


def test_matches_planned_twice_at_once_are_planned_once(client, tournament, monkeypatch):
    def draw(*args, **given):
        monkeypatch.undo()
        plan(client, tournament)
        return match_order(*args, **given)

    monkeypatch.setattr(actions, "match_order", draw)

    response = plan(client, tournament)

    assert response.status_code == 409
    assert "or somebody changed its matches" in response.text
    assert tournament.team_seats.count() == 8


def test_matches_drawn_while_a_hand_is_recorded_are_planned(client, tournament, monkeypatch):
    hanchan = started(client, tournament)

    def draw(*args, **given):
        play(hanchan, MANGAN)
        return match_order(*args, **given)

    monkeypatch.setattr(actions, "match_order", draw)

    assert plan(client, tournament).status_code == 302


@pytest.mark.parametrize(("rounds", "tables"), [(6, 1), (3, 2)])
def test_only_so_many_matches_are_planned_ahead(client, tournament, monkeypatch, rounds, tables):
    monkeypatch.setattr(actions, "MOST_MATCHES_TO_COME", 5)
    every = ["ants", "bees", "cats", "dogs", "elks", "fish", "gnus", "hens"]
    for number, team in enumerate(every[5:], 20):
        EntryFactory(tournament=tournament, number=number, team=team)

    response = plan(client, tournament, rounds=rounds, tables=tables, teams=every)

    assert response.status_code == 409
    assert "5 matches to come" in response.text
    assert plan(client, tournament, rounds=5).status_code == 302
    assert plan(client, tournament, rounds=1).status_code == 409
    assert tournament.team_seats.count() == 20


def test_only_so_many_rounds_are_planned(client, tournament, monkeypatch):
    monkeypatch.setattr(actions, "MOST_ROUNDS", 3)

    assert plan(client, tournament, rounds=4).status_code == 409
    assert plan(client, tournament, rounds=3).status_code == 302
    assert plan(client, tournament, rounds=1).status_code == 409


def test_an_account_plans_so_often_in_an_hour(client, tournament):
    use_up(PLANS, f"account {tournament.memberships.get().user_id} ")

    assert plan(client, tournament).status_code == 429
    assert not tournament.team_seats.exists()


def test_more_matches_follow_though_a_team_was_deleted(client, tournament):
    plan(client, tournament)
    tournament.player_teams.get(name="Bees").delete()

    plan(client, tournament, rounds=1, teams=["ants", "cats", "dogs", "elks"])

    assert tournament.team_seats.filter(round=3).count() == 4


def test_matches_take_the_same_queries_however_many_teams_are_new(client, tournament):
    def queries(teams):
        with CaptureQueriesContext(connection) as captured:
            plan(client, tournament, teams=teams, rounds=1)
        return len(captured)

    for number in range(20, 32):
        EntryFactory(tournament=tournament, number=number, team=f"new {number}")
    plan(client, tournament)
    few = queries([f"new {number}" for number in range(20, 24)])

    assert queries([f"new {number}" for number in range(24, 32)]) == few


def test_the_round_starts_with_the_line_up_and_nobody_sits_out(client, tournament):
    plan(client, tournament)
    url = at("round-new", tournament)
    assert "have not named a player" in client.get(url).text
    assert choose(client, tournament).status_code == 302
    page = client.get(url)
    assert "The seats come from the teams’" in page.text

    client.post(url, drawn(page))

    (hanchan,) = Hanchan.objects.filter(round__tournament=tournament)
    named = list(tournament.team_seats.filter(round=1).values_list("entry", flat=True))
    assert list(hanchan.seats.values_list("entry", flat=True)) == named
    assert not hanchan.round.resting.exists()


def test_a_line_up_takes_members_alone_and_not_after_the_start(client, tournament):
    plan(client, tournament)
    seat = tournament.team_seats.get(round=1, team__name="Ants")
    stranger = tournament.entries.get(player__name="Bees 1")

    wrong = client.post(at("line-up", tournament, 1), {f"round-1-seat-{seat.pk}": stranger.pk})

    assert wrong.status_code == 422
    assert "This player does not play for the team." in wrong.text
    choose(client, tournament)
    url = at("round-new", tournament)
    client.post(url, drawn(client.get(url)))
    late = choose(client, tournament, member=2)
    assert late.status_code == 409
    assert tournament.team_seats.get(pk=seat.pk).entry.player.name == "Ants 1"


def test_a_player_who_changed_the_team_after_the_line_up_plays_for_neither(client, tournament):
    plan(client, tournament)
    choose(client, tournament)
    tournament.entries.filter(player__name="Ants 1").update(team="Bees")

    page = client.get(at("round-new", tournament))

    assert page.context["proposal"].unnamed == ("Ants",)
    assert "The seats come from the teams’" not in page.text


def test_others_read_the_players_once_the_round_has_started(client, tournament):
    plan(client, tournament)
    choose(client, tournament)
    page = at("team-matches", tournament)
    url = at("round-new", tournament)
    form = client.get(url)
    organizer, client.cookies = client.cookies, type(client.cookies)()
    before = client.get(page).text
    client.cookies = organizer

    client.post(url, drawn(form))

    client.logout()
    assert "Ants" in before
    assert "Ants 1" not in before
    assert "Ants 1" in client.get(page).text


def shown(client, tournament, **query):
    """The coming rounds on the page, those that have started, and the rounds of its links to others."""
    response = client.get(at("team-matches", tournament), query)
    rounds = [[one.number for one, _form in response.context[name]] for name in ("to_come", "played")]
    return *rounds, [int(number) for number in re.findall(r'href="\?round=(\d+)"', response.text)]


def test_a_long_order_is_shown_in_parts(client, tournament, monkeypatch):
    monkeypatch.setattr(queries, "MOST_SHOWN", 2)
    plan(client, tournament, rounds=8)
    for number in (1, 2, 3):
        RoundFactory(tournament=tournament, number=number)

    assert shown(client, tournament) == ([4, 5], [3, 2], [6, 1])
    assert shown(client, tournament, round=6) == ([6, 7], [3, 2], [8, 1])
    assert shown(client, tournament, round=8) == ([8], [3, 2], [1])
    assert shown(client, tournament, round=1) == ([4, 5], [1], [6])
    assert shown(client, tournament, round=99) == ([], [3, 2], [1])
    assert shown(client, tournament, round="x") == shown(client, tournament)
    page = client.get(at("team-matches", tournament)).text
    assert "3 rounds that have started" in page
    assert "Plan matches from round 9 on" in page


def test_a_round_that_is_too_large_is_shown_alone(client, tournament, monkeypatch):
    monkeypatch.setattr(queries, "MOST_SHOWN", 0)
    plan(client, tournament)

    assert shown(client, tournament) == ([1], [], [2])


def test_only_matches_that_are_shown_are_loaded(client, tournament, monkeypatch):
    monkeypatch.setattr(queries, "MOST_SHOWN", 2)
    loaded, rounds = [], queries._rounds
    monkeypatch.setattr(queries, "_rounds", lambda seats, *more: loaded.extend(seats) or rounds(seats, *more))
    plan(client, tournament, rounds=8)
    loaded.clear()

    client.get(at("team-matches", tournament))

    assert len(loaded) == 2 * 4


def test_the_line_up_of_a_later_round_is_saved(client, tournament, monkeypatch):
    monkeypatch.setattr(queries, "MOST_SHOWN", 1)
    plan(client, tournament, rounds=4)

    assert choose(client, tournament, number=3).status_code == 302
    assert not tournament.team_seats.filter(round=3, entry=None).exists()


def test_matches_to_come_can_be_removed(client, tournament):
    plan(client, tournament)

    client.post(at("team-matches-drop", tournament))

    assert not tournament.team_seats.exists()
    assert list(tournament.log.values_list("kind", flat=True)) == ["matches.planned", "matches.dropped"]


def started(client, tournament):
    """The hanchan of a round that has started."""
    plan(client, tournament)
    choose(client, tournament)
    url = at("round-new", tournament)
    client.post(url, drawn(client.get(url)))
    return Hanchan.objects.select_related("table", "round__tournament").get(round__tournament=tournament)


def played(client, tournament):
    """A round with South's mangan."""
    hanchan = started(client, tournament)
    play(hanchan, MANGAN)
    sign(hanchan)
    return [seat.entry.team for seat in hanchan.seats.select_related("entry").order_by("seat")]


def test_all_players_of_the_first_teams_advance(client, tournament):
    east, south, west, north = played(client, tournament)
    url = at("team-cut", tournament)
    sent = pressed(client.get(url, {"count": 3}).text, url) | {"carried": "half"}

    assert client.post(url, sent).url == at("cut", tournament)

    cut = Cut.objects.get(tournament=tournament)
    assert set(cut.finalists.values_list("team", flat=True)) == {east, south, north}
    assert cut.finalists.count() == 6
    teams = client.get(at("team-standings-json", tournament)).json()["teams"]
    assert {team["name"]: team["total"] for team in teams if team["place"]} == {
        east: "0", south: "11.5", west: "-23", north: "0",
    }  # fmt: skip
    assert client.post(url, sent).url == at("cut", tournament)  # the same submission again
    assert Cut.objects.count() == 1


def test_a_line_between_equals_or_without_a_loser_is_refused(client, tournament):
    played(client, tournament)
    url = at("team-cut", tournament)

    for count, problem in ((2, "These teams are tied at the line"), (4, "At least one team must not advance.")):
        response = client.post(url, pressed(client.get(url, {"count": count}).text, url) | {"carried": "half"})
        assert response.status_code == 422
        assert problem in response.text
    assert not Cut.objects.exists()


def test_an_account_makes_so_many_cuts_by_teams_in_an_hour(client, tournament):
    played(client, tournament)
    url = at("team-cut", tournament)
    sent = pressed(client.get(url, {"count": 3}).text, url) | {"carried": "half"}
    use_up(PLAN_CHANGES, f"account {tournament.memberships.get(role='organizer').user_id} ")

    assert client.post(url, sent).status_code == 429
    assert not Cut.objects.exists()


def test_an_event_with_as_many_cuts_as_its_file_may_have_gets_no_more(client, tournament, monkeypatch):
    played(client, tournament)
    url = at("team-cut", tournament)
    monkeypatch.setattr("tournament.rounds.actions.make_cut.MOST_CUTS", 0)

    response = client.post(url, pressed(client.get(url, {"count": 3}).text, url) | {"carried": "half"})

    assert "at most 20 cuts" in response.text
    assert not Cut.objects.exists()


def test_a_form_older_than_the_standings_is_refused_and_can_be_sent_again(client, tournament):
    played(client, tournament)
    url = at("team-cut", tournament)
    sent = pressed(client.get(url, {"count": 3}).text, url) | {"carried": "full", "shown": "ants"}

    response = client.post(url, sent)

    assert response.status_code == 422
    assert "have changed since you opened this page" in response.text
    assert client.post(url, pressed(response.text, url) | {"carried": "full"}).status_code == 302


def test_unsigned_sheets_come_first(client, tournament):
    plan(client, tournament)
    choose(client, tournament)
    url = at("round-new", tournament)
    client.post(url, drawn(client.get(url)))

    assert "One table has no signed sheet yet" in client.get(at("team-cut", tournament)).text


def test_the_order_takes_the_same_queries_however_long_it_is(client, tournament, django_assert_max_num_queries):
    plan(client, tournament, rounds=9)
    choose(client, tournament)

    with django_assert_max_num_queries(12):
        client.get(at("team-matches", tournament))
