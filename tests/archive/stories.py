"""Helpers for stories of honest work on a laptop: tournaments that it borrows, and the check that its work comes back.

Each story does one kind of work on what was recorded before the hand-over, and names the kinds of log entries that it
makes.
"""

from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import pytest

from tests.archive.laptops import compressed, post
from tests.archive.test_hand_over import returned
from tests.factories import STRANGER, UserFactory, penalize, play, sign, visitor
from tests.rounds.cuts import cut, eight_after_a_round
from tests.standings.results import MANGAN, tournament_with
from tests.table.corrections import A, B, C, draw, ron, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.tenbo.document import envelope
from tournament.models import Departure, EntryStatus, Hanchan, Membership, Role
from tournament.models.player import PlayerFacts
from tournament.models.table.penalty import Offence
from tournament.people.actions.add_players import add_players
from tournament.people.actions.appeals import appeal_penalty, appeal_ruling
from tournament.people.actions.depart import depart
from tournament.people.actions.give_team_penalty import give_team_penalty
from tournament.people.queries.players import PastedName
from tournament.rounds.actions.accept_plan import accept_plan
from tournament.rounds.actions.approve_round import approve_round
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.actions.release_round import release_round
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.queries.exchange import round_to_change
from tournament.rounds.queries.seating import made_plan
from tournament.seating.people import Wishes
from tournament.site.actions.edit_visibility import edit_visibility
from tournament.table.actions.calls import answer_call, call_referee
from tournament.table.actions.cancel_hanchan import cancel_hanchan
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.second_keying import key_again
from tournament.table.actions.sign_sheet import sign_sheet


def in_play(by):
    """A signed, approved and released round, and one in play with hands, penalties, calls, appeals and departures."""
    names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]
    home, entries, hanchans = tournament_with(names, rounds=2, owner=by.user)
    for entry, team in zip(entries, ["Red", "Blue"] * 5, strict=True):
        entry.team = team
        entry.save()
    for hanchan in hanchans[:2]:
        play(hanchan, tsumo(A), ron(B, C), MANGAN)
        sign(hanchan)
    approve_round(tournament_id=home.pk, number=1, key=uuid4(), by=by)
    release_round(tournament_id=home.pk, number=1, key=uuid4(), by=by)
    show(home, by, number=1)
    play(hanchans[2], tsumo(A), ron(B, C), draw(A))
    play(hanchans[3], tsumo(B))
    penalize(entries[0], by=by)
    penalize(entries[1], "3", by=by)
    appeal_penalty(tournament_id=home.pk, penalty_id=entries[0].penalties.get().pk, **appealed(by))
    give_to_team(home, by)
    depart(entry_id=entries[9].pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=3, reason="Ill", by=by)
    call = call_referee(table_id=hanchans[2].table_id, word="Dead hand?", by=STRANGER)
    answer_call(call_id=call.pk, situation="Five tiles", decision="Dead hand", rule="", by=by)
    appeal_ruling(tournament_id=home.pk, call_id=call.pk, **appealed(by))
    call_referee(table_id=hanchans[2].table_id, word="", by=STRANGER)
    call_referee(table_id=hanchans[3].table_id, word="", by=STRANGER)
    return home


def after_a_round(by):
    """A cut after the first round."""
    _organizer, hanchans = eight_after_a_round()
    sign(hanchans[1])
    home = hanchans[0].tournament
    cut(home, 2, 6, 1, 4)
    Membership.objects.create(tournament=home, user=by.user, role=Role.OWNER)
    return home


def planned(by):
    """A plan of two rounds for nine, of which none was started."""
    home, _entries, _hanchans = tournament_with([*"ABCDEFGHI"], rounds=0, owner=by.user)
    plan(home, by, seed=1)
    return home


def started(by):
    """A round was started, and nobody has played."""
    home = planned(by)
    seats = list(home.entries.order_by("number").values_list("pk", flat=True))
    start_round(tournament_id=home.pk, number=1, tables=[seats[:4], seats[4:8]], seed=7, by=by)
    return home


def cancelled_and_exchanged(by):
    """A hanchan was cancelled, and one of its players exchanged into another seat and back; the player rests."""
    home = started(by)
    first, second = hanchan_at(home, 1, 1), hanchan_at(home, 1, 2)
    pair = [hanchan.seats.order_by("seat").first().entry.number for hanchan in (first, second)]
    cancel_hanchan(**about(first), restart=False, key=uuid4(), reason="Wrong players", by=by)
    for _way in ("there", "back"):
        exchange(home, by, *pair)
    assert home.rounds.get().resting.filter(number=pair[0]).exists()
    return home


