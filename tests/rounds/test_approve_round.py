"""A round approved: only with every sheet signed; what changes it then needs a reason, and says whose place moves."""

import re
from copy import deepcopy
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, play, sign, visitor
from tests.queries import queries_of
from tests.standings.results import MANGAN, tournament_with
from tests.table.corrections import A, ron, tsumo
from tournament.core.errors import ReasonMissing, RoundApproved
from tournament.core.words.names import who
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, Role, Round
from tournament.rounds.actions.approve_round import approve_round
from tournament.table.actions.call_time import withdraw_time
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Remove, edits_to_text

pytestmark = pytest.mark.django_db

EIGHT = ["Adam", "Břetislav", "Claire", "Dóra", "Emil", "Františka", "Gustav", "Hana"]


@pytest.fixture(scope="module")
def made(once):
    organizer = UserFactory(username="Ondra")
    _tournament, _entries, hanchans = tournament_with(EIGHT, organizers=[organizer])
    play(hanchans[0], MANGAN, tsumo(A))
    play(hanchans[1], ron(A, A.after()))
    return organizer, hanchans


@pytest.fixture
def organizer(client, db, made):
    organizer = deepcopy(made[0])
    client.force_login(organizer)
    return organizer


@pytest.fixture
def hanchans(organizer, made):
    """Two tables of one round, played; none is signed."""
    return deepcopy(made[1])


@pytest.fixture
def tournament(hanchans):
    return hanchans[0].tournament


@pytest.fixture
def approve(client, tournament):
    def ask(**fields):
        url = reverse("round-approve", args=[tournament.slug, 1])
        return client.post(url, {"key": str(uuid4()), **fields}, follow=True)

    return ask


@pytest.fixture
def approved(hanchans, organizer):
    """The first of the two hanchans, of a round that is approved."""
    for hanchan in hanchans:
        sign(hanchan)
    approve_round(tournament_id=hanchans[0].tournament.pk, number=1, key=uuid4(), by=visitor(organizer))
    assert is_approved()
    hanchans[0].refresh_from_db()
    return hanchans[0]


def is_approved():
    return Round.objects.get().approved_by is not None


@pytest.mark.slow
@pytest.mark.parametrize("page", ["round", "round-check", "desk", "tournament"])
def test_a_page_of_before_approves_nothing_that_it_did_not_show(client, organizer, hanchans, tournament, approve, page):
    for hanchan in hanchans:
        sign(hanchan)
    address = reverse(page, args=[tournament.slug, 1] if page.startswith("round") else [tournament.slug])

    def sheet():
        return re.search(r'name="sheet" value="([\d.]+)"', client.get(address).text)[1]

    before = sheet()
    hanchans[0].refresh_from_db()
    correct_hanchan(
        hanchan_id=hanchans[0].pk, revision=hanchans[0].revision, edits=[Remove(2)], key=uuid4(), reason="Read again",
        by=visitor(organizer),
    )  # fmt: skip
    sign(hanchans[0])

    assert "was changed meanwhile. Nothing was approved" in approve(sheet=before).text
    assert not is_approved()
    assert "The results of round 1 are approved" in approve(sheet=sheet()).text
    assert is_approved()


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1])
def test_a_page_of_before_approves_no_round_whose_result_was_cancelled(client, organizer, hanchans, approve, place):
    for hanchan in hanchans:
        sign(hanchan)
    shown = re.search(r'name="sheet" value="([^"]+)"', client.get(hanchans[0].round.get_absolute_url()).text)[1]
    cancelled = Hanchan.objects.get(pk=hanchans[place].pk)
    about = {"hanchan_id": cancelled.pk, "revision": cancelled.revision, "restart": False, "reason": "Wrong players"}
    cancel_hanchan(**about, key=uuid4(), by=visitor(organizer))

    assert "was changed meanwhile. Nothing was approved" in approve(sheet=shown).text
    assert not is_approved()


@pytest.mark.slow
def test_it_is_approved_only_when_every_sheet_is_signed(client, hanchans, approve):
    sign(hanchans[0])
    assert "Approve the results" not in client.get(hanchans[0].round.get_absolute_url()).text
    assert "Not every sheet of this round is signed" in approve().text
    assert not is_approved()

    sign(hanchans[1])
    assert "Approve the results" in client.get(hanchans[0].round.get_absolute_url()).text
    page = " ".join(approve().text.split())
    assert "Ondra approved these results on" in page
    assert "Withdraw the approval" in page
    assert "Ondra" not in Client().get(hanchans[0].round.get_absolute_url()).text
    approve()
    assert hanchans[0].tournament.log.filter(kind="round.approved").count() == 1
    assert "approved" in client.get(hanchans[0].tournament.get_absolute_url()).text


