"""The key of a live mirror opens one tournament to one laptop, and ends with the role of an owner who may have it."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.archive.laptops import compressed, file_for_laptop, go_on, hands_at, mirror_of, post
from tests.archive.test_hand_over import hanchan_of, returned
from tests.factories import play, visitor
from tests.table.corrections import A, tsumo
from tournament.archive.actions import import_tournament as importing
from tournament.archive.actions import receive_mirror as receiving
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.document import envelope
from tournament.core.errors import Away
from tournament.models import HandOver, Membership, Mirror, Role
from tournament.site.actions.team import change_role, remove_member

pytestmark = pytest.mark.django_db


def test_a_wrong_key_finds_nothing(home, laptop):
    address = reverse("mirror", args=[home.slug])
    other = HandOver(pk=4711, is_lent=True)

    for key in ("", "no", other.mirror_key, HandOver.objects.get(is_lent=True).key):
        assert post(address, compressed(envelope(laptop)), key=key).status_code == 404
    assert post(reverse("mirror", args=["none"]), key=mirror_of(laptop).key).status_code == 404
    assert Client().post(address).status_code == 404
    home.refresh_from_db()
    assert home.mirrored_at is None


def test_the_key_of_the_laptop_opens_nothing_on_the_laptop(laptop):
    answer = post(reverse("mirror", args=[laptop.slug]), key=mirror_of(laptop).key)

    assert answer.status_code == 404


def test_a_key_is_valid_after_the_secret_key_was_replaced(home, laptop, network, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new one" * 8
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)

    assert hands_at(home) == 2


def removed(second, by):
    remove_member(tournament_id=second.tournament_id, member_id=second.pk, by=by)


def demoted(second, by):
    change_role(tournament_id=second.tournament_id, member_id=second.pk, role=Role.REFEREE, by=by)


def left(second, by):
    remove_member(tournament_id=second.tournament_id, member_id=second.pk, by=visitor(second.user))


@pytest.mark.slow
@pytest.mark.parametrize("way", [removed, demoted, left])
def test_the_key_ends_with_the_role_of_an_owner(home, laptop, network, by, second, way):
    taken_along = file_for_laptop(home)["mirror"]
    way(second, by)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)

    assert post(taken_along["address"], compressed(envelope(laptop)), key=taken_along["key"]).status_code == 404
    assert (hands_at(home), mirror_of(laptop).problem) == (1, Mirror.Problem.REFUSED)
    home.refresh_from_db()
    assert take_over(file=file_for_laptop(home), key=uuid4(), by=by) == laptop
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, "")
    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert (brought.rewritten, brought.separate_copy) == (None, None)
    assert home.log.filter(kind__startswith="team.").count() == 1


def test_the_key_stays_when_a_referee_leaves(home, laptop, network, by, second):
    Membership.objects.filter(pk=second.pk).update(role=Role.REFEREE)
    removed(second, by)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)

    assert hands_at(home) == 2


def test_owners_are_told_how_the_live_pages_go_on(home, laptop, by, second, client):
    client.force_login(by.user)
    page = reverse("laptop", args=[home.slug])
    assert "can no longer send hands with that file" not in client.get(page).text

    answer = client.post(reverse("member-remove", args=[home.slug, second.pk]), follow=True)

    assert "import it on the laptop" in answer.text
    assert "can no longer send hands with that file" in client.get(page).text


def test_links_are_not_replaced_while_the_laptop_has_them(home, by, second):
    with pytest.raises(Away):
        remove_member(tournament_id=home.pk, member_id=second.pk, by=by, new_tables=True)


def test_a_key_that_ends_while_a_document_is_checked_changes_nothing(home, laptop, by, second, monkeypatch):
    play(hanchan_of(laptop), tsumo(A))
    row, sent = mirror_of(laptop), compressed(envelope(laptop))
    check = importing.checked_facts

    def meanwhile(document, *, by):
        left(second, by)
        return check(document, by=by)

    monkeypatch.setattr(receiving, "checked_facts", meanwhile)

    assert post(row.address, sent, key=row.key).status_code == 410
    assert hands_at(home) == 1
