"""A laptop sends what is entered there to the tournament's own site, which shows it and stays read-only."""

import gzip
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.archive.envelopes import busy_tournament
from tests.archive.laptops import compressed, file_for_laptop, go_on, hands_at, mirror_of, post
from tests.archive.test_hand_over import hanchan_of, is_writable, returned
from tests.factories import EntryFactory, TournamentFactory, UserFactory, owner_of, play, visitor
from tests.table.corrections import A, B, tsumo
from tournament.archive.actions import import_tournament as importing
from tournament.archive.actions import receive_mirror as receiving
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.delivery import MOST_SENT
from tournament.archive.tenbo import rewritten
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.core.errors import Away
from tournament.models import Hanchan, Import, Mirror, Player, PlayerFacts, Tournament
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of

pytestmark = pytest.mark.django_db


def test_the_site_shows_what_was_entered_on_the_laptop_and_stays_away(home, laptop, network):
    play(hanchan_of(laptop), tsumo(A))

    assert go_on(network) == 1

    assert hands_at(home) == 2
    assert not is_writable(home)
    assert home.mirrored_at is not None
    with pytest.raises(Away):
        play(hanchan_of(home), tsumo(B))
    page = Client().get(home.get_absolute_url()).text
    assert "This tournament is played at the hall. On this site you can only read it; last updated on" in page
    assert mirror_of(laptop).sent_version == Tournament.objects.get(pk=laptop.pk).version
    assert not Import.objects.filter(is_finished=False).exists()


@pytest.mark.slow
def test_everything_is_as_on_the_laptop(by, network):
    home = busy_tournament(owner=by.user)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    entry = laptop.entries.select_related("player").get(number=2)
    facts, name = replace(entry_facts_of(entry), team="New"), PlayerFacts(name=entry.player.name)
    edit_entry(entry_id=entry.pk, player=name, entry=facts, by=by)
    play(in_play(laptop), ExhaustiveDraw())
    links = list(home.tables.values_list("number", "link_nonce", "carried_links"))

    go_on(network)

    assert envelope(home) == envelope(laptop)
    assert list(home.tables.values_list("number", "link_nonce", "carried_links")) == links


def in_play(tournament):
    rows = Hanchan.objects.valid().select_related("table", "round__tournament").filter(round__tournament=tournament)
    return rows.filter(sheets=None, paper_results=None).last()


@pytest.mark.slow
def test_it_is_brought_back_as_without_a_mirror(home, laptop, network, by):
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    play(hanchan_of(laptop), ExhaustiveDraw())

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert (brought.changes, brought.separate_copy) == (3, None)
    assert is_writable(home)
    assert home.mirrored_at is None
    assert hands_at(home) == 3
    play(hanchan_of(home), tsumo(B))
    assert go_on(network) == 0  # the laptop has returned it


def test_it_never_goes_backwards(home, laptop, network):
    play(hanchan_of(laptop), tsumo(A))
    older = compressed(envelope(laptop))
    play(hanchan_of(laptop), tsumo(B))
    go_on(network)
    row = mirror_of(laptop)

    assert post(row.address, older, key=row.key).status_code == 409
    assert post(row.address, key=row.key, version=row.sent_version - 1).status_code == 412
    assert hands_at(home) == 3


def test_a_tournament_brought_back_while_a_document_is_checked_keeps_its_own(home, laptop, by, monkeypatch):
    play(hanchan_of(laptop), tsumo(A))
    row, sent = mirror_of(laptop), compressed(envelope(laptop))
    check = importing.checked_facts

    def meanwhile(document, *, by):
        call_back(tournament_id=home.pk, by=owner_of(home))
        return check(document, by=by)

    monkeypatch.setattr(receiving, "checked_facts", meanwhile)

    assert post(row.address, sent, key=row.key).status_code == 410
    assert hands_at(home) == 1
    assert is_writable(home)


@pytest.fixture
def change_elsewhere(home):
    """A change of a player of `home` in another organizer's event, from which `home` has the person."""
    entry = home.entries.select_related("player").first()
    other = TournamentFactory(owner=UserFactory())
    EntryFactory(tournament=other, number=1, player=entry.player)
    Player.objects.filter(pk=entry.player_id).update(home=other)

    def change():
        there = other.entries.select_related("player").get()
        facts = replace(facts_of(there.player), club="Riichi Brno")
        owner = visitor(other.memberships.get().user)
        edit_entry(entry_id=there.pk, player=facts, entry=entry_facts_of(there), by=owner)

    return change


def test_a_person_changed_here_while_a_document_is_compared_stops_nothing(
    home, laptop, network, monkeypatch, change_elsewhere
):
    compare, compared = rewritten.rewritten_here, []

    def meanwhile(tournament_id, document, *, is_mirror):
        found = compare(tournament_id, document, is_mirror=is_mirror)
        if not compared:
            change_elsewhere()
        compared.append(found)
        return found

    monkeypatch.setattr(receiving, "rewritten_here", meanwhile)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (1, Mirror.Problem.BUSY)
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, "")
    assert [found.rewritten for found in compared] == [None, None]
    assert home.entries.first().player.club == "Riichi Brno"


@pytest.mark.slow
def test_a_person_changed_here_in_the_midst_of_the_comparison_is_not_taken_for_a_rewritten_past(
    home, laptop, network, monkeypatch, change_elsewhere
):
    def meanwhile(tournament):
        before = envelope(tournament)
        change_elsewhere()
        return envelope(tournament) | {"log": before["log"]}

    monkeypatch.setattr(rewritten, "envelope", meanwhile)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)
    assert mirror_of(laptop).problem == Mirror.Problem.BUSY
    monkeypatch.setattr(rewritten, "envelope", envelope)
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, "")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"junk", 422),
        (compressed({}), 422),
        (gzip.compress(b"[" * 1_000), 422),
        (gzip.compress(b'"' + b"x" * (MOST_BYTES + 10) + b'"'), 422),
        (compressed({"format": "tenbo/1", "form": "whole"})[:-10], 422),
        (b"x" * (MOST_SENT + 1), 413),
    ],
    ids=["junk", "empty", "deep", "bomb", "cut off", "large"],
)
def test_junk_is_refused_and_changes_nothing(home, laptop, body, status):
    before = envelope(home)

    assert post(reverse("mirror", args=[home.slug]), body, key=mirror_of(laptop).key).status_code == status

    assert envelope(home) == before
    assert Tournament.objects.get(pk=home.pk).mirrored_at is None


def test_a_document_that_contradicts_itself_is_refused(home, laptop):
    document = envelope(laptop)
    play(hanchan_of(laptop), tsumo(A))
    longer = envelope(laptop)
    longer["rounds"][0]["hanchans"][0]["sheets"] = [{"no": "sheet"}]
    row = mirror_of(laptop)

    assert post(row.address, compressed(longer), key=row.key).status_code == 422
    assert post(row.address, key=row.key, version="x").status_code == 422
    assert envelope(home) == document
