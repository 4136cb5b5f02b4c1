"""A crawler that follows every link, fragment and file finds no name of a substitute who is not to be named; and finds
those of the others, wherever substitutes are named."""

import re
from copy import deepcopy
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import (
    STRANGER,
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    RoundFactory,
    UserFactory,
    play,
    sign,
    visitor,
)
from tests.standings.results import DRAW, MANGAN, tournament_with
from tests.table.phones import phone_at
from tests.whole_site.crawled import crawled, hall_of, player_of
from tournament.models import (
    EntryFacts,
    EntryStatus,
    Offence,
    PlayerTeam,
    Ranking,
    RankingEvent,
    Substitution,
    TeamPenalty,
    Tournament,
)
from tournament.people.actions.edit_entry import edit_entry
from tournament.people.queries.known_players import facts_of
from tournament.screens.actions.hall_link import make_hall_link
from tournament.table.actions.cancel_hanchan import cancel_hanchan
from tournament.table.actions.substitute import name_substitute, remove_substitute

pytestmark = pytest.mark.django_db

UNNAMED = {"Waitazzo", "Initiazzo", "Nobodazzo", "Typazzo", "Copiazzo", "Undoazzo", "Untickazzo"}
NAMED = {"Agreazzo", "Entrazzo"}
"""Names that occur nowhere else."""


class SubstitutesNames:
    """Looks for the last names of substitutes in a page or a file."""

    def in_text(self, text):
        return {name.title() for name in re.findall(r"\w+azzo", text)}


@pytest.fixture
def world(db, made):
    return deepcopy(made)


def put(hanchan, seat, name, **more):
    hanchan.refresh_from_db()
    facts = {"entry_id": hanchan.seats.get(seat=seat).entry_id, "name": name, "after_hand": None, "reason": "Ill"}
    name_substitute(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), by=STRANGER, **facts | more)
    hanchan.refresh_from_db()


@pytest.fixture(scope="module")
def made(once):
    """Round 1 is signed, in round 2 one table has signed, one is in play, and one was begun anew."""
    referee = UserFactory()
    tournament, entries, hanchans = tournament_with([f"Player {n}" for n in range(12)], owner=referee)
    tournament.rounds.update(number=2)
    reserves = [
        {"player__name": "Wanda Waitazzo", "may_publish": False, "status": EntryStatus.WAITING},
        {"player__name": "Ida Initiazzo", "player__shown_as": "initials", "status": EntryStatus.WAITING},
        {"player__name": "Nora Nobodazzo", "player__shown_as": "nobody", "status": EntryStatus.NO_SHOW},
        {"player__name": "Enid Entrazzo", "status": EntryStatus.CANCELLED},
        {"player__name": "Uwe Untickazzo", "status": EntryStatus.WAITING},
    ]
    for number, reserve in enumerate(reserves, start=13):
        EntryFactory(tournament=tournament, number=number, **reserve)
    over = HanchanFactory(
        round=RoundFactory(tournament=tournament, number=1), table=hanchans[0].table, entries=entries[:4]
    )
    put(over, 0, "Wanda Waitazzo", may_publish=True)  # the entry refuses, whatever a referee ticked
    put(over, 1, "nobodazzo  Nora (15)", may_publish=True)
    play(over, MANGAN, DRAW)
    sign(over)
    put(hanchans[0], 0, "Tycho Typazzo")
    put(hanchans[0], 1, "Agnes Agreazzo", may_publish=True)
    put(hanchans[0], 2, "Enid Entrazzo", may_publish=True)
    put(hanchans[0], 3, "Uwe Untickazzo")  # entered and content, but nobody asked him about this
    play(hanchans[0], MANGAN)
    sign(hanchans[0])
    put(hanchans[1], 3, "Una Undoazzo")
    undone = Substitution.objects.current().get(hanchan=hanchans[1])
    remove_substitute(
        hanchan_id=hanchans[1].pk,
        revision=hanchans[1].revision,
        substitution_id=undone.pk,
        reason="Came",
        by=STRANGER,
    )
    play(hanchans[1], MANGAN)
    put(hanchans[1], 0, "Ida Initiazzo", after_hand=1, may_publish=True)
    put(hanchans[2], 0, "Cosmo Copiazzo")
    play(hanchans[2], MANGAN)
    hanchans[2].refresh_from_db()
    cancel_hanchan(
        hanchan_id=hanchans[2].pk,
        revision=hanchans[2].revision,
        key=uuid4(),
        reason="Tiles missing",
        restart=True,
        by=visitor(referee),
    )
    team, said = PlayerTeam.objects.create(tournament=tournament, name="Ants"), tournament.log.first()
    TeamPenalty.objects.create(team=team, offence=Offence.OTHER, points=1, round=2, given_by=said)
    make_hall_link(tournament_id=tournament.pk, by=visitor(referee))
    club = ClubFactory(organizers=[referee])
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    ranking = Ranking.objects.create(name="Cup", slug="cup")
    RankingEvent.objects.create(ranking=ranking, tournament=tournament)
    tournament.refresh_from_db()
    league = LeagueFactory(owner=referee, tournaments=[tournament])
    league.periods.create(name="Spring", first_day="2026-01-01", last_day="2026-06-30")
    some = SimpleNamespace(pk=1, call_id=1)
    return SimpleNamespace(
        tournament=tournament,
        hanchan=hanchans[0],
        hanchans=hanchans,
        league=league,
        club=club,
        ranking=ranking,
        referee=referee,
        invitation=some,
        penalty=some,
        call=some,
        appeal=some,
        entry=entries[0],
        entries=entries,
        secrets=SubstitutesNames(),
    )


