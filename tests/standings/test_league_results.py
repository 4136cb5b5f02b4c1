"""What events contribute to leagues: worked out once, whatever rankings are made of it."""

from datetime import date

import pytest
from django.db.models import F
from django.utils.translation import override

from tests.factories import STRANGER, LeagueFactory, PlayerFactory
from tests.standings.test_league_table import evening
from tournament.models import SheetLine, Tournament
from tournament.standings.league_rows import By
from tournament.standings.queries import league_results
from tournament.standings.queries.league_table import league_table
from tournament.standings.queries.statistics import Period

pytestmark = pytest.mark.django_db


def sums(league):
    return [row.season.sum for row in league_table(league, STRANGER).rows]


def test_a_changed_event_alone_is_worked_out_again(monkeypatch):
    """Neither in other groups, languages and periods, nor after a change, are the other events worked out again."""
    people = [PlayerFactory() for _ in range(4)]
    spring = evening(people, (30, 10, -10, -30), starts_on=date(2026, 3, 1))
    autumn = evening(people, (5, 0, 0, -5), starts_on=date(2026, 10, 1))
    league, computed, results = LeagueFactory(tournaments=[spring, autumn]), [], league_results._results
    monkeypatch.setattr(league_results, "_results", lambda sights: computed.append(set(sights)) or results(sights))

    assert sums(league) == [35, 10, -10, -35]
    with override("cs"):
        league_table(league, STRANGER, by=By.CLUB)
    league_table(league, STRANGER, days=Period(since=date(2026, 9, 1)))
    SheetLine.objects.filter(entry__tournament=autumn, score="5").update(score="7")
    Tournament.objects.filter(pk=autumn.pk).update(official_version=F("official_version") + 1)

    assert sums(league) == [37, 10, -10, -35]
    assert computed == [{spring.pk, autumn.pk}, {autumn.pk}]
