"""Robots rehearse an organizer's tournament before anybody comes."""

import os
import re
import subprocess
import sys
from unittest import mock
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.presets import RULESETS, TENHOU
from scoring.rules import ruleset_to_json
from tests.factories import EntryFactory, LeagueFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.core.actions.journal import log
from tournament.core.errors import NoOrganizerAnyMore
from tournament.core.queries.contacts import hidden_contacts
from tournament.models import STRANGER, LogEntry, Membership, Player, Role, Tournament, User
from tournament.models.log import ROBOTS
from tournament.rehearsal.day import play_event
from tournament.rehearsal.desk import DeskRobot
from tournament.rehearsal.event import RehearsedEvent
from tournament.rehearsal.html_forms import Stuck
from tournament.rehearsal.wanted import Wanted
from tournament.site.actions import rehearse
from tournament.site.actions.invitations import hash_of, invite
from tournament.site.actions.team import change_role, end_membership, remove_member
from tournament.site.queries.rehearsal import ENDS
from tournament.standings.queries.league_events import choosable_tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(client):
    organizer = UserFactory()
    client.force_login(organizer)
    return organizer


@pytest.fixture
def tournament(organizer):
    return TournamentFactory(organizers=[organizer], name="Spring Open", ruleset_key="ema_2025")


@pytest.fixture
def begun(monkeypatch):
    """The arguments for the robots, which are not started here."""
    begun = []
    monkeypatch.setattr(rehearse, "start_robots", lambda slug, **how: begun.append((slug, how)))
    return begun


def page(tournament, name="rehearsal"):
    return reverse(name, args=[tournament.slug])


def form(**changes):
    return {"players": "8", "rounds": "1", "pace": "0", "key": str(uuid4())} | changes


def opened(client, tournament, callbacks, **changes):
    with callbacks(execute=True):
        return client.post(page(tournament), form(**changes))


def test_robots_start_rounds_and_a_club_night_has_none(client, tournament, organizer, begun):
    tournament.is_club_night = True
    tournament.save()

    assert client.post(page(tournament), form()).status_code == 409
    assert page(tournament) not in client.get(tournament.get_absolute_url()).text
    assert not begun


@pytest.mark.slow
def test_a_rehearsal_is_a_private_copy_that_is_on_no_list(
    client, tournament, organizer, begun, django_capture_on_commit_callbacks
):
    tournament.tables.create(number=1)
    owner = UserFactory()
    tournament.memberships.create(user=owner, role="owner")
    assert page(tournament) in client.get(tournament.get_absolute_url()).text

    response = opened(client, tournament, django_capture_on_commit_callbacks, players="12", pace="3")

    made = tournament.rehearsal
    assert response.url == page(tournament)
    assert (made.is_public, made.ruleset_key, made.tables.count()) == (False, "ema_2025", 1)
    assert re.fullmatch(r"rehearsal-[-a-z0-9]+-[a-z2-9]{6}", made.slug), "its address can be guessed"
    roles = dict(made.memberships.values_list("user__username", "role"))
    assert roles == {organizer.username: "owner", owner.username: "owner"}
    assert begun == [(made.slug, {"players": 12, "rounds": 1, "pace": 3, "account": organizer.pk})]
    assert "The robots are playing" in client.get(page(tournament)).text
    assert page(tournament) in client.get(page(made, "desk")).text
    assert made.name not in client.get("/").text
    assert made not in choosable_tournaments(visitor(organizer), LeagueFactory(owner=organizer))
    assert client.get(page(made)).status_code == 404


def test_the_team_of_a_rehearsal_reads_no_more_contacts_than_before(
    client, tournament, organizer, begun, django_capture_on_commit_callbacks
):
    """Whom others invited gets no rights of the organizer who starts the rehearsal, who alone has agreed to it."""
    owner, invited = UserFactory(), UserFactory()
    tournament.memberships.create(user=owner, role=Role.OWNER)
    for user in (organizer, invited):
        tournament.memberships.update_or_create(user=user, defaults={"role": Role.ORGANIZER, "invited_by": owner})
    own = TournamentFactory(owner=organizer)

    opened(client, tournament, django_capture_on_commit_callbacks)

    team = tournament.rehearsal.memberships
    inviters = dict(team.values_list("user", "invited_by"))
    assert inviters == {organizer.pk: None, owner.pk: None, invited.pk: owner.pk}
    assert team.get(has_agreed=True).user == organizer
    entry = EntryFactory(tournament=tournament.rehearsal, player__home=own, player__mail="eva@example.org")
    assert hidden_contacts(tournament.rehearsal, visitor(invited)) == {entry.pk}
    assert hidden_contacts(tournament.rehearsal, visitor(organizer)) == set()


