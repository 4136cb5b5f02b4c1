"""The demo that a first visitor finds."""

import io
import stat

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tournament.management.commands import seed_demo
from tournament.models import Hanchan, League, SheetLine, SignedSheet, Tournament, User
from tournament.site.queries.demo import LOGIN_FILE, demo
from tournament.standings.queries.leaderboard import leaderboard

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    settings.VAR = tmp_path
    return tmp_path


@pytest.mark.slow
def test_the_demo_is_one_tournament_in_its_third_round_that_agrees_with_the_rules(var):
    call_command("seed_demo")

    spring = Tournament.objects.get(name="Demo: Spring Open")
    rows = leaderboard(spring, official=False).rows
    assert (spring.entries.count(), spring.rounds.count()) == (16, 3)
    assert SignedSheet.objects.filter(hanchan__round__tournament=spring).count() == 8
    assert any(row.provisional for row in rows)
    assert min(row.total for row in rows) < 0
    assert SheetLine.objects.filter(sheet__hanchan__round__tournament=spring, place=1).count() > 8  # ties
    assert League.objects.get().tournaments.count() == 2
    assert max(len(row.entry.player.name) for row in rows) == 40
    assert demo().table_link == Hanchan.objects.get(round__number=3, table__number=1).table.get_link()

    output = io.StringIO()
    call_command("verify", stdout=output)
    assert "No differences" in output.getvalue()

    with pytest.raises(CommandError, match="made before"):
        call_command("seed_demo")


@pytest.fixture
def without_tournaments(monkeypatch):
    """The demo's account alone, which takes no time."""
    monkeypatch.setattr(seed_demo, "_seed", lambda owner, random: None)


def test_its_password_is_random_and_kept_from_others(var, without_tournaments, django_user_model):
    call_command("seed_demo")
    first = demo()
    django_user_model.objects.all().update(username="somebody")
    call_command("seed_demo")
    second = demo()

    assert first.password != second.password
    assert len(first.password) == 14
    assert stat.S_IMODE((var / LOGIN_FILE).stat().st_mode) == 0o600
    assert not User.objects.filter(is_staff=True).exists()


def test_a_password_set_by_a_person_is_not_shown(var, without_tournaments):
    call_command("seed_demo")
    user = User.objects.get(username="demo")
    user.set_password("my own and secret")
    user.save()

    assert demo().password is None


def test_without_a_demo_nothing_is_shown(var):
    assert demo() is None


@pytest.mark.long
def test_where_only_staff_may_open_tournaments_the_demo_has_its_own_all_the_same(settings):
    settings.TENBO_TOURNAMENT_CREATORS = "staff"

    call_command("seed_demo")

    assert Tournament.objects.count() == 2
