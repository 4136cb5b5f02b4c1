"""`manage.py verify` finds every kind of difference, and mends what may be mended."""

import io
from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import STRANGER, UserFactory, cut_to, keep_plan, penalize, play, sign, visitor
from tests.standings.results import DRAW, MANGAN, cancel, tournament_with
from tournament.archive.actions.rebuild_figures import make_missing_figures
from tournament.core.words.names import who
from tournament.models import (
    Cut,
    Departure,
    Entry,
    Hanchan,
    Hand,
    LineFigures,
    PaperResult,
    Penalty,
    Role,
    SeatingPlan,
    SignedSheet,
    Tournament,
)
from tournament.models import Seat as SeatRow
from tournament.people.actions.depart import depart
from tournament.rounds.actions.approve_round import approve_round
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(once):
    _tournament, _entries, (hanchan,) = tournament_with(["Adam", "Břetislav", "Claire", "Dóra"])
    play(hanchan, MANGAN, DRAW, Chombo(offenders=frozenset({Seat.EAST})))
    sign(hanchan)
    return hanchan


@pytest.fixture
def hanchan(db, made):
    """Three hands and a chombo, signed."""
    return deepcopy(made)


def verify(*arguments):
    """What the command says, and whether it was content."""
    output = io.StringIO()
    try:
        call_command("verify", *arguments, stdout=output)
    except CommandError as error:
        return f"{output.getvalue()}{error}", error.returncode == 0
    return output.getvalue(), True


def test_a_database_that_agrees_is_counted(hanchan):
    output, content = verify()

    assert output.endswith("No differences in 1 tournament, 1 hanchan, 3 hands, 1 signed sheet.\n")
    assert content


def hand(number=1):
    return Hand.objects.filter(number=number)


def lines(seat=1):
    return SignedSheet.objects.get().lines.filter(seat=seat)


def other_entry():
    _tournament, entries, _hanchans = tournament_with(["E", "F", "G", "H"])
    return entries[0]


PLANTED = {
    "hand 1: stored south is 9000, but a replay gives 8000": lambda: hand().update(south=9_000, west=-9_000),
    "hand 2: stored to_table is 1000, but a replay gives 0": lambda: hand(2).update(east=2_000, to_table=1_000),
    "hand 2 was recorded as E1, but a replay gives E2": lambda: hand(2).update(dealer=0),
    "hand 2 was recorded as S2": lambda: hand(2).update(round_wind="S"),
    "hand 3: stored honba is 4, but a replay gives 1": lambda: hand(3).update(honba=4),
    "the hanchan’s hands are numbered [1, 2, 4]": lambda: hand(3).update(number=4),
    "hand 1 is impossible. A win by ron cannot have 1 han and 25 fu.": lambda: hand().update(
        outcome={"type": "ron", "discarder": 2, "wins": [{"winner": 1, "han": 1, "fu": 25}]}
    ),
    "hand 2 is impossible. A hand must be an object with a known type.": lambda: hand(2).update(
        outcome={"type": "mah-jongg"}
    ),
    "points 38100 for seat 1, but a replay gives 37000": lambda: lines().update(points=38_100),
    "place 2 for seat 1, but a replay gives 1": lambda: lines().update(place=2),
    "uma 15.0 for seat 1, but a replay gives 15": lambda: lines().update(uma="15.0"),
    "score 23.5 for seat 1": lambda: lines().update(score="23.5"),
    "penalty 0 for seat 0, but a replay gives 20": lambda: lines(0).update(penalty="0"),
    "entry": lambda: lines().update(entry=other_entry()),
    "lines for the seats [0, 2, 3]": lambda: lines().delete(),
    "3 riichi bets left, but a replay gives 0": lambda: SignedSheet.objects.update(riichi_sticks=3),
    "the hanchan is not over, but its sheet is signed": lambda: Hanchan.objects.update(
        time_called_at=None, time_called_after=None, time_hand_in_progress=None
    ),
    "the hanchan’s seats are [0, 1, 2]": lambda: SeatRow.objects.filter(seat=3).delete(),
    "still signed": lambda: cancel(Hanchan.objects.get()),
    "the tournament’s version is 99": lambda: Tournament.objects.update(version=99),
    "takes off 7, but its log entry says 5": lambda: (
        penalize(Entry.objects.first()) or Penalty.objects.update(points="7")
    ),
    "the tournament’s log has": lambda: Tournament.objects.get().log.filter(number=2).delete(),
    "the tournament’s rules cannot be read. These rules are not possible: minutes": lambda: Tournament.objects.update(
        rules={"base": "wrc_2015", "minutes": "ninety"}
    ),
}