def test_the_same_form_twice_is_one_rehearsal_and_another_has_to_wait(
    client, tournament, begun, django_capture_on_commit_callbacks
):
    form_data = form()
    with django_capture_on_commit_callbacks(execute=True):
        first, again = (client.post(page(tournament), form_data) for _ in range(2))
        other = client.post(page(tournament), form())

    assert first.url == again.url
    assert (len(begun), other.status_code) == (1, 409)
    assert "A rehearsal already exists" in other.text
    assert Tournament.objects.count() == 2


def test_the_key_of_a_copy_makes_no_rehearsal_of_it(client, tournament, begun):
    key = str(uuid4())
    client.post(reverse("tournament-copy", args=[tournament.slug]), {"key": key, "name": "Spring 2027"})

    response = client.post(page(tournament), form(key=key))

    assert response.status_code == 409
    assert not Tournament.objects.exclude(rehearsal_of=None).exists()


def test_a_rehearsal_is_not_copied(client, tournament, organizer, begun, django_capture_on_commit_callbacks):
    """An organizer owns the rehearsal, and would take the tournament's owners along into an event of their own."""
    boss = UserFactory()
    tournament.memberships.create(user=boss, role=Role.OWNER)
    tournament.memberships.filter(user=organizer).update(role=Role.ORGANIZER)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(page(tournament), form())
    rehearsal = Tournament.objects.get(rehearsal_of=tournament)
    assert rehearsal.memberships.filter(user=boss, role=Role.OWNER).exists()
    address = reverse("tournament-copy", args=[rehearsal.slug])

    response = client.post(address, {"key": str(uuid4()), "name": "Own", "with_team": "on"})

    assert response.status_code == 409
    assert "A rehearsal cannot be copied." in response.text
    assert not Tournament.objects.filter(name="Own").exists()
    assert address not in client.get(rehearsal.get_absolute_url()).text
    assert reverse("tournament-copy", args=[tournament.slug]) in client.get(tournament.get_absolute_url()).text


def test_who_was_removed_while_the_form_was_sent_rehearses_nothing(tournament, organizer, begun):
    """Otherwise they would own an event with the whole team."""
    tournament.memberships.filter(user=organizer).delete()
    wanted = {"players": 8, "rounds": 1, "pace": 0.0}

    with pytest.raises(NoOrganizerAnyMore):
        rehearse.open_rehearsal(tournament_id=tournament.pk, key=uuid4(), by=visitor(organizer), **wanted)

    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("way", ["removed", "referee"])
def test_who_leaves_the_team_leaves_the_rehearsal_that_they_started(way):
    """They own it, so they could show it to everybody under the tournament's name."""
    owner, former = UserFactory(), UserFactory()
    tournament = TournamentFactory(owner=owner, organizers=[former])
    facts = {"name": "Rehearsal", "starts_on": None, "with_team": True, "with_entries": False}
    rehearsal = copy_tournament(origin_id=tournament.pk, key=uuid4(), by=visitor(former), **facts)
    Tournament.objects.filter(pk=rehearsal.pk).update(rehearsal_of=tournament)
    robots = Membership.objects.create(tournament=rehearsal, user=UserFactory(), role=Role.ORGANIZER)
    token = invite(tournament_id=rehearsal.pk, role=Role.ORGANIZER, by=visitor(former))
    let_in, guest = UserFactory(), UserFactory()
    Membership.objects.create(tournament=rehearsal, user=let_in, role=Role.OWNER, invited_by=former)
    Membership.objects.create(tournament=rehearsal, user=guest, role=Role.REFEREE, invited_by=owner)

    member = tournament.memberships.get(user=former)
    if way == "removed":
        remove_member(tournament_id=tournament.pk, member_id=member.pk, by=visitor(owner))
    else:
        change_role(tournament_id=tournament.pk, member_id=member.pk, role=Role.REFEREE, by=visitor(owner))

    left = {former.pk: "referee"} if way == "referee" else {}
    roles = dict(rehearsal.memberships.values_list("user", "role"))
    assert roles == {owner.pk: "owner", robots.user_id: "organizer", guest.pk: "referee"} | left
    assert not rehearsal.invitations.filter(token_hash=hash_of(token)).exists()


