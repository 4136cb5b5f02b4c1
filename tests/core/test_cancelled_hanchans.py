"""What a cancelled hanchan shows, and hides, where results are not shown live."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from tests.factories import STRANGER, RoundFactory, UserFactory, cut_to, play, sign, visitor
from tests.standings.results import MANGAN, show, tournament_with
from tests.table.corrections import A, tsumo
from tests.table.phones import phone_at
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.core.queries.visibility import partial_sights, sight_of
from tournament.models import Tournament, Visitor
from tournament.rounds.actions.approve_round import approve_round
from tournament.screens.actions.hall_link import make_hall_link
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan

pytestmark = pytest.mark.django_db

NEVER = "Its hands and points are not shown."


@pytest.fixture
def event(db, made):
    """An event of two tables that shows a round once all tables have signed. Table 1 has signed; the unsigned hanchan
    of table 2 was cancelled."""
    return deepcopy(made)


@pytest.fixture(scope="module")
def made(once):
    event, _entries, (signed, unsigned) = tournament_with(list("ABCDEFGH"), owner=UserFactory())
    show(event, everyone="signed")
    play(signed, tsumo(A))
    sign(signed)
    play(unsigned, MANGAN)
    cancel(unsigned)
    return event


@pytest.fixture
def owner(event):
    return visitor(event.memberships.get().user)


@pytest.fixture
def cancelled(event):
    return event.rounds.get().hanchans.get(table__number=2)


def cancel(hanchan):
    hanchan.refresh_from_db()
    cancel_hanchan(
        hanchan_id=hanchan.pk, revision=hanchan.revision, restart=False, key=uuid4(), reason="Broken wall", by=STRANGER
    )


def is_shown(event, by=STRANGER):
    """Whether this visitor sees round 1, on pages of the event as in lists over many events."""
    sight = sight_of(Tournament.objects.get(pk=event.pk), by)
    assert partial_sights(Tournament.objects.all(), by).get(event.pk, sight).shows(1) == sight.shows(1)
    return sight.shows(1)


def pages(client, hanchan):
    """The pages and files with the hanchan's hands or points, by name; None if they are not found."""
    slug, number = hanchan.tournament.slug, hanchan.round.number
    urls = {
        "page": hanchan.get_absolute_url(),
        "file": reverse("hanchan-json", args=[slug, hanchan.pk]),
        "api": reverse("api-hanchan", args=[slug, hanchan.pk]),
        "round": reverse("round", args=[slug, number]),
    }
    answers = {name: client.get(url) for name, url in urls.items()}
    return {name: answer.text if answer.status_code == 200 else None for name, answer in answers.items()}


def shown_on(client, hanchan):
    """The names of the pages and files that tell hands or points of this hanchan, whose South has 38,000 points."""
    return {name for name, text in pages(client, hanchan).items() if text and ("38,000" in text or '"winner"' in text)}


def test_a_table_that_may_play_again_keeps_the_round_hidden(event, cancelled):
    assert not is_shown(event)

    restart_hanchan(hanchan_id=cancelled.pk, key=uuid4(), by=STRANGER)
    assert not is_shown(event)
    again = event.rounds.get().hanchans.valid().get(table__number=2)
    play(again, MANGAN)
    sign(again)
    assert is_shown(event)


def test_an_organizer_who_approves_the_round_shows_it(event, owner):
    approve_round(tournament_id=event.pk, number=1, key=uuid4(), by=owner)

    assert is_shown(event)


def test_an_archived_event_waits_for_no_cancelled_table(event, owner):
    archive_tournament(tournament_id=event.pk, by=owner)

    assert is_shown(event)


def test_the_next_round_shows_the_round(event):
    RoundFactory(tournament=event, number=2)

    assert is_shown(event)


def test_a_cut_by_its_standings_shows_the_round(event):
    """Otherwise messages to phones told who is in the final, and pages hid it."""
    cut_to(*event.entries.all()[:4])

    assert is_shown(event)


def test_a_round_that_is_shown_live_waits_for_nothing(event):
    show(event)

    assert is_shown(event)
    assert sight_of(event, STRANGER).key == "everyone"


def test_the_organizers_read_why_the_round_waits(client, event, owner):
    client.force_login(owner.user)
    url = reverse("visibility", args=[event.slug])
    assert "was cancelled and not started again" in client.get(url).text

    approve_round(tournament_id=event.pk, number=1, key=uuid4(), by=owner)
    assert "was cancelled and not started again" not in client.get(url).text


def test_nobody_outside_reads_what_no_player_confirmed(client, event, owner, cancelled):
    approve_round(tournament_id=event.pk, number=1, key=uuid4(), by=owner)

    assert shown_on(client, cancelled) == set()
    assert NEVER in pages(client, cancelled)["page"]
    assert shown_on(phone_at(cancelled.table), cancelled) >= {"page", "file"}
    client.force_login(owner.user)
    assert shown_on(client, cancelled) == {"page", "file", "round"}  # the API answers all alike


def test_a_cancelled_hanchan_stays_readable_where_rounds_are_shown_live(client, event, cancelled):
    show(event)

    assert shown_on(client, cancelled) == {"page", "file", "api", "round"}


def test_on_a_club_night_a_cancelled_hanchan_stays_hidden_and_hides_no_other(client):
    night, _entries, (cancelled, signed) = tournament_with(list("ABCD"), rounds=2, is_club_night=True)
    show(night, everyone="signed")
    for hanchan in (cancelled, signed):
        play(hanchan, MANGAN)
    sign(signed)
    cancel(cancelled)

    assert sight_of(Tournament.objects.get(pk=night.pk), STRANGER).withheld == ()
    assert shown_on(client, cancelled) == set()
    assert shown_on(client, signed) == {"page", "file", "api", "round"}


def test_a_player_in_the_hall_shares_no_cached_page_with_one_at_home(event, owner):
    approve_round(tournament_id=event.pk, number=1, key=uuid4(), by=owner)
    make_hall_link(tournament_id=event.pk, by=owner)
    show(event, players="signed", hall="live", everyone="signed")
    event.refresh_from_db()
    entry = event.entries.first()
    at_home = Visitor(user=AnonymousUser(), entries={entry.pk: entry.link_nonce})
    in_hall = Visitor(user=AnonymousUser(), entries=at_home.entries, halls={event.pk: event.hall_nonce})

    keys = [sight_of(event, by).key for by in (at_home, in_hall)]

    assert keys == ["players~1", "players"]
