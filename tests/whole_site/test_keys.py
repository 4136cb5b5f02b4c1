"""One key, one submission: sent again it changes nothing, and other content with its key is refused, never lost."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse

from tests.factories import STRANGER, TournamentFactory
from tests.whole_site.keyed_actions import CASES, NOT_HERE, entering, keyed_actions, make_world, sitting_down
from tournament.core.errors import KeyTaken, OnPaper
from tournament.models import LogEntry, Table, Tournament
from tournament.people.actions.enter import enter
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.undo_hand import undo_hand

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(once):
    return make_world()


@pytest.fixture
def world(db, made):
    return deepcopy(made)


def rows():
    """Every row of every table of ours, as the database holds it. Three hundred querysets would take most of a test."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tournament").get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"')  # noqa: S608
            found[model.__name__] = cursor.fetchall()
    return found


def test_every_action_with_a_key_is_here():
    assert set(keyed_actions()) == {action.__name__ for action in CASES} | NOT_HERE


@pytest.mark.parametrize("action", CASES, ids=lambda action: action.__name__)
def test_a_key_is_for_one_submission(world, action):
    sent, other = CASES[action](world)
    submission = {"key": uuid4(), "by": world.by}
    before = rows()
    action(**sent, **submission)
    after = rows()
    assert after != before

    action(**sent, **submission)
    with pytest.raises(KeyTaken):
        action(**sent | other, **submission)

    assert rows() == after


def test_a_retry_of_something_that_was_logged_before_there_were_digests_is_taken_for_one(world):
    sent, _other = entering(world)
    submission = {"key": uuid4(), "by": world.by}
    enter(**sent, **submission)
    LogEntry.objects.update(content="")
    before = rows()

    enter(**sent, **submission)
    assert rows() == before


LOGGED = [action for action in CASES if action is not record_hand]  # a hand has its key itself


@pytest.mark.parametrize("action", LOGGED, ids=lambda action: action.__name__)
def test_a_key_of_another_change_is_refused(world, action):
    sent, _other = CASES[action](world)
    key = uuid4()
    other_tournament = TournamentFactory()
    other_tournament.log.create(number=1, kind="players.added", key=key, actor_kind="nobody", at="2026-01-01T00:00Z")
    before = rows()

    with pytest.raises(KeyTaken):
        action(**sent, key=key, by=world.by)

    assert rows() == before


def test_nobody_sees_the_page_of_the_person_whose_key_it_was(client, world):
    sent, _other = entering(world)
    tournament = Tournament.objects.get(pk=sent["tournament_id"])
    form = {"key": uuid4(), "name": "Ida", "mail": "ida@example.org", "may_publish": "on"}
    address = reverse("enter", args=[tournament.slug])
    first = client.post(address, form)
    entry = tournament.entries.get()
    assert first.url == entry.get_link()

    refused = client.post(address, form | {"name": "Jan"})

    assert refused.status_code == 409
    assert "already sent once, with other content" in refused.text
    assert entry.get_link() not in refused.text
    assert 'value="Jan"' in refused.text
    assert tournament.entries.get() == entry


def test_other_seats_with_the_key_of_a_started_hanchan_are_refused(client, world):
    sent, _other = sitting_down(world)
    table = Table.objects.get(tournament=sent["tournament_id"])
    client.get(table.get_link(), follow=True)
    address = reverse("hanchan-new", args=[table.tournament.slug, table.number]) + "?seats=1"
    form = {"key": uuid4(), "seed": "7"} | {f"seat-{seat}": entry for seat, entry in enumerate(sent["seats"])}
    assert client.post(address, form).status_code == 302

    again = client.post(address, form)
    refused = client.post(address, form | {"seat-0": form["seat-1"], "seat-1": form["seat-0"]})

    assert (again.status_code, refused.status_code) == (302, 409)
    assert "already sent once, with other content" in refused.text


def test_no_hand_is_taken_back_from_under_points_from_paper(world):
    """A phone that still shows the hands must not take one out behind the back of whoever entered the paper."""
    hand = world.here.hands.get()
    sent, _other = CASES[record_paper_result](world)
    record_paper_result(**sent, key=uuid4(), by=STRANGER)

    with pytest.raises(OnPaper):
        undo_hand(hanchan_id=world.here.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)

    hand.refresh_from_db()
    assert hand.superseded_by is None
