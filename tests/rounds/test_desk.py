"""The desk: what each table of the round needs, the most urgent first."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import (
    STRANGER,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    play,
    sign,
)
from tests.forms_on_page import pressed
from tests.queries import queries_of
from tournament.models import Hanchan, Hand, Round, RoundClock
from tournament.rounds.queries.desk import Need, desk
from tournament.table.actions.call_time import call_time
from tournament.table.actions.calls import call_referee
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)
NOTEN = ExhaustiveDraw()  # East pays nobody and the turn passes


@pytest.fixture
def tournament(client):
    referee = UserFactory()
    client.force_login(referee)
    return TournamentFactory(referees=[referee])


@pytest.fixture
def round_(tournament):
    return RoundFactory(tournament=tournament, started_at=NOON)


def table(round_, number, *minutes, outcome=NOTEN):
    """A table that recorded a hand so many minutes after noon each."""
    hanchan = HanchanFactory(round=round_, table=TableFactory(tournament=round_.tournament, number=number))
    for hand, after in zip(play(hanchan, *[outcome] * len(minutes)), minutes, strict=True):
        Hand.objects.filter(pk=hand.pk).update(recorded_at=NOON + timedelta(minutes=after))
    return hanchan


def needs(tournament, *, minute):
    page = desk(tournament, now=NOON + timedelta(minutes=minute))
    return [(line.hanchan.table.number, line.need) for line in page.tables]


def test_the_most_urgent_table_comes_first(tournament, round_):
    sign(table(round_, 1, 5))
    table(round_, 2, 5, 10)
    table(round_, 3)
    table(round_, 4, *range(5, 13))

    assert needs(tournament, minute=15) == [
        (4, Need.SIGNATURES),
        (3, Need.START),
        (2, Need.NOTHING),
        (1, Need.DONE),
    ]


def test_a_table_that_is_silent_for_long_wants_a_look(tournament, round_):
    table(round_, 1, 5)
    table(round_, 2)

    assert needs(tournament, minute=20) == [(2, Need.START), (1, Need.NOTHING)]
    assert needs(tournament, minute=21) == [(2, Need.LOOK), (1, Need.NOTHING)]
    assert needs(tournament, minute=26) == [(1, Need.LOOK), (2, Need.LOOK)]


def test_a_table_is_late_by_its_pace(tournament, round_):
    """Two turns in 20 minutes make eight in 80, two in 24 make 96."""
    table(round_, 1, 10, 20)
    table(round_, 2, 10, 20)
    table(round_, 3, 12, 24)

    page = desk(tournament, now=NOON + timedelta(minutes=25))

    ends = {line.hanchan.table.number: line.ends_at for line in page.tables}
    assert ends == {
        1: NOON + timedelta(minutes=80),
        2: NOON + timedelta(minutes=80),
        3: NOON + timedelta(minutes=96),
    }
    assert page.ends_at == NOON + timedelta(minutes=80)
    assert [line.need for line in page.tables] == [Need.PATIENCE, Need.NOTHING, Need.NOTHING]


def test_no_end_is_estimated_before_the_first_turn_is_over(tournament, round_):
    table(round_, 1, 8, outcome=ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))

    page = desk(tournament, now=NOON + timedelta(minutes=9))

    assert page.tables[0].ends_at is None
    assert page.ends_at is None


def test_only_the_latest_round_is_at_the_desk(tournament, round_):
    table(round_, 1, 5)
    later = RoundFactory(tournament=tournament, number=2, started_at=NOON)
    HanchanFactory(round=later, table=tournament.tables.get())

    assert desk(tournament, now=NOON).round == later


def test_unsigned_tables_of_earlier_rounds_are_not_forgotten(client, tournament, round_):
    sign(table(round_, 1, 5))
    unsigned = table(round_, 2, *range(5, 13))
    left = table(round_, 3, 5)
    later = RoundFactory(tournament=tournament, number=2, started_at=NOON)
    HanchanFactory(round=later, table=tournament.tables.first())

    page = desk(tournament, now=NOON)

    assert [(line.hanchan, line.need) for line in page.earlier] == [(unsigned, Need.SIGNATURES), (left, Need.LOOK)]
    assert [line.hanchan.round for line in page.tables] == [later]
    page = " ".join(client.get(reverse("desk", args=[tournament.slug])).text.split())
    assert "Unfinished tables of earlier rounds" in page
    assert "Round 1, table 2" in page
    assert "Hanchan not finished." in page
    assert unsigned.get_screen_url() in page


def test_a_table_that_has_not_answered_the_signal_is_listed(client, tournament, round_):
    unanswered, answered, extra = table(round_, 1, 5), table(round_, 2, 5), table(round_, 3, 5)
    RoundClock.objects.create(round=round_, started_at=NOON)
    Hanchan.objects.filter(pk=extra.pk).update(extra_seconds=600)
    call_time(hanchan_id=answered.pk, revision=1, in_progress=True, by=STRANGER)

    needed = dict(needs(tournament, minute=91))

    assert needed[1] is Need.ANSWER
    assert Need.ANSWER not in {needed[2], needed[3]}
    assert unanswered.get_screen_url() in client.get(reverse("desk", args=[tournament.slug])).text
    assert "Time is up. Was a hand in progress?" in client.get(reverse("desk", args=[tournament.slug])).text


def test_the_page_says_what_to_do(client, tournament, round_):
    Round.objects.update(started_at=NOON)
    silent = table(round_, 1, 5)
    table(round_, 2, *range(5, 13))

    page = client.get(reverse("desk", args=[tournament.slug]))
    fragment = client.get(reverse("desk", args=[tournament.slug]), headers={"HX-Request": "true"})

    for text in (page.text, fragment.text):
        assert "2 of 2 tables open" in " ".join(text.split())
        assert "0 of 2 tables signed" in " ".join(text.split())
        assert "Played: sign the sheet" in text
        assert "No hand entered for" in text
        assert silent.get_screen_url() in text
    assert "<!doctype html>" in page.text
    assert "<!doctype html>" not in fragment.text


def test_a_table_that_calls_is_first_with_its_words(client, tournament, round_):
    silent, calling = table(round_, 1), table(round_, 2, 5)
    call_referee(table_id=calling.table_id, word="Dora unclear", by=STRANGER)
    address = reverse("desk", args=[tournament.slug])

    page = client.get(address).text

    assert page.index(f'id="desk-table-{calling.pk}"') < page.index(f'id="desk-table-{silent.pk}"')
    assert page.count("“Dora unclear”") == 2
    take = re.search(r'<form method="post" action="([^"]+/calls/[^"]+)"', page)[1]
    assert client.post(take, {"back": "desk"}).url == address
    assert "is on the way" in client.get(address).text


def test_a_table_shows_its_hand_its_minutes_and_who_plays_instead(client, tournament, round_):
    hanchan = table(round_, 1, 5, 12)
    absent = hanchan.seats.first().entry
    fields = {"entry_id": absent.pk, "name": "Petra", "after_hand": None, "reason": "ill", "by": STRANGER}
    name_substitute(hanchan_id=hanchan.pk, revision=2, key=uuid4(), **fields)

    (line,) = desk(tournament, now=NOON + timedelta(minutes=20)).tables
    page = client.get(reverse("desk", args=[tournament.slug])).text

    assert (line.minutes, line.tone, line.is_in_play) == (8, "playing", True)
    assert [player.substitute for player in line.players] == ["Petra", "", "", ""]
    assert "East 3" in page
    assert f"substitute for {absent.player.name}" in page
    assert reverse("entry", args=[tournament.slug, absent.number]) in page


def test_an_organizer_approves_from_the_desk(client):
    organizer = UserFactory()
    client.force_login(organizer)
    round_ = RoundFactory(tournament=TournamentFactory(organizers=[organizer]))
    sign(table(round_, 1, 5))
    address = reverse("desk", args=[round_.tournament.slug])

    key = re.search(r'name="key" value="([^"]+)"', client.get(address).text)[1]
    answer = client.post(reverse("round-approve", args=[round_.tournament.slug, 1]), {"key": key, "back": "desk"})

    assert answer.url == address
    assert "Approve round 1" not in client.get(address).text
    round_.refresh_from_db()
    assert round_.approved_by


def test_the_desk_does_not_lead_to_the_tables_it_shows(client):
    organizer = UserFactory()
    client.force_login(organizer)
    round_ = RoundFactory(tournament=TournamentFactory(organizers=[organizer]))
    hanchan = table(round_, 1)
    addresses = [reverse(name, args=[round_.tournament.slug]) for name in ("desk", "tournament")]

    for _state in ("nothing played", "in play"):
        desk_page, home = (client.get(address).text for address in addresses)
        assert "What comes next" in desk_page
        assert "See round 1" not in desk_page
        assert "See round 1" in home
        play(hanchan, NOTEN)


def test_a_table_says_how_long_ago_its_last_hand_was(client, tournament):
    now = timezone.now()
    round_ = RoundFactory(tournament=tournament, started_at=now - timedelta(minutes=9, seconds=30))
    (hand,) = play(HanchanFactory(round=round_, table=TableFactory(tournament=tournament, number=1)), NOTEN)
    Hand.objects.filter(pk=hand.pk).update(recorded_at=now - timedelta(minutes=4, seconds=30))
    HanchanFactory(round=round_, table=TableFactory(tournament=tournament, number=2))

    page = client.get(reverse("desk", args=[tournament.slug])).text

    assert "last hand 4 min ago" in page
    assert "started 9 min ago" in page
    Hand.objects.filter(pk=hand.pk).update(recorded_at=now)
    assert "last hand just now" in client.get(reverse("desk", args=[tournament.slug])).text


def test_before_the_first_round_there_is_only_what_comes_next(client):
    organizer = UserFactory()
    client.force_login(organizer)
    tournament = TournamentFactory(organizers=[organizer])

    assert "Add the players" in client.get(reverse("desk", args=[tournament.slug])).text


def test_more_tables_take_no_more_queries(client, tournament, round_):
    table(round_, 1, 5)
    address = reverse("desk", args=[tournament.slug])
    few = queries_of(client, address)
    for number in range(2, 6):
        table(round_, number, 5, 10)

    assert queries_of(client, address) == few


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (None, "Start the clock"),
        ({"started_at": 30}, "Signal at"),
        ({"started_at": 30, "paused_at": 10}, "Paused"),
        ({"started_at": 100}, "Time has been up since"),
    ],
)
def test_the_desk_reads_the_rounds_clock(client, tournament, round_, facts, words):
    table(round_, 1)
    if facts:
        ago = {name: timezone.now() - timedelta(minutes=minutes) for name, minutes in facts.items()}
        RoundClock.objects.create(round=round_, **ago)

    page = client.get(reverse("desk", args=[tournament.slug])).text

    assert words in page
    assert reverse("clock", args=[tournament.slug, round_.number]) in page


def test_the_clock_is_started_at_the_desk(client, tournament, round_):
    table(round_, 1)
    address = reverse("desk", args=[tournament.slug])
    clock = reverse("clock", args=[tournament.slug, 1])

    fields = pressed(client.get(address).text, clock, ("act", "start"))
    answer = client.post(clock, fields)

    assert answer.url == address
    assert round_.clock.started_at
    assert "Start the clock" not in client.get(address).text


def test_a_round_that_is_over_needs_no_clock(client, tournament, round_):
    sign(table(round_, 1, 5))

    assert reverse("clock", args=[tournament.slug, 1]) not in client.get(reverse("desk", args=[tournament.slug])).text