def test_who_inherits_a_tournament_owns_its_rehearsal_too():
    former, heir = UserFactory(), UserFactory()
    tournament = TournamentFactory(owner=former, organizers=[heir])
    rehearsal = TournamentFactory(owner=former, organizers=[heir], rehearsal_of=tournament)

    end_membership(tournament_id=tournament.pk, user_id=former.pk, heir=heir, by=visitor(former))

    for event in (tournament, rehearsal):
        assert dict(event.memberships.values_list("user", "role")) == {heir.pk: "owner"}


def test_who_does_not_organize_the_tournament_organizes_no_rehearsal_after_the_organizer_left(
    client, tournament, organizer, begun, django_capture_on_commit_callbacks
):
    """Otherwise a former organizer would go on as an owner of the rehearsal by a second account."""
    owner, referee, guest, robots = UserFactory.create_batch(4)
    tournament.memberships.create(user=owner, role=Role.OWNER)
    tournament.memberships.create(user=referee, role=Role.REFEREE, invited_by=owner)
    opened(client, tournament, django_capture_on_commit_callbacks)
    team = tournament.rehearsal.memberships
    team.filter(user=referee).update(role=Role.OWNER)
    team.create(user=guest, role=Role.OWNER, invited_by=owner)
    team.create(user=robots, role=Role.ORGANIZER)
    member = tournament.memberships.get(user=organizer)

    remove_member(tournament_id=tournament.pk, member_id=member.pk, by=visitor(owner))

    roles = dict(team.values_list("user", "role"))
    assert roles == {owner.pk: "owner", referee.pk: "referee", guest.pk: "referee", robots.pk: "organizer"}
    assert not team.filter(user=owner, has_agreed=True).exists()


@pytest.mark.parametrize(("playing", "own", "status"), [(3, 0, 302), (4, 0, 409), (2, 1, 302), (2, 2, 409)])
def test_robots_play_in_few_tournaments_at_once(
    client, tournament, organizer, begun, django_capture_on_commit_callbacks, playing, own, status
):
    """The organizer is in the team of all of them, but only those that the organizer started count for the account."""
    for n in range(playing):
        rehearsal = TournamentFactory(rehearsal_of=TournamentFactory(), organizers=[organizer])
        log(rehearsal, "tournament.copied", by=visitor(organizer if n < own else UserFactory()))
        log(rehearsal, "hand.recorded", by=STRANGER, actor=ROBOTS)
    for kind in ENDS:  # those do not count any more
        log(TournamentFactory(rehearsal_of=TournamentFactory()), kind, by=STRANGER, actor=ROBOTS)

    assert opened(client, tournament, django_capture_on_commit_callbacks).status_code == status


@pytest.fixture
def processes(monkeypatch):
    """Processes that run until the end of the test, in place of the robots'."""
    begun = []
    start = subprocess.Popen

    def sleeper(_arguments, **options):
        begun.append(start([sys.executable, "-c", "import sys; sys.stdin.read()"], **options))
        return begun[-1]

    monkeypatch.setattr(rehearse, "_robots", [])
    monkeypatch.setattr(subprocess, "Popen", sleeper)
    yield begun
    for process in begun:
        process.stdin.close()
        process.wait(60)


def test_robots_of_deleted_rehearsals_count_until_they_end(client, processes, django_capture_on_commit_callbacks):
    """Robots take seconds to start, and would otherwise be uncounted processes."""

    def start_and_delete(user):
        client.force_login(user)
        event = TournamentFactory(owner=user)
        status = opened(client, event, django_capture_on_commit_callbacks).status_code
        client.post(page(event, "rehearsal-wipe"))
        return status

    first, others = UserFactory(), UserFactory.create_batch(3)
    assert [start_and_delete(first) for _time in range(3)] == [302, 302, 409]
    assert [start_and_delete(user) for user in others] == [302, 302, 409]
    assert not Tournament.objects.exclude(rehearsal_of=None).exists()
    processes[0].stdin.close()
    processes[0].wait(60)
    assert [start_and_delete(user) for user in (others[2], first)] == [302, 409]
    assert len(processes) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such priorities")
def test_robots_start_with_a_low_priority(processes):
    rehearse.start_robots("slug", players=8, rounds=1, pace=0, account=None)

    assert os.getpriority(os.PRIO_PROCESS, processes[0].pid) == rehearse.LOW_PRIORITY


@pytest.mark.slow
@pytest.mark.parametrize("handler", ["SIG_DFL", "SIG_IGN"], ids=["in a terminal", "in the background"])
def test_robots_end_with_the_process_that_started_them(handler):
    play = "from tournament.management.commands.rehearse import end_with_stdin\nend_with_stdin()\nsignal.pause()"
    code = f"import django, signal; signal.signal(signal.SIGINT, signal.{handler}); django.setup()\n{play}"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as robots:
        robots.stdin.close()

        assert robots.wait(60) != 0


