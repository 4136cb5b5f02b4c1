"""Tables drawn for everybody who is here on a club night: who has played least plays, and nobody sits out twice."""

from collections import Counter
from itertools import pairwise
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory, enter, visitor
from tournament.games.queries import in_play
from tournament.models import EntryTerms, Hanchan, Seat, User
from tournament.rounds.actions.start_hanchan import StillPlaying
from tournament.rounds.actions.start_hanchans import start_hanchans
from tournament.seating.in_turn import Waiting, next_tables


def test_five_at_one_table_sit_out_in_turn():
    played, last, out = Counter(), dict.fromkeys(range(1, 6), 0), []

    for number in range(1, 11):
        waiting = [Waiting(player=n, hanchans=played[n], last=last[n]) for n in range(1, 6)]
        (four,), resting = next_tables(waiting, 1, seed=number)
        played.update(four)
        last |= dict.fromkeys(four, number)
        out += resting

    assert Counter(out) == dict.fromkeys(range(1, 6), 2)
    assert all(first != second for first, second in pairwise(out))


@pytest.mark.parametrize(("people", "free", "tables"), [(3, 2, 0), (4, 0, 0), (9, 1, 1), (9, 5, 2), (12, 3, 3)])
def test_as_many_tables_as_there_are_people_and_room_for(people, free, tables):
    waiting = [Waiting(player=n) for n in range(people)]

    drawn, resting = next_tables(waiting, free, seed=1)

    assert len(drawn) == tables
    assert sorted([*resting, *(player for four in drawn for player in four)]) == list(range(people))
    assert (drawn, resting) == next_tables(waiting, free, seed=1)


@pytest.fixture
def referee(db):
    return UserFactory()


@pytest.fixture
def night(referee):
    """Ten are entered, nine of them here, and there are two tables."""
    night = TournamentFactory(is_club_night=True, referees=[referee])
    here = timezone.now()
    enter(
        [
            EntryFactory.build(
                tournament=night, number=n, player__name=f"P{n:02}", checked_in_at=here if n < 10 else None
            )
            for n in range(1, 11)
        ]
    )
    for number in (1, 2):
        TableFactory(tournament=night, number=number)
    return night


def at(night):
    return reverse("hanchans-new", args=[night.slug])


def sent(page):
    return {field.html_name: field.value() for field in page.context["form"]}


def test_the_tables_shown_are_started_once(client, night, referee):
    client.force_login(referee)
    page = client.get(at(night))
    shown = page.context["tables"]

    for _twice in range(2):
        answer = client.post(at(night), sent(page))

    assert answer.url == reverse("desk", args=[night.slug])
    games = Hanchan.objects.filter(round__tournament=night).order_by("table__number")
    seats = [[seat.entry.player.name for seat in Seat.objects.filter(hanchan=game).order_by("seat")] for game in games]
    assert [(game.table.number, names) for game, names in zip(games, seats, strict=True)] == shown
    assert "P10" not in page.text
    assert len(page.context["resting"]) == 1
    again = client.get(at(night))
    assert again.context["tables"] == []
    assert "A table needs four people" in again.text


def test_all_of_the_tables_are_started_or_none(client, night, referee):
    client.force_login(referee)
    page = client.get(at(night))
    second = client.get(at(night))
    client.post(at(night), sent(page))

    refused = client.post(at(night), sent(second))
    entries = list(night.entries.values_list("pk", flat=True))
    TableFactory(tournament=night, number=3)

    assert refused.status_code == 409
    assert "Nothing was started" in refused.text
    with pytest.raises(StillPlaying):
        start_hanchans(tournament_id=night.pk, key=uuid4(), tables={3: entries[:4]}, by=visitor(referee))
    assert Hanchan.objects.count() == 2


def test_nobody_is_started_at_two_tables(night, referee):
    entries = list(night.entries.order_by("number").values_list("pk", flat=True))

    with pytest.raises(StillPlaying):
        start_hanchans(
            tournament_id=night.pk, key=uuid4(), tables={1: entries[:4], 2: entries[3:7]}, by=visitor(referee)
        )

    assert not Hanchan.objects.exists()


def test_who_plays_is_read_once_for_all_tables(night, referee, monkeypatch):
    read = []
    monkeypatch.setattr(in_play, "load_games", lambda hanchans: read.append(hanchans) or [])
    entries = list(night.entries.order_by("number").values_list("pk", flat=True))

    start_hanchans(tournament_id=night.pk, key=uuid4(), tables={1: entries[:4], 2: entries[4:8]}, by=visitor(referee))

    assert len(read) == 1
    assert Hanchan.objects.count() == 2


@pytest.mark.django_db
def test_who_signed_up_for_thursday_is_checked_in_and_seated(client):
    night = TournamentFactory(is_club_night=True, referees=[UserFactory(username="referee")])
    TableFactory(tournament=night, number=1)
    EntryTerms.objects.create(tournament=night, is_moderated=False)
    assert "Sign up for this evening" in client.get(night.get_absolute_url()).text

    names = ["Anna", "Boris", "Claire", "Dóra"]
    for name in names:
        mail = f"{name[0].lower()}@example.org"
        client.post(reverse("enter", args=[night.slug]), {"name": name, "mail": mail, "key": str(uuid4())})
    client.force_login(User.objects.get(username="referee"))
    awaited = client.get(reverse("check-in", args=[night.slug])).text
    night.entries.update(checked_in_at=timezone.now())

    assert [name for name in names if name in awaited] == names
    drawn = client.get(at(night)).text
    assert [name for name in names if name in drawn] == names


@pytest.mark.parametrize("plan", ["", "1", "1:2-3", "1:a-b-c-d", "1:1-2-3-4;", "1:" + "9" * 40 + "-1-2-3"])
def test_a_plan_that_cannot_be_read_is_refused(client, night, referee, plan):
    client.force_login(referee)

    refused = client.post(at(night), {"key": uuid4(), "plan": plan})

    assert refused.status_code == 422
    assert not Hanchan.objects.exists()


def test_it_is_for_the_team_of_a_club_night(client, night):
    by_rounds = TournamentFactory(owner=UserFactory())

    client.force_login(UserFactory())
    assert client.get(at(night)).status_code == 404
    client.force_login(by_rounds.memberships.get().user)
    assert client.get(at(by_rounds)).url == by_rounds.get_absolute_url()


def test_the_page_asks_no_more_for_more_people(client, night, referee):
    client.force_login(referee)

    def queries():
        with CaptureQueriesContext(connection) as context:
            client.get(at(night))
        return len(context)

    few = queries()
    enter([EntryFactory.build(tournament=night, number=n, checked_in_at=timezone.now()) for n in range(20, 28)])

    assert queries() == few
