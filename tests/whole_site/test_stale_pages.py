"""Two people edit the same thing, each on a page that both opened before: neither undoes what the other changed."""

import pkgutil
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    TournamentFactory,
    UserFactory,
    keep_plan,
    sign,
    visitor,
)
from tests.forms_on_page import as_sent, pressed
from tournament.federation.actions.save_ranking import save_ranking
from tournament.models import Ranking, User
from tournament.people.actions.merge_players import merge_players

pytestmark = pytest.mark.django_db


class Page:
    """A form on a page that a browser opened at some time."""

    def __init__(self, client, address, action=""):
        self.client, self.address, self.action = client, address, action
        self.fields = pressed(client.get(address).text, action)

    def send(self, edits):
        response = self.client.post(self.action or self.address, as_sent(self.fields | edits))
        assert response.status_code == 302, response.text

    def values(self):
        """The values that the page shows when it is opened now."""
        now = Page(self.client, self.address, self.action).fields
        return {
            name: values for name, values in now.items() if not name.endswith(("shown_values", "csrfmiddlewaretoken"))
        }


VIEWS = {
    "tournament-edit": "site.views.tournament_settings.edit_tournament",
    "sit-out-edit": "site.views.tournament_settings.edit_sit_out",
    "visibility": "site.views.visibility.edit_visibility",
    "entry-terms": "people.views.enter.edit_entry_terms",
    "timetable": "rounds.views.timetable.set_breaks",
    "starts": "rounds.views.timetable.set_timetable",
    "rules-edit": "site.views.rules.edit_rules",
    "player-teams": "people.views.player_teams.edit_player_teams",
    "line-up": "rounds.views.team_matches.name_line_up",
    "announcement-edit": "announcement.views.edit_announcement",
    "club-edit": "clubs.views.clubs.edit_club",
    "league-edit": "standings.views.leagues.save_league",
    "league-periods": "standings.views.periods.save_periods",
    "ranking-edit": "federation.views.rankings.save_ranking",
    "entry-edit": "people.views.players.edit_entry",
    "own-change": "mine.views.own_entry.edit_own_entry",
    "finals": "rounds.views.finals.edit_finals",
    "seating-apart": "rounds.views.seating.keep_apart",
    "mail-wording": "mail.views.wording.edit_wording",
}
"""The actions that save the forms, where the views call them."""


@pytest.fixture(params=[False, True], ids=["both open", "first waits for the lock"])
def edit_both(request, monkeypatch):
    """Send the second of two pages and then the first; or send the second when the view has read the form of the first,
    but its action has no lock yet. Return what the form shows then and did not show before."""

    def edit(name, first, second, edits, others):
        before = first.values()
        if request.param:
            _before_action(monkeypatch, f"tournament.{VIEWS[name]}", lambda: second.send(others))
        else:
            second.send(others)
        first.send(edits)
        now = first.values()
        return {name: now.get(name, []) for name in before | now if now.get(name) != before.get(name)}

    return edit


def _before_action(monkeypatch, name, happens):
    action = pkgutil.resolve_name(name)

    def wait(**arguments):
        monkeypatch.setattr(name, action)
        happens()
        return action(**arguments)

    monkeypatch.setattr(name, wait)


@pytest.fixture
def organizers():
    return [UserFactory(), UserFactory()]


@pytest.fixture
def clients(organizers):
    clients = [Client(), Client()]
    for client, organizer in zip(clients, organizers, strict=True):
        client.force_login(organizer)
    return clients


@pytest.fixture
def event(organizers):
    return TournamentFactory(owner=organizers[0], organizers=organizers[1:])


@pytest.mark.parametrize(
    ("page", "action", "edits", "others"),
    [
        ("tournament-edit", "", {"place": ["Praha"]}, {"is_public": []}),
        (
            "tournament-edit",
            "",
            {"languages": ["fr"], "first_language": ["fr"]},
            {"name": ["Open"], "colour": ["blue"]},
        ),
        ("tournament-edit", "sit-out-edit", {"sit_out": ["fixed"], "points": ["-2.5"]}, {}),
        ("tournament-edit", "sit-out-edit", {}, {"sit_out": ["fixed"], "points": ["-2.5"]}),
        ("visibility", "", {"shown_in_hall": ["signed"]}, {"shown_to_everyone": ["held"]}),
        ("entry-terms", "", {"limit": ["40"]}, {"is_moderated": []}),
        ("timetable", "timetable", {"breaks": ["2026-05-02 12:30 Lunch"]}, {"time_zone": ["Europe/Prague"]}),
        ("rules-edit", "", {"honba_value": ["600"]}, {"minutes": ["75"], "ippatsu": []}),
        ("finals", "", {"after_1": ["3"], "places_1": ["8"]}, {"first": ["last_round"], "final_seats": ["[1,2,3,4]"]}),
        ("announcement-edit", "announcement-edit", {"fee": ["20 €"]}, {"contact": ["Anna"], "is_published": ["on"]}),
    ],
)
def test_an_event(page, action, edits, others, event, clients, edit_both):
    address = reverse(page, args=[event.slug])
    at = reverse(action, args=[event.slug]) if action else ""
    first, second = (Page(client, address, at) for client in clients)
    assert edit_both(action or page, first, second, edits, others) == edits | others