@pytest.mark.slow
def test_robots_that_miss_the_interrupt_are_ended():
    play = """
import signal, time
import django; django.setup()
from tournament.management.commands import rehearse
rehearse.SECONDS_TO_END = 0.1
signal.default_int_handler = lambda *interrupt: None  # lost
rehearse.end_with_stdin()
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", play], stdin=subprocess.PIPE) as robots:
        robots.stdin.close()

        assert robots.wait(50) == 1


@pytest.mark.slow
def test_robots_play_there_and_their_log_says_how_it_went(
    client, tournament, begun, django_capture_on_commit_callbacks
):
    opened(client, tournament, django_capture_on_commit_callbacks)

    call_command("rehearse", within=tournament.rehearsal.slug, players=8, rounds=1, hands=3, seed=5)

    page_now = client.get(page(tournament), headers={"HX-Request": "true"}).text
    assert "The robots have finished" in page_now
    assert "2 sheets signed" in page_now
    assert "<html" not in page_now
    assert "Played the rehearsal to its end" in client.get(page(tournament.rehearsal, "log")).text
    assert not User.objects.filter(username__startswith="rehearsal-").exists()
    client.post(page(tournament, "rehearsal-wipe"))
    assert list(Tournament.objects.all()) == [tournament]
    assert not Player.objects.exists()
    assert not LogEntry.objects.exclude(tournament=tournament).exists()


def test_robots_that_cannot_go_on_say_why(client, tournament, begun, monkeypatch, django_capture_on_commit_callbacks):
    opened(client, tournament, django_capture_on_commit_callbacks)
    monkeypatch.setattr("tournament.rehearsal.desk.DeskRobot.enter", lambda *_: 1 / 0)

    with pytest.raises(CommandError):
        call_command("rehearse", within=tournament.rehearsal.slug)

    assert "division by zero" in client.get(page(tournament)).text
    assert not User.objects.filter(username__startswith="rehearsal-").exists()


def test_robots_whose_rehearsal_was_wiped_stop(
    client, tournament, begun, monkeypatch, django_capture_on_commit_callbacks
):
    opened(client, tournament, django_capture_on_commit_callbacks)
    monkeypatch.setattr(
        "tournament.rehearsal.desk.DeskRobot.enter", lambda *_: client.post(page(tournament, "rehearsal-wipe"))
    )

    with pytest.raises(CommandError):
        call_command("rehearse", within=tournament.rehearsal.slug)

    assert list(Tournament.objects.all()) == [tournament]


def test_robots_play_in_rehearsals_alone(tournament):
    with pytest.raises(CommandError, match="is no rehearsal"):
        call_command("rehearse", within=tournament.slug)


def test_rules_without_a_time_limit_are_refused(client, tournament, begun):
    Tournament.objects.update(rules=ruleset_to_json(TENHOU))

    response = client.post(page(tournament), form())

    assert response.status_code == 409
    assert "time limit" in response.text


@pytest.mark.parametrize("wrong", [{"players": "7"}, {"rounds": "0"}, {"pace": "1"}, {"key": "x"}, {"players": "65"}])
def test_nonsense_is_refused(client, tournament, begun, wrong):
    response = client.post(page(tournament), form(**wrong))

    assert response.status_code == 422
    assert not begun


def test_as_many_robots_as_players_are_proposed(client, tournament):
    assert client.get(page(tournament)).context["form"]["players"].value() == 16
    EntryFactory.create_batch(10, tournament=tournament)
    assert client.get(page(tournament)).context["form"]["players"].value() == 10


def test_who_deletes_a_tournament_deletes_its_rehearsal(
    client, tournament, organizer, begun, django_capture_on_commit_callbacks
):
    opened(client, tournament, django_capture_on_commit_callbacks)
    tournament.memberships.update(role=Role.OWNER)

    delete_tournament(tournament_id=tournament.pk, name="Spring Open", by=visitor(organizer))

    assert not Tournament.objects.exists()


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_rehearsal_enters_as_many_players_as_its_page_says(monkeypatch, seed):
    entered = []
    monkeypatch.setattr(RehearsedEvent, "enter", lambda event, people: entered.append(len(people)))
    monkeypatch.setattr(DeskRobot, "plan", mock.Mock(side_effect=Stuck))

    with pytest.raises(Stuck):
        play_event(Wanted(players=40, rounds=3, seed=seed), mock.Mock(), within=("slug", RULESETS["wrc_2015"]))

    assert entered == [40]
