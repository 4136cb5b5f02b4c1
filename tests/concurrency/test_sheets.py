"""A sheet is signed once, and nobody's signature stays under points that were changed."""

from uuid import uuid4

import pytest

from scoring.outcome import Chombo, ExhaustiveDraw
from scoring.seats import Seat
from tests.concurrency.conftest import PHONES, Phone, statuses, together
from tests.factories import HanchanFactory, UserFactory, play, visitor
from tournament.games.queries.game import load_game
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.edits import Insert, Seen

pytestmark = pytest.mark.database

SIGNING = "tournament.table.actions.sign_sheet"
EIGHT_DRAWS = [ExhaustiveDraw()] * 8


@pytest.fixture
def referees(transactional_db):
    return UserFactory.create_batch(2)


@pytest.fixture
def finished(referees):
    """A hanchan that is over and not signed."""
    hanchan = HanchanFactory(round__tournament__referees=referees)
    play(hanchan, *EIGHT_DRAWS)
    return hanchan


def confirmation(hanchan, seat):
    phone = Phone(hanchan)
    return phone.press("sheet", phone.drawn("sheet", ("seat", str(seat))))


def signature(hanchan, referee):
    phone = Phone(hanchan, referee)
    return phone.press("sheet", phone.drawn("sheet", ("seat", "referee")))


@pytest.mark.slow
def test_four_players_who_confirm_at_once_make_one_sheet(finished, meet):
    meet(SIGNING, "load_game", 2, patience=0.2)

    answers = together([confirmation(finished, seat) for seat in range(4)])

    game = load_game(finished)
    assert statuses(answers) == {302: 4}
    assert sorted(signature.seat for signature in game.signatures) == [0, 1, 2, 3]
    assert finished.sheets.count() == 1
    assert [line.seat for line in game.sheet.lines.all()] == [0, 1, 2, 3]


@pytest.mark.slow
def test_one_player_who_confirms_on_eight_phones_confirms_once(finished, meet):
    meet(SIGNING, "load_game", 2, patience=0.2)

    answers = together([confirmation(finished, 2) for _ in range(PHONES)])

    assert statuses(answers) == {302: PHONES}
    assert [signature.seat for signature in load_game(finished).signatures] == [2]


@pytest.mark.slow
def test_two_referees_who_sign_at_once_make_one_sheet(finished, referees, meet):
    meet(SIGNING, "load_game", 2, patience=0.2)

    answers = together([signature(finished, referee) for referee in referees])

    assert statuses(answers) == {302: 2}
    assert finished.sheets.count() == finished.signatures.count() == 1


@pytest.mark.slow
def test_the_fourth_player_and_a_referee_at_once_make_one_sheet(finished, referees, meet):
    for seat in range(3):
        confirmation(finished, seat)()
    meet(SIGNING, "load_game", 2, patience=0.2)

    answers = together([confirmation(finished, 3), signature(finished, referees[0])])

    assert statuses(answers) == {302: 2}
    assert finished.sheets.count() == 1


def taken_back(hanchan, referee):
    """The last hand is undone."""
    phone = Phone(hanchan, referee)
    return phone.press("hand-undo", phone.drawn("hand-undo"))


def corrected(hanchan, referee):
    """A forgotten chombo is put before the last hand: the game is over all the same, but not as it was."""
    game = load_game(hanchan)
    forgotten = Insert(8, Chombo(offenders=frozenset({Seat.SOUTH})), Seen.of(game.played[7].before))
    return lambda: correct_hanchan(
        hanchan_id=hanchan.pk,
        revision=game.hanchan.revision,
        edits=(forgotten,),
        key=uuid4(),
        reason="forgotten",
        by=visitor(referee),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("change", "hands"), [(taken_back, 7), (corrected, 9)])
def test_nobodys_signature_stays_under_a_sheet_that_changes_at_that_moment(finished, referees, change, hands):
    for seat in range(3):
        confirmation(finished, seat)()

    confirmed, _changed = together([confirmation(finished, 3), change(finished, referees[0])])

    game = load_game(finished)
    assert confirmed.status_code in {302, 409}
    assert finished.sheets.count() == (1 if confirmed.status_code == 302 else 0)
    assert (len(game.hands), game.signatures, game.sheet) == (hands, (), None)


def test_a_sheet_drawn_before_a_correction_is_not_confirmed_during_it(finished, referees):
    late = confirmation(finished, 0)
    taken_back(finished, referees[0])()
    phone = Phone(finished)
    record = phone.press("hand-record", phone.drawn("hand-record", mode="draw"))

    recorded, confirmed = together([record, late])

    assert (recorded.status_code, confirmed.status_code) == (302, 409)
    assert load_game(finished).signatures == ()
