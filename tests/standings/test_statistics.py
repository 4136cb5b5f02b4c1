"""Player pages: what counts, for whom, of which period; and nothing of what somebody may not see."""

import datetime
from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse

from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Limit, Ron, Tsumo, Win
from scoring.seats import Seat
from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    cut_to,
    penalize,
    play,
    sign,
    visitor,
)
from tests.queries import queries_of
from tests.standings.results import MANGAN, cancel, show, tournament_with
from tournament.core.actions.analyse import analyse
from tournament.core.queries.visibility import EVERYTHING
from tournament.models import Departure, Tournament
from tournament.people.actions.depart import depart
from tournament.standings.queries import statistics
from tournament.standings.queries.leaderboard import leaderboard, official_leaderboards
from tournament.standings.queries.statistics import Period, named_entries, player_page
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

A, B, C, D = Seat
FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]
OTHERS = ["Émile", "François", "Gábor", "Hana"]
DRAW = ExhaustiveDraw(tenpai=frozenset({B}), riichi=frozenset({B}))
TSUMO = Tsumo(win=Win(winner=B, value=HanFu(3, 30), yaku=("riichi", "tsumo", "tanyao")), riichi=frozenset({B}))


def signed_event(*outcomes, entries=None, names=FOUR, **options):
    """An event with one signed hanchan; with `entries`, these people play again."""
    tournament = TournamentFactory(**options)
    if entries:
        entries = [EntryFactory(tournament=tournament, player=one.player, number=n) for n, one in enumerate(entries, 1)]
        table = TableFactory(tournament=tournament)
        hanchan = HanchanFactory(round=RoundFactory(tournament=tournament), table=table, entries=entries)
    else:
        tournament.delete()
        tournament, entries, (hanchan,) = tournament_with(names, **options)
    play(hanchan, *(outcomes or [MANGAN]))
    sign(hanchan)
    return tournament, entries, hanchan


@pytest.fixture(scope="module")
def made(once):
    """A signed event of four people; and two of four others."""
    _first, others, _hanchan = twice = signed_event(names=OTHERS)
    return signed_event(), (twice, signed_event(entries=others))


@pytest.fixture
def event(db, made):
    return deepcopy(made[0])


@pytest.fixture
def events(db, made):
    """Two, in which the same four people played."""
    return deepcopy(made[1])


def on_day(tournament, day):
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=day)


def page_of(entry, by=STRANGER, **period):
    return player_page(entry.player_id, by, Period(**period))


def address(entry):
    return reverse("player-page", args=[entry.player_id])


def test_all_events_are_added_up(client):
    first, entries, hanchan = signed_event(MANGAN, TSUMO, name="Old", starts_on="2026-01-31")
    second, *_ = signed_event(
        DRAW, Chombo(offenders=frozenset({B})), entries=entries, name="New", starts_on="2026-05-01"
    )

    page = page_of(entries[1])

    assert [(event.entry.tournament, event.place, event.total) for event in page.events] == [
        (second, 1, -3),
        (first, 1, 29),
    ]
    assert page.places.counts == (2, 0, 0, 0)
    assert (page.hanchans, page.substituted, page.score) == (2, 0, 46)
    assert (page.highest_points, page.average_points) == (44_000, 38_000)
    hands = page.hands
    assert (hands.hands, hands.won_by_ron, hands.won_by_self_draw, hands.chombo) == (3, 1, 1, 1)
    assert (hands.riichi_won, hands.riichi_drawn, hands.tenpai, hands.drawn) == (1, 1, 1, 1)
    assert hands.average_win == 7_000
    assert [(best.won.points, best.hanchan) for best in page.best] == [(8_000, hanchan), (6_000, hanchan)]
    assert [(opponent.name, opponent.hanchans_together, opponent.has_page) for opponent in page.opponents] == [
        ("Adam", 2, True),
        ("Claire", 2, True),
        ("Dóra", 2, True),
    ]
    text = client.get(address(entries[1])).text
    assert hanchan.get_absolute_url() in text
    assert "3 hands. Hanchans entered hand by hand: 2 of 2." in text
    assert "66.7%" in text


def test_a_period_is_of_days_of_events(client, events):
    (first, entries, _), (second, *_) = events
    on_day(first, "2026-01-31")
    on_day(second, "2026-05-01")
    signed_event(entries=entries)
    day = datetime.date

    assert page_of(entries[1]).hanchans == 3
    assert page_of(entries[1], since=day(2026, 1, 31), until=day(2026, 1, 31)).hanchans == 1
    assert page_of(entries[1], since=day(2026, 2, 1)).hanchans == 1
    assert page_of(entries[1], until=day(2025, 1, 1)).hanchans == 0
    assert "No signed hanchan in this period." in client.get(address(entries[1]), {"until": "2025-01-01"}).text


