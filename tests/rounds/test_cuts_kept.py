"""Cuts that were taken back are kept with all their players, so an account and an event have so many."""

import pytest

from tests.factories import STRANGER, sign
from tests.rounds.cuts import cut, eight_after_a_round, fields, url
from tests.whole_site.test_rates import use_up
from tournament.archive.tenbo.decisions import check_cuts
from tournament.archive.tenbo.values import BadDocument
from tournament.core.limits import MOST_CUTS_MADE
from tournament.core.queries import disk
from tournament.core.views.rates import PLAN_CHANGES
from tournament.models import Cut
from tournament.rounds.actions.make_cut import TooManyCutsMade, take_back_cut

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    organizer, hanchans = eight_after_a_round()
    sign(hanchans[1])
    client.force_login(organizer)
    return organizer


@pytest.fixture
def tournament(owner):
    return owner.memberships.get().tournament


def test_an_account_makes_so_many_cuts_in_an_hour(client, owner, tournament):
    form = fields(client.get(url(tournament, "?count=2"))) | {"carried": "half"}
    use_up(PLAN_CHANGES, f"account {owner.pk} ")

    assert client.post(url(tournament), form | {"look": "1"}).status_code == 200, "a preview stores nothing"
    assert client.post(url(tournament), form).status_code == 429
    assert not Cut.objects.exists()


def test_an_event_has_so_many_cuts_with_those_that_were_taken_back(client, tournament, monkeypatch):
    monkeypatch.setattr("tournament.rounds.actions.make_cut.MOST_CUTS_MADE", 2)
    for _ in range(2):
        cut(tournament, 2, 6)
        take_back_cut(tournament_id=tournament.pk, after_round=1, reason="Again", by=STRANGER)

    refused = client.post(url(tournament), fields(client.get(url(tournament, "?count=2"))) | {"carried": "half"})

    assert refused.status_code == 409
    assert "including those that were undone" in refused.text
    with pytest.raises(TooManyCutsMade):
        cut(tournament, 2, 6)
    assert tournament.cuts.count() == 2


def test_a_cut_is_made_when_the_disk_is_nearly_full(tournament, monkeypatch):
    monkeypatch.setattr(disk, "free_bytes", lambda: 0)

    cut(tournament, 2, 6)

    assert tournament.cuts.count() == 1


def test_a_file_has_no_more_cuts_than_the_form_makes():
    with pytest.raises(BadDocument, match="at most 300 cuts"):
        check_cuts([{}] * (MOST_CUTS_MADE + 1), None)
