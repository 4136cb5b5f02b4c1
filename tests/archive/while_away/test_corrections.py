"""A person is corrected at home while a tournament of theirs is away: the laptop brings no former name back."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tests.archive.laptops import compressed, file_for_laptop, go_on, hands_at, post
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import NAME, come_back, is_clean, kinds, rename
from tests.factories import play
from tests.table.corrections import A, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.document import envelope
from tournament.core.errors import Away
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of

pytestmark = pytest.mark.django_db


def test_the_owner_of_their_home_corrects_them(first, home, owner):
    rename(first, owner)

    assert home.entries.get(player=first.player_id).player.name == "Renamed"
    assert kinds(home)[-1] == "player.renamed"
    assert is_clean(home)


def test_on_the_page_of_what_is_away_nobody_changes_them(home, first, copier):
    with pytest.raises(Away, match=home.name):
        rename(home.entries.get(player=first.player_id), copier)


@pytest.mark.slow
def test_what_the_laptop_brings_stands_before_what_was_written_here(home, laptop, first, owner, copier):
    rename(first, owner)
    play(hanchan_of(laptop), tsumo(A))

    assert bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier).separate_copy is None

    home.refresh_from_db()
    assert kinds(home)[-4:] == ["hand.recorded", "tournament.returned", "player.renamed", "tournament.brought_back"]
    assert home.entries.get(player=first.player_id).player.name == "Renamed"
    assert hands_at(home) == 2
    assert is_clean(home)
    assert list(home.log.values_list("number", flat=True)) == list(range(1, home.version + 1))


@pytest.mark.slow
def test_the_mirror_goes_on_and_every_version_is_a_new_one(home, laptop, first, owner, network):
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    versions = []
    for name in ("One", "Two"):
        rename(first, owner, name)
        home.refresh_from_db()
        versions.append(home.version)
        play(hanchan_of(laptop), tsumo(A))
        assert go_on(network) == 1
        home.refresh_from_db()
        versions.append(home.version)

    assert versions == sorted(set(versions))
    assert hands_at(home) == 4
    assert kinds(home)[-2:] == ["player.renamed"] * 2
    assert home.entries.get(player=first.player_id).player.name == "Two"
    assert is_clean(home)


def test_the_laptop_still_confirms_its_version(home, laptop, first, owner):
    rename(first, owner)
    file = file_for_laptop(home)
    known = home.version

    answers = [post(file["mirror"]["address"], key=file["mirror"]["key"], version=each) for each in (known, known + 1)]

    assert [answer.status_code for answer in answers] == [200, 412]


def test_a_document_received_twice_changes_nothing(home, laptop, first, owner):
    rename(first, owner)
    file = file_for_laptop(home)
    document = compressed(envelope(laptop))
    before = kinds(home)

    answers = [post(file["mirror"]["address"], document, key=file["mirror"]["key"]) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert kinds(home) == before


@pytest.mark.slow
def test_play_goes_on_here_behind_what_was_written(home, laptop, first, owner, copier):
    rename(first, owner)
    call_back(tournament_id=home.pk, by=copier)
    home.refresh_from_db()
    play(hanchan_of(home), tsumo(A))
    take_to_laptop(tournament_id=home.pk, place="again", by=copier)
    home.refresh_from_db()
    again = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)

    assert bring_back(tournament_id=home.pk, file=returned(again, copier), by=copier).separate_copy is None

    assert kinds(home).count("player.renamed") == 1
    assert is_clean(home)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_the_deletion_of_their_home_stops_no_laptop(first, home, owner, copier, network, way):
    player = first.player
    player.home, player.legal_name, player.ara_number = first.tournament, "Wawrzyniec", "77"
    player.save()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)

    delete_tournament(tournament_id=first.tournament_id, name=first.tournament.name, by=owner)
    come_back(way, home, laptop, network, copier)

    player.refresh_from_db()
    assert (player.home, player.legal_name, player.ara_number) == (None, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_a_file_that_was_downloaded_after_a_change_here_comes_back(home, first, owner, copier, network, way):
    rename(first, owner, "One")
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    rename(first, owner, "Two")

    come_back(way, home, laptop, network, copier)

    assert kinds(home).count("player.renamed") == 2
    assert home.entries.get(player=first.player_id).player.name == "Two"


CORRECTED = {"name": "Wawrzyniec B", "club": "Hall club", "ema_number": "04010001"}


@pytest.mark.slow
@pytest.mark.parametrize("detail", CORRECTED)
def test_what_the_laptop_corrected_comes_back_although_the_other_event_was_deleted(
    home, laptop, first, owner, copier, network, detail
):
    """The mirror sent the correction while the person played elsewhere too, so the site kept its own detail."""
    corrected = laptop.entries.get(player__name=NAME)
    facts = replace(facts_of(corrected.player), **{detail: CORRECTED[detail]})
    edit_entry(entry_id=corrected.pk, player=facts, entry=entry_facts_of(corrected), by=copier)
    come_back("mirror", home, laptop, network, copier)

    delete_tournament(tournament_id=first.tournament_id, name=first.tournament.name, by=owner)
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    back = bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    assert (back.separate_copy, back.rewritten) == (None, None)
    assert hands_at(home) == 3
    assert getattr(home.entries.get(number=corrected.number).player, detail) == CORRECTED[detail]
    assert is_clean(home)
