"""A player's schedule: all rounds with their times and seats, on the own page and as a calendar."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.factories import STRANGER, EntryFactory, keep_plan
from tests.queries import queries_of
from tests.rounds.test_rounds_ics import events_of
from tests.standings.results import tournament_with
from tournament.models import Departure, PlannedStart, Tournament
from tournament.models.round import new_nonce
from tournament.rounds.actions.set_timetable import set_timetable

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {n}" for n in range(1, 9)]
PLAN = (
    [[1, 2, 3, 4], [5, 6, 7, 8]],
    [[5, 6, 7, 8], [4, 3, 2, 1]],
    [[4, 5, 6, 7]],
)


@pytest.fixture
def event(noon, settings):
    """The first of three planned rounds is played; the second starts in two hours, the third at no known time."""
    settings.TIME_ZONE = "Europe/Prague"
    tournament, entries, _hanchans = tournament_with(EIGHT, place="Sál, Brno", name="Spring Open")
    tournament.rounds.update(started_at=noon)
    keep_plan(tournament, *PLAN)
    PlannedStart.objects.create(tournament=tournament, number=2, starts_at=noon + timedelta(hours=2))
    return tournament, entries


def schedule(client, entry):
    return client.get(entry.get_link()).context["schedule"].rounds


def events(client, entry):
    response = client.get(entry.get_calendar_link())
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return events_of(response.content.decode())


def test_all_rounds_with_their_times_and_seats(client, event, noon):
    _tournament, entries = event

    one, two, three = schedule(client, entries[1])

    assert (one.number, one.is_started, one.starts_at, one.table, one.wind) == (1, True, noon, 1, "S")
    assert (two.is_started, two.starts_at, two.table, two.wind) == (False, noon + timedelta(hours=2), 2, "W")
    assert (three.starts_at, three.table, three.sits_out) == (None, None, True)
    page = client.get(entries[1].get_link()).text
    assert "16:00" in page  # in Prague, where the site is
    assert "table 2, West" in page
    assert entries[1].get_calendar_link() in page


def test_nobody_sees_rounds_after_they_have_left(client, event):
    tournament, entries = event
    decided = tournament.log.latest("number")
    Departure.objects.create(entry=entries[1], kind="withdrawn", from_round=2, decided_by=decided)

    assert [round_.number for round_ in schedule(client, entries[1])] == [1]


def test_before_anything_is_known(client):
    entry = EntryFactory(number=1)

    assert "No round has a time or a seat yet." in client.get(entry.get_link()).text
    assert events(client, entry) == []


def test_a_round_without_known_seats_has_a_time(client, event):
    tournament, entries = event
    tournament.plans.all().delete()

    [_one, two] = schedule(client, entries[1])

    assert (two.table, two.sits_out) == (None, False)
    assert "not known yet" in client.get(entries[1].get_link()).text


def test_a_club_night_has_no_schedule(client, event):
    _tournament, entries = event
    Tournament.objects.update(is_club_night=True)

    assert "My schedule" not in client.get(entries[1].get_link()).text


def test_the_calendar_has_the_seats(client, event):
    _tournament, entries = event

    one, two = events(client, entries[1])

    assert one["SUMMARY"] == r"Round 1: table 1\, South · Spring Open"
    assert two["SUMMARY"] == r"Round 2: table 2\, West · Spring Open"
    assert (two["DTSTART"], two["DTEND"]) == ("20260502T140000Z", "20260502T153000Z")
    assert two["LOCATION"] == r"Sál\, Brno"
    assert two["URL"] == f"http://testserver{entries[1].get_link()}"


def test_a_moved_start_changes_the_event_and_adds_none(client, event, noon):
    tournament, entries = event
    before = events(client, entries[1])

    set_timetable(tournament_id=tournament.pk, starts={2: noon + timedelta(hours=3)}, by=STRANGER)

    after = events(client, entries[1])
    assert [event["UID"] for event in after] == [event["UID"] for event in before]
    assert after[1]["DTSTART"] == "20260502T150000Z"
    assert int(after[1]["SEQUENCE"]) > int(before[1]["SEQUENCE"])
    public = events_of(Client().get(reverse("rounds-ics", args=[tournament.slug])).content.decode())
    assert not {event["UID"] for event in after} & {event["UID"] for event in public}


def test_the_calendar_speaks_the_readers_language(client, event):
    _tournament, entries = event

    feed = client.get(entries[1].get_calendar_link(), headers={"accept-language": "cs"}).content.decode()

    assert "Kolo 1: stůl 1" in feed.replace("\r\n ", "").replace("\xa0", " ")


def test_the_calendar_is_for_who_has_the_link(client, event):
    _tournament, entries = event
    old = entries[1].get_calendar_link()
    entries[1].link_nonce = new_nonce()
    entries[1].save()

    assert client.get(old).status_code == 404


def test_the_queries_do_not_grow(client, event, noon):
    tournament, entries = event
    few = queries_of(Client(), entries[1].get_calendar_link())
    for number in range(3, 9):
        PlannedStart.objects.create(tournament=tournament, number=number, starts_at=noon + timedelta(hours=number))
    Tournament.objects.update(version=F("version") + 1)

    assert queries_of(Client(), entries[1].get_calendar_link()) == few <= 20
    assert queries_of(Client(), entries[2].get_calendar_link()) == 1  # all players' rounds are read at once
