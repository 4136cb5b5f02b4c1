"""What referees and players do at tables on a laptop comes back: see `test_honest_work.py`."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.outcome import AbortiveDraw, AbortReason
from scoring.presets import RULESETS
from tests.archive.stories import (
    about,
    check_is_accepted,
    collected_in,
    exchange,
    hanchan_at,
    in_turn,
    key,
    on_paper,
    started,
)
from tests.factories import STRANGER, UserFactory, at_table, play, sign, visitor
from tests.standings.results import MANGAN, tournament_with
from tests.table.corrections import A, B, C, ron, seen_in, tsumo
from tournament.models import Hand, Membership, Role, Tournament
from tournament.site.actions.correct_rules import correct_rules
from tournament.site.queries.rules_correction import plan_rules
from tournament.table.actions.call_time import call_time, withdraw_time
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.edit_extras import edit_extras
from tournament.table.actions.move_hand import move_hand
from tournament.table.actions.paper_result import record_paper_result, remove_paper_result
from tournament.table.actions.second_keying import decide_paper, key_again
from tournament.table.actions.sign_sheet import confirm_own_seat, sign_sheet
from tournament.table.actions.substitute import name_substitute, remove_substitute
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Insert, Remove, Replace

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STORIES = []
story = collected_in(STORIES)


def correct(hanchan, *edits, by, reason="Wrong"):
    correct_hanchan(**about(hanchan), edits=edits, key=uuid4(), reason=reason, by=by)


def seen(hanchan, number):
    return seen_in(hanchan.hands.current().get(number=number))


@story("hand.recorded", "time.called", "sheet.confirmed", "sheet.signed")
def hands_are_played(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    play(hanchan, MANGAN, by=at_table(hanchan.table))
    sign(hanchan)


@story("hand.recorded", "hand.undone")
def hands_are_undone(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    for _each in range(2):
        last = Hand.objects.filter(hanchan=hanchan, superseded_by=None).latest("number")
        undo_hand(hanchan_id=hanchan.pk, hand_id=last.pk, key=uuid4(), by=at_table(hanchan.table))
    play(hanchan, tsumo(C))


@story("hand.corrected", "hand.inserted", "hand.removed", "round.approval_withdrawn", "sheet.signed")
def hands_are_corrected(laptop, by):
    for hanchan in (hanchan_at(laptop, 1, 1), hanchan_at(laptop, 2, 1)):
        correct(hanchan, Replace(2, tsumo(B), seen(hanchan, 2)), by=by)
        correct(hanchan, Insert(1, tsumo(A), seen(hanchan, 1)), by=by)
        correct(hanchan, Remove(1), by=by)
    sign_sheet(**about(hanchan_at(laptop, 1, 1)), by=by)


@story("hand.moved_away", "hand.moved_here")
def a_hand_is_moved(laptop, by):
    source, target = hanchan_at(laptop, 2, 1), hanchan_at(laptop, 2, 2)
    to = {"to_id": target.pk, "to_revision": about(target)["revision"], "reason": "Other table"}
    move_hand(**about(source), number=3, edits=(Remove(3),), key=uuid4(), by=by, **to)


@story("time.called", "time.withdrawn")
def time_is_called_and_taken_back(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    call_time(**about(hanchan), in_progress=True, by=STRANGER)
    withdraw_time(**about(hanchan), by=STRANGER)
    call_time(**about(hanchan_at(laptop, 2, 2)), in_progress=False, by=STRANGER)


@story("substitute.named", "substitute.removed")
def substitutes_play(laptop, by):
    for hanchan, after in ((hanchan_at(laptop, 1, 1), None), (hanchan_at(laptop, 2, 1), 2)):
        entry = hanchan.seats.get(seat=1).entry_id
        named = {"entry_id": entry, "name": "Friend", "after_hand": after, "reason": "Ill"}
        name_substitute(**about(hanchan), key=uuid4(), by=by, **named)
    row = hanchan.substitutions.get()
    correct(hanchan, Remove(1), by=by)
    remove_substitute(**about(hanchan), substitution_id=row.pk, reason="Well again", by=by)


@story("hanchan.extras")
def extras_change(laptop, by):
    more = {"start_points": None, "chips": (0, 0, 0, 0), "winless": {3}}
    edit_extras(**about(hanchan_at(laptop, 1, 1)), key=uuid4(), by=by, reason="Read again", **more)


@story("seats.swapped")
def seats_are_swapped(laptop, by):
    for hanchan in (hanchan_at(laptop, 1, 2), hanchan_at(laptop, 2, 1)):
        entries = list(hanchan.seats.order_by("seat").values_list("entry", flat=True))
        swap_seats(**about(hanchan), key=uuid4(), entries=entries[::-1], reason="Sat down wrong", by=by)


@story("hanchan.cancelled", "hanchan.restarted", "hand.recorded")
def hanchans_are_cancelled(laptop, by):
    first = hanchan_at(laptop, 2, 1)
    cancel_hanchan(**about(first), restart=True, key=uuid4(), reason="Tiles were missing", by=by)
    play(hanchan_at(laptop, 2, 1), tsumo(B))
    second = hanchan_at(laptop, 1, 1)
    cancel_hanchan(**about(second), restart=False, key=uuid4(), reason="Wrong players", by=by)
    restart_hanchan(hanchan_id=second.pk, key=uuid4(), by=by)


@story("paper.recorded", "paper.removed", "hand.recorded")
def points_come_from_paper(laptop, by):
    for hanchan in (hanchan_at(laptop, 1, 1), hanchan_at(laptop, 2, 1), hanchan_at(laptop, 2, 2)):
        key(record_paper_result, hanchan, by, reason="The sheet says so")
    remove_paper_result(**about(hanchan), by=by)
    play(hanchan, tsumo(C))


@story("paper.decided", "sheet.signed", at=on_paper)
def somebody_decides_between_two_keyings(laptop, by):
    hanchan = hanchan_at(laptop, 1, 1)
    first, second = hanchan.paper_results.filter(superseded_by=None).order_by("is_second")
    ids = {"first_id": first.pk, "second_id": second.pk, "holds": "second"}
    decide_paper(**about(hanchan), key=uuid4(), reason="Read", by=by, **ids)


@story("seats.swapped", at=on_paper)
def what_two_keyings_were_about_changes(laptop, by):
    hanchan = hanchan_at(laptop, 1, 1)
    entries = list(hanchan.seats.order_by("seat").values_list("entry", flat=True))
    swap_seats(**about(hanchan), key=uuid4(), entries=entries[::-1], reason="Sat down wrong", by=by)


@story("rules.corrected", "hanchan.resettled", "sheet.signed", at=on_paper)
def rules_of_two_keyings_are_corrected(laptop, by):
    rules_are_corrected(laptop, by)


@story("paper.recorded", "paper.keyed_again", "sheet.signed", at=on_paper)
def paper_is_keyed_anew(laptop, by):
    other = UserFactory()
    Membership.objects.create(tournament=laptop, user=other, role=Role.REFEREE)
    hanchan = hanchan_at(laptop, 1, 2)
    key(record_paper_result, hanchan, by, points=(30_000,) * 4, reason="Read again")
    key(key_again, hanchan, visitor(other), points=(30_000,) * 4)


@story("sheet.confirmed_by_link", "sheet.signed", "time.called")
def players_confirm(laptop, by):
    hanchan = hanchan_at(laptop, 2, 1)
    call_time(**about(hanchan), in_progress=False, by=STRANGER)
    for entry in hanchan.seats.values_list("entry", flat=True):
        confirm_own_seat(**about(hanchan), entry_id=entry, by=STRANGER)


@story("rules.corrected", "hanchan.resettled", "sheet.signed")
def rules_are_corrected(laptop, by):
    laptop = Tournament.objects.get(pk=laptop.pk)
    rules = replace(laptop.ruleset, uma=(30, 10, -10, -30))
    digest = plan_rules(laptop, rules).digest
    correct_rules(tournament_id=laptop.pk, rules=rules, digest=digest, key=uuid4(), reason="Wrong book", by=by)


def over_four_winds(by):
    """Two hands and four equal winds, under rules that end a hand by them."""
    key_, rules = next((key, rules) for key, rules in RULESETS.items() if rules.abort_four_winds)
    home, _entries, [hanchan] = tournament_with([*"ABCD"], owner=by.user, ruleset_key=key_)
    play(hanchan, tsumo(A), ron(B, C), AbortiveDraw(reason=AbortReason.FOUR_WINDS))
    home.refresh_from_db()
    assert rules == home.ruleset
    return home


@story("paper.recorded", "rules.corrected", "hanchan.resettled", "paper.removed", "hand.undone", at=over_four_winds)
def hands_that_other_rules_left_are_undone(laptop, by):
    """The hands do not count while points from paper do, so the rules remove the one that they make impossible."""
    hanchan = hanchan_at(laptop, 1, 1)
    key(record_paper_result, hanchan, by, points=(laptop.ruleset.start_points,) * 4, reason="On paper")
    laptop = Tournament.objects.get(pk=laptop.pk)
    rules = replace(laptop.ruleset, abort_four_winds=False)
    digest = plan_rules(laptop, rules).digest
    correct_rules(tournament_id=laptop.pk, rules=rules, digest=digest, key=uuid4(), reason="Wrong book", by=by)
    remove_paper_result(**about(hanchan), by=by, reason="Wrong table")
    last = hanchan.hands.current().get(number=2)
    undo_hand(hanchan_id=hanchan.pk, hand_id=last.pk, key=uuid4(), by=by)


@story("hanchan.restarted", "round.exchanged", "hand.recorded", at=started)
def players_of_a_restarted_hanchan_are_exchanged(laptop, by):
    cancel_hanchan(**about(hanchan_at(laptop, 1, 1)), restart=True, key=uuid4(), reason="Wrong seats", by=by)
    pair = [hanchan_at(laptop, 1, table).seats.get(seat=0).entry.number for table in (1, 2)]
    exchange(laptop, by, *pair)
    for table in (1, 2):
        play(hanchan_at(laptop, 1, table), tsumo(A))


@pytest.mark.parametrize(("lent", "work", "kinds", "ways"), in_turn(STORIES), indirect=["lent"])
def test_honest_work_is_accepted_by_the_mirror_and_on_return(lent, work, kinds, ways):
    check_is_accepted(lent, work, kinds, ways)