def test_the_groups_that_are_kept_apart(event, clients, edit_both):
    address, action = (reverse(name, args=[event.slug]) for name in ("seating", "seating-apart"))
    first, second = (Page(client, address, action) for client in clients)

    edit_both("seating-apart", first, second, {"apart": ["team", "country"]}, {"apart": ["club"]})

    assert first.values()["apart"] == ["club", "country"]


def test_the_wording_of_a_mail(event, clients, edit_both):
    address = reverse("mail-wording", args=[event.slug, "received", "en"])
    first, second = (WordingPage(client, address, address) for client in clients)
    edits, others = {"subject": ["You are in"]}, {"body": ["Your place: {link}"]}

    changed = edit_both("mail-wording", first, second, edits, others)

    assert (changed["subject"], changed["body"][0].strip()) == (["You are in"], "Your place: {link}")


class WordingPage(Page):
    def send(self, edits):
        super().send(edits | {"save": ["1"]})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "action", "edits", "name", "before", "after"),
    [
        ("tournament-edit", "", {"place": ["Praha"]}, "own_penalties", "Phone: 1\nLate: 2", "Phone: 5\nNoise: 3"),
        (
            "timetable",
            "timetable",
            {"time_zone": ["Europe/Prague"]},
            "breaks",
            "2026-05-02 12:30 Lunch\n2026-05-02 15:30 Tea",
            "2026-05-02 13:00 Lunch\n2026-05-02 16:00 Tea",
        ),
        ("announcement-edit", "announcement-edit", {"fee": ["20 €"]}, "text", "Open\nto all", "Open\nto members"),
    ],
)
def test_a_text_of_several_lines(page, action, edits, name, before, after, event, clients, edit_both):
    address = reverse(page, args=[event.slug])
    at = reverse(action, args=[event.slug]) if action else ""
    Page(clients[0], address, at).send({name: [before]})
    first, second = (Page(client, address, at) for client in clients)

    edit_both(action or page, first, second, edits, {name: [after]})

    assert "\n".join(first.values()[name][0].splitlines()) == after


@pytest.mark.slow
def test_the_starts_of_rounds(event, clients, edit_both):
    address = reverse("timetable", args=[event.slug])
    keep_plan(event, *[[[1, 2, 3, 4]]] * 3)
    first, second = (Page(client, address) for client in clients)
    edits, others = {"start-1": ["2026-12-05T10:00"]}, {"start-2": ["2026-12-05T14:00"]}
    assert edit_both("starts", first, second, edits, others) == edits | others


@pytest.fixture
def in_teams(event):
    names = ["Ants", "Bees", "Cats", "Dogs"] * 2
    return [EntryFactory(tournament=event, number=number, team=team) for number, team in enumerate(names, 1)]


def test_the_teams_and_what_counts_for_them(event, clients, in_teams, edit_both):
    address = reverse("player-teams", args=[event.slug])
    first, second = (Page(client, address) for client in clients)
    edits, others = {"short-0": ["ANT"]}, {"team_best": ["3"], "colour-0": ["blue"], "short-1": ["BEE"]}
    assert edit_both("player-teams", first, second, edits, others) == edits | others


def test_a_line_up(event, clients, in_teams, edit_both):
    address, action = reverse("team-matches", args=[event.slug]), reverse("line-up", args=[event.slug, 1])
    clients[0].post(
        reverse("team-matches-plan", args=[event.slug]),
        {"teams": ["ants", "bees", "cats", "dogs"], "rounds": 1, "tables": 1},
    )
    first, second = (Page(client, address, f"{action}#round-1") for client in clients)
    ants, bees = (f"round-1-seat-{event.team_seats.get(team__name=team).pk}" for team in ("Ants", "Bees"))
    edits, others = {ants: [str(in_teams[0].pk)]}, {bees: [str(in_teams[5].pk)]}
    assert edit_both("line-up", first, second, edits, others) == edits | others


def test_a_club(organizers, clients, edit_both):
    address = reverse("club-edit", args=[ClubFactory(organizers=organizers).slug])
    first, second = (Page(client, address, address) for client in clients)
    edits, others = {"place": ["Brno"]}, {"name": ["Riichi Brno"]}
    assert edit_both("club-edit", first, second, edits, others) == edits | others


