"""On a site that sends mails, only who reads the mailbox gets the link that changes or cancels an entry."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.whole_site.test_rates import use_up
from tournament.core.views.rates import CONFIRMATIONS, CONFIRMATIONS_OF_NETWORK
from tournament.mail.actions.write_mail import OF_TOURNAMENT, REPEATED_OF_TOURNAMENT
from tournament.mail.words.mail import body_of
from tournament.models import EntryTerms, Mail
from tournament.models.mail import TOO_MANY
from tournament.people.actions.enter import MOST_ENTERED

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

ON_ITS_WAY = "The link to change or cancel your entry is on its way to eva@example.org"
NO_MAIL = "No mail can be sent to eva@example.org now"


@pytest.fixture
def tournament(settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    tournament = TournamentFactory(owner=UserFactory())
    EntryTerms.objects.create(tournament=tournament, is_moderated=False)
    return tournament


def said(**facts):
    return {"name": "Eva Malá", "mail": "eva@example.org", "key": str(uuid4()), "may_publish": "on"} | facts


def enter(client, tournament, data):
    return client.post(reverse("enter", args=[tournament.slug]), data)


def test_who_sends_the_form_in_another_name_cannot_read_or_cancel_the_entry(client, tournament):
    stranger = client
    sent = enter(stranger, tournament, said())
    page = stranger.get(sent.url).text
    entry = tournament.entries.select_related("player", "tournament").get()
    eva = Client()
    own = entry.get_link()

    assert own not in (sent.url, page)
    assert own.rstrip("/").rsplit("/", 1)[1] not in page
    assert body_of(Mail.objects.get()).count(own) == 1
    assert eva.post(entry.get_change_link(), said(phone="600 100", note="vegan")).status_code == 302
    assert [secret for secret in ("600 100", "vegan") if secret in eva.get(own).text] == ["600 100", "vegan"]
    seen = stranger.get(sent.url).text
    assert [secret for secret in ("600 100", "vegan", "eva@example.org") if secret in seen] == []
    for rest in ("change/", "cancellation/"):
        assert stranger.post(f"{sent.url}{rest}", said(name="Mallory")).status_code == 404
    entry.refresh_from_db()
    assert entry.status == "accepted"


def test_the_sender_is_told_that_the_link_goes_to_the_mailbox(client, tournament):
    page = client.get(enter(client, tournament, said()).url).text

    assert ON_ITS_WAY in page
    assert "If it does not arrive, ask the organizers." in page
    assert "You are playing" in page


def test_a_form_that_is_sent_again_gives_the_same(client, tournament):
    data = said()

    first = enter(client, tournament, data)
    shown = client.get(first.url).text
    again = enter(client, tournament, data)

    assert first.url == again.url
    assert ON_ITS_WAY in shown
    assert ON_ITS_WAY in client.get(again.url).text


def test_a_form_that_is_sent_again_after_mails_were_turned_off_gives_the_same(client, tournament):
    data = said()
    first = enter(client, tournament, data)
    EntryTerms.objects.update(sends_mail=False)

    assert enter(client, tournament, data).url == first.url


def test_who_is_already_entered_is_told_if_no_mail_can_be_sent(client, tournament):
    enter(client, tournament, said())
    again = enter(client, tournament, said()).text
    EntryTerms.objects.update(sends_mail=False)

    assert "The link to your entry is on its way to your mail address." in again
    refused = enter(client, tournament, said())
    assert refused.status_code == 409
    assert "but no mail with the link to your entry can be sent now" in refused.text


def test_the_mails_of_invented_entries_and_their_links_keep_nobodys_link_back(client, tournament):
    use_up(REPEATED_OF_TOURNAMENT, str(tournament.pk))
    first = enter(client, tournament, said())
    assert Mail.objects.get().result == ""

    again = enter(client, tournament, said())
    assert "no mail with the link to your entry can be sent now" in again.text
    assert first.status_code == 302
    assert OF_TOURNAMENT.burst >= MOST_ENTERED


@pytest.mark.parametrize(
    ("rate", "subject"),
    [(CONFIRMATIONS, "network 127.0.0.1 {pk}"), (CONFIRMATIONS_OF_NETWORK, "network 127.0.0.1")],
    ids=["event", "all events"],
)
def test_where_no_mail_can_be_sent_now_the_organizers_have_the_link(client, tournament, rate, subject):
    use_up(rate, subject.format(pk=tournament.pk))
    data = said()

    for _time in range(2):
        sent = enter(client, tournament, data)
        page = client.get(sent.url).text
        assert NO_MAIL in page
        assert "Ask the organizers for the link to change or cancel your entry." in page
        assert ON_ITS_WAY not in page

    assert Mail.objects.get().result == TOO_MANY
    assert tournament.entries.get().get_link() != sent.url
    assert client.get(f"{sent.url}change/").status_code == 404


@pytest.mark.parametrize(
    "off", [{"EMAIL_HOST": ""}, {"TENBO_ADDRESS": ""}, {}], ids=["no server", "no address", "event without mails"]
)
def test_where_nobody_gets_a_mail_the_link_is_shown(client, tournament, settings, off):
    for name, value in off.items():
        setattr(settings, name, value)
    EntryTerms.objects.update(sends_mail=bool(off))

    sent = enter(client, tournament, said())
    page = client.get(sent.url).text

    assert sent.url == tournament.entries.get().get_link()
    assert "on its way" not in page
    assert NO_MAIL not in page


def test_the_form_says_where_the_link_goes(client, tournament, settings):
    address = reverse("enter", args=[tournament.slug])
    by_mail = client.get(address).text
    settings.EMAIL_HOST = ""

    assert "The link to change or cancel your entry goes to this address." in by_mail
    assert "goes to this address" not in client.get(address).text
