"""The page of what a player still needs."""

from copy import deepcopy

import pytest
from django.urls import reverse

from scoring.needs import Bound
from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    play,
    sign,
)
from tests.queries import queries_of
from tests.scoring.shorthand import A, B, C, D, ron
from tournament.core.cache import clear_all
from tournament.mine.queries.needs import NeedsState, Wish, needs_page
from tournament.models import Departure, Entry, Tournament
from tournament.standings.queries import cached
from tournament.standings.queries.leaderboard import leaderboard
from tournament.table.actions.call_time import call_time

pytestmark = pytest.mark.django_db


def last_hand_at(hanchan):
    """Time is up, and the current hand is the last."""
    hanchan.refresh_from_db()
    call_time(hanchan_id=hanchan.pk, revision=hanchan.revision, in_progress=True, by=STRANGER)


@pytest.fixture(scope="module")
def made(once):
    """A has won three hands, one off each of the others, and is 8,300 ahead of B in the last hand."""
    tournament = TournamentFactory()
    entries = [
        EntryFactory(tournament=tournament, player__name=name, number=number)
        for number, name in enumerate(("Anna", "Bořek", "Cécile", "Dana"), start=1)
    ]
    hanchan = HanchanFactory(round__tournament=tournament, entries=entries)
    play(hanchan, ron(A, B, "1/30"), ron(A, C, "1/30"), ron(A, D, "2/30"))
    last_hand_at(hanchan)
    return hanchan


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made)


def needs(client, hanchan, seat=1, **wish):
    response = client.get(hanchan.seats.get(seat=seat).entry.get_needs_link(), wish)
    assert response.status_code == 200
    return response


def test_the_cheapest_wins_are_shown(client, hanchan):
    page = needs(client, hanchan, at="table", place=1)

    wins = {line.discarder: line.cheapest.pays for line in page.context["page"].hand.wins}
    assert wins == {"Anna": 3_600, "Cécile": 8_000, "Dana": 8_000, None: 5_200}
    assert "1 han 110 fu" in page.text
    assert "1,300/2,600" in page.text
    assert page.headers["X-Robots-Tag"] == "noindex"


def test_riichi_bets_of_the_hand_count(client, hanchan):
    page = needs(client, hanchan, at="table", place=1, riichi=[0, 3])

    # Anna's bet brings her 1,000 nearer, and both are won.
    assert page.context["page"].hand.wins[2].cheapest.pays < 3_600
    assert page.text.count("checked") == 2


def test_the_default_goal_is_the_podium(client, hanchan):
    page = needs(client, hanchan)

    assert "Place 3 or better in the tournament" in page.text
    assert "you reach the place" in page.text


def test_invalid_values_are_ignored(client, hanchan):
    for wish in ({"place": "x"}, {"place": "0"}, {"place": "999"}, {"at": "moon"}, {"riichi": "9"}):
        assert "What do you want to reach?" in needs(client, hanchan, **wish).text


def test_other_tables_count_as_they_stand(client, hanchan):
    tournament = hanchan.tournament
    other = HanchanFactory(round=hanchan.round, table=TableFactory(tournament=tournament, number=2))
    play(other, ron(A, B, "5"))

    page = needs(client, hanchan, at="tournament", place=1).context["page"]

    # The other table's leader has 12.0 and uma: first here must come to as much, and second is behind the first.
    assert [line.sure for line in page.lines[:2]] == [42_000, Bound.NEVER]


def test_between_hanchans_the_page_is_about_the_next(client, hanchan):
    play(hanchan, ExhaustiveDraw())
    sign(hanchan)

    page = needs(client, hanchan, at="tournament", place=1)

    assert page.context["page"].state == NeedsState.BETWEEN
    assert "Nothing is known yet about your next hanchan" in page.text


def test_a_hanchan_that_is_over_asks_for_its_signatures(client, hanchan):
    play(hanchan, ExhaustiveDraw())

    assert "Your hanchan is over" in needs(client, hanchan).text


