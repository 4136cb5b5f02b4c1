"""The live mirror's key, which is in the file for the laptop, erases nobody: what it sends takes out nobody for good
before an by brings the file back."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.archive.laptops import compressed, file_for_laptop, go_on, hands_at, mirror_of, post
from tests.archive.rewritten.documents import without_everybody
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import is_clean
from tests.factories import EntryFactory, play
from tests.table.corrections import A, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.models import EntryStatus, Player
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person

pytestmark = pytest.mark.django_db

CONTACTS = {"mail": "anna@example.org", "phone": "+420 123", "legal_name": "Anna Alphová", "club": "Riichi Brno"}


@pytest.fixture
def people(home):
    """The people of the tournament with contacts and notes: as rows of entry, name and details."""
    Player.objects.filter(entries__tournament=home).update(**CONTACTS)
    home.entries.update(note="allergic to nuts")
    return lambda: list(home.entries.order_by("number").values_list("number", "player__name", "note", *_of_players()))


def _of_players():
    return [f"player__{name}" for name in (*CONTACTS, "home", "removed_at")]


@pytest.fixture
def forged(laptop, by):
    """What somebody sends with the key of a found file: everybody is removed."""
    return without_everybody(laptop, by)


def test_who_finds_the_file_removes_nobody(home, laptop, by, people, forged):
    before, mirror = people(), file_for_laptop(home)["mirror"]

    assert post(mirror["address"], compressed(forged), key=mirror["key"]).status_code == 200

    assert people() == before
    late = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy
    assert list(late.entries.values_list("player__name", flat=True)) == ["A", "B", "C", "D"]
    assert people() == before


def test_who_is_removed_on_the_laptop_has_no_public_name_here_and_is_erased_when_it_returns(
    home, laptop, by, network, people
):
    remove_person(player_id=laptop.entries.get(number=2).player_id, by=by)
    play(hanchan_of(laptop), tsumo(A))
    assert go_on(network) == 1
    play(hanchan_of(laptop), tsumo(A))
    assert go_on(network) == 1

    assert (mirror_of(laptop).problem, hands_at(home)) == ("", 3)
    entry = home.entries.get(number=2)
    assert (entry.player.name, entry.player.mail, entry.public_name) == ("B", CONTACTS["mail"], "a player")
    assert "anna@" not in Client().get(home.get_absolute_url()).text
    assert is_clean(home)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert brought.separate_copy is None
    entry = home.entries.get(number=2)
    assert (entry.player.mail, entry.player.removed_at is None) == ("", False)
    assert not Player.objects.filter(name="B").exists()
    assert is_clean(home)


def test_an_entry_that_the_laptop_takes_out_is_cancelled_here_until_it_returns(home, laptop, by, network):
    for tournament in (home, laptop):
        EntryFactory(tournament=tournament, number=5, player__name="Eva Nová")
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get(number=5).pk, by=by)
    for _hand in range(2):
        play(hanchan_of(laptop), tsumo(A))
        assert go_on(network) == 1

    assert (mirror_of(laptop).problem, hands_at(home)) == ("", 3)
    assert home.entries.get(number=5).status == EntryStatus.CANCELLED
    assert is_clean(home)

    assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None
    assert not home.entries.filter(number=5).exists()
    assert Player.objects.filter(name="Eva Nová", entries__tournament=laptop).count() == 0


def test_a_mirror_changes_no_contacts(home, laptop, by, network, people):
    before = people()
    Player.objects.filter(entries__tournament=laptop).update(mail="", phone="", legal_name="Forged")
    for entry in laptop.entries.all():
        entry.player.refresh_from_db()
    play(hanchan_of(laptop), tsumo(A))

    assert go_on(network) == 1
    assert hands_at(home) == 2
    assert people() == before


def test_who_goes_on_without_the_laptop_sees_who_was_removed_there(home, laptop, network, client, by):
    remove_person(player_id=laptop.entries.get(number=2).player_id, by=by)
    play(hanchan_of(laptop), tsumo(A))
    assert go_on(network) == 1
    client.force_login(by.user)
    page = reverse("laptop", args=[home.slug])
    assert "/removal/" not in client.get(page).text

    answer = client.post(reverse("laptop-call-back", args=[home.slug]), {"is_sure": "on"}, follow=True)

    removal = reverse("person-remove", args=[home.entries.get(number=2).player_id])
    assert answer.redirect_chain == [(page, 302)]
    assert removal in answer.text
    remove_person(player_id=home.entries.get(number=2).player_id, by=by)
    assert removal not in client.get(page).text
