"""A player's page in a tournament."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import Chombo, Limit
from scoring.seats import Seat
from tests.factories import UserFactory, cut_to, keep_plan, penalize, play, sign
from tests.standings.results import DRAW, MANGAN, TSUMO, cancel, tournament_with
from tests.table.corrections import ron
from tournament.core.cache import clear_all
from tournament.core.queries.visibility import EVERYTHING
from tournament.models import PlannedStart, Substitution
from tournament.standings import latest_rounds
from tournament.standings.queries import leaderboard as leaderboard_module
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.places import places_by_round

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]


def address(tournament, number=2):
    return reverse("entry", args=[tournament.slug, number])


def test_every_hanchan_of_the_player_with_its_figures(client):
    tournament, _entries, (first, second) = tournament_with(FOUR, rounds=2)
    play(first, MANGAN, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(first)

    page = client.get(address(tournament))

    assert page.status_code == 200
    for figure in ("38,000", "+15.0", "+23.0", "−20.0", "+3.0"):
        assert figure in page.text
    for hanchan in (first, second):
        assert hanchan.get_absolute_url() in page.text
    assert "not started" in page.text
    assert address(tournament, 1) in page.text  # the opponents lead to their pages


def test_charts_tell_the_place_after_each_round_places_and_hands_won(client):
    tournament, _entries, (first, second) = tournament_with(FOUR, rounds=2)
    play(first, MANGAN)
    sign(first)
    play(second, ron(Seat.WEST, Seat.SOUTH, 4, 40), ron(Seat.SOUTH, Seat.EAST, 2, 30))
    sign(second)

    response = client.get(address(tournament))

    page, places = response.context["page"], response.context["places"]
    assert places.of_entry[page.row.entry.pk] == (1, 2)
    assert page.placements == (1, 0, 0, 1)
    assert {value: count for value, count in page.values.items() if count} == {2: 1, Limit.MANGAN: 1}
    standings = reverse("leaderboard", args=[tournament.slug])
    assert response.text.count(f'href="{standings}?after=1"') == 2
    assert all(text in response.text for text in ("Place after each round", "Places in hanchans", "2 han", "mangan"))


def test_what_a_substitute_did_is_not_the_players(client):
    tournament, entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN, MANGAN)
    entry_of_log = tournament.log.last()
    Substitution.objects.create(hanchan=hanchan, entry=entries[1], name="Zoe", after_hand=1, said_by=entry_of_log)

    page = client.get(address(tournament)).context["page"]

    assert page.values[Limit.MANGAN] == 1
    sign(hanchan)
    assert not client.get(address(tournament)).context["page"].has_placements


def test_the_place_after_a_round_is_that_of_the_standings_after_it(client):
    names = [f"Player {n}" for n in range(8)]
    tournament, entries, hanchans = tournament_with(names, rounds=3)
    for number, hanchan in enumerate(hanchans):
        play(hanchan, *[MANGAN] * (number % 3), TSUMO)
        sign(hanchan)
    penalize(entries[2], "30")
    cut_to(*entries[3:7], after=2)

    places = places_by_round(tournament, EVERYTHING)

    assert places.rounds == (1, 2, 3)
    for at, number in enumerate(places.rounds):
        board = leaderboard(tournament, official=False, sight=EVERYTHING.after(number))
        assert {row.entry.pk: row.place for row in board.rows} == {
            entry: course[at] for entry, course in places.of_entry.items()
        }


def test_places_after_many_rounds_are_made_for_the_latest_ones_alone(client, monkeypatch):
    tournament, entries, hanchans = tournament_with(FOUR, rounds=4)
    for number, hanchan in enumerate(hanchans):
        play(hanchan, MANGAN if number else TSUMO)
        sign(hanchan)
    everything = places_by_round(tournament, EVERYTHING)
    assert not everything.are_latest
    assert "Only the latest rounds" not in client.get(address(tournament)).text
    clear_all()
    monkeypatch.setattr(latest_rounds, "MOST_CELLS", 2 * len(entries))
    rows, made = [], leaderboard_module._row
    monkeypatch.setattr(leaderboard_module, "_row", lambda *args, **options: rows.append(1) or made(*args, **options))

    places = places_by_round(tournament, EVERYTHING)

    assert len(rows) == 2 * len(entries)
    assert (places.rounds, places.are_latest) == ((3, 4), True)
    assert places.of_entry == {entry: course[2:] for entry, course in everything.of_entry.items()}
    assert "Only the latest rounds are shown here." in client.get(address(tournament)).text


@pytest.mark.parametrize(
    ("rounds", "players", "shown"), [(10, 200, 10), (49, 400, 49), (500, 4, 50), (500, 2_000, 10), (0, 0, 0)]
)
def test_usual_events_show_all_rounds_and_the_largest_file_a_few(rounds, players, shown):
    numbers = list(range(1, rounds + 1))

    latest = latest_rounds.latest_rounds(numbers, players=players)

    assert latest == numbers[rounds - shown :]
    assert len(latest) * players <= latest_rounds.MOST_CELLS


def test_a_cancelled_hanchan_is_not_the_players(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN)
    cancel(hanchan)

    page = client.get(address(tournament))

    assert hanchan.get_absolute_url() not in page.text
    assert "No hanchan yet" in page.text


def test_nobody_has_this_number(client):
    tournament, *_rest = tournament_with(FOUR)

    assert client.get(address(tournament, 5)).status_code == 404


def test_the_last_hanchan_comes_first_and_the_next_seat_before_it(client):
    tournament, _entries, (_first, second) = tournament_with(FOUR, rounds=2)
    keep_plan(tournament, *[[[1, 2, 3, 4]]] * 2, [[3, 2, 4, 1]])
    PlannedStart.objects.create(tournament=tournament, number=3, starts_at=timezone.now())

    page = client.get(address(tournament))

    coming, hanchans = page.context["page"].coming, page.context["page"].hanchans
    assert (coming.number, coming.table, coming.wind) == (3, 1, "S")
    assert "Next: round 3, table 1, starts as South" in page.text
    assert "Round 3 is planned for" in page.text
    assert [played.hanchan.round.number for played in hanchans] == [2, 1]
    assert page.text.index("Next: round 3") < page.text.index(second.get_absolute_url())


def test_who_has_no_seat_in_the_next_round_sits_it_out_and_a_time_of_yesterday_is_gone(client):
    tournament, _entries, _hanchans = tournament_with([f"Player {n}" for n in range(8)])
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2, 3, 4]])
    PlannedStart.objects.create(tournament=tournament, number=2, starts_at=timezone.now() - timedelta(days=2))

    page = client.get(address(tournament, 5))

    assert "Sits out round 2" in page.text
    assert "is planned for" not in page.text


def test_a_private_tournament_is_for_its_people_alone(client):
    member = UserFactory()
    tournament, *_rest = tournament_with(FOUR, is_public=False, organizers=[member])

    assert client.get(address(tournament)).status_code == 404
    client.force_login(member)
    assert client.get(address(tournament)).status_code == 200


def test_the_number_of_queries_does_not_grow(client):
    def queries(names, rounds):
        tournament, _entries, hanchans = tournament_with(names, rounds=rounds)
        for hanchan in hanchans:
            play(hanchan, MANGAN, DRAW)
        sign(hanchans[0])
        with CaptureQueriesContext(connection) as captured:
            client.get(address(tournament))
        return len(captured)

    assert queries(FOUR, 2) == queries([f"Player {n}" for n in range(8)], 4)