def test_it_is_approved_from_the_double_check(client, hanchans, tournament):
    page = reverse("round-check", args=[tournament.slug, 1])
    sign(hanchans[0])
    assert "Approve the results" not in client.get(page).text

    sign(hanchans[1])
    response = client.get(page)
    assert "Approve the results" in response.text
    key = response.context["key"]
    client.post(reverse("round-approve", args=[tournament.slug, 1]), {"key": key})

    assert is_approved()
    approved = client.get(page).text
    assert "Approve the results" not in approved
    assert ">approved<" in approved


def test_a_referee_does_not_approve(client, hanchans, tournament):
    for hanchan in hanchans:
        sign(hanchan)
    referee = UserFactory()
    tournament.memberships.create(user=referee, role=Role.REFEREE)
    client.force_login(referee)

    assert "Approve the results" not in client.get(reverse("round-check", args=[tournament.slug, 1])).text


def test_it_is_withdrawn_and_a_late_copy_of_the_approval_does_not_bring_it_back(approved, approve, tournament):
    approve(withdraw="1")
    assert not is_approved()
    approve(withdraw="1")
    assert tournament.log.filter(kind="round.approval_withdrawn").count() == 1

    key = str(uuid4())
    approve(key=key)
    approve(withdraw="1")
    approve(key=key)
    assert not is_approved()


def test_a_damaged_form_changes_nothing(approved, approve):
    assert "This form is incomplete" in approve(key="x", withdraw="1").text
    assert is_approved()


def test_what_asks_for_no_reason_is_refused(approved, organizer):
    by = visitor(organizer)
    last = approved.hands.get(number=2)
    now = {"hanchan_id": approved.pk, "revision": approved.revision, "by": by}

    with pytest.raises(RoundApproved):
        undo_hand(hanchan_id=approved.pk, hand_id=last.pk, key=uuid4(), by=by)
    with pytest.raises(RoundApproved):
        withdraw_time(**now)
    with pytest.raises(ReasonMissing):
        record_paper_result(**now, key=uuid4(), points=(30_000,) * 4, riichi_sticks=0, chombo=(0, 0, 0, 0))
    with pytest.raises(ReasonMissing):
        correct_hanchan(**now, edits=(Remove(2),), key=uuid4(), reason="")

    assert is_approved()


@pytest.fixture
def on_paper(hanchans, organizer, client):
    """The address of the first hanchan's points from paper, of a round that is approved."""
    by = visitor(organizer)
    now = {"hanchan_id": hanchans[0].pk, "revision": hanchans[0].revision, "by": by}
    record_paper_result(**now, key=uuid4(), points=PAPER, riichi_sticks=0, chombo=(0, 0, 0, 0))
    for hanchan in hanchans:
        sign(hanchan)
    approve_round(tournament_id=hanchans[0].tournament.pk, number=1, key=uuid4(), by=by)
    return reverse("paper", args=[hanchans[0].tournament.slug, hanchans[0].pk])


PAPER, READ_ANEW = (41_000, 33_000, 28_000, 18_000), (40_000, 33_000, 28_000, 19_000)


def typed(page, points, **fields):
    form = page.context["form"]
    drawn = {name: form[name].value() for name in ("revision", "key", "riichi_sticks")}
    return drawn | {f"points_{seat}": point for seat, point in enumerate(points)} | fields


def test_points_from_paper_are_corrected_with_a_reason(client, on_paper, hanchans, tournament):
    page = client.get(on_paper)
    assert "The results of this round are approved. A change needs a reason" in page.text

    response = client.post(on_paper, typed(page, READ_ANEW, reason="North read 19,000"))

    assert response.status_code == 302
    game = load_game(hanchans[0])
    assert (game.final_points, game.sheet) == (READ_ANEW, None)
    assert not is_approved()
    assert tournament.log.get(kind="round.approval_withdrawn").reason == "North read 19,000"
    call_command("verify", stdout=StringIO())


