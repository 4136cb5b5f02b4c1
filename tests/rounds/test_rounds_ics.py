"""The calendar of a tournament: its days, and its rounds with their clocks."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import RoundFactory, TournamentFactory, play
from tests.queries import queries_of
from tests.standings.results import MANGAN, show, tournament_with
from tournament.core.exports.icalendar import escaped, folded
from tournament.models import RoundClock

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)


def feed(tournament, **headers):
    response = Client(headers=headers).get(reverse("rounds-ics", args=[tournament.slug]))
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return response.content.decode()


def events(tournament, **headers):
    return events_of(feed(tournament, **headers))


def events_of(text):
    """The events as a calendar reads them: lines unfolded, each property by its name with its parameters."""
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    lines = text.replace("\r\n ", "").split("\r\n")
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert lines[-2:] == ["END:VCALENDAR", ""]
    blocks = re.findall(r"BEGIN:VEVENT\n(.*?)\nEND:VEVENT", "\n".join(lines), re.DOTALL)
    return [dict(line.split(":", 1) for line in event.split("\n")) for event in blocks]


def test_the_days_and_every_round_with_its_clock():
    tournament, _entries, (first, second) = tournament_with(
        ["A", "B", "C", "D"],
        rounds=2,
        name="Žluťoučký kůň; open, again",
        place="Sál U Tří lvů, Dlouhá 1234/56, Kroměříž",
        starts_on="2026-05-01",
    )
    tournament.rounds.update(started_at=NINE)
    RoundClock.objects.create(round=second.round, started_at=NINE + timedelta(hours=2), extra_seconds=300)

    day, first_event, two = events(tournament)

    assert (day["DTSTART;VALUE=DATE"], day["DTEND;VALUE=DATE"]) == ("20260501", "20260503")
    assert day["SUMMARY"] == r"Žluťoučký kůň\; open\, again"
    assert day["LOCATION"] == r"Sál U Tří lvů\, Dlouhá 1234/56\, Kroměříž"
    assert (first_event["DTSTART"], first_event["DTEND"]) == ("20260502T090000Z", "20260502T103000Z")
    assert (two["DTSTART"], two["DTEND"]) == ("20260502T110000Z", "20260502T123500Z")
    assert first_event["SUMMARY"].startswith("Round 1 · ")
    assert first_event["URL"] == f"http://testserver{first.round.get_absolute_url()}"
    assert len({event["UID"] for event in (day, first_event, two)}) == 3
    assert two["UID"].endswith("@testserver")


def test_an_event_stays_the_same_and_counts_its_changes():
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"])
    day, before = events(tournament)
    play(hanchan, MANGAN)

    _day, after = events(tournament)

    assert day["UID"] != before["UID"] == after["UID"]
    assert int(after["SEQUENCE"]) == int(before["SEQUENCE"]) + 1
    assert feed(tournament) == feed(tournament)
    show(tournament, everyone="held")
    _day, withheld = events(tournament)
    hanchan.refresh_from_db()
    play(hanchan, MANGAN)
    _day, later = events(tournament)
    counted = {"SEQUENCE": str(int(withheld["SEQUENCE"]) + 1), "DTSTAMP": later["DTSTAMP"]}
    assert later == withheld | counted


def test_before_the_first_round():
    announced, unknown = TournamentFactory(starts_on="2026-05-01"), TournamentFactory()

    (day,) = events(announced)

    assert (day["DTSTART;VALUE=DATE"], day["DTEND;VALUE=DATE"]) == ("20260501", "20260502")
    assert events(unknown) == []


def test_it_speaks_the_visitors_language_and_is_linked():
    round_ = RoundFactory(number=4)
    tournament = round_.tournament

    assert "Kolo 4" in events(tournament, **{"accept-language": "cs"})[1]["SUMMARY"]
    assert reverse("rounds-ics", args=[tournament.slug]) in Client().get(tournament.get_absolute_url()).text


def test_the_queries_do_not_grow():
    few, many = TournamentFactory(), TournamentFactory()
    RoundFactory(tournament=few)
    for number in range(1, 9):
        RoundClock.objects.create(round=RoundFactory(tournament=many, number=number))

    counts = [queries_of(Client(), reverse("rounds-ics", args=[tournament.slug])) for tournament in (few, many)]

    assert counts[0] == counts[1] <= 8


@pytest.mark.parametrize("text", ["x" * 75, "x" * 76, "ř" * 200, "日本" * 60, "a" + "é" * 37, ""])
def test_a_long_line_is_folded_between_letters(text):
    pieces = list(folded(text))

    assert max(len(piece.encode()) for piece in pieces) <= 75
    assert "\r\n".join(pieces).replace("\r\n ", "") == text


def test_signs_with_a_meaning_are_escaped():
    assert escaped("a\\b;c,d\r\ne") == r"a\\b\;c\,d\ne"
