"""A removal deletes uploads that name the person, wherever the name stands, and leaves the others."""

import zlib

import pytest
from django.utils import timezone

from tests.factories import EntryFactory, UserFactory, visitor
from tournament.models import Upload
from tournament.people.actions import forget_uploads as module
from tournament.people.actions.forget_uploads import forget_uploads
from tournament.people.actions.remove_person import remove_person

pytestmark = pytest.mark.django_db


def uploaded(content):
    return Upload.objects.create(user=UserFactory(), content=zlib.compress(content), at=timezone.now())


@pytest.mark.parametrize("before", range(8))
def test_a_name_is_found_where_two_pieces_meet(monkeypatch, before):
    monkeypatch.setattr(module, "PIECE", 7)
    uploaded(b"x" * before + "ZOÉ Nowák".encode() + b"y" * 20)
    other = uploaded(b"x" * before + "ZOÉ Novák".encode() + b"y" * 20)

    forget_uploads({"Zoé Nowák"})

    assert list(Upload.objects.all()) == [other]


def test_a_name_is_found_in_escapes():
    uploaded(rb'{"name": "Zo\u00e9 Now\u00E1k"}')

    forget_uploads({"Zoé Nowák"})

    assert not Upload.objects.exists()


def test_what_is_no_text_stays():
    uploaded(b"tenbo-encrypted/1\n" + b"\xff" * 100_000)

    forget_uploads({"Zoé Nowák"})

    assert Upload.objects.count() == 1


def test_uploads_are_read_after_the_locks_are_gone(monkeypatch, django_capture_on_commit_callbacks):
    """Each takes up to half a second to read, in which nobody could record a hand on SQLite."""
    owner = UserFactory()
    entry = EntryFactory(tournament__owner=owner, player__name="Zoé Nowák")
    uploaded("Zoé Nowák".encode())
    with django_capture_on_commit_callbacks() as callbacks:
        remove_person(player_id=entry.player_id, by=visitor(owner))
    assert Upload.objects.exists()

    for callback in callbacks:
        callback()

    assert not Upload.objects.exists()