def test_points_from_paper_without_a_reason_stay_and_what_was_typed_with_them(client, on_paper, hanchans):
    response = client.post(on_paper, typed(client.get(on_paper), READ_ANEW))

    assert response.status_code == 422
    assert response.context["form"].errors == {"reason": ["This field is required."]}
    assert 'value="40000"' in response.text
    assert load_game(hanchans[0]).final_points == PAPER
    assert is_approved()


def test_points_from_paper_are_removed_with_a_reason(client, on_paper, hanchans, tournament):
    form = client.get(on_paper).context["removal"]
    fields = {name: form[name].value() for name in ("revision", "key")}
    removal = reverse("paper-remove", args=[tournament.slug, hanchans[0].pk])

    assert "Please give a reason" in client.post(removal, fields, follow=True).text
    assert is_approved()
    client.post(removal, fields | {"reason": "Another table's"})

    assert load_game(hanchans[0]).paper is None
    assert not is_approved()


def test_a_correction_with_a_reason_takes_the_approval_back(approved, organizer, tournament):
    correct_hanchan(
        hanchan_id=approved.pk,
        revision=approved.revision,
        edits=(Remove(2),),
        key=uuid4(),
        reason="Entered twice",
        by=visitor(organizer),
    )

    assert not is_approved()
    entry = tournament.log.get(kind="round.approval_withdrawn")
    assert (who(entry.actor), entry.reason, entry.data) == ("Ondra", "Entered twice", {"number": 1})
    call_command("verify", stdout=StringIO())


def test_a_hanchan_is_cancelled_with_a_reason_and_started_again_only_without_approval(approved, organizer, approve):
    by = visitor(organizer)
    cancel_hanchan(
        hanchan_id=approved.pk, revision=approved.revision, restart=False, key=uuid4(), reason="Wrong wall", by=by
    )
    assert not is_approved()

    approve()
    with pytest.raises(RoundApproved):
        restart_hanchan(hanchan_id=approved.pk, key=uuid4(), by=by)

    assert Hanchan.objects.count() == 2


def test_the_dry_run_says_whose_place_moves(client, approved, tournament):
    address = reverse("correction", args=[tournament.slug, approved.pk])

    page = client.get(address, {"revision": approved.revision, "edits": edits_to_text((Remove(2),))})

    text = " ".join(page.text.split())
    assert "This round is approved. The change withdraws the approval." in text
    moved = {change.before.name: (change.before.place, change.after.place) for change in page.context["places"]}
    assert (moved["Dóra"], moved["Hana"]) == ((6, 3), (4, 3))
    assert 'Dóra</th> <td class="number"><del>6</del> 3</td>' in text


def test_so_do_the_pages_of_seats_and_of_cancelling(client, approved, tournament):
    seats = [seat.entry_id for seat in approved.seats.order_by("seat")]
    fields = {f"seat_{number}": entry for number, entry in enumerate(seats[::-1])}
    swap = client.post(
        reverse("seats", args=[tournament.slug, approved.pk]),
        fields | {"revision": approved.revision, "key": str(uuid4()), "reason": "They sat otherwise"},
    )
    cancel = client.get(reverse("hanchan-cancel", args=[tournament.slug, approved.pk]))

    assert {change.before.name for change in swap.context["places"]} >= {"Adam", "Dóra"}
    assert "The change withdraws the approval" in swap.text
    gone = {change.before.name: change.after.place for change in cancel.context["places"]}
    assert gone["Adam"] is None


def test_before_signatures_nobody_is_troubled_with_standings(client, hanchans, tournament):
    hanchans[0].refresh_from_db()
    address = reverse("correction", args=[tournament.slug, hanchans[0].pk])

    page = client.get(address, {"revision": hanchans[0].revision, "edits": edits_to_text((Remove(2),))})

    assert page.context["places"] is None
    assert "Official standings now" not in page.text


def test_more_rounds_take_no_more_queries(client, approved, organizer):
    def dry_run(hanchan):
        query = f"?revision={hanchan.revision}&edits={edits_to_text((Remove(2),))}"
        return queries_of(client, reverse("correction", args=[hanchan.tournament.slug, hanchan.pk]) + query)

    few = dry_run(approved)
    _tournament, _entries, more = tournament_with(EIGHT, rounds=3, organizers=[organizer])
    for hanchan in more:
        play(hanchan, MANGAN, tsumo(A))
        sign(hanchan)
    more[0].refresh_from_db()

    assert dry_run(more[0]) <= few
