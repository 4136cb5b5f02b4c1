"""The event's own words for automatic mails: refused, previewed, used, taken back; and to whom answers go."""

import re

import pytest
from django.core import mail as outbox
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.mail.actions.send_mails import send_mails
from tournament.mail.placeholders import IN_BODY, MOST_TIMES, filled, unknown_placeholders
from tournament.mail.words.mail import body_of, name_in_mail, subject_of
from tournament.models import Announcement, Entry, EntryTerms, Mail, MailWording, Player, Tournament

WORDS = {"subject": "{event}, number {number}", "body": "Ahoj {name}!\r\n\r\n{status}\r\n{payment}\r\n{link}"}


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("{name} {link}", []), ("{Name}", ["{Name}"]), ("{ name }", ["{", "}"]), ("{}", ["{}"]), ("{nam", ["{nam"])],
)
def test_what_is_no_placeholder_is_seen(text, unknown):
    assert unknown_placeholders(text, IN_BODY) == unknown


@pytest.mark.parametrize("dot", [".", "。", "．", "｡", "․", "﹒"])
def test_a_name_with_a_dot_of_any_script_is_no_address_in_a_mail(dot):
    assert name_in_mail(f"Win at example{dot}org") == "W. A. E."


@pytest.mark.parametrize("name", ["J. R. Novák", "木村 花子", "Dóra"])
def test_a_plain_name_stays_in_a_mail(name):
    assert name_in_mail(name) == name


def test_a_text_of_placeholders_makes_no_mail_of_a_megabyte():
    """Mails are stored, also those that no rate lets out."""
    text = filled("{payment}" * 500 + "{link}", {"{payment}": "x" * 1_000})

    assert len(text) < 10_000
    assert text.endswith("{payment}{link}")


def test_what_does_not_fit_any_more_leaves_room_for_what_is_shorter():
    text = filled("{payment}" * 6 + "{event}", {"{payment}": "x" * 900, "{event}": "Open"})

    assert text == "x" * 4_500 + "{payment}Open"


def test_a_text_of_links_makes_no_long_mail():
    entry = Entry(number=7, tournament=Tournament(slug="open"), player=Player(name="J. R. {link}"))
    mail = Mail(entry=entry, subject="{name}" * 25, body="{link} " * 700 + "{name}")

    text = body_of(mail)

    assert text.count(entry.get_link()) == MOST_TIMES
    assert text.endswith("{link} J. R. {link}")
    assert subject_of(mail).count("J. R.") == MOST_TIMES


@pytest.fixture
def owner(db):
    return UserFactory()


@pytest.fixture
def tournament(owner):
    tournament = TournamentFactory(owner=owner, languages=["en", "cs"], name="Spring {link}")
    EntryTerms.objects.create(tournament=tournament)
    EntryFactory(tournament=tournament, number=4, player__name="Eva Nová", player__mail="eva@example.org")
    return tournament


