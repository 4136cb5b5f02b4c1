"""A laptop brings consents back with the time at which they were given, so that a later refusal elsewhere holds."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.archive.laptops import Network, file_for_laptop, send_mirrors
from tests.archive.test_hand_over import returned
from tests.factories import STRANGER, EntryFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.values import moment_of
from tournament.core.actions.journal import log
from tournament.models import Entry, Mirror, PlayerFacts, Tournament
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName
from tournament.people.queries.refusals import unpublished

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def anna():
    return PlayerFactory(name="Anna Novakova")


def lent(by, anna, *, may_publish):
    """An event with Anna that is away, and the laptop's copy of it."""
    away = TournamentFactory(owner=by.user)
    EntryFactory(tournament=away, number=1, player=anna, may_publish=may_publish)
    take_to_laptop(tournament_id=away.pk, place="the hall", by=by)
    away.refresh_from_db()
    return away, take_over(file=file_for_laptop(away), key=uuid4(), by=by)


def answer(entry, by, *, may_publish):
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    facts = replace(entry_facts_of(entry), may_publish=may_publish)
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=facts, by=by)


def answer_by_link(entry, *, may_publish):
    facts = facts_of(entry.player)
    edit_own_entry(entry_id=entry.pk, player=facts, team="", note="", may_publish=may_publish, by=STRANGER)


def bring(how, away, laptop, by):
    laptop.refresh_from_db()
    if how == "file":
        back = bring_back(tournament_id=away.pk, file=returned(laptop, by), by=by)
        assert (back.separate_copy, back.rewritten) == (None, None)
    else:
        Mirror.objects.update(next_try_at="2020-01-01T00:00:00Z")
        assert send_mirrors(Network()) == 1


def refused(anna, by):
    return unpublished([anna.pk], Tournament.objects.organized_by(by)) == {anna.pk}


@pytest.mark.parametrize("how", ["file", "mirror"])
@pytest.mark.parametrize("is_refused_last", [True, False])
def test_the_later_of_a_consent_on_a_laptop_and_a_refusal_elsewhere_counts(by, anna, how, is_refused_last):
    away, laptop = lent(by, anna, may_publish=False)
    elsewhere = EntryFactory(tournament=TournamentFactory(owner=by.user), player=anna)
    if is_refused_last:
        answer(laptop.entries.get(), by, may_publish=True)
        answer_by_link(elsewhere, may_publish=False)
    else:
        answer_by_link(elsewhere, may_publish=False)
        answer(laptop.entries.get(), by, may_publish=True)

    bring(how, away, laptop, by)

    assert away.entries.get().may_publish is (how == "file")  # a mirror publishes nobody
    assert refused(anna, by) is (is_refused_last or how == "mirror")


def test_a_consent_after_a_refusal_on_the_same_laptop_has_its_time(by, anna):
    away, laptop = lent(by, anna, may_publish=True)
    elsewhere = EntryFactory(tournament=TournamentFactory(owner=by.user), player=anna)
    answer_by_link(elsewhere, may_publish=False)
    answer(laptop.entries.get(), by, may_publish=False)
    answer(laptop.entries.get(), by, may_publish=True)

    bring("file", away, laptop, by)

    assert not refused(anna, by)


@pytest.mark.parametrize("is_taken_back", [True, False])
def test_a_refusal_on_a_laptop_counts_from_the_return(by, anna, is_taken_back):
    """Also where the consent of before was given anew in between."""
    away, laptop = lent(by, anna, may_publish=not is_taken_back)
    elsewhere = EntryFactory(tournament=TournamentFactory(owner=by.user), player=anna, may_publish=False)
    if is_taken_back:
        answer(laptop.entries.get(), by, may_publish=True)
    answer(laptop.entries.get(), by, may_publish=False)
    answer_by_link(elsewhere, may_publish=True)

    bring("file", away, laptop, by)

    assert refused(anna, by)


def test_who_was_entered_on_a_laptop_answered_there(by, anna):
    away, laptop = lent(by, anna, may_publish=True)
    people = [PlayerFacts(name=name) for name in ("Boris", "Cyril", "Dana")]
    names = [PastedName(player=person, choice=None, known=frozenset()) for person in people]
    add_players(tournament_id=laptop.pk, key=uuid4(), names=names, by=by)
    boris, cyril, dana = laptop.entries.exclude(number=1).order_by("number")
    for may_publish in (False, True):
        answer(cyril, by, may_publish=may_publish)
    answer(dana, by, may_publish=False)
    entered, consented = (laptop.log.filter(kind=kind) for kind in ("players.added", "entry.edited"))

    before = timezone.now()
    bring("file", away, laptop, by)

    boris, cyril, dana = away.entries.exclude(number=1).order_by("number")
    assert [boris.may_publish, cyril.may_publish, dana.may_publish] == [True, True, False]
    assert boris.answered_at == entered.get().at
    assert cyril.answered_at == consented.get(data__after__may_publish=True).at
    assert dana.answered_at > before


def test_an_entry_without_a_new_answer_keeps_its_time(by, anna):
    away, laptop = lent(by, anna, may_publish=True)
    before = away.entries.get().answered_at
    entry = Entry.objects.select_related("player").get(tournament=laptop)
    paid = replace(entry_facts_of(entry), paid=True)
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=paid, by=by)

    bring("file", away, laptop, by)

    entry = away.entries.get()
    assert (entry.paid, entry.answered_at) == (True, before)


def brought_with_wrong_clock(by, anna, days):
    """Bring back an event in which Anna consented on a laptop whose clock is wrong by so many days; return the event
    here, and the time before its return."""
    away, laptop = lent(by, anna, may_publish=False)
    answer(laptop.entries.get(), by, may_publish=True)
    file = returned(laptop, by)
    for record in file["document"]["log"]:
        if record["kind"] == "entry.edited":
            wrong = moment_of(record["at"]) + timedelta(days=days)
            record["at"] = wrong.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    before = timezone.now()
    assert bring_back(tournament_id=away.pk, file=file, by=by).separate_copy is None
    return away, before


def test_an_answer_on_a_laptop_with_a_slow_clock_counts_from_the_hand_over(by, anna):
    away, _before = brought_with_wrong_clock(by, anna, days=-300)

    assert away.entries.get().answered_at == away.away_since


def test_an_answer_on_a_laptop_with_a_fast_clock_counts_from_the_return(by, anna):
    away, before = brought_with_wrong_clock(by, anna, days=300)

    assert before <= away.entries.get().answered_at <= timezone.now()


@pytest.mark.parametrize(("is_told", "is_changed_here"), [(False, False), (True, False), (False, True)])
def test_a_consent_after_a_mirrored_refusal_counts_by_any_clock(by, anna, is_told, is_changed_here):
    """The site dates the refusal by its own clock, the consent by the slow one of the laptop. If the site changed
    something of the player meanwhile, it does not tell whose refusal it has."""
    away, laptop = lent(by, anna, may_publish=True)
    answer(laptop.entries.get(), by, may_publish=False)
    bring("mirror", away, laptop, by)
    assert not away.entries.get().may_publish
    answer(laptop.entries.get(), by, may_publish=True)
    consent = laptop.log.filter(number=laptop.log.latest("number").number)
    consent.update(at=timezone.now() - timedelta(minutes=10))
    if is_told:
        bring("mirror", away, laptop, by)
    if is_changed_here:
        away.refresh_from_db()
        log(away, "player.renamed", by=by, number=1, before="Anna")

    bring("file", away, laptop, by)

    assert away.entries.get().may_publish is not is_changed_here