def test_a_league_with_an_event_that_came_meanwhile(organizers, clients, edit_both):
    """A night that somebody else opened stays in the league, and an event that was taken out does not come back."""
    events = [TournamentFactory(owner=organizers[0], organizers=organizers[1:]) for _number in range(3)]
    league = LeagueFactory(
        owner=organizers[0], club=ClubFactory(organizers=organizers), tournaments=[events[0], events[1]]
    )
    address = reverse("league-edit", args=[league.slug])
    first, second = (Page(client, address) for client in clients)
    numbers = [str(event.pk) for event in events]

    others = {"tournaments": numbers[1:], f"weight_{events[2].pk}": ["1.5"]}
    changed = edit_both("league-edit", first, second, {"best": ["4"]}, others)

    assert changed["best"] == ["4"]
    assert dict(league.events.values_list("tournament", "weight")) == {events[1].pk: 1, events[2].pk: 1.5}


def test_the_periods_of_a_league(organizers, clients):
    league = LeagueFactory(owner=organizers[0], club=ClubFactory(organizers=organizers))
    address = reverse("league-periods", args=[league.slug])
    first, second = (Page(client, address) for client in clients)
    second.send({"name_new1": ["Spring"], "first_new1": ["2026-01-01"], "last_new1": ["2026-06-30"]})
    first.send({"name_new1": ["Autumn"], "first_new1": ["2026-07-01"], "last_new1": ["2026-12-31"]})
    assert set(league.periods.values_list("name", flat=True)) == {"Spring", "Autumn"}

    spring, autumn = (league.periods.get(name=name).pk for name in ("Spring", "Autumn"))
    first, second = (Page(client, address) for client in clients)
    second.send({f"name_{spring}": ["Spring 2026"]})
    first.send({f"name_{autumn}": [""]})
    assert list(league.periods.values_list("name", flat=True)) == ["Spring 2026"]


def test_a_period_that_two_people_change(organizers, clients, edit_both):
    league = LeagueFactory(owner=organizers[0], club=ClubFactory(organizers=organizers))
    period = league.periods.create(name="Spring", first_day="2026-01-01", last_day="2026-06-30")
    address = reverse("league-periods", args=[league.slug])
    first, second = (Page(client, address) for client in clients)
    edits, others = {f"name_{period.pk}": ["Spring 2026"]}, {f"last_{period.pk}": ["2026-07-31"]}
    assert edit_both("league-periods", first, second, edits, others) == edits | others


def test_a_ranking_of_a_federation(clients, edit_both):
    User.objects.update(is_federation=True)
    events = [TournamentFactory(is_public=True) for _number in range(2)]
    for event in events:
        sign(HanchanFactory(round__tournament=event))
    ranking = Ranking(name="Riichi")
    save_ranking(ranking=ranking, weights={events[0].pk: Decimal(1)})
    address = reverse("ranking-edit", args=[ranking.slug])
    first, second = (Page(client, address) for client in clients)
    edits, others = {"best": ["4"]}, {"name": ["Riichi 2026"], f"weight_{events[1].pk}": ["1.5"]}
    assert edit_both("ranking-edit", first, second, edits, others) == edits | others


@pytest.fixture
def anna(event):
    player = {"name": "Anna Novakova", "mail": "anna@old.example", "phone": "+420 777"}
    return EntryFactory(tournament=event, number=1, **{f"player__{name}": value for name, value in player.items()})


def test_what_a_person_changed_by_the_own_link(anna, event, clients, edit_both):
    address = reverse("entry-edit", args=[event.slug, 1])
    organizers_page = Page(clients[0], address, address)
    own_page = Page(Client(), anna.get_change_link())
    edits, others = {"paid": ["on"], "note": ["late"]}, {"may_publish": [], "mail": ["anna@new.example"]}
    assert edit_both("entry-edit", organizers_page, own_page, edits, others) == edits | others
    assert "Anna Novakova" not in Client().get(reverse("players", args=[event.slug])).text


def test_what_an_organizer_changed_meanwhile(anna, event, clients, edit_both):
    address = reverse("entry-edit", args=[event.slug, 1])
    organizers_page = Page(clients[0], address, address)
    own_page = Page(Client(), anna.get_change_link())
    edits, others = {"club": ["Brno"]}, {"name": ["Anna Nováková"]}
    assert edit_both("own-change", own_page, organizers_page, edits, others) == edits | others


def test_an_entry_that_was_merged_meanwhile(anna, organizers, event, clients):
    """The open page of a stranger's entry writes nothing of the stranger over the known person."""
    here = TournamentFactory(owner=organizers[0], organizers=organizers[1:])
    entry = EntryFactory(tournament=here, number=1, player__name="Mallory", player__mail="mallory@evil.example")
    address = reverse("entry-edit", args=[here.slug, 1])
    page = Page(clients[0], address, address)
    merge_players(player_id=entry.player_id, into_id=anna.player_id, by=visitor(organizers[1]))

    page.send({"paid": ["on"]})

    entry.refresh_from_db()
    known = entry.player
    assert (entry.paid, known.name, known.mail, known.phone) == (True, "Anna Novakova", "anna@old.example", "+420 777")