def test_a_withdrawn_player_needs_nothing(client, hanchan):
    play(hanchan, ExhaustiveDraw())
    sign(hanchan)
    entry = hanchan.seats.get(seat=1).entry
    log = hanchan.tournament.log.latest("pk")
    Departure.objects.create(entry=entry, kind="withdrawn", from_round=2, decided_by=log)

    assert "there is nothing to calculate" in needs(client, hanchan).text


def test_a_private_tournament_shows_only_the_own_table(client, hanchan):
    hanchan.tournament.is_public = False
    hanchan.tournament.save()

    page = needs(client, hanchan, at="tournament", place=1)

    assert page.context["page"].wish.at == "table"
    assert page.context["page"].board is None
    assert "in the tournament" not in page.text
    assert "Place 1 of" not in page.text


def test_withheld_results_do_not_show_in_any_goal(client, hanchan):
    tournaments = Tournament.objects.filter(pk=hanchan.tournament.pk)
    tournaments.update(shown_to_players="signed", shown_in_hall="signed", shown_to_everyone="signed")
    withheld = needs(client, hanchan, at="tournament", place=1)
    tournaments.update(shown_to_players="live")

    assert withheld.context["page"].board is None
    assert withheld.context["page"].wish.at == "table"
    assert "Place 1 of" not in withheld.text
    # The link alone makes a player, without having opened another page before.
    assert needs(client, hanchan, at="tournament", place=1).context["page"].board is not None


def test_before_anything_is_played(client):
    entry = EntryFactory()

    assert client.get(entry.get_needs_link()).status_code == 200
    entry.tournament.is_public = False
    entry.tournament.save()
    assert "Once your hanchan has started" in client.get(entry.get_needs_link()).text


def test_the_link_needs_its_token_and_somebody_who_plays(client, hanchan):
    entry = hanchan.seats.get(seat=1).entry
    link = entry.get_needs_link()

    assert client.get(reverse("needs", args=[hanchan.tournament.slug, entry.number, "x"])).status_code == 404
    assert client.post(link).status_code == 405
    assert "What I need" in client.get(entry.get_link()).text


def test_a_substitute_at_the_table_leaves_the_last_hand(hanchan):
    entry = hanchan.seats.get(seat=1).entry
    hanchan.substitutions.create(
        entry=hanchan.seats.get(seat=3).entry, name="Eva", after_hand=1, said_by=hanchan.tournament.log.latest("pk")
    )

    page = needs_page(entry, Wish(at="table", place=1), sees_standings=True)

    assert page.lines == ()
    assert page.hand is not None


def test_the_queries_do_not_grow(client, hanchan):
    link = hanchan.seats.get(seat=1).entry.get_needs_link()
    client.get(link)  # the first visit sets the player's cookie
    clear_all()
    few = queries_of(client, link)

    for number in (2, 3):
        table = TableFactory(tournament=hanchan.tournament, number=number)
        play(HanchanFactory(round=hanchan.round, table=table), ron(A, B, "3/30"))
    later = RoundFactory(tournament=hanchan.tournament, number=2)
    play(HanchanFactory(round=later, table=TableFactory(tournament=hanchan.tournament, number=4)), ron(C, D, "1/30"))

    clear_all()
    assert queries_of(client, link) == few <= 28


def test_the_standings_are_computed_once_for_each_version(client, hanchan, monkeypatch):
    computed = []
    monkeypatch.setattr(
        cached, "leaderboard", lambda *board, **how: computed.append(board) or leaderboard(*board, **how)
    )

    for seat in (1, 2, 1):
        needs(client, hanchan, seat=seat)
    assert len(computed) == 1

    play(hanchan, ExhaustiveDraw())
    needs(client, hanchan)
    assert len(computed) == 2


def test_who_sits_down_meanwhile_is_in_the_standings(client, hanchan):
    needs(client, hanchan, seat=1)
    entry = Entry.objects.select_related("tournament").get(seats__hanchan=hanchan, seats__seat=1)
    later = RoundFactory(tournament=hanchan.tournament, number=2)
    new = [EntryFactory(tournament=hanchan.tournament) for _seat in range(3)]
    play(HanchanFactory(round=later, table=hanchan.table, entries=[entry, *new]), ExhaustiveDraw())

    assert needs_page(entry, Wish(), sees_standings=True).lines
