"""Other rules give nobody more points than a file of the tournament may have."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tests.factories import UserFactory, play, sign, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, draw, tsumo
from tournament.core.errors import TooManyPoints
from tournament.models import Tournament
from tournament.site.actions.correct_rules import correct_rules
from tournament.site.queries.rules_correction import plan_rules

pytestmark = pytest.mark.django_db


def test_points_that_fit_no_file_are_refused(client):
    """Fourteen counters of a million points each. Withdrawn sheets stay in the file, so that it would be refused even
    if the rules were corrected back."""
    by = visitor(UserFactory())
    tournament, _entries, [hanchan] = tournament_with([*"ABCD"], owner=by.user)
    play(hanchan, *[draw(A)] * 14, tsumo(A), tsumo(B))
    sign(hanchan)
    tournament = Tournament.objects.get(pk=tournament.pk)
    rules = replace(tournament.ruleset, honba_value=1_000_000)
    digest = plan_rules(tournament, rules).digest

    with pytest.raises(TooManyPoints):
        correct_rules(tournament_id=tournament.pk, rules=rules, digest=digest, key=uuid4(), reason="Book", by=by)

    assert Tournament.objects.get(pk=tournament.pk).ruleset == tournament.ruleset
