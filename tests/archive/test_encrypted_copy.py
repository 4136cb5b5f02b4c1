"""A safety copy that is encrypted with a passphrase: downloaded by its organizers, and imported again."""

import hashlib
import io
import runpy
import time

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from tests.factories import PASSWORD, EntryFactory, TournamentFactory, UserFactory
from tournament.archive import encryption
from tournament.archive.encryption import MAGIC, NONCE, SALT, NotDecrypted, decrypted, encrypted
from tournament.archive.forms.passphrases import NewPassphraseForm
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.core.queries import disk
from tournament.core.requests import SESSION_CONFIRMED
from tournament.core.views.rates import UPLOADS
from tournament.models import Tournament, Upload

PASSPHRASE = "třináct sirotků"
URL = reverse("tournament-import")


@pytest.fixture
def owner(client, db):
    user = UserFactory()
    client.post(reverse("login"), {"username": user.username, "password": PASSWORD})
    return user


@pytest.fixture
def tournament(owner):
    tournament = TournamentFactory(owner=owner, name="Jarní turnaj")
    EntryFactory(tournament=tournament, player__name="Žofie")
    return tournament


def download(client, tournament, again=PASSPHRASE, passphrase=PASSPHRASE):
    address = reverse("tournament-encrypted", args=[tournament.slug])
    return client.post(address, {"passphrase": passphrase, "again": again})


def upload(client, content):
    return client.post(URL, {"file": SimpleUploadedFile("copy.json.encrypted", content)})


def open_upload(client, page, passphrase):
    return client.post(URL, {"key": page.context["form"]["key"].value(), "passphrase": passphrase})


def test_what_was_downloaded_is_imported_with_its_passphrase(client, tournament):
    file = download(client, tournament)
    copy = envelope_json(envelope(tournament))
    assert file["Content-Disposition"] == f'attachment; filename="{tournament.slug}.json.encrypted"'
    assert file.content.startswith(MAGIC)
    assert "Žofie".encode() not in file.content

    asked = upload(client, file.content)
    preview = open_upload(client, asked, PASSPHRASE)
    made = client.post(URL, {"key": preview.context["form"]["key"].value()})

    assert asked.status_code == preview.status_code == 200
    assert preview.context["summary"]["players"] == 1
    imported = Tournament.objects.exclude(pk=tournament.pk).get()
    assert made.url == imported.get_absolute_url()
    assert envelope_json(envelope(imported)) == copy


def test_a_wrong_passphrase_is_told_and_asked_for_again(client, tournament):
    asked = upload(client, download(client, tournament).content)

    wrong = open_upload(client, asked, "čtrnáct sirotků")
    missing = open_upload(client, asked, "")
    right = open_upload(client, wrong, PASSPHRASE)

    assert (wrong.status_code, missing.status_code, right.status_code) == (422, 422, 200)
    assert "The passphrase is wrong, or the file is damaged." in wrong.text
    assert "summary" in right.context


def test_what_is_no_copy_inside_is_refused(client, owner):
    asked = upload(client, encrypted(b"\xff\xfe", PASSPHRASE))

    assert "This is not a Tenbo file" in " ".join(open_upload(client, asked, PASSPHRASE).text.split())
    assert client.post(URL, {"key": asked.context["form"]["key"].value()}).status_code == 422
    assert not Tournament.objects.exists()


def test_what_finds_no_room_when_it_is_opened_is_refused_with_a_sentence(client, tournament, monkeypatch):
    asked = upload(client, download(client, tournament).content)
    monkeypatch.setattr(disk, "free_bytes", lambda: 1_000)

    page = open_upload(client, asked, PASSPHRASE)

    assert page.status_code == 409
    assert "The disk of this site is nearly full" in page.text


def test_nobody_opens_the_upload_of_another(client, tournament):
    asked = upload(client, download(client, tournament).content)
    client.force_login(UserFactory())

    assert open_upload(client, asked, PASSPHRASE).status_code == 409
    assert Upload.objects.count() == 1


def test_each_guess_costs_what_the_format_says():
    """Read anew: other tests spend less (tests/plugins/shortcuts.py)."""
    content = runpy.run_path(encryption.__file__)["encrypted"](b"all of it", PASSPHRASE)

    salt, nonce = content[len(MAGIC) :][:SALT], content[len(MAGIC) + SALT :][:NONCE]
    key = hashlib.scrypt(PASSPHRASE.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
    first_and_last = nonce + bytes(4) + bytes([True])
    assert AESGCM(key).decrypt(first_and_last, content[len(MAGIC) + SALT + NONCE :], MAGIC) == b"all of it"


def test_passphrases_cannot_be_tried_without_end(client, tournament):
    asked = upload(client, download(client, tournament).content)

    answers = [open_upload(client, asked, "wrong").status_code for _ in range(UPLOADS.burst)]

    assert answers == [422] * (UPLOADS.burst - 1) + [429]


@pytest.mark.parametrize(("passphrase", "again"), [("short", "short"), (PASSPHRASE, "another of them"), ("", "")])
def test_a_passphrase_that_is_short_or_mistyped_is_refused(passphrase, again):
    assert not NewPassphraseForm({"passphrase": passphrase, "again": again}).is_valid()


def test_letters_are_the_same_on_every_keyboard():
    typed = NewPassphraseForm({"passphrase": "tr\u030cina\u0301ct sirotku\u030a", "again": PASSPHRASE})

    assert typed.is_valid()
    assert typed.cleaned_data["passphrase"] == PASSPHRASE


def test_a_long_text_is_refused_at_once():
    """100,000 marks on one letter would take a minute to compose, in which nobody else is answered."""
    text, began = "e" + "\u0301" * 50_000 + "\u0323" * 50_000, time.thread_time()

    assert not NewPassphraseForm({"passphrase": text, "again": text}).is_valid()
    assert time.thread_time() - began < 1


def test_only_organizers_download_it_and_only_after_their_password(client, tournament):
    session = client.session
    session[SESSION_CONFIRMED] = 0
    session.save()
    asked = download(client, tournament)
    client.force_login(UserFactory())

    assert (asked.status_code, asked["Content-Type"]) == (422, "text/html; charset=utf-8")
    assert download(client, tournament).status_code == 404


@pytest.mark.parametrize("cut", [len(MAGIC), len(MAGIC) + SALT, len(MAGIC) + SALT + NONCE, -1])
def test_a_file_that_was_cut_short_is_not_decrypted(cut):
    with pytest.raises(NotDecrypted):
        decrypted(encrypted(b"content", PASSPHRASE)[:cut], PASSPHRASE)


def test_the_command_imports_it(tournament, owner, tmp_path):
    copy, secret = tmp_path / "copy.json.encrypted", tmp_path / "passphrase"
    copy.write_bytes(encrypted(envelope_json(envelope(tournament)), PASSPHRASE))
    secret.write_text(PASSPHRASE, encoding="utf-8")
    arguments = [str(copy), "--owner", owner.username]

    with pytest.raises(CommandError, match="is encrypted"):
        call_command("import_tournament", *arguments)
    call_command("import_tournament", *arguments, "--passphrase-file", str(secret), stdout=io.StringIO())

    assert Tournament.objects.filter(name="Jarní turnaj").count() == 2
