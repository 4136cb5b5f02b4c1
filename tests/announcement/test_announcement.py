"""The announcement: written and looked at by organizers, read by everybody once it is published."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from tests.conftest import NOON
from tests.factories import TournamentFactory, UserFactory
from tests.queries import queries_of
from tournament.announcement import views
from tournament.core.rates import Rate
from tournament.models import Announcement, AnnouncementPicture, EntryTerms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

HTMX = {"HX-Request": "true"}
FORM = {
    "text": "**Eight** hanchans\n\n<script>x</script>",
    "programme": "- 9:00 registration",
    "address": "Hlavní 1",
    "map_link": "https://osm.org/go/x",
    "fee": "20 €",
    "payment": "IBAN CZ00",
    "pay_until": "2026-06-30",
    "contact": "me@club.org",
    "is_published": "on",
}


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def tournament(owner):
    return TournamentFactory(owner=owner, place="Praha")


@pytest.fixture
def pages(tournament):
    return {name: reverse(name, args=[tournament.slug]) for name in ("announcement", "announcement-edit")}


@pytest.fixture
def organizer(client, owner):
    client.force_login(owner)
    return client


def picture_file(size=(40, 20)):
    file = BytesIO()
    Image.new("RGB", size, "red").save(file, "PNG")
    return SimpleUploadedFile("poster.png", file.getvalue(), "image/png")


def test_what_organizers_save_everybody_reads(organizer, client, tournament, pages, settings):
    settings.TENBO_ADDRESS = "https://tenbo.example.org"
    EntryTerms.objects.create(tournament=tournament, closes_on=NOON.date() + timedelta(days=2), limit=40)

    saved = organizer.post(pages["announcement-edit"], FORM)
    editing = organizer.get(pages["announcement-edit"]).text
    client.logout()
    read = client.get(pages["announcement"])

    assert saved.status_code == 302
    assert "https://tenbo.example.org" + pages["announcement"] in editing
    assert "<svg" in editing
    assert "<strong>Eight</strong>" in read.text
    assert "&lt;script&gt;" in read.text
    for text in ("9:00 registration", "Praha, Hlavní 1", 'href="https://osm.org/go/x"', "20 €", "IBAN CZ00"):
        assert text in read.text
    assert 'href="mailto:me@club.org"' in read.text
    assert "40 of 40 places are left" in read.text
    assert 'og:description" content="Hlavní 1 · 20 €"' in read.text
    assert tournament.log.get().kind == "announcement.edited"
    assert pages["announcement"] in client.get(tournament.get_absolute_url()).text


def test_a_second_saving_of_the_same_logs_nothing(organizer, tournament, pages):
    for _time in range(2):
        organizer.post(pages["announcement-edit"], FORM)

    assert tournament.log.count() == 1


def test_until_it_is_published_only_organizers_see_it(organizer, client, tournament, pages):
    organizer.post(pages["announcement-edit"], FORM | {"is_published": ""})

    assert "only organizers see" in organizer.get(pages["announcement"]).text
    client.logout()
    assert client.get(pages["announcement"]).status_code == 404
    assert pages["announcement"] not in client.get(tournament.get_absolute_url()).text


def test_without_an_announcement_there_is_no_page(client, pages):
    assert client.get(pages["announcement"]).status_code == 404


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_preview_shows_it_and_saves_nothing(organizer, pages, headers):
    seen = organizer.post(pages["announcement-edit"], FORM | {"preview": "1"}, headers=headers)

    assert seen.status_code == 200
    assert "<strong>Eight</strong>" in seen.text
    assert ("<html" in seen.text) is not bool(headers)
    assert not Announcement.objects.exists()


def test_the_preview_of_a_wrong_form_says_what_is_wrong(organizer, pages):
    seen = organizer.post(pages["announcement-edit"], FORM | {"preview": "1", "pay_until": "x"}, headers=HTMX)

    assert seen.status_code == 422
    assert "Last day to pay" in seen.text
    assert "There is no preview" in seen.text


@pytest.mark.parametrize(
    "wrong", [{"map_link": "javascript:alert(1)"}, {"map_link": "ftp://x.org/a"}, {"text": "x" * 10_001}]
)
def test_a_bad_form_is_shown_again(organizer, pages, wrong):
    response = organizer.post(pages["announcement-edit"], FORM | wrong)

    assert response.status_code == 422
    assert "IBAN CZ00" in response.text
    assert not Announcement.objects.exists()


def test_a_picture_is_kept_shown_and_removed(organizer, client, tournament, pages):
    organizer.post(pages["announcement-edit"], FORM | {"picture": picture_file(), "words": "A poster"})
    organizer.post(pages["announcement-edit"], FORM | {"words": "A red poster"})
    address = reverse("announcement-picture", args=[tournament.slug])
    shown = client.get(address)

    assert shown.headers["Content-Type"] == "image/jpeg"
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert Image.open(BytesIO(shown.content)).size == (40, 20)
    page = client.get(pages["announcement"]).text
    assert 'alt="A red poster"' in page
    assert f"{address}?" in page
    assert [entry.data["fields"] for entry in tournament.log.order_by("number")][1:] == [["picture"]]

    organizer.post(pages["announcement-edit"], FORM | {"remove_picture": "on"})
    assert not AnnouncementPicture.objects.exists()
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("content", [b"GIF89a", b"x" * 2_500_001])
def test_what_is_no_picture_is_refused_with_the_rest_unsaved(organizer, pages, content):
    response = organizer.post(pages["announcement-edit"], FORM | {"picture": SimpleUploadedFile("x.png", content)})

    assert response.status_code == 422
    assert not Announcement.objects.exists()


def test_each_picture_is_counted_before_it_is_drawn_and_previews_draw_none(organizer, pages, monkeypatch):
    monkeypatch.setattr(views, "PICTURES", Rate("pictures", 1, timedelta(days=1)))
    wrong = FORM | {"map_link": "nowhere"}
    sent = [wrong, FORM | {"preview": ""}, FORM]

    answers = [organizer.post(pages["announcement-edit"], form | {"picture": picture_file()}) for form in sent]

    assert [answer.status_code for answer in answers] == [422, 200, 429]
    assert not Announcement.objects.exists()


def test_the_page_takes_the_same_queries_with_and_without_picture(organizer, pages, tournament):
    organizer.post(pages["announcement-edit"], FORM)
    without = queries_of(organizer, pages["announcement"])
    organizer.post(pages["announcement-edit"], FORM | {"picture": picture_file()})

    assert queries_of(organizer, pages["announcement"]) == without <= 8