@pytest.mark.parametrize("query", [{"since": "yesterday"}, {"since": "2026-02-01", "until": "2026-01-01"}])
def test_a_period_that_is_none_shows_everything_and_says_so(client, event, query):
    tournament, entries, _ = event
    on_day(tournament, "2026-01-31")

    response = client.get(address(entries[1]), query)

    assert response.status_code == 422
    assert response.context["page"].hanchans == 1
    assert 'class="error"' in response.text


@pytest.mark.slow
def test_only_signed_sheets_count():
    _tournament, entries, hanchans = tournament_with(FOUR, rounds=3)
    for hanchan in hanchans:
        play(hanchan, MANGAN)
    sign(hanchans[0])
    sign(hanchans[1])
    cancel(hanchans[1])

    assert page_of(entries[1]).hanchans == page_of(entries[1]).hands.hands == 1


def test_paper_has_places_and_no_hands():
    _tournament, entries, (hanchan,) = tournament_with(FOUR)
    points = {"points": (20_000, 50_000, 30_000, 20_000), "riichi_sticks": 0, "chombo": (0, 2, 0, 0)}
    record_paper_result(hanchan_id=hanchan.pk, revision=0, key=uuid4(), by=STRANGER, **points)
    sign(hanchan)

    page = page_of(entries[1])

    assert (page.places.counts, page.score, page.highest_points) == ((1, 0, 0, 0), 35, 50_000)
    assert (page.hands.hands, page.hands.chombo, page.hanchans_by_hand) == (0, 2, 0)


@pytest.mark.parametrize(("after", "hands", "met"), [(None, 0, 0), (1, 1, 3)])
def test_a_substitutes_hands_are_nobodys(client, after, hands, met):
    """From the start, or after the first of two hands: the score is the absent player's, the place nobody's."""
    tournament, entries, (hanchan,) = tournament_with(FOUR, owner=UserFactory())
    play(hanchan, DRAW, TSUMO)
    name_substitute(
        hanchan_id=hanchan.pk, revision=2, entry_id=entries[1].pk, name="Wendy", after_hand=after, key=uuid4(),
        reason="Ill", by=visitor(tournament.memberships.get().user),
    )  # fmt: skip
    sign(hanchan)

    page = page_of(entries[1])

    assert (page.hanchans, page.substituted, page.places.counts, page.score) == (1, 1, (0, 0, 0, 0), -30)
    assert (page.hands.hands, page.hands.won, page.best) == (hands, 0, ())
    assert page.hanchans_by_hand == hands
    assert sum(opponent.hanchans_together for opponent in page.opponents) == met
    assert sum(opponent.hanchans_together for opponent in page_of(entries[0]).opponents) == (3 if met else 2)
    assert "a substitute played" in client.get(address(entries[1])).text


def test_a_private_event_counts_for_its_team_alone(client, event):
    owner = UserFactory()
    _public, entries, _ = event
    _private, again, _ = signed_event(entries=entries, is_public=False, owner=owner, name="Secret evening")
    alone, *_ = signed_event(names=list("WXYZ"), is_public=False, owner=owner)[1]

    text = client.get(address(entries[1])).text
    assert "Secret evening" not in text
    assert (page_of(entries[1]).hanchans, page_of(again[1], visitor(owner)).hanchans) == (1, 2)
    assert client.get(address(alone)).status_code == 404
    assert "Adam" in client.get(reverse("player-list")).text
    assert ">W<" not in client.get(reverse("player-list")).text
    client.force_login(owner)
    assert "Secret evening" in client.get(address(entries[1])).text
    assert ">W<" in client.get(reverse("player-list")).text


def test_a_rehearsal_is_nobodys_result(event):
    owner = UserFactory()
    real, entries, _ = event
    real.memberships.create(user=owner, role="owner")
    signed_event(entries=entries, owner=owner, is_public=False, rehearsal_of=real)

    assert page_of(entries[1], visitor(owner)).hanchans == 1


def test_a_withheld_round_counts_nowhere(client, event):
    tournament, entries, _ = event
    waiting = HanchanFactory(
        round=RoundFactory(tournament=tournament, number=2), table=tournament.tables.get(), entries=entries
    )
    play(waiting, TSUMO)
    sign(waiting)
    show(tournament, players="held", hall="held", everyone="held", number=2)

    page = page_of(entries[1])

    assert (page.hanchans, page.hands.won, len(page.best), page.withheld) == (1, 1, 1, True)
    assert {opponent.hanchans_together for opponent in page.opponents} == {1}
    assert page.events[0].total == 23
    assert "The results of some rounds are not shown yet." in client.get(address(entries[1])).text


