"""A player's own page: the seat, the sheet to confirm, the standing."""

import re
from copy import deepcopy
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from tests.factories import STRANGER, EntryFactory, UserFactory, at_table, keep_plan, play, sign, visitor
from tests.queries import queries_of
from tests.standings.results import DRAW, MANGAN, tournament_with
from tests.table.phones import HTMX
from tournament.core.rates import Rate
from tournament.core.views import rates
from tournament.core.words.qr import qr_code
from tournament.games.queries.game import load_game
from tournament.models import Cut, Departure, Role, RoundClock, Substitution, Tournament
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import ConfirmedOnOwnPhone, confirm_seat, sign_sheet
from tournament.table.actions.undo_hand import undo_hand

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]
TO_THE_END = [MANGAN, *[ExhaustiveDraw()] * 7]
"""South wins 8,000 from West; then the deal passes until South 4 is over."""


@pytest.fixture(scope="module")
def made(once):
    """A hanchan that waits for its signatures."""
    _tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, *TO_THE_END)
    return hanchan


@pytest.fixture
def over(db, made):
    return deepcopy(made)


def own(client, entry):
    response = client.get(entry.get_link())
    assert response.status_code == 200
    return response


def entry_of(hanchan, seat):
    return hanchan.seats.get(seat=seat).entry


def confirm(client, over, seat, **changes):
    over.refresh_from_db()
    data = {"hanchan": over.pk, "revision": over.revision} | changes
    return client.post(entry_of(over, seat).get_sheet_link(), data)


def test_a_players_link_opens_fewer_new_browsers_than_a_tables(monkeypatch):
    """A stranger who enters often gets as many links as entries, and each new browser is stored for two weeks."""
    monkeypatch.setattr(
        rates, "NEW_BROWSERS_OF_PLAYER", Rate("browsers that open a player's link", 2, timedelta(hours=1))
    )
    entry, other, phone = EntryFactory(), EntryFactory(), Client()

    opened = [(phone if number < 2 else Client()).get(entry.get_link()).status_code for number in range(4)]

    assert opened == [200, 200, 200, 429]
    assert Client().get(other.get_link()).status_code == 200
    assert phone.get(entry.get_link()).status_code == 200
    assert rates.NEW_BROWSERS_OF_PLAYER.burst < rates.NEW_BROWSERS.burst


def test_the_page_says_that_no_seat_is_known_yet(client):
    _tournament, entries, _none = tournament_with(FOUR, rounds=0)

    page = own(client, entries[0])

    assert "with number 1" in page.text
    assert "Your next seat is not known yet" in page.text
    assert "How I stand" not in page.text
    assert 'name="tenbo-live"' in page.text


def test_the_plan_says_where_the_next_round_is_played(client):
    tournament, entries, (hanchan,) = tournament_with(FOUR)
    keep_plan(tournament, [[1, 2, 3, 4]], [[4, 3, 2, 1]])

    page = own(client, entries[2])

    day = page.context["day"]
    assert (day.now.place.table, day.now.place.wind, day.now.state) == (1, "W", "not_started")
    assert day.now.place.opponents == (("N", 4, "Dóra"), ("E", 1, "Adam"), ("S", 2, "Břetislav"))
    assert f'href="{reverse("entry", args=[tournament.slug, 4])}">Dóra</a>' in page.text
    assert (day.coming.round, day.coming.table, day.coming.wind) == (2, 1, "S")
    assert "The clock has not started yet" in page.text
    assert "These seats come from the seating plan of" in page.text
    assert hanchan.get_absolute_url() in page.text
    titles = [page.text.index(title) for title in ("How I stand", "Messages to this phone", "My schedule")]
    assert titles == sorted(titles)


def test_a_running_clock_says_until_when(client, over):
    _tournament, entries, (hanchan,) = tournament_with(FOUR)
    for each in (hanchan, over):
        RoundClock.objects.create(round=each.round, started_at=timezone.now())

    assert "(90 min)" in own(client, entries[0]).text
    assert " min)" not in own(client, entry_of(over, 0)).text


def test_a_resting_or_withdrawn_player_sees_it(client):
    tournament, entries, hanchans = tournament_with([f"Player {n}" for n in range(8)])
    hanchans[1].seats.all().delete()
    tournament.rounds.get().resting.set(entries[4:])
    plan = keep_plan(tournament, [[1, 2, 3, 4]], [[1, 2, 3, 4]], [[5, 6, 7, 8]])

    rests = own(client, entries[4])
    Departure.objects.create(entry=entries[0], kind="withdrawn", from_round=2, decided_by=plan.accepted_by)
    gone = own(client, entries[0])

    day = rests.context["day"]
    assert (day.now, day.rests.round, day.sits_out) == (None, 1, True)
    assert "You no longer play in this tournament." in gone.text
    assert (gone.context["day"].now.place.round, gone.context["day"].coming) == (1, None)


