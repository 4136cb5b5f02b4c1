"""The matches of teams do not tell strangers for which team a player plays who is not to be named."""

import re
from html import unescape

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.factories import (
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
)
from tests.whole_site.crawled import links, text_of
from tournament.models import PlayerTeam, TeamSeat, Tournament

pytestmark = pytest.mark.django_db

TEAMS = ["Ants", "Bees", "Cats", "Dogs"]
HIDDEN = (1, 2)
FILES = (
    *("api-standings", "api-team-standings", "api-tournament", "leaderboard-csv", "leaderboard-json", "results-pdf"),
    *("team-standings-csv", "team-standings-json", "rounds-ics", "seating", "hall", "team-matches", "team-standings"),
)
VERSION = re.compile(r'("version": |name="tenbo-live" content="\d+:|SEQUENCE:)\d+')


@pytest.fixture
def tournament():
    """A match is in play, in which all have the same points, and another one is to come. Nobody reads the names of
    numbers 1 and 2."""
    tournament = TournamentFactory(organizers=[UserFactory()])
    table = TableFactory(tournament=tournament, number=1)
    entries = [
        EntryFactory(tournament=tournament, number=number, team=team, may_publish=number not in HIDDEN)
        for number, team in enumerate(TEAMS, start=1)
    ]
    rows = [PlayerTeam.objects.create(tournament=tournament, name=team) for team in TEAMS]
    for number in (1, 2):
        for seat, (row, entry) in enumerate(zip(rows, entries, strict=True)):
            TeamSeat.objects.create(tournament=tournament, round=number, table=1, seat=seat, team=row, entry=entry)
    HanchanFactory(round=RoundFactory(tournament=tournament, number=1), table=table, entries=entries)
    return tournament


def exchange_teams(tournament):
    """Let the two hidden players play for each other's team, on the seats that they have."""
    first, second = (tournament.entries.get(number=number) for number in HIDDEN)
    first.team, second.team = second.team, first.team
    for entry in (first, second):
        entry.save()
    for number in (1, 2):
        one, other = tournament.team_seats.filter(round=number, entry__in=[first, second]).order_by("seat")
        team, other_team = one.team_id, other.team_id
        other.delete()  # no team has two seats in a round, not even for a moment
        TeamSeat.objects.filter(pk=one.pk).update(team=other_team)
        other.team_id = team
        other.save()
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)  # caches keep pages by it


def read_by(browser, tournament):
    """Return what the browser reads at each address below the tournament's that a link leads to, and in the files."""
    top = reverse("tournament", args=[tournament.slug])
    waiting = [top, *(reverse(name, args=[tournament.slug]) for name in FILES)]
    waiting += [reverse(name, args=[tournament.slug, 1]) for name in ("api-round", "round-pdf", "overlay")]
    waiting.append(reverse("tournament-json", args=[tournament.slug]) + "?form=public")
    known, read = set(waiting), {}
    while waiting:
        url = waiting.pop()
        response = browser.get(url)
        read[url] = VERSION.sub(r"\1", text_of(response))
        for link in links(url, unescape(read[url])) - known:
            if link.startswith(top):
                known.add(link)
                waiting.append(link)
    return read


def test_strangers_read_the_same_whichever_team_a_hidden_player_plays_for(tournament):
    before = read_by(Client(), tournament)

    exchange_teams(tournament)

    after = read_by(Client(), tournament)
    assert len(before) > 20
    assert {url for url in before | after if before.get(url) != after.get(url)} == set()
