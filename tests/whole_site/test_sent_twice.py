"""What is sent with a key is done once, however often it is sent."""

from fractions import Fraction
from uuid import uuid4

import pytest

from tests.factories import UserFactory, play, sign, visitor
from tests.standings.results import MANGAN, show, tournament_with
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.models import Departure, LogEntry, Offence, Tournament
from tournament.people.actions.depart import depart
from tournament.people.actions.give_penalty import give_penalty
from tournament.rounds.actions.approve_round import approve_round
from tournament.rounds.actions.clock import add_time, pause_clock, start_clock
from tournament.rounds.actions.release_round import release_round
from tournament.screens.actions.ceremony import end_ceremony, reveal_next, start_ceremony
from tournament.site.actions.create_tournament import create_tournament
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db):
    """Round 1 is signed, and held back; round 2 has begun."""
    names = ["Adam", "Břetislav", "Claire", "Dóra"]
    tournament, _entries, (first, second) = tournament_with(names, rounds=2, owner=UserFactory())
    show(tournament, players="held", hall="held", everyone="held")
    play(first, MANGAN)
    sign(first)
    play(second, MANGAN)
    tournament.refresh_from_db()
    return tournament


def create(_tournament, **sent):
    create_tournament(name="Open", place="", starts_on=None, is_public=True, ruleset_key="wrc_2015", **sent)


def copy(tournament, **sent):
    copy_tournament(origin_id=tournament.pk, name="Again", starts_on=None, with_team=True, with_entries=True, **sent)


def release(tournament, **sent):
    release_round(tournament_id=tournament.pk, number=1, **sent)


def approve(tournament, **sent):
    approve_round(tournament_id=tournament.pk, number=1, **sent)


def leave(tournament, **sent):
    entry = tournament.entries.get(number=1)
    depart(entry_id=entry.pk, kind=Departure.Kind.WITHDRAWN, from_round=3, reason="Train", **sent)


def substitute(tournament, **sent):
    hanchan = tournament.rounds.get(number=2).hanchans.get()
    entry = tournament.entries.get(number=1)
    name_substitute(
        hanchan_id=hanchan.pk, revision=1, entry_id=entry.pk, name="Wendy", after_hand=None, reason="Ill", **sent
    )  # fmt: skip


def penalize(tournament, **sent):
    give_penalty(
        tournament_id=tournament.pk, entry_id=tournament.entries.get(number=1).pk, offence=Offence.OTHER,
        points=Fraction(2), minutes=None, round_number=1, rule="", reason="Late", **sent,
    )  # fmt: skip


def begin(tournament, **sent):
    start_ceremony(tournament_id=tournament.pk, from_place=None, **sent)


def reveal(tournament, **sent):
    reveal_next(tournament_id=tournament.pk, revealed=0, **sent)


def end(tournament, **sent):
    end_ceremony(tournament_id=tournament.pk, release=True, **sent)


def start(tournament, **sent):
    start_clock(tournament_id=tournament.pk, number=2, **sent)


def pause(tournament, **sent):
    pause_clock(tournament_id=tournament.pk, number=2, **sent)


def add(tournament, **sent):
    add_time(tournament_id=tournament.pk, number=2, seconds=60, **sent)


WRITES = [create, copy, release, approve, leave, substitute, penalize, begin, start]
AFTER = [(begin, reveal), (begin, end), (start, pause), (start, add)]


def done():
    return LogEntry.objects.count(), Tournament.objects.count()


@pytest.mark.parametrize(("before", "write"), [*((None, write) for write in WRITES), *AFTER])
def test_it_is_done_once(tournament, before, write):
    sent = {"key": uuid4(), "by": visitor(tournament.memberships.get().user)}
    if before:
        before(tournament, **sent | {"key": uuid4()})
    at_first = done()

    write(tournament, **sent)
    once = done()
    write(tournament, **sent)

    assert once > at_first
    assert done() == once
