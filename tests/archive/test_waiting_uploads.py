"""All uploads that wait for their import take a limited room, which strangers' new accounts do not take from others."""

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
"""The length of each compressed upload of these tests."""


@pytest.fixture(autouse=True)
def room_for_three(monkeypatch):
    monkeypatch.setattr(import_upload, "MOST_WAITING", 3 * SIZE + SIZE // 2)
    monkeypatch.setattr(import_upload, "zlib", SimpleNamespace(compress=lambda content: b"x" * SIZE))


def store(user):
    store_upload(b"content", by=visitor(user))
    return user


def aged():
    return UserFactory(date_joined=timezone.now() - timedelta(days=2))


def waiting():
    return {upload.user for upload in Upload.objects.all()}


def test_the_oldest_goes_where_there_is_no_room():
    users = [store(UserFactory()) for _ in range(3)]
    Upload.objects.filter(user=users[1]).update(at=timezone.now() - timedelta(hours=1))

    newest = store(UserFactory())

    assert waiting() == {users[0], users[2], newest}


def test_an_upload_takes_the_room_of_its_accounts_earlier_one():
    users = [store(UserFactory()) for _ in range(3)]

    store(users[0])

    assert waiting() == set(users)


def test_those_of_new_accounts_go_first():
    known = [store(aged()) for _ in range(2)]
    store(UserFactory())

    known.append(store(aged()))

    assert waiting() == set(known)


def test_a_new_account_takes_no_room_of_others_and_learns_that(client):
    known = [store(aged()) for _ in range(3)]
    new = UserFactory()
    content = envelope_json(envelope(TournamentFactory(owner=new)))
    client.force_login(new)

    page = client.post(reverse("tournament-import"), {"file": SimpleUploadedFile("copy.json", content)})

    assert page.status_code == 409
    assert "Too many uploaded files wait for their import" in page.text
    assert waiting() == set(known)


def test_others_are_not_refused_even_if_no_new_account_has_an_upload():
    first = store(aged())
    others = [store(aged()) for _ in range(3)]

    assert waiting() == set(others)
    assert first not in waiting()