def test_a_plan_that_no_longer_fits_shows_no_seat(client):
    """Somebody left, or a cut was made: the round is drawn, and the seats of the plan would be wrong."""
    tournament, entries, _hanchans = tournament_with([f"Player {n}" for n in range(8)])
    plan = keep_plan(tournament, *[[[1, 2, 3, 4], [5, 6, 7, 8]]] * 2)

    def coming():
        Tournament.objects.update(version=F("version") + 1)
        return own(client, entries[4]).context["day"].coming

    planned = coming()
    cut = Cut.objects.create(tournament=tournament, after_round=1, carried="full", decided_by=plan.accepted_by)
    after_cut = coming()
    cut.delete()
    Departure.objects.create(entry=entries[0], kind="withdrawn", from_round=2, decided_by=plan.accepted_by)

    assert (planned.round, planned.table, after_cut, coming()) == (2, 2, None, None)


def test_four_own_phones_sign_a_sheet(client, over):
    page = own(client, entry_of(over, 1)).text
    assert "I confirm my result" in page
    assert "38,000" in page

    answers = [confirm(client, over, seat) for seat in range(4)]
    again = confirm(client, over, 0)

    assert [answer.status_code for answer in (*answers, again)] == [302] * 5
    game = load_game(over)
    assert game.sheet.signed_as == []
    assert [(signature.seat, signature.signed_as) for signature in game.signatures] == [(n, "") for n in range(4)]
    last = list(over.tournament.log.all())[-5:]
    assert [entry.kind for entry in last] == ["sheet.confirmed_by_link"] * 4 + ["sheet.signed"]
    players = [seat.entry.number for seat in game.seats]
    assert [(entry.actor_kind, entry.actor_number) for entry in last] == [
        ("player", number) for number in (*players, players[-1])
    ]
    assert "I confirm my result" not in own(client, entry_of(over, 1)).text


def test_confirmations_of_own_phones_and_of_the_table_add_up(client, over):
    confirm(client, over, 2)
    assert "You have confirmed the result" in own(client, entry_of(over, 2)).text

    for seat in range(4):
        confirm_seat(hanchan_id=over.pk, revision=over.revision, seat=seat, by=at_table(over.table))

    assert over.signatures.count() == 4
    assert load_game(over).sheet is not None


def test_a_sheet_that_was_changed_meanwhile_is_not_confirmed(client, over):
    seen = over.revision
    (hand,) = over.hands.filter(number=8)
    undo_hand(hanchan_id=over.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)
    play(over, DRAW)

    response = confirm(client, over, 1, revision=seen)

    assert response.status_code == 409
    assert "The points were changed meanwhile" in response.text
    assert f'data-live="{entry_of(over, 1).get_link()}"' in response.text
    assert not over.signatures.exists()


def test_nobody_signs_for_another(client, over):
    _other, _entries, (elsewhere,) = tournament_with(FOUR)
    bad = confirm(client, over, 0, revision="x")
    link = entry_of(over, 0).get_sheet_link()
    token = link.split("/")[-3]

    assert bad.status_code == 422
    assert confirm(client, over, 0, hanchan=elsewhere.pk).status_code == 404
    assert client.post(link.replace(token, "0" * 30), {}).status_code == 404
    assert client.get(link).status_code == 405
    assert client.get(reverse("own-entry", args=[over.tournament.slug, 2, token])).status_code == 404
    assert not over.signatures.exists()


def test_only_players_who_sat_there_to_the_end_can_confirm(client, over):
    here = {"hanchan": over, "said_by": over.tournament.log.last()}
    Substitution.objects.create(entry=entry_of(over, 1), name="Zoe", may_publish=True, **here)
    other = EntryFactory(tournament=over.tournament, number=5)

    elsewhere = client.post(other.get_sheet_link(), {"hanchan": over.pk, "revision": over.revision})
    replaced = confirm(client, over, 1)

    assert (elsewhere.status_code, replaced.status_code) == (409, 409)
    assert "Zoe played for you" in replaced.text
    assert "You do not play in this hanchan" in elsewhere.text
    assert not over.signatures.exists()


def test_the_standing_shows_the_gaps_to_the_next_places(client, over):
    sign(over)

    first, third, last = (own(client, entry_of(over, seat)) for seat in (1, 0, 2))

    standing = third.context["day"].standing
    assert (standing.row.place, standing.players, standing.above.place, standing.below.place) == (2, 4, 1, 4)
    assert "+23.0 score points to place 1" in third.text
    assert "+23.0 score points ahead of place 4" in third.text
    assert "ahead of place 2" in first.text
    assert last.context["day"].standing.below is None


def test_a_private_tournament_shows_only_the_players_own_games(client):
    tournament, entries, (hanchan,) = tournament_with(FOUR, is_public=False)
    play(hanchan, *TO_THE_END)
    sign(hanchan)

    page = own(client, entries[1])

    assert "38,000" in page.text
    assert "standings of this tournament are not public" in page.text
    assert reverse("leaderboard", args=[tournament.slug]) not in page.text
    assert hanchan.get_absolute_url() not in page.text


