"""On a site that sends mails, a new address ends the own link, and gets the next one."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.conftest import NOON
from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, owner_of
from tests.whole_site.test_rates import use_up
from tournament.core.actions.journal import log
from tournament.core.views.rates import CONFIRMATIONS
from tournament.mail.actions.write_mail import OF_ENTRY
from tournament.mail.words.mail import body_of
from tournament.models import Entry, EntryTerms, Mail
from tournament.models.links import DESK
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.queries.known_players import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

FORM = {"name": "Eva Malá", "country": "", "mail": "stranger@example.org", "note": "vegan", "may_publish": "on"}
NEW = FORM | {"mail": "eva@example.org"}


@pytest.fixture
def entry(settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    tournament = TournamentFactory(owner=UserFactory())
    EntryTerms.objects.create(tournament=tournament, is_moderated=False)
    entry = EntryFactory(
        tournament=tournament, number=1, note="vegan", carried_links=f"{'0' * 64} {DESK}{'1' * 64}",
        player__name="Eva Malá", player__mail="stranger@example.org", player__home=tournament,
    )  # fmt: skip
    log(tournament, "entry.applied", by=STRANGER, number=1, status="accepted")
    return entry


def now(entry):
    return Entry.objects.select_related("player", "tournament").get(pk=entry.pk)


def test_who_had_the_link_before_has_none_after_the_address_changed(client, entry):
    own, to_change = entry.get_link(), entry.get_change_link()

    changed = client.post(to_change, NEW)
    shown = client.get(changed.url).text

    after = now(entry)
    assert after.player.mail == "eva@example.org"
    assert (after.get_link() != own, after.carried_links) == (True, "")
    assert after.get_link() not in (changed.url, shown)
    assert [client.get(path).status_code for path in (own, to_change)] == [404, 404]
    assert client.get(f"{changed.url}change/").status_code == 404
    [mail] = Mail.objects.all()
    assert (mail.kind, mail.done_at, after.get_link() in body_of(mail)) == ("received", None, True)
    assert Client().get(after.get_change_link()).status_code == 200


def test_the_browser_goes_on_with_the_link_for_the_desk_and_says_where_the_own_one_went(client, entry):
    page = client.post(entry.get_change_link(), NEW, follow=True)

    assert page.status_code == 200
    assert "Your entry was changed." in page.text
    assert "The link to change or cancel your entry is on its way to eva@example.org" in page.text
    again = client.get(page.request["PATH_INFO"]).text
    assert [secret for secret in ("eva@example.org", "vegan") if secret in again] == []


def test_a_change_that_waited_for_the_lock_tells_no_link_that_was_replaced_meanwhile(client, entry, monkeypatch):
    """Who sends two forms at once, one with another's address, knows the link from neither."""
    own = entry.get_link()

    def edit(**said):
        Entry.objects.filter(pk=entry.pk).update(link_nonce="another")
        return edit_own_entry(**said)

    monkeypatch.setattr("tournament.mine.views.own_entry.edit_own_entry", edit)

    assert client.post(entry.get_change_link(), FORM | {"note": "fish"}).url == own != now(entry).get_link()


def test_the_log_tells_of_the_new_link(client, entry):
    client.post(entry.get_change_link(), NEW)

    line = entry.tournament.log.get(kind="player.link_renewed")
    assert (line.actor_kind, line.actor_number, line.data["number"]) == ("player", 1, 1)


def test_a_form_that_was_sent_before_gives_no_link_after_the_address_changed(client, entry, monkeypatch):
    data = FORM | {"mail": "other@example.org", "name": "Other", "key": str(uuid4())}
    address = reverse("enter", args=[entry.tournament.slug])
    client.post(address, data)
    other = Entry.objects.get(number=2)
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(seconds=1))
    client.post(other.get_change_link(), NEW | {"name": "Other"})

    again = client.post(address, data)

    assert again.status_code == 409
    assert "Its first private link was replaced" in again.text


def no_confirmation_of_visitor(entry):
    use_up(CONFIRMATIONS, f"network 127.0.0.1 {entry.tournament.pk}")


def no_confirmation_of_entry(entry):
    use_up(OF_ENTRY, str(entry.pk))


@pytest.mark.parametrize("reach_limit", [no_confirmation_of_visitor, no_confirmation_of_entry])
def test_nobody_is_locked_out_where_the_mail_cannot_be_sent(client, entry, reach_limit):
    reach_limit(entry)

    refused = client.post(entry.get_change_link(), NEW | {"note": "fish"})

    assert refused.status_code == 409
    assert "No mail with your new link can be sent to this address now, so nothing was changed." in refused.text
    after = now(entry)
    assert (after.player.mail, after.note, after.get_link()) == ("stranger@example.org", "vegan", entry.get_link())
    assert not Mail.objects.exists()
    assert client.post(entry.get_change_link(), FORM | {"note": "fish"}).url == entry.get_link()
    assert now(entry).note == "fish"


@pytest.mark.parametrize("said", [FORM | {"note": "fish"}, FORM | {"phone": "600"}], ids=["another note", "a phone"])
def test_other_changes_keep_the_link(client, entry, said):
    assert client.post(entry.get_change_link(), said).url == entry.get_link()
    assert now(entry).get_link() == entry.get_link()


@pytest.mark.parametrize("mails", ["", "event"])
def test_where_nobody_gets_a_mail_the_link_stays(client, entry, settings, mails):
    settings.EMAIL_HOST = mails
    EntryTerms.objects.update(sends_mail=not mails)

    changed = client.post(entry.get_change_link(), NEW)

    assert changed.url == entry.get_link() == now(entry).get_link()
    assert now(entry).player.mail == "eva@example.org"


def test_an_address_that_an_organizer_changes_keeps_the_link(entry):
    player = replace(facts_of(entry.player), mail="eva@example.org")
    edit_entry(entry_id=entry.pk, player=player, entry=entry_facts_of(entry), by=owner_of(entry.tournament))

    assert (now(entry).player.mail, now(entry).get_link()) == ("eva@example.org", entry.get_link())


def test_the_form_says_what_a_new_address_does(client, entry, settings):
    by_mail = client.get(entry.get_change_link()).text
    settings.EMAIL_HOST = ""

    assert "A new address gets a new link by mail, and your present link ends." in by_mail
    assert "your present link ends" not in client.get(entry.get_change_link()).text
