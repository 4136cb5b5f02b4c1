"""Two at once: the tournament's lock keeps an owner, one round for each number, and one entry for each name."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse

from tests.factories import EntryFactory, LeagueFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.clubs.actions.edit_club import create_club
from tournament.core.actions.slugs import SameMoment
from tournament.core.errors import NotDone
from tournament.models import Club, League, PlayerFacts, Role
from tournament.people.actions.add_players import PreviewOutdated, add_players
from tournament.people.queries.players import PastedName
from tournament.rounds.actions.start_round import RoundAlreadyStarted, start_round
from tournament.site.actions.team import LastOwner, remove_member
from tournament.standings.actions.save_league import save_league

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Call these at the same moment, each in a thread with a connection of its own; what they raise is returned."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            return call()
        except NotDone as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


@pytest.fixture
def owners():
    return UserFactory.create_batch(4)


@pytest.fixture
def tournament(owners):
    tournament = TournamentFactory()
    for user in owners:
        tournament.memberships.create(user=user, role=Role.OWNER)
    return tournament


def test_owners_who_leave_at_once_cannot_all_go(tournament, owners):
    members = {member.user: member.pk for member in tournament.memberships.select_related("user")}

    def leave(user):
        return lambda: remove_member(tournament_id=tournament.pk, member_id=members[user], by=visitor(user))

    answers = at_once(*map(leave, owners))

    assert sum(isinstance(answer, LastOwner) for answer in answers) == 1
    assert tournament.memberships.filter(role=Role.OWNER).count() == 1


def test_a_round_started_by_two_laptops_starts_once(tournament, owners):
    entries = [EntryFactory(tournament=tournament, number=number).pk for number in range(1, 5)]

    def start(user):
        return lambda: start_round(tournament_id=tournament.pk, number=1, tables=[entries], seed=None, by=visitor(user))

    answers = at_once(*map(start, owners))

    assert sum(isinstance(answer, RoundAlreadyStarted) for answer in answers) == 3
    assert tournament.rounds.count() == tournament.tables.count() == 1


def test_a_list_pasted_on_two_laptops_is_entered_once(tournament, owners):
    names = [PastedName(player=PlayerFacts(name=name), choice="new", known=frozenset()) for name in ("Ada", "Bo")]

    def paste(user):
        return lambda: add_players(tournament_id=tournament.pk, key=uuid4(), names=names, by=visitor(user))

    answers = at_once(*map(paste, owners))

    assert sum(isinstance(answer, PreviewOutdated) for answer in answers) == 3
    assert tournament.entries.count() == 2


def test_one_submission_that_arrives_twice_at_once_enters_nobody_twice(tournament, owners):
    names = [PastedName(player=PlayerFacts(name="Ada"), choice="new", known=frozenset())]
    key = uuid4()

    answers = at_once(
        *[lambda: add_players(tournament_id=tournament.pk, key=key, names=names, by=visitor(owners[0]))] * 3
    )

    assert answers == [1, 1, 1]
    assert tournament.entries.count() == 1


def test_a_league_whose_event_is_deleted_while_its_form_waits_is_refused_with_what_was_typed(
    client, tournament, owners, monkeypatch
):
    league = LeagueFactory(name="Season", owner=owners[0])
    client.force_login(owners[0])

    def save_later(**arguments):
        delete_tournament(tournament_id=tournament.pk, name=tournament.name, by=visitor(owners[1]))
        save_league(**arguments)

    monkeypatch.setattr("tournament.standings.views.leagues.save_league", save_later)
    typed = {"name": "Winter", "counted": "hanchan", "ranked_by": "sum", "tournaments": [tournament.pk]}
    refused = client.post(reverse("league-edit", args=[league.slug]), typed)

    league.refresh_from_db()
    assert (refused.status_code, league.name) == (409, "Season")
    assert "was removed or undone meanwhile" in refused.text
    assert refused.context["form"]["name"].value() == "Winter"


def test_clubs_and_leagues_of_one_name_at_once_get_addresses_of_their_own_or_are_refused(owners):
    def clubs(user):
        return lambda: create_club(name="Riichi", place="", ruleset_key="wrc-2022", by=visitor(user))

    def leagues(user):
        return lambda: save_league(league=League(name="Riichi", owner=user), tournaments=[], by=visitor(user))

    for make, rows in ((clubs, Club.objects), (leagues, League.objects)):
        refused = [answer for answer in at_once(*map(make, owners)) if isinstance(answer, NotDone)]

        assert {type(answer) for answer in refused} <= {SameMoment}
        assert rows.count() == len(owners) - len(refused) >= 1
