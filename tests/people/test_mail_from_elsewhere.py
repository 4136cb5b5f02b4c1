"""An address that was changed in another event gets no private link of this one, until its organizers accept it."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.core import mail as outbox
from django.test import Client
from django.urls import reverse

from tests.factories import STRANGER, EntryFactory, PlayerFactory, TournamentFactory, UserFactory, owner_of
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.core.actions.journal import log
from tournament.mail.actions.send_mails import send_mails
from tournament.mail.words.mail import body_of
from tournament.models import Entry, EntryTerms, Mail, Membership, Role
from tournament.people.actions.edit_entry import decide_entry, edit_entry, entry_facts_of
from tournament.people.actions.merge_players import merge_players
from tournament.people.queries.known_players import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

EDITED = {"name": "Eva Malá", "status": "accepted", "may_publish": "on"}
WRONG = "xaver@example.net"


@pytest.fixture
def entries(settings):
    """The entries of one person in her home and in another event; the owner of that one organizes both."""
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    home = TournamentFactory(name="Home", owner=UserFactory(username="xaver"))
    other = TournamentFactory(name="Other", owner=UserFactory(username="yvonne"))
    Membership.objects.create(tournament=home, user=owner_of(other).account, role=Role.ORGANIZER)
    for tournament in (home, other):
        EntryTerms.objects.create(tournament=tournament, is_moderated=False)
    player = PlayerFactory(name="Eva Malá", mail="eva@example.org", home=home)
    entries = [EntryFactory(tournament=tournament, player=player, number=1) for tournament in (home, other)]
    log(home, "entry.applied", by=STRANGER, number=1, status="accepted")
    return entries


def now(entry):
    return Entry.objects.select_related("player", "tournament").get(pk=entry.pk)


def change_mail(entry, mail, by=None):
    entry = now(entry)
    player = replace(facts_of(entry.player), mail=mail)
    edit_entry(entry_id=entry.pk, player=player, entry=entry_facts_of(entry), by=by or owner_of(entry.tournament))


def enter_again(entry, mail, name="Eva Malá"):
    """Send the public form as a stranger who knows name and address."""
    form = {"name": name, "mail": mail, "key": str(uuid4()), "may_publish": "on"}
    return Client().post(reverse("enter", args=[entry.tournament.slug]), form)


def as_organizer(client, entry):
    client.force_login(owner_of(entry.tournament).account)
    return client


def test_an_owner_of_the_home_gets_no_link_of_another_event(entries):
    home, other = entries
    change_mail(home, WRONG)

    answer = enter_again(other, WRONG)

    assert (answer.status_code, "is on its way" in answer.text) == (409, True)
    assert (now(home).is_mail_from_elsewhere, now(other).is_mail_from_elsewhere) == (False, True)
    assert not Mail.objects.filter(entry=other).exists()


def test_who_holds_the_link_of_the_home_gets_no_link_of_another_event(client, entries):
    home, other = entries
    client.post(now(home).get_change_link(), EDITED | {"mail": WRONG, "note": "", "country": ""})
    assert now(other).player.mail == WRONG

    enter_again(other, WRONG)
    change_mail(home, "eva@example.org")  # repaired there, which the other event does not know

    assert not Mail.objects.filter(entry=other).exists()
    assert now(other).is_mail_from_elsewhere
    [mail] = Mail.objects.filter(entry=home)
    assert now(home).get_link() in body_of(mail)


def test_a_stranger_gets_the_same_answers_as_about_others(entries):
    _home, other = entries
    EntryFactory(
        tournament=other.tournament, number=2, is_mail_from_elsewhere=True,
        player__name="Adam Novák", player__mail="adam@example.org",
    )  # fmt: skip

    answers = [
        ["is on its way to your mail" in enter_again(other, mail, name).text for _again in range(7)]
        for name, mail in (("Eva Malá", "eva@example.org"), ("Adam Novák", "adam@example.org"))
    ]

    assert answers[0] == answers[1]
    assert {*answers[0]} == {True, False}


def test_a_mail_says_why_it_has_no_link(entries, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    home, other = entries
    other.tournament.entries.update(status="applied")
    decide_entry(tournament_id=other.tournament_id, entry_id=other.pk, status="accepted", by=STRANGER)
    change_mail(home, WRONG)  # after the mail was written

    assert send_mails() == 1

    [sent] = outbox.outbox
    assert sent.to == [WRONG]
    assert "/enter/1/" not in sent.body
    assert "your mail address was changed in another tournament: ask the organizers" in sent.body


def test_who_organizes_both_gives_the_address_in_both(entries):
    home, other = entries
    change_mail(home, WRONG)
    change_mail(home, "eva@example.com", by=owner_of(other.tournament))

    assert [now(entry).is_mail_from_elsewhere for entry in entries] == [False, False]
    enter_again(other, "eva@example.com")
    assert now(other).get_link() in body_of(Mail.objects.select_related("entry").get(entry=other))


def test_organizers_accept_the_address_that_they_see(client, entries):
    home, other = entries
    change_mail(home, "eva@example.com")
    as_organizer(client, other)
    page = reverse("entry-edit", args=[other.tournament.slug, 1])
    players = reverse("players", args=[other.tournament.slug])
    assert "The address is right" in client.get(page).text
    assert f'href="{page}#changed-mail"' in client.get(players).text

    refused = client.post(reverse("entry-mail", args=[other.tournament.slug, 1]), {"mail": WRONG}, follow=True)
    assert "The mail address was changed meanwhile" in refused.text
    assert now(other).is_mail_from_elsewhere
    client.post(reverse("entry-mail", args=[other.tournament.slug, 1]), {"mail": "eva@example.com"})

    assert not now(other).is_mail_from_elsewhere
    assert "The address is right" not in client.get(page).text
    assert "changed-mail" not in client.get(players).text
    assert other.tournament.log.latest("number").kind == "player.edited"


def test_an_organizer_who_may_not_read_the_address_is_not_shown_it(client, entries):
    home, other = entries
    Membership.objects.filter(tournament=home.tournament, user=owner_of(other.tournament).account).delete()
    change_mail(home, WRONG)
    as_organizer(client, other)

    assert WRONG not in client.get(reverse("entry-edit", args=[other.tournament.slug, 1])).text
    assert "changed-mail" not in client.get(reverse("players", args=[other.tournament.slug])).text
    assert client.post(reverse("entry-mail", args=[other.tournament.slug, 1]), {"mail": WRONG}).status_code == 404


def test_a_copy_does_not_accept_the_address(entries):
    home, other = entries
    change_mail(home, WRONG)

    copy = copy_tournament(
        origin_id=other.tournament_id, key=uuid4(), name="Copy", starts_on=None, with_entries=True, with_team=False,
        by=owner_of(other.tournament),
    )  # fmt: skip

    assert copy.entries.get().is_mail_from_elsewhere


def entered_by_herself(entries, mail="eva@example.org"):
    """The entry of the same person in a third event, by its form, before anybody knows that it is the same person."""
    third = TournamentFactory(name="Third", owner=owner_of(entries[1].tournament).account)
    EntryTerms.objects.create(tournament=third, is_moderated=False)
    own = PlayerFactory(name="Eva Malá", mail=mail, home=third)
    entry = EntryFactory(tournament=third, player=own, number=1)
    log(third, "entry.applied", by=STRANGER, number=1, status="accepted")
    return entry


def merge(entry, into):
    merge_players(player_id=now(entry).player_id, into_id=now(into).player_id, by=owner_of(now(entry).tournament))


def marks(*entries):
    return [now(entry).is_mail_from_elsewhere for entry in entries]


@pytest.mark.parametrize("organizes_home", [True, False])
def test_a_merge_does_not_accept_the_address(entries, organizes_home):
    home, other = entries
    if not organizes_home:
        home.tournament.memberships.filter(role=Role.ORGANIZER).delete()
    third = entered_by_herself(entries)
    change_mail(home, WRONG)

    merge(third, into=home)
    enter_again(third, WRONG)

    assert now(third).player.mail == WRONG
    assert marks(home, other, third) == [False, True, True]
    assert not Mail.objects.filter(entry=third).exists()


def test_a_merge_into_the_own_entry_does_not_accept_the_address(entries):
    home, other = entries
    third = entered_by_herself(entries)
    change_mail(home, WRONG)

    merge_players(player_id=home.player_id, into_id=third.player_id, by=owner_of(other.tournament))

    assert (now(third).player.mail, now(home).player_id) == (WRONG, third.player_id)
    assert marks(home, other, third) == [False, True, True]


@pytest.mark.parametrize(("mail", "is_replaced"), [("eva@example.com", True), ("eva@example.org", False), ("", False)])
def test_organizers_decide_about_an_address_that_a_merge_replaced(entries, mail, is_replaced):
    home, other = entries
    third = entered_by_herself(entries, mail=mail)

    merge(third, into=home)

    assert now(third).player.mail == "eva@example.org"
    assert marks(home, other, third) == [False, False, is_replaced]


def test_a_merge_keeps_the_mark_of_the_same_address(entries):
    home, other = entries
    third = entered_by_herself(entries)
    change_mail(home, WRONG)
    change_mail(home, "eva@example.org")

    merge(third, into=home)

    assert marks(home, other, third) == [False, True, False]