def left(kind):
    entry = Entry.objects.first()
    depart(entry_id=entry.pk, key=uuid4(), kind=kind, from_round=2, reason="Ill", by=STRANGER)
    return entry.departures


def named():
    hanchan, entry = Hanchan.objects.get(), Entry.objects.first()
    referee = UserFactory()
    hanchan.tournament.memberships.create(user=referee, role=Role.REFEREE)
    substitute = {"entry_id": entry.pk, "name": "Robot", "after_hand": None, "reason": "Ill", "by": visitor(referee)}
    name_substitute(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), **substitute)
    return hanchan.substitutions


def approved():
    tournament = Tournament.objects.get()
    approve_round(tournament_id=tournament.pk, number=1, key=uuid4(), by=STRANGER)
    return tournament.log.filter(kind="round.approved")


def confirmed_in_play():
    SignedSheet.objects.all().delete()
    return Hanchan.objects.update(time_called_at=None, time_called_after=None, time_hand_in_progress=None)


PLANTED |= {
    "the hanchan is not over, but players have confirmed its result": confirmed_in_play,
    "'withdrawn', 3), but its log entry says": lambda: left(Departure.Kind.WITHDRAWN).update(from_round=3),
    "the cut after round 1 is (1, 'none', [1, 2])": lambda: (
        cut_to(*Entry.objects.all()[:2]) and Cut.objects.update(carried="none")
    ),
    "'full', [1, 2, 3]), but its log entry says (1, 'full', [1, 2])": lambda: cut_to(
        *Entry.objects.all()[:2]
    ).finalists.add(Entry.objects.get(number=3)),
    "players who did not advance at an earlier cut": lambda: (
        cut_to(*Entry.objects.all()[:2]) and cut_to(*Entry.objects.all()[1:3], after=2)
    ),
    "is for player number 4, but its log entry says 1": lambda: named().update(entry=Entry.objects.last()),
    "round 1 is approved, but its log entry says 2": lambda: approved().update(data={"number": 2}),
    "has the fingerprint": lambda: (
        keep_plan(Tournament.objects.get(), [[1, 2, 3, 4]]) and SeatingPlan.objects.update(rounds=[[[2, 1, 3, 4]]])
    ),
}


@pytest.mark.parametrize("line", PLANTED)
def test_every_kind_of_difference_is_found(hanchan, line):
    PLANTED[line]()

    output, content = verify()

    assert line in output
    assert not content


def test_points_from_paper_are_added_up_again():
    _tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"])
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=0,
        key=uuid4(),
        points=(45_000, 25_000, 25_000, 25_000),
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )
    assert verify()[1]

    PaperResult.objects.update(east=46_000)

    assert "the hanchan’s points from the paper sheet are impossible." in verify()[0]


def test_changes_are_rebuilt_and_the_log_says_so(hanchan):
    hand().update(south=9_000, west=-9_000, honba=2)

    output, content = verify("--rebuild")

    assert content, output
    assert "Rebuilt 1 hands." in output
    assert hand().get().deltas == (0, 8_000, -8_000, 0)
    entry = hanchan.tournament.log.get(kind="hands.rebuilt")
    assert who(entry.actor) == "manage.py verify"


def test_rebuilding_correct_hands_writes_nothing(hanchan):
    before = Tournament.objects.get().version

    assert "Rebuilt 0 hands." in verify("--rebuild")[0]
    assert Tournament.objects.get().version == before


@pytest.mark.parametrize("harm", ["wrong", "missing"])
def test_figures_are_compared_and_rebuilt(hanchan, harm):
    south = LineFigures.objects.filter(line__seat=1)
    _ = south.update(hands=7) if harm == "wrong" else south.delete()
    output, content = verify()
    assert not content
    assert "the stored figures of the hanchan’s sheet for seat 1 differ from a replay" in output

    output, content = verify("--rebuild")

    assert content, output
    assert "Rebuilt the figures of 1 lines of sheets." in output
    assert (south.get().hands, south.get().won_by_ron, south.get().points_won) == (2, 1, 8_000)


def test_sheets_of_before_get_their_figures_with_the_migration(hanchan):
    before = list(LineFigures.objects.order_by("line").values())
    LineFigures.objects.all().delete()

    make_missing_figures()

    assert list(LineFigures.objects.order_by("line").values()) == before


def test_recorded_outcomes_and_signatures_are_never_rebuilt(hanchan):
    lines().update(score="23.5")
    hand(2).update(dealer=0)

    output, content = verify("--rebuild")

    assert not content
    assert "score 23.5" in output
    assert "hand 2 was recorded as E1" in output
    assert hand().get().parsed_outcome() == MANGAN
