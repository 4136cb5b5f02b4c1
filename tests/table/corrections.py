"""Helpers for tests of corrections: some hands, their pages, games without a database, and random edits."""

from uuid import uuid4

from django.urls import reverse
from hypothesis import strategies as st

from scoring.game_writing import outcome_to_json
from scoring.hanchan import replay
from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Tsumo, Win
from scoring.presets import WRC_2015
from scoring.seats import SEATS, Seat, Wind
from scoring.situation import opening
from tests.factories import UserFactory, visitor
from tests.scoring.strategies import outcomes as any_outcome
from tests.scoring.strategies import playable
from tournament.games.game import Game
from tournament.models import Hanchan, Hand
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.correction_replay import plan_correction
from tournament.table.edits import Insert, Remove, Replace, Seen, edits_to_text

A, B, C, D = SEATS


def ron(winner, discarder, han=3, fu=30, riichi=()):
    return Ron(discarder=discarder, wins=(Win(winner=winner, value=HanFu(han, fu)),), riichi=frozenset(riichi))


def tsumo(winner, han=3, fu=30):
    return Tsumo(win=Win(winner=winner, value=HanFu(han, fu)))


def draw(*tenpai):
    return ExhaustiveDraw(tenpai=frozenset(tenpai))


def page(name, hanchan):
    return reverse(name, args=[hanchan.tournament.slug, hanchan.pk])


def draft(hanchan, *edits, **more):
    return {"revision": hanchan.revision, "edits": edits_to_text(edits), **more}


def accept(client, hanchan, *edits, **more):
    data = {"key": str(uuid4()), "reason": "", **draft(hanchan, *edits), **more}
    return client.post(page("correction", hanchan), data)


def insert_forgotten(hanchan, outcome):
    """Insert a forgotten hand before the first, as a referee."""
    hanchan.refresh_from_db()
    correct_hanchan(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        edits=(Insert(1, outcome, Seen.of(opening(hanchan.tournament.ruleset))),),
        key=uuid4(),
        reason="Forgotten",
        by=visitor(UserFactory()),
    )


def current(hanchan):
    return [hand.parsed_outcome() for hand in hanchan.hands.filter(superseded_by=None)]


def rows(hanchan, outcomes, rules):
    """Yield the unsaved rows that recording these hands would create."""
    for number, (outcome, played) in enumerate(zip(outcomes, replay(outcomes, rules=rules), strict=True), start=1):
        east, south, west, north = played.settlement.deltas
        yield Hand(
            hanchan=hanchan,
            number=number,
            outcome=outcome_to_json(outcome),
            round_wind=played.before.round_wind.value,
            dealer=played.before.dealer,
            honba=played.before.honba,
            east=east,
            south=south,
            west=west,
            north=north,
            to_table=played.settlement.to_table,
        )


def game_of(*outcomes, rules=WRC_2015, called_after=None, in_progress=None):
    """Return a hanchan with these hands, without a database."""
    hanchan = Hanchan(time_called_after=called_after, time_hand_in_progress=in_progress)
    hands = tuple(rows(hanchan, outcomes, rules))
    return Game(hanchan=hanchan, rules=rules, seats=(), hands=hands, paper=None, signatures=(), sheet=None)


def seen_at(plan, **target):
    return Seen.of(plan.until(**target).situation)


def seen_in(hand):
    return Seen(Wind(hand.round_wind), Seat(hand.dealer))


@st.composite
def played_games(draw, rules=WRC_2015, min_size=1):
    """Draw the outcomes of a game, finished or not."""
    outcomes = draw(st.lists(any_outcome, min_size=min_size, max_size=20))
    return tuple(playable(outcomes, rules=rules)[0])


@st.composite
def edits_of(draw, length):
    """Draw some edits for a game of `length` hands, each entered for a random round and dealer."""
    edits = []
    for number in draw(st.lists(st.integers(1, length), unique=True, max_size=4)) if length else []:
        kind = draw(st.sampled_from(["replace", "remove"]))
        seen = draw(st.builds(Seen, st.sampled_from("ES").map(Wind), st.sampled_from(Seat)))
        edits.append(Remove(number) if kind == "remove" else Replace(number, draw(any_outcome), seen))
    for number in draw(st.lists(st.integers(1, length + 1), max_size=3)):
        seen = draw(st.builds(Seen, st.sampled_from("ES").map(Wind), st.sampled_from(Seat)))
        edits.append(Insert(number, draw(any_outcome), seen))
    return tuple(edits)


def decided(game, edits):
    """Return the plan after a person has resolved all obstacles: hands that are still possible are kept, the others are
    removed."""
    plan = plan_correction(game, edits)
    while plan.open:
        position = next(index for index, line in enumerate(plan.lines) if line.obstacle)
        plan = plan_correction(game, plan.keep(position) if plan.lines[position].now else plan.remove(position))
    return plan


def edited(outcomes, edits):
    """Apply the edits to the outcomes in the simplest way."""
    result = []
    about = {edit.number: edit for edit in edits if not isinstance(edit, Insert)}
    for number, outcome in enumerate((*outcomes, None), start=1):
        result += [edit.outcome for edit in edits if isinstance(edit, Insert) and edit.number == number]
        edit = about.get(number)
        if outcome is None or isinstance(edit, Remove):
            continue
        result.append(edit.outcome if isinstance(edit, Replace) else outcome)
    return tuple(result)
