"""Every action with an idempotency key, with two different submissions that have the same key.

Each function in `CASES` prepares in a world what its action needs. It returns the arguments of the first submission,
and the arguments that differ in the second.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from fractions import Fraction
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import tournament
from scoring.outcome import ExhaustiveDraw
from scoring.presets import EMA_2016
from scoring.seats import Seat
from tests.factories import (
    ClubFactory,
    EntryFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    cut_to,
    penalize,
    play,
    sign,
    visitor,
)
from tests.standings.results import DRAW, MANGAN, show, tournament_with
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.clubs.actions.open_night import open_night
from tournament.mail.actions.write_message import write_message
from tournament.mail.placeholders import Letter
from tournament.models import Appeal, Departure, MailKind, Offence, PlayerFacts
from tournament.people.actions import appeals
from tournament.people.actions.add_players import add_players
from tournament.people.actions.depart import depart
from tournament.people.actions.edit_entry_terms import edit_entry_terms
from tournament.people.actions.enter import enter
from tournament.people.actions.give_penalty import give_penalty
from tournament.people.actions.give_team_penalty import give_team_penalty
from tournament.people.queries.players import PastedName
from tournament.rounds.actions import clock
from tournament.rounds.actions.approve_round import approve_round
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.actions.make_cut import follow_at_cut, make_cut
from tournament.rounds.actions.past_results import PastHanchan, record_past_results
from tournament.rounds.actions.release_round import release_round
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.team_cut import make_team_cut
from tournament.rounds.paper_line import Keying
from tournament.rounds.queries.exchange import round_to_change
from tournament.rounds.queries.team_cut import team_cut_preview
from tournament.screens.actions import ceremony
from tournament.site.actions.correct_rules import correct_rules
from tournament.site.actions.create_tournament import create_tournament
from tournament.site.actions.rehearse import open_rehearsal
from tournament.site.queries.rules_correction import plan_rules
from tournament.table.actions.calls import answer_call, call_referee
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.edit_extras import edit_extras
from tournament.table.actions.move_hand import move_hand
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.second_keying import decide_paper, key_again
from tournament.table.actions.substitute import name_substitute
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Remove

NOT_HERE = {
    "record_paper_round",  # submits each table separately by one of the actions below
    "start_hanchans",  # calls `start_hanchan` for each table
    "import_tournament",  # imports an upload, which has its own key and cannot change
    "import_document",
    "import_upload",
    "hidden_tournament",
    "take_over",
    "log_penalty",  # part of `give_penalty` and `give_team_penalty`
    "record_once",  # part of `record_hand` and of handovers
    "record_next",
}

EVEN = (30_000, 30_000, 30_000, 30_000)
UNEVEN = (60_000, 20_000, 20_000, 20_000)

World = SimpleNamespace
Sent = tuple[dict[str, Any], dict[str, Any]]
Case = Callable[[World], Sent]


def keyed_actions() -> Iterator[str]:
    """Yield the name of every public action that has the parameters `by` and `key: UUID`."""
    for module in pkgutil.walk_packages(tournament.__path__, "tournament."):
        if ".actions." not in module.name:
            continue
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            parameters = inspect.signature(function).parameters
            is_keyed = "by" in parameters and "key" in parameters and parameters["key"].annotation is UUID
            if is_keyed and function.__module__ == module.name and not name.startswith("_"):
                yield name


def make_world() -> World:
    """Create a world with eight players: both tables of round 1 are signed and held back, and both tables of round 2
    have one hand."""
    owner, other = UserFactory(), UserFactory()
    names = ["Adam", "Břetislav", "Claire", "Dóra", "Emil", "Fanny", "Gábor", "Hana"]
    open_, entries, hanchans = tournament_with(names, rounds=2, owner=owner, organizers=[other])
    show(open_, players="held", hall="held", everyone="held")
    for hanchan in hanchans:
        play(hanchan, MANGAN)
    for hanchan in hanchans[:2]:
        sign(hanchan)
    for hanchan in hanchans:
        hanchan.refresh_from_db()
    open_.refresh_from_db()
    return World(
        open=open_, entries=entries, signed=hanchans[0], here=hanchans[2], there=hanchans[3],
        by=visitor(owner), colleague=visitor(other),
    )  # fmt: skip


def of_round(world: World, **more: Any) -> dict[str, Any]:
    return {"tournament_id": world.open.pk, "number": 2, **more}


def of_table(world: World, **more: Any) -> dict[str, Any]:
    world.here.refresh_from_db()
    return {"hanchan_id": world.here.pk, "revision": world.here.revision, **more}


def _penalty(world: World) -> Any:
    penalize(world.entries[0])
    return world.entries[0].penalties.get()


def _ruling(world: World) -> Any:
    call = call_referee(table_id=world.here.table_id, word="", by=world.by)
    answer_call(call_id=call.pk, situation="A tile fell", decision="It stays", rule="", by=world.by)
    return call


def adding(world: World) -> Sent:
    def name(text: str) -> PastedName:
        return PastedName(player=PlayerFacts(name=text), choice="new", known=frozenset())

    return {"tournament_id": world.open.pk, "names": [name("Zoe")]}, {"names": [name("Yves")]}


def penalizing(world: World) -> Sent:
    facts = {"offence": Offence.OTHER, "minutes": None, "round_number": 1, "rule": "", "reason": "Late"}
    ids = {"tournament_id": world.open.pk, "entry_id": world.entries[0].pk}
    return {**ids, **facts, "points": Fraction(2)}, {"points": Fraction(20)}


def penalizing_a_team(world: World) -> Sent:
    world.open.entries.filter(pk=world.entries[0].pk).update(team="Ants")
    facts = {"offence": Offence.OTHER, "round_number": 1, "rule": "", "reason": "Late", "team_key": "ants"}
    return {"tournament_id": world.open.pk, **facts, "points": Fraction(2)}, {"points": Fraction(20)}


def appealing_a_penalty(world: World) -> Sent:
    ids = {"tournament_id": world.open.pk, "penalty_id": _penalty(world).pk}
    return {**ids, "appealed_by": "Adam", "text": "I was here"}, {"text": "The clock was wrong"}


def appealing_a_ruling(world: World) -> Sent:
    ids = {"tournament_id": world.open.pk, "call_id": _ruling(world).pk}
    return {**ids, "appealed_by": "Adam", "text": "It was my tile"}, {"appealed_by": "Claire"}


def deciding_an_appeal(world: World) -> Sent:
    sent, _other = appealing_a_penalty(world)
    appeals.appeal_penalty(**sent, key=uuid4(), by=world.by)
    appeal = world.open.appeals.get()
    return {"appeal_id": appeal.pk, "outcome": Appeal.Outcome.UPHELD, "reason": "Late indeed"}, {
        "reason": "He was late"
    }


def leaving(world: World) -> Sent:
    facts = {"kind": Departure.Kind.WITHDRAWN, "from_round": 3, "reason": "Train"}
    return {"entry_id": world.entries[0].pk, **facts}, {"entry_id": world.entries[1].pk}


def writing_to_players(world: World) -> Sent:
    texts = {code: Letter("Lunch", "At noon") for code in ("en", "fr", "cs")}
    sent = {"tournament_id": world.open.pk, "kind": MailKind.MESSAGE, "numbers": [1, 2], "texts": texts}
    return sent, {"numbers": [1, 3]}


def entering(world: World) -> Sent:
    coming = TournamentFactory()
    terms = {"opens_on": None, "closes_on": None, "limit": None, "is_moderated": False}
    edit_entry_terms(tournament_id=coming.pk, is_on=True, **terms, by=world.by)
    player = {"player": PlayerFacts(name="Ida"), "note": "", "may_publish": True}
    return {"tournament_id": coming.pk, **player}, {"player": PlayerFacts(name="Jan")}


def taking_back_a_start(world: World) -> Sent:
    clock.start_clock(**of_round(world), key=uuid4(), by=world.by)
    return of_round(world), {"number": 1}


def restoring_a_start(world: World) -> Sent:
    taking_back_a_start(world)
    clock.withdraw_start(**of_round(world), key=uuid4(), by=world.by)
    return of_round(world), {"number": 1}


def resuming(world: World) -> Sent:
    taking_back_a_start(world)
    clock.pause_clock(**of_round(world), key=uuid4(), by=world.by)
    return of_round(world), {"number": 1}


def exchanging(world: World) -> Sent:
    begun, _entries, _hanchans = tournament_with([f"Player {number}" for number in range(8)])
    to_change = round_to_change(begun, 1)
    assert to_change is not None
    sent = {"tournament_id": begun.pk, "number": 1, "base": to_change.base, "first": 1, "second": 5}
    return sent, {"second": 6}


def cutting(world: World) -> Sent:
    played, entries, hanchans = tournament_with(["A", "B", "C", "D"])
    play(hanchans[0], MANGAN)
    sign(hanchans[0])
    sent = {"tournament_id": played.pk, "after_round": 1, "finalists": {entries[1].pk}, "seed": None, "reason": ""}
    return {**sent, "carry": Fraction(1)}, {"carry": Fraction()}


def following(world: World) -> Sent:
    played, entries, hanchans = tournament_with(["A", "B", "C", "D"])
    play(hanchans[0], MANGAN)
    sign(hanchans[0])
    cut_to(entries[1])
    left = {"entry_id": entries[1].pk, "kind": Departure.Kind.WITHDRAWN, "from_round": 2, "reason": "Train"}
    depart(**left, key=uuid4(), by=world.by)
    sent = {"tournament_id": played.pk, "after_round": 1, "left": entries[1].pk, "reason": ""}
    return {**sent, "follower": entries[0].pk}, {"follower": entries[3].pk}


def cutting_teams(world: World) -> Sent:
    played, entries, hanchans = tournament_with(["A", "B", "C", "D"])
    for entry in entries:
        entry.team = entry.player.name
        entry.save()
    play(hanchans[0], MANGAN)
    sign(hanchans[0])
    shown = team_cut_preview(played).shown(1)
    sent = {"tournament_id": played.pk, "after_round": 1, "count": 1, "shown": shown, "reason": ""}
    return {**sent, "carry": Fraction(1)}, {"carry": Fraction(0)}


def keeping_the_past(world: World) -> Sent:
    new, entries, _none = tournament_with(["A", "B", "C", "D"], rounds=0, owner=world.by.user)
    seats = tuple(entry.pk for entry in entries)

    def past(points: Any) -> list[PastHanchan]:
        keying = Keying(points=points, riichi_sticks=0, chombo=(0, 0, 0, 0))
        at = datetime(2026, 1, 1, tzinfo=UTC)
        return [PastHanchan(round=1, table=1, started_at=at, seats=seats, keying=keying)]

    return {"tournament_id": new.pk, "hanchans": past(EVEN)}, {"hanchans": past(UNEVEN)}


def sitting_down(world: World) -> Sent:
    night = TournamentFactory(is_club_night=True)
    TableFactory(tournament=night, number=1)
    four = [EntryFactory(tournament=night).pk for _ in range(4)]
    sent = {"tournament_id": night.pk, "table_number": 1, "seats": four, "seed": None}
    return sent, {"seats": [*four[1:], four[0]]}


def in_the_ceremony(world: World) -> Sent:
    ceremony.start_ceremony(tournament_id=world.open.pk, from_place=None, key=uuid4(), by=world.by)
    return {"tournament_id": world.open.pk, "revealed": 0}, {"revealed": 1}


def hiding_again(world: World) -> Sent:
    sent, _other = in_the_ceremony(world)
    ceremony.reveal_next(**sent, key=uuid4(), by=world.by)
    return sent | {"revealed": 1}, {"revealed": 2}


def ending_the_ceremony(world: World) -> Sent:
    in_the_ceremony(world)
    return {"tournament_id": world.open.pk, "release": False}, {"release": True}


def correcting_rules(world: World) -> Sent:
    rules = EMA_2016
    sent = {"tournament_id": world.open.pk, "rules": rules, "digest": plan_rules(world.open, rules).digest}
    return {**sent, "reason": "Announced"}, {"reason": "Forgotten"}


def creating(world: World) -> Sent:
    sent = {"name": "Open", "place": "Brno", "starts_on": None, "is_public": True, "ruleset_key": "wrc_2015"}
    return sent, {"place": "Praha"}


def copying(world: World) -> Sent:
    sent = {"origin_id": world.open.pk, "name": "Again", "starts_on": None, "with_team": True, "with_entries": True}
    return sent, {"with_entries": False}


def opening(world: World) -> Sent:
    club = ClubFactory(organizers=[world.by.account], tables=1)
    sent = {"club_id": club.pk, "name": "Night", "starts_on": date(2026, 11, 26), "is_public": True}
    return sent | {"is_club_night": True, "league_id": None}, {"name": "Another night"}


def canceled(world: World) -> Sent:
    cancel_hanchan(**of_table(world), restart=False, reason="Rain", key=uuid4(), by=world.by)
    return {"hanchan_id": world.here.pk}, {"hanchan_id": world.there.pk}


def correcting(world: World) -> Sent:
    return of_table(world, edits=(Remove(1),), reason="Twice"), {"reason": "It was at another table"}


def moving(world: World) -> Sent:
    to = {"to_id": world.there.pk, "to_revision": world.there.revision}
    return of_table(world, number=1, edits=(Remove(1),), **to, reason="Wrong table"), {"reason": "Wrong hand"}


def on_paper(world: World) -> Sent:
    return of_table(world, points=EVEN, riichi_sticks=0, chombo=(0, 0, 0, 0)), {"points": UNEVEN}


def keying_again(world: World) -> Sent:
    sent, other = on_paper(world)
    record_paper_result(**sent, key=uuid4(), by=world.colleague)
    return sent | of_table(world), other


def deciding_paper(world: World) -> Sent:
    sent, other = keying_again(world)
    key_again(**(sent | other), key=uuid4(), by=world.by)
    first, second = world.here.paper_results.order_by("pk")
    world.here.refresh_from_db()
    ids = {"first_id": first.pk, "second_id": second.pk}
    sent = {"hanchan_id": world.here.pk, **ids, "revision": world.here.revision, "holds": "first"}
    return {**sent, "reason": "Read again"}, {"holds": "second"}


def substituting(world: World) -> Sent:
    sent = of_table(world, entry_id=world.entries[0].pk, name="Wendy", after_hand=None, reason="Ill")
    return sent, {"name": "Xenia"}


def swapping(world: World) -> Sent:
    east, south, west, north = world.here.seats.order_by("seat").values_list("entry_id", flat=True)
    return of_table(world, entries=[south, east, west, north], reason=""), {"entries": [north, east, west, south]}


def counting_chips(world: World) -> Sent:
    return of_table(world, start_points=None, chips=(0, 0, 0, 0), winless={2}), {"winless": {3}}


def undoing(world: World) -> Sent:
    hand = world.here.hands.get()
    return {"hanchan_id": world.here.pk, "hand_id": hand.pk}, {"hand_id": world.there.hands.get().pk}


CASES: dict[Callable[..., Any], Case] = {
    add_players: adding,
    give_penalty: penalizing,
    give_team_penalty: penalizing_a_team,
    appeals.appeal_penalty: appealing_a_penalty,
    appeals.appeal_ruling: appealing_a_ruling,
    appeals.decide_appeal: deciding_an_appeal,
    depart: leaving,
    enter: entering,
    write_message: writing_to_players,
    approve_round: lambda world: (of_round(world, number=1), {"number": 2}),
    release_round: lambda world: (of_round(world, number=1), {"number": 2}),
    clock.start_clock: lambda world: (of_round(world), {"number": 1}),
    clock.withdraw_start: taking_back_a_start,
    clock.restore_start: restoring_a_start,
    clock.pause_clock: taking_back_a_start,
    clock.resume_clock: resuming,
    clock.set_minutes: lambda world: (of_round(world, minutes=50), {"minutes": 5}),
    clock.add_time: lambda world: (of_round(world, seconds=60), {"seconds": 600}),
    clock.add_time_at_table: lambda world: ({"hanchan_id": world.here.pk, "seconds": 60}, {"seconds": 600}),
    exchange_players: exchanging,
    make_cut: cutting,
    follow_at_cut: following,
    make_team_cut: cutting_teams,
    record_past_results: keeping_the_past,
    start_hanchan: sitting_down,
    ceremony.start_ceremony: lambda world: ({"tournament_id": world.open.pk, "from_place": None}, {"from_place": 2}),
    ceremony.reveal_next: in_the_ceremony,
    ceremony.take_back_reveal: hiding_again,
    ceremony.end_ceremony: ending_the_ceremony,
    correct_rules: correcting_rules,
    create_tournament: creating,
    copy_tournament: copying,
    open_night: opening,
    open_rehearsal: lambda world: (
        {"tournament_id": world.open.pk, "players": 8, "rounds": 1, "pace": 0.0}, {"rounds": 2},
    ),
    cancel_hanchan: lambda world: (of_table(world, restart=False, reason="Rain"), {"restart": True}),
    restart_hanchan: canceled,
    correct_hanchan: correcting,
    move_hand: moving,
    record_paper_result: on_paper,
    key_again: keying_again,
    decide_paper: deciding_paper,
    name_substitute: substituting,
    swap_seats: swapping,
    edit_extras: counting_chips,
    undo_hand: undoing,
    record_hand: lambda world: (
        of_table(world, number=2, outcome=DRAW), {"outcome": ExhaustiveDraw(tenpai=frozenset({Seat.NORTH}))},
    ),
}  # fmt: skip
