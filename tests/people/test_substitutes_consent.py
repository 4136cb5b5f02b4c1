"""What an entry says about the name of a substitute: a refusal outlives the entry, and a stranger's entry gives no
consent."""

from copy import deepcopy
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, play, sign, visitor
from tests.standings.results import MANGAN, tournament_with
from tournament.games.queries.game import load_game
from tournament.models import (
    EntryStatus,
    EntryTerms,
    PlayerFacts,
    SheetLine,
    ShownAs,
    SignedSheet,
    Substitution,
)
from tournament.people.actions.change_several import change_several
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.enter import enter
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.several_change import SeveralChange
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

TYPED = "NOWAK  Zoe (13)"
"""The name of the entry "Zoé Nowak" in other letters."""


@pytest.fixture(scope="module")
def made(once):
    owner = UserFactory()
    tournament, _entries, (hanchan,) = tournament_with([f"Player {n}" for n in range(4)], owner=owner)
    reserve = {"number": 13, "player__name": "Zoé Nowak", "player__home": tournament, "status": EntryStatus.WAITING}
    return owner, hanchan, EntryFactory(tournament=tournament, **reserve)


@pytest.fixture
def hanchan(db, made):
    hanchan = deepcopy(made[1])
    substitute(hanchan, 0, TYPED)
    substitute(hanchan, 1, "Zoé Nowaková")
    play(hanchan, MANGAN)
    sign(hanchan)
    assert shown(hanchan) == [True, True]
    return hanchan


@pytest.fixture
def entry(hanchan, made):
    return deepcopy(made[2])


@pytest.fixture
def by(made):
    return visitor(made[0])


def substitute(hanchan, seat, name, *, may_publish=True):
    hanchan.refresh_from_db()
    name_substitute(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        entry_id=hanchan.seats.get(seat=seat).entry_id,
        name=name,
        may_publish=may_publish,
        after_hand=None,
        reason="Ill",
        by=visitor(hanchan.tournament.memberships.get().user),
    )


def shown(hanchan):
    """Whether strangers read the name of Zoé Nowak, and that of a substitute with another name."""
    first, second, *_others = load_game(hanchan).public_substitute_names
    return ["Zoe" in first, second == "Zoé Nowaková"]


def refuse(entry):
    entry.may_publish = False
    entry.save()


def person_removed(entry, by):
    remove_person(player_id=entry.player_id, by=by)


def entry_removed(entry, by):
    remove_entry(tournament_id=entry.tournament_id, entry_id=entry.pk, by=by)


def removed_with_others(entry, by):
    removed = SeveralChange.REMOVED
    change_several(tournament_id=entry.tournament_id, numbers=[entry.number], change=removed, by=by)


def renamed(entry, by):
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name="Zoé Smith"), entry=entry_facts_of(entry), by=by)


def renamed_by_themselves(entry, by):
    facts = {"player": PlayerFacts(name="Zoé Smith"), "team": "", "note": "", "may_publish": entry.may_publish}
    edit_own_entry(entry_id=entry.pk, by=STRANGER, **facts)


def merged(entry, by):
    known = EntryFactory(tournament=TournamentFactory(owner=by.user), player__name="Zoé Smith")
    merge_players(player_id=entry.player_id, into_id=known.player_id, by=by)


def consent_withdrawn(entry, by):
    for may_publish in (False, True):
        entry.refresh_from_db()
        facts = replace(entry_facts_of(entry), may_publish=may_publish)
        edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=facts, by=by)


def consent_withdrawn_by_themselves(entry, by):
    for may_publish in (False, True):
        facts = {"player": facts_of(entry.player), "team": "", "note": "", "may_publish": may_publish}
        edit_own_entry(entry_id=entry.pk, by=STRANGER, **facts)


def hidden_for_a_while(entry, by):
    for shown_as in (ShownAs.INITIALS, ShownAs.NAME):
        show_person(player_id=entry.player_id, shown_as=shown_as, by=by)