@pytest.fixture
def organizer(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def address(tournament):
    return reverse("mail-wording", args=[tournament.slug, "paid", "en"])


def pay(organizer, tournament):
    organizer.post(reverse("players-change", args=[tournament.slug]), {"entry": [4], "change": "paid"})
    return Mail.objects.get()


def test_a_mail_is_written_in_the_events_words(organizer, tournament, address):
    saved = organizer.post(address, WORDS | {"save": "1"})
    page = organizer.get(reverse("mail-letters", args=[tournament.slug])).text
    mail = pay(organizer, tournament)

    assert saved.url == reverse("mail-letters", args=[tournament.slug])
    assert page.count("your own text</span>") == 1
    assert mail.subject == "Spring {link}, number 4"
    assert body_of(mail).startswith("Ahoj Eva Nová!\n\nYou are playing, with number 4.\n\n/t/")
    assert "If it was not you, open the private link" in mail.body
    assert mail.entry.get_link() in body_of(mail)
    assert tournament.log.get(kind="mail.worded").data == {"letter": "paid", "language": "en"}


def test_other_languages_and_kinds_keep_the_standard_words(organizer, tournament, address):
    organizer.post(address, WORDS | {"save": "1"})
    tournament.entries.update(language="cs")

    assert pay(organizer, tournament).body.startswith("Dobrý den, {name}")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"body": "Hello {nmae}, {link}"}, "The placeholder “{nmae}” does not exist"),
        ({"body": "Hello {name}"}, "This mail needs {link}"),
        ({"subject": "{link}"}, "The placeholder “{link}” does not exist. Use only: {name}, {event}"),
        ({"subject": ""}, "This field is required."),
        ({"body": ""}, "This field is required."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_words_that_lose_something_are_refused_by_name(organizer, address, wrong, words, headers):
    answer = organizer.post(address, WORDS | wrong | {"save": "1"}, headers=headers)

    assert answer.status_code == 422
    assert words in answer.text
    assert ("<h1>" in answer.text) is not headers
    assert not MailWording.objects.exists()


def test_the_reminder_has_its_link_in_the_end_and_fills_the_message_form(organizer, tournament):
    address = reverse("mail-wording", args=[tournament.slug, "reminder", "en"])
    organizer.post(address, {"subject": "Money", "body": "Pay, {name}! {fee}", "save": "1"})

    form = organizer.get(reverse("mail-new", args=[tournament.slug]) + "?reminder=1").text

    assert "Pay, {name}!" in form
    assert "Zaplatit" not in form  # no fee is announced
    assert "Your private page:" in organizer.get(address).text


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_preview_shows_a_real_person_and_saves_nothing(organizer, tournament, address, headers):
    page = organizer.post(address, WORDS | {"preview": "1"}, headers=headers).text

    assert "The mail as Eva Nová would read it." in page
    assert ("· English</span>" in page) is not headers
    assert "Ahoj Eva Nová!" in page
    assert tournament.entries.get().get_link() in page
    assert not MailWording.objects.exists()
    assert not tournament.entries.get().paid


def test_without_people_it_is_previewed_for_an_invented_one(organizer, tournament, address):
    tournament.entries.all().delete()

    assert "invented person" in organizer.get(address).text


def test_one_click_brings_the_standard_words_back(organizer, tournament, address):
    standard = re.search(r"(?s)<textarea[^>]*>(.*?)</textarea>", organizer.get(address).text)[1]
    organizer.post(address, WORDS | {"save": "1"})
    for _time in range(2):
        organizer.post(address, {"standard": "1"})

    assert not MailWording.objects.exists()
    assert [entry.kind for entry in tournament.log.order_by("pk")] == ["mail.worded", "mail.standard"]
    assert re.search(r"(?s)<textarea[^>]*>(.*?)</textarea>", organizer.get(address).text)[1] == standard


def test_the_standard_words_are_none_of_ones_own(organizer, tournament, address):
    form = organizer.get(address).context["form"]

    organizer.post(address, {"subject": form["subject"].value(), "body": form["body"].value(), "save": "1"})

    assert not MailWording.objects.exists()


@pytest.mark.parametrize("which", [("message", "en"), ("paid", "xx"), ("nothing", "en")])
def test_what_is_not_offered_is_not_found(organizer, tournament, which):
    assert organizer.get(reverse("mail-wording", args=[tournament.slug, *which])).status_code == 404


def test_only_organizers_change_words(client, tournament, address):
    client.force_login(UserFactory())

    assert client.post(address, WORDS | {"save": "1"}).status_code == 404
    assert not MailWording.objects.exists()


def test_a_message_knows_only_name_and_link(organizer, tournament):
    data = {"to": "everybody", "kind": "message", "key": "7f000000-0000-4000-8000-000000000000"}

    answer = organizer.post(
        reverse("mail-new", args=[tournament.slug]), data | {"subject_en": "Hi", "text_en": "{event}"}
    )

    assert answer.status_code == 422
    assert "The placeholder “{event}” does not exist. Use only: {name}, {link}." in answer.text


@pytest.mark.parametrize(
    ("facts", "answers_to"),
    [
        ({"reply_to": "desk@example.org", "contact": "club@example.org"}, ["desk@example.org"]),
        ({"contact": "club@example.org", "is_published": True}, ["club@example.org"]),
        ({"contact": "club@example.org"}, []),
        ({"contact": "Jan, +420 601", "is_published": True}, []),
        (None, []),
    ],
)
def test_answers_go_to_the_events_contact(organizer, tournament, facts, answers_to):
    if facts is not None:
        Announcement.objects.create(tournament=tournament, **facts)
    pay(organizer, tournament)

    send_mails()

    assert [mail.reply_to for mail in outbox.outbox] == [answers_to]
    page = organizer.get(reverse("mail-letters", args=[tournament.slug])).text
    assert ("Nobody receives answers to mails" in page) is not answers_to


def test_an_address_that_is_none_is_refused(organizer, tournament):
    address = reverse("announcement-edit", args=[tournament.slug])

    wrong = organizer.post(address, {"reply_to": "desk@example.org\nBcc: all@example.org"})
    right = organizer.post(address, {"reply_to": "desk@example.org"})

    assert (wrong.status_code, right.status_code) == (422, 302)
    assert Announcement.objects.get().reply_to == "desk@example.org"


def test_a_copy_takes_the_words_over(organizer, owner, tournament, address):
    organizer.post(address, WORDS | {"save": "1"})

    copy = copy_tournament(
        origin_id=tournament.pk, key="7f000000-0000-4000-8000-000000000001", name="Next", starts_on=None,
        with_team=False, with_entries=False, by=visitor(owner),
    )  # fmt: skip

    assert copy.mail_wordings.get().body == tournament.mail_wordings.get().body


def test_the_page_of_letters_takes_no_query_for_each(organizer, tournament, address):
    letters = reverse("mail-letters", args=[tournament.slug])
    organizer.get(letters)
    before = queries_of(organizer, letters)

    organizer.post(address, WORDS | {"save": "1"})
    organizer.get(letters)  # takes the message

    assert queries_of(organizer, letters) == before
