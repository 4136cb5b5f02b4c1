"""Games kept for pages that read them are those that would be loaded anew."""

from uuid import uuid4

import pytest
from django.db import transaction

from scoring.outcome import ExhaustiveDraw
from tests.factories import STRANGER, HanchanFactory, RoundFactory, TournamentFactory, UserFactory, play, sign, visitor
from tournament.games.queries import shown_games as games_for_pages
from tournament.games.queries.game import load_games
from tournament.games.queries.shown_games import shown_games
from tournament.models import Hanchan
from tournament.models.player import EntryFacts, PlayerFacts
from tournament.people.actions.edit_entry import edit_entry
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.undo_hand import undo_hand

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def round_(owner):
    made = RoundFactory(tournament=TournamentFactory(owner=owner))
    for number in (1, 2, 3):
        HanchanFactory(round=made, table__number=number)
    return made


def asked_for(round_):
    return Hanchan.objects.filter(round=round_).order_by("-table__number")


def contents(games):
    """The parts of games that pages read."""
    return [
        (
            game.hanchan.pk, game.hanchan.revision, game.hands, game.names, game.result, game.sheet,
            [signature.pk for signature in game.signatures],
        )
        for game in games
    ]  # fmt: skip


def shown(round_):
    round_.refresh_from_db()
    round_.tournament.refresh_from_db()
    return shown_games(round_.tournament, asked_for(round_))


def test_they_are_as_new_as_the_tournament_whatever_was_written(owner, round_):
    here = asked_for(round_).first()

    def undo():
        last = here.hands.get(number=2)
        undo_hand(hanchan_id=here.pk, hand_id=last.pk, key=uuid4(), by=STRANGER)

    def rename():
        entry = here.seats.first().entry
        edit_entry(entry_id=entry.pk, player=PlayerFacts(name="Zoe"), entry=EntryFacts(), by=visitor(owner))

    for write in (lambda: play(here, ExhaustiveDraw(), ExhaustiveDraw()), undo, rename, lambda: sign(here)):
        before = contents(shown(round_))
        write()
        after = contents(shown(round_))
        assert after == contents(load_games(asked_for(round_)))
        assert after != before


def test_after_a_hand_that_tables_game_alone_is_loaded(round_):
    first = shown(round_)
    play(asked_for(round_).first(), ExhaustiveDraw())
    second, third = shown(round_), shown(round_)

    assert second[0] is not first[0]
    assert all(new is old for new, old in zip(second[1:], first[1:], strict=True))
    assert all(new is old for new, old in zip(second, third, strict=True))


def test_who_loaded_the_tournament_before_a_hand_takes_nothing_back(round_):
    stale = type(round_.tournament).objects.get(pk=round_.tournament.pk)
    play(asked_for(round_).first(), ExhaustiveDraw())
    new = shown(round_)

    assert shown_games(stale, asked_for(round_)) == new


def test_what_a_transaction_wrote_is_seen_inside_it_alone(round_):
    here = asked_for(round_).first()
    tournament = round_.tournament
    before = contents(shown(round_))

    with transaction.atomic():
        record_hand(hanchan_id=here.pk, number=1, revision=0, key=uuid4(), outcome=ExhaustiveDraw(), by=STRANGER)
        inside = contents(shown_games(tournament, asked_for(round_)))
        transaction.set_rollback(True)

    assert len(inside[0][2]) == 1
    assert contents(shown(round_)) == before


def test_a_hand_that_is_recorded_while_games_are_loaded_is_shown_to_the_next_page(round_, monkeypatch):
    here = asked_for(round_).first()
    load, late = games_for_pages.load_games, [ExhaustiveDraw()]  # type: ignore[attr-defined]

    def load_behind_a_hand(hanchans):
        loaded = load(hanchans)
        if late:
            play(here, late.pop())
        return loaded

    monkeypatch.setattr(games_for_pages, "load_games", load_behind_a_hand)

    assert [len(game.hands) for game in shown(round_)] == [0, 0, 0]
    assert [len(game.hands) for game in shown(round_)] == [1, 0, 0]


def test_a_hanchan_that_went_before_it_was_loaded_is_left_out(round_, monkeypatch):
    load = games_for_pages.load_games  # type: ignore[attr-defined]

    def load_after_taking_back(hanchans):
        Hanchan.objects.filter(round=round_, table__number=2).delete()
        return load(hanchans)

    monkeypatch.setattr(games_for_pages, "load_games", load_after_taking_back)

    assert [game.hanchan.table.number for game in shown(round_)] == [3, 1]


def test_one_query_finds_what_changed(round_, django_assert_num_queries):
    shown(round_)
    tournament, hanchans = round_.tournament, asked_for(round_)

    with django_assert_num_queries(1):
        shown_games(tournament, hanchans)
