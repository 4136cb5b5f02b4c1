"""A tournament's first page: what is going on, and what comes next."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    Membership,
    Role,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    cut_to,
    keep_plan,
    play,
)
from tests.factories import sign as signed
from tests.queries import queries_of
from tests.standings.results import show
from tournament.core.cache import clear_all
from tournament.models import RoundClock, SignedSheet
from tournament.rounds.actions.approve_round import approve_round
from tournament.rounds.actions.release_round import release_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    user = UserFactory()
    client.force_login(user)
    return TournamentFactory(owner=user, place="Dům dětí", starts_on="2026-11-28")


def seen(client, tournament):
    clear_all()  # what factories write raises no version
    return " ".join(client.get(tournament.get_absolute_url()).text.split())


def sign(hanchan):
    SignedSheet.objects.create(hanchan=hanchan, riichi_sticks=0, signed_at=hanchan.round.started_at)


def test_it_says_what_where_and_when(client, tournament):
    page = seen(client, tournament)

    for text in (tournament.name, "Dům dětí", "28 November 2026", "WRC 2015", "owner"):
        assert text in page


@pytest.mark.slow
def test_an_organizer_is_led_from_players_to_the_next_round(client, tournament):
    assert reverse("players-add", args=[tournament.slug]) in seen(client, tournament)

    EntryFactory.create_batch(4, tournament=tournament)
    assert "Start round 1" in seen(client, tournament)

    hanchan = HanchanFactory(round__tournament=tournament, entries=list(tournament.entries.all()))
    page = seen(client, tournament)
    assert "Round 1 has started. Give each table its link" in page
    assert "Start round 2" not in page
    assert "0 of 1 table signed" in page
    assert "1 not started" in page

    play(hanchan, ExhaustiveDraw())
    assert "1 in play" in seen(client, tournament)
    assert "Round 1 is being played." in seen(client, tournament)

    play(hanchan, *[ExhaustiveDraw()] * 7)
    assert "Only signatures are missing" in seen(client, tournament)

    sign(hanchan)
    page = seen(client, tournament)
    assert "all sheets signed" in page
    assert "Start round 2" in page


FOUR = [[1, 2, 3, 4]]


@pytest.mark.slow
def test_what_comes_next_knows_whether_the_plan_fits(client, tournament):
    entries = [EntryFactory(tournament=tournament, number=number) for number in (1, 2, 3, 4)]
    assert "You can also plan the seats of all rounds first" in seen(client, tournament)

    keep_plan(tournament, FOUR, FOUR)
    page = seen(client, tournament)
    assert "Its seats follow the plan." in page
    assert "You can also plan the seats" not in page

    late = EntryFactory(tournament=tournament, number=5)
    unfit = "Update the plan first; otherwise the seats of round 1 will be drawn by lot"
    for page in (seen(client, tournament), client.get(reverse("desk", args=[tournament.slug])).text):
        assert unfit in " ".join(page.split())
        assert reverse("seating-repair", args=[tournament.slug]) in page
    late.delete()

    sign(HanchanFactory(round__tournament=tournament, entries=entries))
    assert "will be drawn" not in seen(client, tournament)
    EntryFactory(tournament=tournament, number=5)
    assert "round 2 will be drawn" in seen(client, tournament)

    cut_to(*entries)
    assert "will be drawn" not in seen(client, tournament)  # as for whoever is left over by a cut


@pytest.mark.parametrize("known_by", ["plan", "timetable"])
def test_after_the_last_round_what_comes_next_is_to_approve_and_to_show(client, tournament, known_by):
    entries = [EntryFactory(tournament=tournament, number=number) for number in (1, 2, 3, 4)]
    if known_by == "plan":
        keep_plan(tournament, FOUR)
    else:
        tournament.planned_starts.create(number=1, starts_at=timezone.now())
    show(tournament, players="held", hall="held", everyone="held")
    hanchan = HanchanFactory(round__tournament=tournament, entries=entries)
    addresses = [
        reverse("round-check", args=[tournament.slug, 1]),
        reverse("ceremony", args=[tournament.slug]),
        reverse("visibility", args=[tournament.slug]),
        reverse("takeaway", args=[tournament.slug]),
        reverse("round-new", args=[tournament.slug]),
    ]

    play(hanchan, *[ExhaustiveDraw()] * 8)
    played = card(seen(client, tournament))
    signed(hanchan)
    over = card(seen(client, tournament))
    for done in (approve_round, release_round):
        done(tournament_id=tournament.pk, number=1, key=uuid4(), by=STRANGER)
    shown = card(seen(client, tournament))

    assert "No further round is planned." not in played
    assert "No further round is planned. Check the results and approve them. The results of round 1 are hidden" in over
    assert [address for address in addresses if f'href="{address}"' not in over] == []
    assert [address for address in addresses if f'href="{address}"' in shown] == addresses[3:]


def test_every_round_that_waits_for_its_release_is_named(client, tournament):
    entries = [EntryFactory(tournament=tournament, number=number) for number in (1, 2, 3, 4)]
    show(tournament, players="held", hall="held", everyone="held")
    table = TableFactory(tournament=tournament)
    for number in (1, 2, 3):
        hanchan = HanchanFactory(round=RoundFactory(tournament=tournament, number=number), table=table, entries=entries)
        play(hanchan, *[ExhaustiveDraw()] * 8)
        signed(hanchan)
    release_round(tournament_id=tournament.pk, number=3, key=uuid4(), by=STRANGER)

    assert "The results of rounds 1, 2 are hidden until you release them." in card(seen(client, tournament))


def test_a_final_is_expected_after_a_cut(client, tournament):
    entries = [EntryFactory(tournament=tournament, number=number) for number in (1, 2, 3, 4)]
    keep_plan(tournament, FOUR)
    sign(HanchanFactory(round__tournament=tournament, entries=entries))

    cut_to(*entries)

    assert "No further round is planned." not in seen(client, tournament)


def card(page):
    return page[page.index("What comes next") :].split("</section>")[0]


def test_the_plan_and_what_is_printed_are_found_all_day(client, tournament):
    RoundFactory(tournament=tournament)

    page = seen(client, tournament)

    for name in ("seating", "prints"):
        assert f'href="{reverse(name, args=[tournament.slug])}"' in page


def test_pages_are_grouped_by_what_they_are_for_and_each_role_finds_its_own(client, tournament):
    tournament.memberships.create(user=(referee := UserFactory()), role=Role.REFEREE)

    def groups():
        nav = seen(client, tournament).partition('<nav class="page-groups"')[2].partition("</nav>")[0]
        return {
            each.partition("<")[0]: re.findall(r'href="([^"]+)"', each) for each in re.split(r'<h2 id="\w+">', nav)[1:]
        }

    owner = groups()
    client.force_login(referee)
    of_referee = groups()

    assert list(owner) == list(of_referee) == ["Prepare", "Today", "Results", "Administration"]
    assert [len(links) for links in owner.values()] == [9, 6, 5, 8]
    assert [len(links) for links in of_referee.values()] == [5, 4, 4, 2]
    for links in of_referee.values():
        assert [client.get(link).status_code for link in links] == [200] * len(links)


def test_the_rounds_stand_in_a_line_with_the_announced_ones(client, tournament):
    for number in (1, 2):
        RoundFactory(tournament=tournament, number=number)
    tournament.planned_starts.create(number=3, starts_at=timezone.now())

    line = seen(client, tournament).partition('round-chips"')[2].partition("</ul>")[0]

    assert re.findall(r">(Round \d)<", line) == ["Round 1", "Round 2", "Round 3"]
    assert "/rounds/3/" not in line


def test_a_finished_tournament_shows_the_first_three_and_the_way_to_the_results(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))
    signed(hanchan)
    tournament.archived_at = timezone.now()
    tournament.save()
    client.logout()

    page = seen(client, tournament)

    assert re.findall(r'<li class="podium-(\d)">', page) == ["1", "2", "2", "2"]
    assert "Standings after" not in page
    for name in ("leaderboard", "results-pdf", "tournament-records"):
        assert f'href="{reverse(name, args=[tournament.slug])}"' in page


def test_a_stranger_is_offered_no_action(client, tournament):
    EntryFactory.create_batch(4, tournament=tournament)
    client.logout()

    page = seen(client, tournament)

    assert "What comes next" not in page
    assert "Settings" not in page
    assert "Everything to print" not in page
    assert "4 players" in page


def test_a_cancelled_hanchan_counts_nowhere(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    hanchan.cancelled_by = tournament.log.create(
        number=1, kind="hanchan.cancelled", actor_kind="account", actor_name="x", at=hanchan.round.started_at
    )
    hanchan.save()

    assert "all sheets signed" in seen(client, tournament)


def test_a_round_shows_its_tables_and_how_far_they_are(client, tournament):
    first = HanchanFactory(round__tournament=tournament)
    second = HanchanFactory(round=first.round, table=TableFactory(tournament=tournament, number=2))
    third = HanchanFactory(round=first.round, table=TableFactory(tournament=tournament, number=3))
    play(second, ExhaustiveDraw())
    sign(third)
    client.logout()

    page = " ".join(client.get(first.round.get_absolute_url()).text.split())

    assert "not started" in page
    assert "East 2, 1 counter" in page
    assert "signed" in page
    assert first.seats.first().entry.player.name in page
    assert "Enter hands" not in page


def test_a_round_marks_who_is_east_in_the_hand_being_played(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, ExhaustiveDraw())
    winds = re.compile(r'<dt class="wind-(\w)">')

    assert winds.findall(client.get(hanchan.round.get_absolute_url()).text) == ["N", "E", "S", "W"]

    play(hanchan, *[ExhaustiveDraw()] * 7)
    assert winds.findall(client.get(hanchan.round.get_absolute_url()).text) == ["E", "S", "W", "N"]


def test_a_round_that_is_not_there(client, tournament):
    RoundFactory()

    assert client.get(reverse("round", args=[tournament.slug, 1])).status_code == 404


@pytest.mark.parametrize("name", ["tournament", "round"])
def test_more_tables_and_hands_take_no_more_queries(client, tournament, name):
    first = HanchanFactory(round__tournament=tournament)
    play(first, ExhaustiveDraw())
    url = tournament.get_absolute_url() if name == "tournament" else first.round.get_absolute_url()
    few = queries_of(client, url)

    for number in range(2, 6):
        table = TableFactory(tournament=tournament, number=number)
        play(HanchanFactory(round=first.round, table=table), *[ExhaustiveDraw()] * number)

    assert queries_of(client, url) == few


def test_a_referee_is_led_to_the_tables_and_from_round_to_round(client, tournament):
    referee = UserFactory()
    Membership.objects.create(tournament=tournament, user=referee, role=Role.REFEREE)
    first = HanchanFactory(round__tournament=tournament)
    second = HanchanFactory(round=RoundFactory(tournament=tournament, number=first.round.number + 1), table=first.table)
    client.force_login(referee)

    assert f'"{second.round.get_absolute_url()}">' in seen(client, tournament)
    assert "What comes next" not in seen(client, tournament)
    earlier, later = (client.get(hanchan.round.get_absolute_url()).text for hanchan in (first, second))
    assert second.round.get_absolute_url() in earlier
    assert first.round.get_absolute_url() in later
    assert "Enter hands" in later
    assert f'href="{first.get_screen_url()}"' in earlier  # the table's own screen shows the later round


def test_a_round_shows_points_and_the_way_to_the_next_round(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    url = hanchan.round.get_absolute_url()
    assert "30,000" not in client.get(url).text

    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))
    page = client.get(url).text
    assert "33,000" in page
    assert "Start the next round" not in page

    sign(hanchan)
    assert "Start the next round" in client.get(url).text


def test_two_of_one_name_are_told_apart(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    east, south = hanchan.seats.select_related("entry__player")[:2]
    for seat in (east, south):
        seat.entry.player.name = "Anna Nowak"
        seat.entry.player.save()
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST, Seat.SOUTH})))

    labels = [f"Anna Nowak ({seat.entry.number})" for seat in (east, south)]
    for url in (
        hanchan.round.get_absolute_url(),
        hanchan.table.get_absolute_url(),
        hanchan.get_absolute_url(),
        reverse("leaderboard", args=[tournament.slug]),
        reverse("seats", args=[tournament.slug, hanchan.pk]),
        reverse("paper", args=[tournament.slug, hanchan.pk]),
    ):
        page = client.get(url).text
        assert all(name in page for name in labels), url


def test_anybody_finds_what_is_on_who_leads_and_the_rules(client, tournament):
    client.logout()
    page = seen(client, tournament)
    assert "Before the first round" in page
    assert "The first day is 28 November 2026." in page

    first = HanchanFactory(round__tournament=tournament)
    assert f"Now: round {first.round.number}" in seen(client, tournament)
    assert reverse("clock", args=[tournament.slug, first.round.number]) in seen(client, tournament)
    assert "Live standings" in seen(client, tournament)
    RoundClock.objects.create(round=first.round, started_at=timezone.now())
    assert "<strong>Until " in client.get(first.round.get_absolute_url()).text
    play(first, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))
    signed(first)

    page = seen(client, tournament)
    assert f"Round {first.round.number} is over" in page
    assert f"Standings after round {first.round.number}" in page
    assert "+18.0" in page
    assert "World Riichi Championship 2015" in page


def test_the_first_page_says_what_is_withheld_and_shows_no_leader_of_it(client, tournament):
    first = HanchanFactory(round__tournament=tournament)
    play(first, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))
    signed(first)
    show(tournament, everyone="held")
    client.logout()

    page = seen(client, tournament)

    assert "hidden until the organizers release them" in page
    assert "Standings after" not in page
