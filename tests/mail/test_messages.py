"""Messages of organizers: to whom, previewed, sent as previewed and once; and decisions about doubtful mails."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.core.actions.rates import take
from tournament.core.rates import Rate
from tournament.mail.actions import write_message as writing
from tournament.mail.actions.write_mail import LIFE
from tournament.mail.placeholders import Letter
from tournament.models import Announcement, Mail, MailKind
from tournament.models.mail import MailState
from tournament.people.actions.remove_entry import remove_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def tournament(owner):
    tournament = TournamentFactory(owner=owner, languages=["en", "cs"], name="Spring Open")
    people = [("accepted", True, ""), ("accepted", False, "cs"), ("waiting", False, "cs"), ("cancelled", False, "")]
    for number, (status, paid, language) in enumerate(people, 1):
        EntryFactory(
            tournament=tournament, number=number, status=status, paid=paid, language=language,
            player__name=f"Person {number}", player__mail="" if number == 3 else f"{number}@example.org",
        )  # fmt: skip
    return tournament


@pytest.fixture
def organizer(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def address(tournament):
    return reverse("mail-new", args=[tournament.slug])


def form(**more):
    content = {
        "subject_en": "Lunch",
        "text_en": "Hello {name}, lunch is at noon.",
        "text_cs": "Oběd je v poledne, {name}.",
    }
    return {"to": "playing", "kind": "message", "key": str(uuid4())} | content | more


def preview(client, address, data):
    page = client.post(address, data | {"preview": "1"})
    found = re.search(r'name="previewed" value="(\w+)"', page.text)
    return page, data | {"previewed": found[1] if found else "", "send": "1"}


def test_it_is_previewed_in_each_language_then_sent_as_it_was(organizer, tournament, address):
    page, data = preview(organizer, address, form())
    nothing_yet = Mail.objects.count()

    for _time in range(2):
        sent = organizer.post(address, data)

    assert "Hello Person 1, lunch is at noon." in page.text
    assert "Oběd je v poledne, Person 2." in page.text
    assert "Send to 2 people" in page.text
    assert nothing_yet == 0
    assert sent.url == reverse("mails", args=[tournament.slug])
    mails = list(Mail.objects.order_by("pk"))
    assert [(mail.entry.number, mail.language, mail.subject) for mail in mails] == [
        (1, "en", "Lunch"),
        (2, "cs", "Lunch"),
    ]
    assert "Oběd" in mails[1].body
    assert "{link}" in mails[1].body
    assert tournament.log.get().kind == "mail.written"


def test_what_was_changed_after_the_preview_is_previewed_again(organizer, address):
    _page, data = preview(organizer, address, form())

    again = organizer.post(address, data | {"text_en": "Hello {name}, lunch is at one."})

    assert "You changed the message" in again.text
    assert not Mail.objects.exists()


@pytest.mark.parametrize(
    ("to", "chosen", "numbers"),
    [("unpaid", [], [2]), ("waiting", [], [3]), ("everybody", [], [1, 2, 3]), ("chosen", [3, 1], [1, 3])],
)
def test_it_goes_to_all_or_some_but_not_to_who_cancelled(organizer, address, to, chosen, numbers):
    page, data = preview(organizer, address, form(to=to, chosen=chosen))
    organizer.post(address, data)

    assert list(Mail.objects.order_by("pk").values_list("entry__number", flat=True)) == numbers
    assert ("only on their own page" in page.text) is (3 in numbers)


def test_a_reminder_is_written_already_for_who_has_not_paid(organizer, tournament, address):
    Announcement.objects.create(tournament=tournament, fee="20 €", pay_until="2027-01-31", is_published=True)

    page = organizer.get(f"{address}?reminder=1").text

    assert "To be paid by 31 January 2027: 20 €." in page
    assert "Zaplatit do 31.\xa0ledna\xa02027: 20 €." in page
    assert re.search(r'value="unpaid"[^>]*checked', page)


@pytest.mark.parametrize(
    "wrong", [{"subject_en": ""}, {"text_en": ""}, {"to": "chosen"}, {"to": "x"}, {"key": ""}, {"chosen": ["99"]}]
)
def test_a_bad_form_is_shown_again(organizer, address, wrong):
    response = organizer.post(address, form() | wrong | {"send": "1"})

    assert response.status_code == 422
    assert "Oběd" in response.text
    assert not Mail.objects.exists()


def test_nobody_and_too_many_are_refused(organizer, address, monkeypatch):
    _page, nobody = preview(organizer, address, form(to="applied"))
    _page, data = preview(organizer, address, form())
    monkeypatch.setattr(writing, "MOST_A_DAY", 1)

    answers = [organizer.post(address, each) for each in (nobody, data)]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert "There is nobody" in answers[0].text
    assert "at most 1,000" in answers[1].text
    assert not Mail.objects.exists()


def test_who_removes_the_recipients_writes_no_more_than_so_many_a_day(
    organizer, owner, tournament, address, monkeypatch
):
    """Anybody may organize, paste addresses, write to them, and remove them with their mails."""
    monkeypatch.setattr(writing, "MOST_A_DAY", 2)
    _page, data = preview(organizer, address, form())
    organizer.post(address, data)
    for entry in tournament.entries.filter(number__lt=3):
        remove_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=visitor(owner))
    left_over = Mail.objects.count()
    EntryFactory(tournament=tournament, number=9, player__mail="9@example.org")

    _page, data = preview(organizer, address, form())
    answer = organizer.post(address, data)

    assert left_over == 0
    assert (answer.status_code, Mail.objects.count()) == (409, 0)


def test_new_accounts_share_the_mails_of_their_first_day(client, monkeypatch):
    """Anybody may create many accounts, and write any text to any address."""
    monkeypatch.setattr(writing, "OF_NEW_IN_NETWORK", Rate("network", 3, timedelta(days=1)))
    monkeypatch.setattr(writing, "OF_NEW", Rate("all", 5, timedelta(days=1)))

    def status(network, count, **facts):
        user = UserFactory(**facts)
        client.force_login(user)
        event = TournamentFactory(owner=user)
        for number in range(1, count + 1):
            EntryFactory(tournament=event, number=number, status="accepted", player__mail=f"{number}@example.org")
        page = reverse("mail-new", args=[event.slug])
        data = preview(client, page, form())[1]
        answer = client.post(page, data, REMOTE_ADDR=network)
        if answer.status_code == 302:  # a retry counts nothing, also from another network
            assert client.post(page, data, REMOTE_ADDR="192.0.2.9").status_code == 302
        return answer.status_code, "send this message tomorrow" in answer.text

    assert status("192.0.2.1", 2) == (302, False)
    assert status("192.0.2.1", 2) == (409, True)
    assert status("192.0.2.2", 3) == (302, False)
    assert status("192.0.2.3", 1) == (409, True)
    assert status("192.0.2.1", 4, date_joined=timezone.now() - timedelta(days=2)) == (302, False)
    assert status("192.0.2.1", 4, is_staff=True) == (302, False)
    assert Mail.objects.count() == 13


def test_a_hundred_players_get_a_message_on_their_organizer_s_first_day(tournament, owner):
    """Also after another network has used up its limit."""
    EntryFactory.create_batch(98, tournament=tournament, status="accepted")
    everybody = tournament.entries.exclude(status="cancelled").values_list("number", flat=True)
    take((writing.OF_NEW, ""), (writing.OF_NEW_IN_NETWORK, "192.0.2.1"), amount=100)

    written = writing.write_message(
        tournament_id=tournament.pk, key=uuid4(), kind=MailKind.MESSAGE, numbers=list(everybody)[:100],
        texts=dict.fromkeys(("en", "cs"), Letter("Lunch", "Noon")), by=visitor(owner), network="192.0.2.2",
    )  # fmt: skip

    assert written == 100


@pytest.fixture
def doubtful(tournament):
    now = timezone.now()
    return Mail.objects.create(
        entry=tournament.entries.get(number=1), kind="message", batch=uuid4(), language="en",
        subject="Lunch", body="Noon",
        next_try_at=now, expires_at=now + LIFE, handed_over_at=now, to="1@example.org", result="broken pipe",
    )  # fmt: skip


@pytest.mark.parametrize(("decision", "state"), [("again", MailState.WAITING), ("arrived", MailState.SENT)])
def test_organizers_decide_about_a_doubtful_mail(organizer, tournament, doubtful, decision, state):
    page = organizer.get(reverse("mails", args=[tournament.slug])).text
    decide = reverse("mail-decide", args=[tournament.slug, doubtful.pk])

    first, second = (organizer.post(decide, {"decision": decision}, follow=True) for _time in range(2))

    assert "perhaps sent" in page
    assert decide in page
    assert Mail.objects.get().state == state
    assert first.status_code == 200
    assert "decided about this mail meanwhile" in second.text
    assert tournament.log.get().kind == f"mail.{decision}"


def send_again(organizer, mail, network="192.0.2.1"):
    decide = reverse("mail-decide", args=[mail.entry.tournament.slug, mail.pk])
    page = organizer.post(decide, {"decision": "again"}, REMOTE_ADDR=network, follow=True).text
    mail.refresh_from_db()
    return page, mail.state


def doubt_again(mail):
    Mail.objects.filter(pk=mail.pk).update(handed_over_at=timezone.now(), result="broken pipe")


def test_a_mail_that_is_sent_again_counts_for_the_day(organizer, owner, doubtful, monkeypatch):
    """Otherwise one account could hand mails to the mail server without end."""
    type(owner).objects.update(date_joined=timezone.now() - timedelta(days=3))
    monkeypatch.setattr(writing, "MOST_A_DAY", 2)
    for _time in range(2):
        assert send_again(organizer, doubtful)[1] == MailState.WAITING
        assert "decided about this mail meanwhile" in send_again(organizer, doubtful)[0]  # this counts nothing
        doubt_again(doubtful)

    page, state = send_again(organizer, doubtful)

    assert state == MailState.DOUBT
    assert "Nothing was sent: you can send at most" in page
    assert "The mail will be sent again" not in page
    decide = reverse("mail-decide", args=[doubtful.entry.tournament.slug, doubtful.pk])
    organizer.post(decide, {"decision": "arrived"})  # this needs no mail
    assert Mail.objects.get().state == MailState.SENT


def test_mails_that_new_accounts_send_again_count_for_their_network(organizer, doubtful, monkeypatch):
    monkeypatch.setattr(writing, "OF_NEW_IN_NETWORK", Rate("network", 1, timedelta(days=1)))
    assert send_again(organizer, doubtful)[1] == MailState.WAITING
    doubt_again(doubtful)

    page, state = send_again(organizer, doubtful)

    assert (state, "send this message tomorrow" in page) == (MailState.DOUBT, True)
    assert send_again(organizer, doubtful, "192.0.2.2")[1] == MailState.WAITING


def test_a_decision_that_is_none_changes_nothing(organizer, tournament, doubtful):
    organizer.post(reverse("mail-decide", args=[tournament.slug, doubtful.pk]), {"decision": "x"})
    other = organizer.post(reverse("mail-decide", args=[tournament.slug, 10_000]), {"decision": "again"})

    assert Mail.objects.get().state == MailState.DOUBT
    assert other.status_code == 404


def test_the_letters_are_shown_in_the_events_languages(organizer, tournament):
    page = organizer.get(reverse("mail-letters", args=[tournament.slug])).text

    assert "Hello {name}" in page
    assert "Dobrý den, {name}" in page
    assert "Bonjour" not in page


def test_the_pages_take_no_more_queries_for_more_mails(organizer, tournament, address, doubtful):
    page = reverse("mails", args=[tournament.slug])
    organizer.get(page)
    few = queries_of(organizer, page)

    for number in (2, 3):
        doubtful.pk, doubtful.entry, doubtful.batch = None, tournament.entries.get(number=number), uuid4()
        doubtful.save()

    assert queries_of(organizer, page) == few