def test_who_did_not_consent_gives_nothing(client, events):
    """Not to their own page, and no name to those whom they met."""
    (tournament, entries, _), (_again, later, _) = events
    tournament.entries.filter(number=2).update(may_publish=False)

    assert page_of(entries[1]).hanchans == 1
    assert [event.entry for event in page_of(entries[1]).events] == [later[1]]
    other = page_of(entries[0])
    assert (
        {opponent.name: opponent.hanchans_together for opponent in other.opponents},
        other.hanchans_with_unnamed,
    ) == (
        {"François": 1, "Gábor": 2, "Hana": 2},
        1,
    )
    later[1].may_publish = False
    later[1].save()
    assert client.get(address(entries[1])).status_code == 404
    assert "François" not in client.get(address(entries[0])).text
    assert "François" not in client.get(reverse("player-list")).text


def test_who_was_taken_out_of_the_results_has_none_here(events):
    (_tournament, entries, _), _again = events
    departure = {
        "entry_id": entries[1].pk,
        "kind": Departure.Kind.STRUCK,
        "from_round": 1,
        "reason": "x",
        "by": STRANGER,
        "key": uuid4(),
    }
    depart(**departure)

    assert page_of(entries[1]).hanchans == 1
    assert len(page_of(entries[1]).events) == 1
    assert page_of(entries[0]).hanchans == 2


@pytest.mark.slow
def test_places_and_totals_are_those_of_the_standings():
    """With a cut, a penalty, and two tables; of several tournaments at once as of each alone."""
    tournament, entries, hanchans = tournament_with([f"P{n}" for n in range(8)], rounds=2)
    for hanchan in hanchans:
        play(hanchan, MANGAN)
        sign(hanchan)
    cut_to(*entries[:4], carried="half")
    penalize(entries[5], "7.5")
    other, *_ = signed_event(entries=entries[:4])

    boards = official_leaderboards({tournament.pk: EVERYTHING, other.pk: EVERYTHING})

    for one in (tournament, other):
        assert boards[one.pk] == leaderboard(Tournament.objects.get(pk=one.pk), official=True)
    event = next(event for event in page_of(entries[5]).events if event.entry == entries[5])
    assert (event.place, event.total) == (5, Fraction("38.5"))


def test_long_lists_begin_with_the_first(client, events, monkeypatch):
    monkeypatch.setattr(statistics, "SHOWN", 1)
    (_first, _entries, _), (second, entries, _) = events

    page = page_of(entries[1])

    assert ([event.entry.tournament for event in page.events], page.all_events) == ([second], 2)
    assert ([opponent.name for opponent in page.opponents], page.all_opponents) == (["Émile"], 3)
    assert "All 2 events" in client.get(address(entries[1])).text
    text = client.get(address(entries[1]), {"all": "opponents"}).text
    assert "All 3 opponents" not in text
    assert "Hana" in text


def test_players_are_found_by_name(client, event):
    text = client.get(reverse("player-list"), {"q": "bretis"}).text

    assert "Břetislav" in text
    assert "Adam" not in text
    assert "No one found." in client.get(reverse("player-list"), {"q": "Zz"}).text


def test_nobody_has_no_page(client):
    Tournament.objects.update(is_public=False)

    assert client.get(reverse("player-page", args=[999_999_999])).status_code == 404
    assert "No one has played on this site yet." in client.get(reverse("player-list")).text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's plans")
def test_a_players_entries_are_found_by_the_player_and_not_in_each_tournament():
    TournamentFactory.create_batch(30)
    EntryFactory.create_batch(3)
    analyse()

    assert "(player_id=?)" in named_entries(STRANGER).filter(player__in=[1, 2]).explain()


def test_query_counts_do_not_grow(client, event):
    """With hanchans, hands, opponents and events."""
    _tournament, entries, _ = event
    few = [queries_of(client, url) for url in (address(entries[1]), reverse("player-list"))]
    for _event in range(2):
        tournament, again, hanchan = signed_event(DRAW, TSUMO, entries=entries)
        others = [EntryFactory(tournament=tournament, number=number) for number in (5, 6, 7)]
        second = HanchanFactory(
            round=RoundFactory(tournament=tournament, number=2), table=hanchan.table, entries=[again[1], *others]
        )
        play(second, Ron(discarder=B, wins=(Win(winner=A, value=Limit.HANEMAN),)), *[DRAW] * 3)
        sign(second)

    assert [queries_of(client, url) for url in (address(entries[1]), reverse("player-list"))] == few
