"""All uploads that wait for their import take a limited room, of which large ones leave enough for small ones."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from tests.factories import TournamentFactory, UserFactory, visitor
from tournament.archive.actions import import_upload
from tournament.archive.actions.import_upload import store_upload
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.models import Upload

pytestmark = pytest.mark.django_db

SIZE = 40
"""The length of each compressed upload of these tests, if it has no other."""


@pytest.fixture(autouse=True)
def room_for_three(monkeypatch):
    monkeypatch.setattr(import_upload, "MOST_WAITING", 3 * SIZE + SIZE // 2)
    monkeypatch.setattr(import_upload, "zlib", SimpleNamespace(compress=lambda content: content))


def store(size=SIZE, user=None):
    user = user or UserFactory()
    store_upload(b"x" * size, by=visitor(user))
    return user


def waiting():
    return {upload.user for upload in Upload.objects.all()}


def test_of_equal_ones_the_oldest_goes_where_there_is_no_room():
    users = [store() for _ in range(3)]
    Upload.objects.filter(user=users[1]).update(at=timezone.now() - timedelta(hours=1))

    newest = store()

    assert waiting() == {users[0], users[2], newest}


def test_an_upload_takes_the_room_of_its_accounts_earlier_one():
    users = [store() for _ in range(3)]

    store(user=users[0])

    assert waiting() == set(users)


def test_the_largest_goes_first():
    small, large = store(SIZE // 2), store(2 * SIZE)

    newest = store(SIZE + SIZE // 2)

    assert waiting() == {small, newest}
    assert not waiting() & {large}


def test_no_smaller_one_goes_for_a_larger_and_its_sender_learns_that(client):
    small = [store(SIZE // 2) for _ in range(7)]
    user = UserFactory()
    content = envelope_json(envelope(TournamentFactory(owner=user)))
    client.force_login(user)

    page = client.post(reverse("tournament-import"), {"file": SimpleUploadedFile("copy.json", content)})

    assert page.status_code == 409
    assert "Too many uploaded files wait for their import" in page.text
    assert waiting() == set(small)