def test_the_live_part_is_sent_alone(client, over):
    whole, part = own(client, entry_of(over, 0)), client.get(entry_of(over, 0).get_link(), headers=HTMX)

    assert part.text.strip().startswith('<div id="mine"')
    assert "I confirm my result" in part.text
    assert "Your data" in whole.text
    assert "Your data" not in part.text
    assert "no-store" in part.headers["Cache-Control"]


def test_what_i_need_stands_once_and_earlier_hanchans_are_folded(client):
    _tournament, entries, (first, second, third) = tournament_with(FOUR, rounds=3)
    for hanchan in (first, second):
        play(hanchan, *TO_THE_END)
        sign(hanchan)
    assert own(client, entries[0]).text.count("What I need") == 1

    play(third, MANGAN)
    page = own(client, entries[0]).text
    latest, _summary, earlier = page[page.index("My hanchans") :].partition("2 earlier hanchans</summary>")

    assert page.count("What I need") == 1
    assert third.get_absolute_url() in latest
    assert first.get_absolute_url() not in latest
    assert earlier.index(second.get_absolute_url()) < earlier.index(first.get_absolute_url())


def test_the_number_of_queries_does_not_grow(client):
    def queries(names, rounds):
        tournament, entries, hanchans = tournament_with(names, rounds=rounds)
        keep_plan(tournament, *[[[1, 2, 3, 4]]] * (rounds + 1))
        for hanchan in hanchans:
            play(hanchan, MANGAN, DRAW)
        sign(hanchans[0])
        client.get(entries[0].get_link())
        tournament.version += 1
        tournament.save()
        return queries_of(client, entries[0].get_link())

    assert queries(FOUR, 2) == queries([f"Player {n}" for n in range(8)], 3)


def test_the_desk_finds_a_players_page_by_name(client, over):
    referee, tournament = UserFactory(), over.tournament
    tournament.memberships.create(user=referee, role=Role.REFEREE)
    entry = entry_of(over, 1)
    url = reverse("entry-link", args=[tournament.slug, entry.number])
    lists = [reverse(name, args=[tournament.slug]) for name in ("players", "check-in")]
    assert client.get(url).status_code == 302
    assert url not in client.get(lists[0]).text

    client.force_login(referee)
    shown = client.get(url)

    entry.is_at_desk = True
    assert qr_code(f"http://testserver{entry.get_link()}") in shown.text
    assert "no-store" in shown.headers["Cache-Control"]
    assert all(url in client.get(page).text for page in lists)
    assert all(entry.get_link() not in client.get(page).text for page in lists)
    client.force_login(UserFactory())
    assert client.get(url).status_code == 404


def test_who_confirmed_on_their_own_phone_is_not_confirmed_for_at_the_table(client, over):
    """Somebody at the table changes the last hand and taps all four names: the player's own confirmation is not theirs
    to give again."""
    confirm(client, over, 1)
    phone = at_table(over.table)
    over.refresh_from_db()
    undo_hand(hanchan_id=over.pk, hand_id=over.hands.current().latest("number").pk, key=uuid4(), by=phone)
    play(over, DRAW)
    over.refresh_from_db()
    at_the_table = {"hanchan_id": over.pk, "revision": over.revision, "seat": 1}

    with pytest.raises(ConfirmedOnOwnPhone):
        confirm_seat(**at_the_table, by=phone)

    assert not over.signatures.current().exists()
    client.get(over.table.get_link())
    screen = client.get(over.table.get_absolute_url()).text
    assert "confirms on their own phone" in screen
    assert confirm(client, over, 1).status_code == 302
    assert over.signatures.current().get().seat == 1


def test_a_referee_confirms_for_who_confirmed_on_their_own_phone(client, over):
    referee = UserFactory()
    over.tournament.memberships.create(user=referee, role=Role.REFEREE)
    confirm(client, over, 1)
    over.signatures.all().delete()

    confirm_seat(hanchan_id=over.pk, revision=over.revision, seat=1, by=visitor(referee))

    assert over.signatures.get().seat == 1


def test_the_page_says_that_points_changed_under_a_confirmation(client, over):
    confirm(client, over, 1)
    before = own(client, entry_of(over, 1)).text
    over.refresh_from_db()
    record_paper_result(
        hanchan_id=over.pk, revision=over.revision, key=uuid4(), points=(60_000, 20_000, 20_000, 20_000),
        riichi_sticks=0, chombo=(0, 0, 0, 0), by=STRANGER, reason="Read from the paper",
    )  # fmt: skip
    over.refresh_from_db()
    referee = UserFactory()
    over.tournament.memberships.create(user=referee, role=Role.REFEREE)
    sign_sheet(hanchan_id=over.pk, revision=over.revision, by=visitor(referee))

    changed = own(client, entry_of(over, 1)).text
    others = own(client, entry_of(over, 2)).text

    assert "after you confirmed" not in before + others
    assert "Your points changed after you confirmed them" in changed
    assert re.search(r"You confirmed 38,000; the sheet now says 20,000\.", changed)