def on_paper(by):
    """One table was keyed twice and differently, and one was signed from paper."""
    home, _entries, hanchans = tournament_with([*"ABCDEFGH"], owner=by.user)
    other = UserFactory()
    Membership.objects.create(tournament=home, user=other, role=Role.REFEREE)
    for hanchan in hanchans:
        key(record_paper_result, hanchan, by)
    key(key_again, hanchans[0], visitor(other), points=(36_000, 30_000, 30_000, 24_000))
    sign_sheet(**about(hanchans[1]), by=by)
    return home


def entering(by):
    """Players of whom one waits and nobody has a seat."""
    home, entries, _hanchans = tournament_with([*"ABCDEF"], rounds=0, owner=by.user)
    entries[5].status = EntryStatus.WAITING
    entries[5].save()
    return home


def exchange(tournament, by, first, second):
    base = round_to_change(tournament, 1).base
    exchange_players(tournament_id=tournament.pk, number=1, base=base, first=first, second=second, key=uuid4(), by=by)


def collected_in(stories):
    """Return a decorator that adds a story to this list, with the kinds of its log entries, and the function that makes
    its tournament."""

    def story(*kinds, at=in_play):
        def add(work):
            stories.append(pytest.param(at, work, kinds, id=work.__name__))
            return work

        return add

    return story


def appealed(by):
    return {"appealed_by": "D", "text": "It was four", "key": uuid4(), "by": by}


def give_to_team(tournament, by, team_key="red"):
    about_it = {"offence": Offence.OTHER, "points": Fraction(5), "round_number": None, "rule": "", "reason": "Late"}
    give_team_penalty(tournament_id=tournament.pk, key=uuid4(), team_key=team_key, by=by, **about_it)


def show(tournament, by, number, players="held"):
    times = {"shown_to_players": players, "shown_in_hall": "signed", "shown_to_everyone": "held"}
    edit_visibility(tournament_id=tournament.pk, number=number, by=by, **times)


def enter_players(tournament, by, *names):
    pasted = [PastedName(player=PlayerFacts(name=name), choice="new", known=frozenset()) for name in names]
    add_players(tournament_id=tournament.pk, key=uuid4(), names=pasted, by=by)


def plan(tournament, by, seed):
    players = tuple(tournament.entries.order_by("number").values_list("number", flat=True))
    made = made_plan(tuple((number, (), frozenset()) for number in players), 2, seed, Wishes(apart=()))
    accept_plan(tournament_id=tournament.pk, rounds=made.rounds, players=players, seed=seed, by=by)


def key(action, hanchan, by, points=(36_000, 30_000, 24_000, 30_000), **more):
    action(**about(hanchan), key=uuid4(), points=points, riichi_sticks=0, chombo=(0, 0, 0, 0), by=by, **more)


def hanchan_at(tournament, round_number, table):
    rows = Hanchan.objects.valid().select_related("table", "round__tournament")
    return rows.get(round__tournament=tournament, round__number=round_number, table__number=table)


def about(hanchan):
    hanchan.refresh_from_db()
    return {"hanchan_id": hanchan.pk, "revision": hanchan.revision}


def in_turn(stories):
    """Each story, in turn by the mirror or on return; `make test-long` has each on return behind the mirror."""
    ways = [["mirror"], ["return"]]
    return [
        case
        for number, story in enumerate(stories)
        for case in (
            pytest.param(*story.values, ways[number % 2], id=story.id),
            pytest.param(*story.values, ["mirror", "return"], id=f"{story.id}-both", marks=pytest.mark.long),
        )
    ]


def check_is_accepted(lent, work, kinds, ways):
    """The work makes these kinds of log entries on a laptop, and mirror and site take what it did."""
    by, home, file, laptop = deepcopy(lent)
    before = laptop.version

    work(laptop, by)

    laptop.refresh_from_db()
    new = set(laptop.log.filter(number__gt=before).values_list("kind", flat=True))
    assert new >= set(kinds)
    if "mirror" in ways:
        sent = post(file["mirror"]["address"], compressed(envelope(laptop)), key=file["mirror"]["key"])
        assert sent.status_code == 200
    if "return" in ways:
        brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
        assert (brought.rewritten, brought.separate_copy) == (None, None)
    home.refresh_from_db()
    assert envelope(home)["rounds"] == envelope(laptop)["rounds"]
