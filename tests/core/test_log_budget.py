"""How much one account may add to the logs of tournaments."""

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play, visitor
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.log_budget import LOGGED, NEARLY_FULL
from tournament.core.actions.rates import spend
from tournament.core.errors import TooOften
from tournament.core.queries import disk

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


def note(tournament, by, words="", **options):
    with locked_tournament(tournament.pk) as locked:
        log(locked, "tournament.edited", by=visitor(by), words=words, **options)


def use_up(account):
    spend(LOGGED.burst + 1_000, (LOGGED, f"account {account.pk}"))


def test_what_an_account_logs_in_all_its_events_is_counted_by_size(owner, django_capture_on_commit_callbacks):
    first, second = TournamentFactory(owner=owner), TournamentFactory(owner=owner)
    spend(LOGGED.burst - 100, (LOGGED, f"account {owner.pk}"))

    with django_capture_on_commit_callbacks(execute=True):
        note(first, owner, "x" * 60_000)
    with django_capture_on_commit_callbacks(execute=True):
        note(second, owner, "x" * 60_000)
    with pytest.raises(TooOften):
        note(first, owner)

    assert first.log.filter(kind="tournament.edited").count() == 1


def test_a_form_says_when_it_may_be_sent_again_and_changes_nothing(client, owner):
    event = TournamentFactory(owner=owner)
    client.force_login(owner)
    use_up(owner)

    answer = client.post(reverse("tables-prepare", args=[event.slug]), {"count": 3})

    assert (answer.status_code, event.tables.count(), event.log.count()) == (429, 0, 0)
    assert "Too many attempts" in answer.text


def test_hands_are_recorded_and_people_protected_all_the_same(owner):
    hanchan = HanchanFactory(round__tournament__owner=owner)
    use_up(owner)

    play(hanchan, ExhaustiveDraw(), by=visitor(owner))
    note(hanchan.tournament, owner, protects=True)

    assert hanchan.tournament.log.count() == 2


@pytest.mark.parametrize("large", [{"reason": "Read from the paper"}, {"before": "x" * 2_000}])
def test_corrections_of_hanchans_count(owner, large):
    hanchan = HanchanFactory(round__tournament__owner=owner)
    use_up(owner)

    note(hanchan.tournament, owner, hanchan=hanchan)
    with pytest.raises(TooOften):
        note(hanchan.tournament, owner, hanchan=hanchan, **large)


def test_less_is_logged_while_the_disk_is_nearly_full(owner, monkeypatch):
    event = TournamentFactory(owner=owner)
    spend(NEARLY_FULL + 100, (LOGGED, f"account {owner.pk}"))
    note(event, owner)
    monkeypatch.setattr(disk, "free_bytes", lambda: 1_000)

    with pytest.raises(TooOften):
        note(event, owner)


def test_others_in_the_team_go_on(owner):
    event = TournamentFactory(owner=owner)
    use_up(owner)

    note(event, UserFactory())

    assert event.log.count() == 1
