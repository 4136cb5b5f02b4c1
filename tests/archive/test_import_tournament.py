"""Importing a tournament: the file, what it holds, and then the tournament, or a sentence."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from tests.archive.envelopes import busy_tournament
from tests.factories import UserFactory
from tournament.archive.actions.import_upload import UPLOAD_LASTS, forget_old_uploads
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.core.views.rates import UPLOADS
from tournament.models import Tournament, Upload

pytestmark = pytest.mark.django_db

URL = reverse("tournament-import")


@pytest.fixture(scope="module")
def content(django_db_setup, django_db_blocker):
    """A safety copy of a tournament that is not here any more, and its players with hostile names. Made once."""
    with django_db_blocker.unblock(), transaction.atomic():
        data = envelope_json(envelope(busy_tournament()))
        transaction.set_rollback(True)
    return data


@pytest.fixture
def user(client):
    user = UserFactory()
    client.force_login(user)
    return user


def upload(client, content, name="copy.json"):
    return client.post(URL, {"file": SimpleUploadedFile(name, content)})


def test_a_file_is_shown_before_anything_is_made_of_it(client, user, content):
    page = upload(client, content)

    text = " ".join(page.text.split())
    assert page.status_code == 200
    assert "Jarní turnaj &lt;1&gt;" in text
    assert "WRC 2015" in text
    assert page.context["summary"]["players"] == 8
    assert page.context["summary"]["signed"] == 2
    assert "everyone will see it as soon as it is imported" in text
    assert not Tournament.objects.exists()


def test_accepted_it_is_a_tournament_of_ones_own(client, user, content):
    key = upload(client, content).context["form"]["key"].value()

    first = client.post(URL, {"key": key})
    again = client.post(URL, {"key": key})

    made = Tournament.objects.get(memberships__user=user)
    assert first.url == again.url == made.get_absolute_url()
    assert envelope_json(envelope(made)) == content
    assert not Upload.objects.exists()
    assert "imported this tournament from a safety copy" in client.get(reverse("log", args=[made.slug])).text


def test_what_was_imported_is_text_on_every_page(client, user, content):
    key = upload(client, content).context["form"]["key"].value()
    client.post(URL, {"key": key})
    made = Tournament.objects.get(memberships__user=user)
    hanchan = made.rounds.get(number=1).hanchans.first()

    for name, more in (
        ("tournament", []), ("players", []), ("leaderboard", []), ("log", []), ("seating", []), ("rules", []),
        ("round", [1]), ("entry", [3]), ("hanchan", [hanchan.pk]), ("print-sheets", [1]), ("tables", []),
    ):  # fmt: skip
        page = client.get(reverse(name, args=[made.slug, *more]))
        assert page.status_code == 200, name
        assert "<b>Claire</b>" not in page.text, name


def test_an_entry_of_the_log_that_nothing_here_wrote_is_shown(client, user, content):
    data = json.loads(content)
    for entry in data["log"]:
        entry["kind"] = "hanchan.teleported"
    key = upload(client, json.dumps(data).encode()).context["form"]["key"].value()
    client.post(URL, {"key": key})
    made = Tournament.objects.get(memberships__user=user)
    assert client.get(reverse("log", args=[made.slug])).status_code == 200


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This file is empty."),
        (b"PK\x03\x04\xff", "not text in UTF-8"),
        (b'{"format": "tenbo/9"}', "this version of Tenbo reads “tenbo/1”"),
        (b'{"format": "tenbo/1", "form": "whole", "<script>": 1}', "is missing"),
        (b'{"format": "hanchan/1"}', "This file is not a tournament"),
    ],
)
def test_a_bad_file_is_answered_with_a_sentence(client, user, content, sentence):
    response = upload(client, content)

    assert response.status_code == 422
    assert sentence in response.text
    assert "<script>" not in response.text.split("<main")[1]
    assert not Upload.objects.exists()


def test_a_document_that_contradicts_itself_is_refused_when_it_is_accepted(client, user, content):
    data = json.loads(content)
    data["rounds"][0]["hanchans"][0]["game"]["players"][0] = "Somebody <else>"
    key = upload(client, json.dumps(data).encode()).context["form"]["key"].value()

    response = client.post(URL, {"key": key})

    assert response.status_code == 422
    assert "rounds[0].hanchans[0].game.players[0]" in response.text
    assert not Tournament.objects.exists()


def test_without_a_file_it_says_so(client, user):
    response = client.post(URL, {})

    assert response.status_code == 422
    assert "This field is required." in response.text


@pytest.mark.parametrize(
    ("key", "status", "sentence"),
    [
        ("", 422, "This form is incomplete. Choose the file again."),
        ("x", 422, "This form is incomplete. Choose the file again."),
        (
            "9f4f3f6e-8a0f-4a37-9b58-3c62a6a5e9d0",
            409,
            "The uploaded file was deleted meanwhile. Nothing was imported; choose the file again.",
        ),
    ],
)
def test_a_key_of_nothing_asks_for_the_file_again(client, user, key, status, sentence):
    response = client.post(URL, {"key": key})

    assert response.status_code == status
    assert sentence in response.text


def test_nobody_imports_what_somebody_else_uploaded(client, user, content):
    key = upload(client, content).context["form"]["key"].value()
    client.force_login(UserFactory())

    assert client.post(URL, {"key": key}).status_code == 409


def test_old_uploads_are_found_without_reading_their_content(client, user, content):
    """In a row of SQLite the time stands behind the content of up to 20 MB, so only an index finds it fast."""
    upload(client, content)
    old = Upload.objects.filter(at__lt=timezone.now()).values_list("pk", flat=True)

    assert "uploads_by_time" in old.explain() or connection.vendor != "sqlite"


def test_an_upload_looks_for_no_old_ones(client, user, content):
    """The server forgets them each hour; whoever uploads would wait for it."""
    upload(client, content)
    Upload.objects.update(at=timezone.now() - 2 * UPLOAD_LASTS)
    client.force_login(UserFactory())

    upload(client, content)

    assert Upload.objects.filter(user=user).exists()


def test_a_further_upload_takes_the_place_of_the_one_before(client, user, content):
    upload(client, content)
    first = Upload.objects.get()

    upload(client, content)

    assert Upload.objects.get().key != first.key
    assert Upload.objects.get().user == user


def test_an_old_upload_goes_although_nobody_uploads_again(client, user, content, settings):
    """The server forgets it each hour, and with it a private document."""
    upload(client, content)
    forget_old_uploads()
    assert Upload.objects.exists()
    Upload.objects.update(at=timezone.now() - 2 * UPLOAD_LASTS)

    forget_old_uploads()

    assert not Upload.objects.exists()
    server = (settings.BASE_DIR / "tournament/asgi.py").read_text()
    hourly = "partial(tidy, clear_unfinished_imports, finish_deletions, finish_erasures, forget_old_uploads)"
    assert hourly in server


def test_files_that_are_refused_count_too(client, user):
    statuses = [upload(client, b"{}").status_code for _try in range(UPLOADS.burst + 1)]

    assert statuses == [422] * UPLOADS.burst + [429]


def test_it_is_for_those_who_may_open_tournaments(client, user, settings):
    settings.TENBO_TOURNAMENT_CREATORS = "staff"

    assert client.get(URL).status_code == 404
    assert client.post(URL, {}).status_code == 404
