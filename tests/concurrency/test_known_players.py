"""Somebody is entered or changed in an event while another event merges or removes the person: the second waits for the
first, and is told."""

import importlib
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from uuid import uuid4

import pytest
from django.db import connections

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.errors import NobodyLeft
from tournament.models import EntryFacts, Player, PlayerFacts
from tournament.people.actions.add_players import PreviewOutdated, add_players
from tournament.people.actions.edit_entry import edit_entry
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.renew_links import renew_player_link
from tournament.people.queries.players import PastedName

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ACTIONS = "tournament.people.actions"


@pytest.fixture
def owner(transactional_db):
    return UserFactory()


@pytest.fixture
def known(owner):
    """Somebody who played last year, perhaps also under another name."""
    return EntryFactory(tournament__owner=owner, number=1)


@pytest.fixture
def enter(owner, known):
    name = PastedName(player=PlayerFacts(name=known.player.name), choice=known.player_id, known={known.player_id})
    tournament = TournamentFactory(owner=owner)
    return lambda: add_players(tournament_id=tournament.pk, key=uuid4(), names=[name], by=visitor(owner))


@pytest.fixture
def merge(owner, known):
    other = EntryFactory(tournament__owner=owner).player
    return lambda: merge_players(player_id=known.player_id, into_id=other.pk, by=visitor(owner))


@pytest.fixture
def remove(owner, known):
    return lambda: remove_entry(tournament_id=known.tournament_id, entry_id=known.pk, by=visitor(owner))


@pytest.fixture
def during(monkeypatch):
    """Return a function that calls `first`, and `second` in another thread while `first` calls the function `name` of
    its module. The function returns the error of `second`, if there is one."""

    def second_and_close(second):
        try:
            return second()
        finally:
            connections.close_all()

    def arrange(first, module, name, second):
        original = getattr(importlib.import_module(f"{ACTIONS}.{module}"), name)
        begun = []

        def begin_second(*args, **kwargs):
            if not begun:
                begun.append(threads.submit(second_and_close, second))
                wait(begun, 0.5)
            return original(*args, **kwargs)

        monkeypatch.setattr(f"{ACTIONS}.{module}.{name}", begin_second)
        with ThreadPoolExecutor(1) as threads:
            first()
        return begun[0].exception()

    return arrange


def test_nobody_is_entered_who_is_being_merged(during, merge, enter):
    assert isinstance(during(merge, "merge_players", "carry_over", enter), PreviewOutdated)
    assert Player.objects.count() == 1


def test_nobody_is_merged_who_is_being_entered(during, merge, enter, known):
    assert isinstance(during(enter, "add_players", "next_entry_number", merge), NobodyLeft)
    assert known.player.entries.count() == 2


def test_nobody_is_entered_whose_only_entry_is_being_removed(during, remove, enter):
    assert isinstance(during(remove, "remove_entry", "hide_substitutes", enter), PreviewOutdated)
    assert Player.objects.count() == 0


def test_who_is_being_entered_elsewhere_stays_when_the_other_entry_is_removed(during, remove, enter, known):
    assert during(enter, "add_players", "next_entry_number", remove) is None
    assert known.player.entries.count() == 1


def edit(entry, player, owner):
    edit_entry(entry_id=entry.pk, player=player, entry=EntryFacts(), by=visitor(owner))


def edit_own(entry, player, _owner):
    edit_own_entry(entry_id=entry.pk, player=player, team="", note="", may_publish=True, by=STRANGER)


@pytest.mark.parametrize("change", [edit, edit_own])
def test_nobody_is_changed_who_is_being_removed_from_another_event(change, during, remove, owner, known):
    here = EntryFactory(tournament__owner=owner, number=1, player=known.player)
    change_here = partial(change, here, PlayerFacts(name="Zora Zeman"), owner)

    assert isinstance(during(remove, "remove_entry", "hide_substitutes", change_here), NobodyLeft)
    renew_player_link(tournament_id=here.tournament_id, number=1, by=visitor(owner))  # older links change no details
    change_here()

    assert Player.objects.get().name == "Zora Zeman"
