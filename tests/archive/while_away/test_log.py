"""The log of a tournament that is away takes changes of people, and no entry that a laptop took from it or invented."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.archive.laptops import go_on, hands_at
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import come_back, kinds, rename
from tests.factories import play
from tests.table.corrections import A, tsumo
from tournament.archive.actions import replace_facts as replacing
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import call_back
from tournament.archive.tenbo.values import moment_text
from tournament.core.actions.journal import WHILE_AWAY
from tournament.core.rates import Rate
from tournament.models import LogEntry
from tournament.people.actions import player_facts
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_the_laptop_takes_no_entry_from_the_log_here(home, laptop, first, owner, copier):
    rename(first, owner)
    written = home.log.get(kind="player.renamed")
    play(hanchan_of(laptop), tsumo(A))
    file = returned(laptop, copier)
    log = file["document"]["log"]
    log.append({**log[-1], "number": len(log) + 1, "kind": written.kind, "data": {}, "at": moment_text(written.at)})

    bring_back(tournament_id=home.pk, file=file, by=copier)

    assert home.log.filter(kind=written.kind, data=written.data, actor_name=written.actor_name).count() == 1


@pytest.mark.slow
def test_entries_of_here_are_not_compared_with_marks_of_before_the_laptop_left(
    home, laptop, first, owner, copier, monkeypatch
):
    for logged in LogEntry.objects.filter(tournament__in=[home, laptop]).exclude(kind__startswith="tournament."):
        logged.data[WHILE_AWAY] = True  # of a file from elsewhere, or of an earlier hand-over
        logged.save()
    names = ["One", "Two", "Three"]
    for name in names:
        rename(first, owner, name)
    compared = []
    monkeypatch.setattr(replacing, "is_same_entry", lambda record, _entry: compared.append(record["number"]))
    file = returned(laptop, copier)

    assert bring_back(tournament_id=home.pk, file=file, by=copier).separate_copy is None

    assert compared == []
    assert kinds(home).count("player.renamed") == len(names)


def test_the_mirror_takes_no_entry_that_pretends_to_be_of_here(home, laptop, first, owner, network):
    rename(first, owner)
    play(hanchan_of(laptop), tsumo(A))
    LogEntry.objects.filter(tournament=laptop, kind="hand.recorded").update(data={"number": 2, WHILE_AWAY: True})

    go_on(network)

    assert hands_at(home) == 1


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_a_change_that_the_log_has_no_room_for_stops_no_laptop(
    home, laptop, first, owner, copier, network, way, monkeypatch
):
    monkeypatch.setattr(player_facts, "LOGGED_FROM_OUTSIDE", 0)
    monkeypatch.setattr(player_facts, "RENAMED_ELSEWHERE", Rate("renamed elsewhere", 1, timedelta(days=30)))
    for name in ("One", "Two", "Three"):
        rename(first, owner, name)
    first.refresh_from_db()
    for country in ("CZ", "FR"):
        facts = replace(facts_of(first.player), country=country)
        edit_entry(entry_id=first.pk, player=facts, entry=entry_facts_of(first), by=owner)
        first.refresh_from_db()

    come_back(way, home, laptop, network, copier)

    person = home.entries.get(player=first.player_id).player
    assert (person.name, person.country) == ("Three", "FR")
    assert [kinds(home).count(kind) for kind in ("player.renamed", "player.edited")] == [1, 1], "one for each detail"


def test_at_home_the_log_keeps_its_room_for_the_hands(home, first, owner, copier, monkeypatch):
    monkeypatch.setattr(player_facts, "LOGGED_FROM_OUTSIDE", 0)
    call_back(tournament_id=home.pk, by=copier)
    facts = replace(facts_of(first.player), country="CZ")

    edit_entry(entry_id=first.pk, player=facts, entry=entry_facts_of(first), by=owner)

    assert home.entries.get(player=first.player_id).player.country == "CZ"
    assert "player.edited" not in kinds(home)
