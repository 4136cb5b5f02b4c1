"""Several players at once: one form, one action, and a list that shows what became of them."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import STRANGER, EntryFactory, HanchanFactory, TournamentFactory, UserFactory
from tests.forms_on_page import pressed
from tests.queries import queries_of
from tournament.models import Departure, EntryStatus, Membership, Player
from tournament.people.actions import change_several
from tournament.people.actions.depart import depart

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    organizer = UserFactory()
    client.force_login(organizer)
    tournament = TournamentFactory(organizers=[organizer])
    for number, name in enumerate(("Zoë Żółć", "Jan Novák", "Anna", "Bo Li"), 1):
        EntryFactory(tournament=tournament, number=number, player__name=name)
    return tournament


def change(client, tournament, change, *numbers, query="", **more):
    address = reverse("players-change", args=[tournament.slug]) + query
    return client.post(address, {"change": change, "entry": numbers, **more}, follow=True)


def with_status(tournament, status):
    return list(tournament.entries.filter(status=status).order_by("number").values_list("number", flat=True))


def test_the_ticked_have_paid_and_the_list_stays_filtered(client, tournament):
    response = change(client, tournament, "paid", 1, 3, query="?without=paid")

    assert response.redirect_chain[-1][0].endswith("/players/?without=paid")
    assert "2 players were changed." in response.text
    assert [entry.number for entry in response.context["page"].shown] == [2, 4]
    change(client, tournament, "unpaid", 1)
    assert list(tournament.entries.filter(paid=True).values_list("number", flat=True)) == [3]


@pytest.mark.parametrize(
    ("word", "status"),
    [("waiting", EntryStatus.WAITING), ("no_show", EntryStatus.NO_SHOW), ("accepted", EntryStatus.ACCEPTED)],
)
def test_the_ticked_get_one_status(client, tournament, word, status):
    tournament.entries.filter(number=4).update(status=EntryStatus.APPLIED)

    change(client, tournament, word, 2, 4)

    assert set(with_status(tournament, status)) >= {2, 4}


def test_what_was_cancelled_since_the_page_was_opened_is_not_accepted(client, tournament):
    tournament.entries.filter(number__in=(1, 2, 3)).update(status=EntryStatus.APPLIED)
    tournament.entries.filter(number=4).update(status=EntryStatus.CANCELLED)
    page = client.get(reverse("players", args=[tournament.slug])).text
    address = reverse("entry-decide", args=[tournament.slug, 1])
    one = pressed(page, address, ("status", "accepted"))
    several = pressed(page, f"{reverse('players-change', args=[tournament.slug])}?", ("change", "accepted"))
    tournament.entries.filter(number__in=(1, 2)).update(status=EntryStatus.CANCELLED)

    assert several.pop("entry", []) == []
    refused = client.post(address, one, follow=True).text
    several_refused = change(client, tournament, "accepted", 2, 3, 4, cancelled=several["cancelled"]).text

    assert "This entry was changed or cancelled meanwhile. Nothing was done; check its status again." in refused
    assert "Jan Novák: This entry was changed or cancelled meanwhile." in several_refused
    assert with_status(tournament, EntryStatus.CANCELLED) == [1, 2, 4]
    change(client, tournament, "accepted", 3, 4, cancelled=several["cancelled"])
    assert with_status(tournament, EntryStatus.ACCEPTED) == [3, 4]


@pytest.mark.parametrize("number", ["9" * 5, "9" * 17, "9" * 20, "9" * 5_000, "x", "٣"])
def test_a_number_that_no_database_holds_is_no_entry(client, tournament, number):
    tournament.entries.filter(number=3).update(status=EntryStatus.CANCELLED)

    refused = change(client, tournament, "paid", "1", number)
    seen = change(client, tournament, "accepted", 3, cancelled=f"3 {number}")

    assert "Someone changed the players meanwhile. Nothing was done; check the players again." in refused.text
    assert not tournament.entries.filter(paid=True).exists()
    assert "1 player was changed." in seen.text


def test_a_no_show_keeps_the_entry_and_is_told_on_their_own_page(client, tournament):
    entry = tournament.entries.get(number=2)
    tournament.entries.filter(number=2).update(paid=True, checked_in_at="2026-01-01T09:00Z")

    response = change(client, tournament, "no_show", 2)

    entry.refresh_from_db()
    assert (entry.paid, entry.checked_in_at, entry.seats.exists()) == (True, None, False)
    assert [other.number for other in response.context["page"].no_shows] == [2]
    assert "you did not come" in client.get(entry.get_link()).text
    assert with_status(tournament, EntryStatus.ACCEPTED) == [1, 3, 4]


def test_somebody_with_a_seat_stops_the_whole_change_and_is_named(client, tournament):
    HanchanFactory(round__tournament=tournament, entries=list(tournament.entries.order_by("number")))
    EntryFactory(tournament=tournament, number=5)

    response = change(client, tournament, "no_show", 5, 2)

    assert "Jan Novák: This player has a seat" in response.text
    assert with_status(tournament, EntryStatus.NO_SHOW) == []


def test_a_removal_is_asked_once_more(client, tournament):
    question = change(client, tournament, "removed", 1, 2)
    there_still = tournament.entries.count()

    change(client, tournament, "removed", 1, 2, is_sure="1")
    again = change(client, tournament, "removed", 1, 2, is_sure="1")

    assert "Zoë Żółć" in question.text
    assert there_still == 4
    assert [entry.number for entry in tournament.entries.all()] == [3, 4]
    assert Player.objects.count() == 2
    assert "Someone changed the players meanwhile" in again.text


@pytest.mark.parametrize(("word", "numbers"), [("paid", []), ("everything", [1]), ("paid", ["x"]), ("paid", [99])])
def test_what_is_no_change_changes_nothing(client, tournament, word, numbers):
    response = change(client, tournament, word, *numbers)

    assert "messages" in response.context
    assert "notice-error" in response.text
    assert not tournament.log.exists()


def test_everybody_shown_is_ticked_by_a_link(client, tournament):
    shown = client.get(reverse("players", args=[tournament.slug]), {"all": "1", "q": "jan"})

    assert shown.text.count('name="entry" form="chosen"') == shown.text.count(" checked>") == 1


def test_referees_and_strangers_change_nobody(client, tournament):
    referee = UserFactory()
    tournament.memberships.create(user=referee, role="referee")
    client.force_login(referee)

    assert change(client, tournament, "paid", 1).status_code == 404
    assert 'name="entry"' not in client.get(reverse("players", args=[tournament.slug])).text


def test_the_list_asks_no_more_with_more_players(client, tournament):
    url = reverse("players", args=[tournament.slug])
    few = queries_of(client, url)
    for number in range(5, 12):
        EntryFactory(tournament=tournament, number=number, status=list(EntryStatus)[number % 4])

    assert queries_of(client, url) <= few + 4  # those undecided are compared with known players


def test_a_long_list_is_changed_in_short_transactions(client, tournament, monkeypatch):
    """On SQLite all tables of the site wait for a transaction, and 2,000 entries take many seconds."""
    monkeypatch.setattr(change_several, "AT_ONCE", 2)
    changed = []

    def breaks_off(tournament_id, numbers, *change):
        changed.append(list(numbers))
        return change_some(tournament_id, numbers, *change) if len(changed) < 2 else 1 / 0

    change_some = change_several._change_some
    monkeypatch.setattr(change_several, "_change_some", breaks_off)
    with pytest.raises(ZeroDivisionError):
        change(client, tournament, "no_show", 1, 2, 3)
    before = with_status(tournament, EntryStatus.NO_SHOW)
    monkeypatch.setattr(change_several, "_change_some", change_some)

    change(client, tournament, "no_show", 1, 2, 3)

    assert changed == [[1, 2], [3]]
    assert before == [1, 2]
    assert with_status(tournament, EntryStatus.NO_SHOW) == [1, 2, 3]


@pytest.mark.parametrize("record", ["seat", "departure"])
def test_who_has_a_record_stops_the_removal_before_anybody_is_removed(client, tournament, monkeypatch, record):
    monkeypatch.setattr(change_several, "AT_ONCE", 1)
    entries = list(tournament.entries.order_by("number"))
    if record == "seat":
        HanchanFactory(round__tournament=tournament, entries=entries)
    else:
        left = Departure.Kind.WITHDRAWN
        depart(entry_id=entries[1].pk, key=uuid4(), kind=left, from_round=1, reason="Ill", by=STRANGER)
    EntryFactory(tournament=tournament, number=5)

    response = change(client, tournament, "removed", *([5, 2] if record == "seat" else [1, 2]), is_sure="1")

    assert "Jan Novák: This player has" in response.text
    assert tournament.entries.count() == 5


def test_who_is_removed_from_the_team_meanwhile_changes_nobody_more(client, tournament, monkeypatch):
    monkeypatch.setattr(change_several, "AT_ONCE", 2)

    def then_removed(*change):
        freed = change_some(*change)
        Membership.objects.all().delete()
        return freed

    change_some = change_several._change_some
    monkeypatch.setattr(change_several, "_change_some", then_removed)

    response = change(client, tournament, "removed", 1, 2, 3, 4, is_sure="1")

    assert "You no longer organize this tournament. Nothing more was changed." in response.text
    assert sorted(tournament.entries.values_list("number", flat=True)) == [3, 4]
