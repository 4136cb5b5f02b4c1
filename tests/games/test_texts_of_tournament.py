"""Games are loaded without the long texts of their tournament, of which each hanchan would load a copy."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import HanchanFactory, TableFactory
from tournament.games.queries.game import TEXTS_OF_TOURNAMENT, load_games
from tournament.models import Hanchan

pytestmark = pytest.mark.django_db


def test_games_load_no_long_text_of_their_tournament():
    HanchanFactory()

    with CaptureQueriesContext(connection) as queries:
        assert load_games(Hanchan.objects.all())

    sql = " ".join(query["sql"] for query in queries)
    assert '"tournament_tournament"."rules"' in sql
    assert [text for text in TEXTS_OF_TOURNAMENT if f'"tournament_tournament"."{text}"' in sql] == []
    assert {"breaks", "final_seats", "own_penalties"} < set(TEXTS_OF_TOURNAMENT)


def test_a_text_that_is_read_all_the_same_is_loaded_once_for_all_games(django_assert_num_queries):
    first = HanchanFactory()
    HanchanFactory(round=first.round, table=TableFactory(tournament=first.table.tournament, number=2))
    games = load_games(Hanchan.objects.all())

    with django_assert_num_queries(1):
        assert [game.hanchan.tournament.breaks for game in games] == ["", ""]