def merged_with_somebody_hidden(entry, by):
    hidden = {"player__name": "Zoe Nowak", "player__shown_as": "nobody"}
    known = EntryFactory(tournament=TournamentFactory(owner=by.user), **hidden)
    merge_players(player_id=entry.player_id, into_id=known.player_id, by=by)
    show_person(player_id=known.player_id, shown_as=ShownAs.NAME, by=by)


LEAVING = [person_removed, entry_removed, removed_with_others, renamed, renamed_by_themselves, merged]
REFUSING = [consent_withdrawn, consent_withdrawn_by_themselves, hidden_for_a_while, merged_with_somebody_hidden]


@pytest.mark.parametrize("leave", LEAVING)
def test_a_refusal_outlives_the_entry_and_its_name(hanchan, entry, by, leave):
    refuse(entry)
    assert shown(hanchan) == [False, True]

    leave(entry, by)

    assert shown(hanchan) == [False, True]


@pytest.mark.parametrize("act", LEAVING + REFUSING)
def test_consent_once_ended_does_not_come_back(hanchan, entry, by, act):
    act(entry, by)

    assert shown(hanchan) == [False, True]
    assert Substitution.objects.filter(may_publish=True).count() == 1


def test_a_name_corrected_in_its_letters_changes_nothing(hanchan, entry, by):
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name="Zoë Nowak"), entry=entry_facts_of(entry), by=by)

    assert shown(hanchan) == [True, True]


def test_a_removed_person_s_name_is_erased_however_it_was_typed(hanchan, entry, by):
    person_removed(entry, by)

    assert set(Substitution.objects.values_list("name", flat=True)) == {"#13", "Zoé Nowaková"}
    assert set(SheetLine.objects.values_list("substitute", flat=True)) == {"", "#13", "Zoé Nowaková"}
    assert SignedSheet.objects.filter(withdrawn_by=None).exists()


def test_substitutes_are_read_once_however_many_entries_are_removed(hanchan, entry, by):
    others = [EntryFactory(tournament=entry.tournament, number=number) for number in (20, 21)]
    substitute(hanchan, 2, others[0].player.name)
    numbers = [entry.number, *(other.number for other in others)]

    with CaptureQueriesContext(connection) as queries:
        change_several(tournament_id=entry.tournament_id, numbers=numbers, change=SeveralChange.REMOVED, by=by)

    assert Substitution.objects.filter(may_publish=True).count() == 1
    about = [query["sql"].split()[0] for query in queries if 'substitution"."may_publish" FROM' in query["sql"]]
    assert about == ["SELECT"]


def test_a_tick_against_an_entry_is_not_kept(hanchan, entry):
    refuse(entry)

    substitute(hanchan, 2, "Nowak, Zoé")
    substitute(hanchan, 3, "Adam Bor")

    assert not Substitution.objects.get(name="Nowak, Zoé").may_publish
    assert Substitution.objects.get(name="Adam Bor").may_publish


@pytest.mark.parametrize("is_moderated", [True, False])
def test_a_stranger_who_enters_under_the_name_consents_for_nobody(hanchan, is_moderated):
    substitute(hanchan, 2, "Tycho Typed", may_publish=False)
    EntryTerms.objects.create(tournament=hanchan.tournament, is_on=True, is_moderated=is_moderated)
    slug = hanchan.tournament.slug
    addresses = [hanchan.get_absolute_url(), reverse("leaderboard-json", args=[slug])]
    addresses += [reverse("api-round", args=[slug, 1]), reverse("tournament-json", args=[slug]) + "?form=public"]

    facts = {"player": PlayerFacts(name="tycho typed"), "note": "", "may_publish": True}
    entry = enter(tournament_id=hanchan.tournament.pk, key=uuid4(), by=STRANGER, **facts)

    assert entry.is_named
    assert [address for address in addresses if "Tycho" in Client().get(address).text] == []