@pytest.mark.long
def test_a_stranger_finds_only_those_who_agreed(world):
    found = crawled(world, Client())

    assert found.keys() == NAMED
    slug = world.tournament.slug
    places = {"round": [2], "round-pdf": [2], "api-round": [2], "entry": [2], "overlay": [1]}
    places |= {"hanchan": [world.hanchan.pk], "tournament-json": [], "leaderboard-json": [], "api-standings": []}
    assert found["Agreazzo"] >= {reverse(name, args=[slug, *at]) for name, at in places.items()}


@pytest.mark.long
def test_so_do_the_hall_and_a_player(world):
    for browser in (hall_of(world.tournament), player_of(world.entries[10])):
        assert crawled(world, browser).keys() == NAMED


@pytest.mark.long
def test_a_table_reads_who_sits_there_and_the_team_reads_all(world):
    of_table = {"Typazzo", "Waitazzo", "Nobodazzo", "Untickazzo"}
    assert crawled(world, phone_at(world.hanchan.table)).keys() == NAMED | of_table

    team = Client()
    team.force_login(world.referee)
    assert crawled(world, team).keys() == NAMED | UNNAMED


def test_a_players_own_page_names_a_substitute_as_the_public_pages_do(world):
    for entry in world.entries:
        assert world.secrets.in_text(Client().get(entry.get_link()).text) <= NAMED


def test_who_withdraws_consent_is_named_no_longer(world):
    address = world.hanchan.get_absolute_url()
    assert world.secrets.in_text(Client().get(address).text) == NAMED

    entry = world.tournament.entries.get(player__name="Enid Entrazzo")
    facts = EntryFacts(status=entry.status, may_publish=False)
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=facts, by=visitor(world.referee))

    assert world.secrets.in_text(Client().get(address).text) == NAMED - {"Entrazzo"}


def test_a_new_name_of_the_entry_makes_the_old_one_no_more_public(world):
    """A referee ticked that Wanda agrees, against her entry: once the entry has another name, only the tick is left."""
    entry = world.tournament.entries.get(player__name="Wanda Waitazzo")
    entry.player.name = "Wanda Married"
    entry.player.save()

    address = reverse("round", args=[world.tournament.slug, 1])
    assert world.secrets.in_text(Client().get(address).text) <= NAMED


def test_what_is_signed_is_still_right(world):
    call_command("verify", verbosity=0)
