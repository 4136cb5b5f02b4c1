"""A hanchan's page: its hands, its result, and who may see what was taken back."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.outcome import Chombo, ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import STRANGER, UserFactory, play, sign, visitor
from tests.standings.results import DRAW, MANGAN, TSUMO, cancel, tournament_with
from tests.table.phones import open_table
from tournament.models import Role
from tournament.table.actions.call_time import save_time_call
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import sign_sheet
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.queries import hanchan as hanchan_queries

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]


def one_hanchan(**options):
    _tournament, _entries, (hanchan,) = tournament_with(FOUR, **options)
    return hanchan


def test_every_hand_in_words_with_its_changes_and_the_points_after_it(client):
    hanchan = one_hanchan()
    play(hanchan, MANGAN, TSUMO, Chombo(offenders=frozenset({Seat.NORTH})))

    page = client.get(hanchan.get_absolute_url())

    assert page.status_code == 200
    assert "Břetislav wins by ron from Claire, mangan" in page.text
    assert "Adam wins by self-draw, 3 han 30 fu, riichi: Adam" in page.text
    assert "East 2" in page.text
    for figure in ("+8,000", "−8,000", "38,000", "22,000", "+4,000", "−2,000", "−20.0"):
        assert figure in page.text
    assert "in play" in page.text
    assert "Claire pays Břetislav 8,000 (2,000 × 4 = 8,000)" in page.text


def test_the_last_hand_is_above_the_result_while_it_is_played(client):
    hanchan = one_hanchan()
    play(hanchan, MANGAN, TSUMO)

    page = client.get(hanchan.get_absolute_url()).text
    before_result = page[page.index("Last hand") : page.index("If the hanchan ended now")]

    assert "East 2:" in before_result
    assert "Adam wins by self-draw" in before_result
    assert "Last hand" not in client.get(hanchan.get_absolute_url(), {"hand": 1}).text


def test_before_the_first_hand(client):
    page = client.get(one_hanchan().get_absolute_url())

    assert "not started" in page.text
    assert "No hand has been recorded yet" in page.text


def test_bets_left_and_the_signatures_are_said(client):
    hanchan = one_hanchan()
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST}), riichi=frozenset({Seat.EAST})))
    sign(hanchan)

    page = client.get(hanchan.get_absolute_url())

    assert "Left on the table: 1 riichi bet. Under these rules nobody gets these riichi bets." in page.text
    assert "Signed by the four players" in page.text
    assert "Last hand" not in page.text
    assert "Time is up." in page.text


def test_strangers_read_no_account_s_name(client):
    """It is often the name that the referee logs in with, and whoever knows this can lock new browsers out."""
    hanchan = one_hanchan()
    play(hanchan, MANGAN)
    save_time_call(hanchan, after=1, in_progress=False, by=STRANGER)
    referee = UserFactory(username="anna77")
    hanchan.tournament.memberships.create(user=referee, role=Role.REFEREE)
    hanchan.refresh_from_db()
    sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(referee))
    strangers = client.get(hanchan.get_absolute_url()).text
    client.force_login(referee)
    team = client.get(hanchan.get_absolute_url()).text

    assert "Signed by a referee," in strangers
    assert "anna77" not in strangers
    assert "Signed by anna77," in team


def test_points_from_paper_have_no_hands(client):
    hanchan = one_hanchan()
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=0,
        key=uuid4(),
        points=(45_300, 32_100, 25_600, 17_000),
        riichi_sticks=0,
        chombo=(0, 0, 1, 0),
        by=STRANGER,
    )

    page = client.get(hanchan.get_absolute_url())

    assert "from paper" in page.text
    assert "+30.3" in page.text
    assert "hanchan/1" not in page.text


def test_a_cancelled_hanchan_says_that_it_counts_for_nobody(client):
    hanchan = one_hanchan()
    play(hanchan, MANGAN)
    cancel(hanchan)

    assert "cancelled and does not count" in client.get(hanchan.get_absolute_url()).text


def test_what_was_taken_back_is_for_those_who_run_the_tournament(client):
    referee = UserFactory()
    hanchan = one_hanchan(referees=[referee])
    (hand,) = play(hanchan, MANGAN)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)

    stranger = client.get(hanchan.get_absolute_url())
    client.force_login(referee)
    member = client.get(hanchan.get_absolute_url())

    assert "mangan" not in stranger.text
    assert "Břetislav wins by ron from Claire, mangan" in member.text
    assert "Undone by" in member.text


def test_after_many_corrections_the_last_hands_are_shown_without_what_else_the_log_holds(client, monkeypatch):
    monkeypatch.setattr(hanchan_queries, "MOST_TAKEN_BACK", 2)
    referee = UserFactory()
    hanchan = one_hanchan(referees=[referee])
    for _ in range(3):
        (hand,) = play(hanchan, MANGAN)
        undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)
    client.force_login(referee)

    with CaptureQueriesContext(connection) as captured:
        page = client.get(hanchan.get_absolute_url())

    assert page.text.count("Undone by") == 2
    assert "1 earlier change is shown only in the log." in page.text
    joined = [query["sql"] for query in captured if 'JOIN "tournament_logentry"' in query["sql"]]
    assert len(joined) >= 2
    assert not any('"tournament_logentry"."data"' in sql for sql in joined)


def test_the_table_reads_its_hanchan_of_a_private_tournament_and_is_led_nowhere_else(client):
    hanchan = one_hanchan(is_public=False)
    play(hanchan, MANGAN)

    assert client.get(hanchan.get_absolute_url()).status_code == 404
    open_table(client, hanchan.table)
    page = client.get(hanchan.get_absolute_url())

    assert page.status_code == 200
    assert hanchan.table.get_absolute_url() in page.text
    tournament = hanchan.tournament.get_absolute_url()
    assert f"{tournament}standings/" not in page.text
    assert f"{tournament}players/" not in page.text


def test_a_hanchan_is_found_only_in_its_own_tournament(client):
    hanchan = one_hanchan()
    other, *_rest = tournament_with(FOUR)

    assert client.get(f"/t/{other.slug}/hanchans/{hanchan.pk}/").status_code == 404


def test_names_are_text(client):
    _tournament, _entries, (hanchan,) = tournament_with(["<b>Adam</b>", "B", "C", "D"])
    play(hanchan, TSUMO)

    assert "<b>Adam" not in client.get(hanchan.get_absolute_url()).text


def test_the_number_of_queries_does_not_grow(client):
    member = UserFactory()
    client.force_login(member)

    def queries(count):
        hanchan = one_hanchan(referees=[member])
        *_hands, last = play(hanchan, *[DRAW] * count)
        undo_hand(hanchan_id=hanchan.pk, hand_id=last.pk, key=uuid4(), by=STRANGER)
        with CaptureQueriesContext(connection) as captured:
            client.get(hanchan.get_absolute_url())
        return len(captured)

    assert queries(2) == queries(9)


def test_the_table_after_any_hand(client):
    hanchan = one_hanchan()
    play(hanchan, MANGAN, TSUMO, DRAW)

    page = client.get(hanchan.get_absolute_url() + "?hand=1")

    assert [result.points for _seat, result in page.context["page"].results] == [38_000, 30_000, 30_000, 22_000]
    assert "After hand 1" in page.text
    assert "?hand=2#result" in page.text
    for nonsense in ("?hand=3", "?hand=99", "?hand=-1", "?hand=x", "?hand=²"):
        assert "If the hanchan ended now" in client.get(hanchan.get_absolute_url() + nonsense).text


def test_the_curve_leads_to_the_table_after_each_hand_and_has_its_numbers(client):
    hanchan = one_hanchan()
    play(hanchan, MANGAN, TSUMO)

    page = client.get(hanchan.get_absolute_url()).text
    then = client.get(hanchan.get_absolute_url(), {"hand": "1"}).text

    curve = page[page.index('<section class="chart"') : page.index('id="hands"')]
    assert curve.count("<polyline") == 4
    assert curve.count('href="?hand=1#result"') == curve.count('href="?hand=2#result"') == 2
    assert all(text in curve for text in ("Břetislav", "36,000", "The numbers", "East 2"))
    assert "chart-chosen" not in page
    assert "chart-chosen" in then


def test_the_neighbouring_tables_of_the_round_are_one_step_away(client):
    _tournament, _entries, hanchans = tournament_with([f"P{number}" for number in range(16)])
    cancel(hanchans[1])

    first, third, last = (client.get(hanchans[place].get_absolute_url()).text for place in (0, 2, 3))

    assert "Table 3 →" in first
    assert "← Table" not in first
    assert f'href="{hanchans[0].get_absolute_url()}">← Table 1' in third
    assert f'href="{hanchans[3].get_absolute_url()}">Table 4 →' in third
    assert "← Table 3" in last
    assert " →</a>" not in last.partition("<h1>")[0]
