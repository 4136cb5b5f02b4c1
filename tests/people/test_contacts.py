"""Mail and phone after somebody left the team: their copies show them no more, and hold up no correction."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.queries.contacts import hidden_contacts
from tournament.mail.actions.send_mails import send_mails
from tournament.mail.actions.write_mail import write_mail
from tournament.mail.queries.mails import MailGroup, recipients
from tournament.models import EntryTerms, Mail, MailKind, MailWording, Membership, Player

pytestmark = pytest.mark.django_db

MAIL, PHONE = "eva@example.org", "+420 600 100 200"
PERSON = {"name": "Eva Malá", "country": "", "club": "", "ema_number": "", "mail": "eva@new.example", "phone": PHONE}
ENTRY = {"status": "accepted", "may_publish": "on", "team": "", "note": ""}


@pytest.fixture
def world():
    """An event with its owner, and a former organizer who owns another with the same person."""
    owner, former = UserFactory(), UserFactory()
    first = TournamentFactory(owner=owner)
    there = EntryFactory(tournament=first, number=1, player__name="Eva Malá", player__mail=MAIL, player__phone=PHONE)
    copy = TournamentFactory(owner=former)
    return owner, former, there, EntryFactory(tournament=copy, number=1, player=there.player)


def edit(client, entry, **facts):
    return client.post(reverse("entry-edit", args=[entry.tournament.slug, 1]), PERSON | ENTRY | facts)


def hides(entry, reader):
    return entry.pk in hidden_contacts(entry.tournament, visitor(reader))


def test_a_former_organizer_reads_nothing_in_their_copy_until_they_are_back(world):
    owner, former, there, here = world

    assert hides(here, former)
    assert not hides(there, owner)
    Membership.objects.create(tournament=there.tournament, user=former, role="organizer")
    assert not hides(here, former)
    Membership.objects.filter(tournament=there.tournament, user=former).update(role="referee")
    assert hides(here, former)


def test_who_was_entered_in_a_copy_first_is_shown_there(world):
    _owner, former, _there, here = world

    assert hides(here, former)
    assert not hides(EntryFactory(tournament=here.tournament, number=2), former)


def contact_of(entry):
    player = Player.objects.get(pk=entry.player_id)
    return player.mail, player.phone


def test_what_a_copy_may_not_read_is_cleared_when_the_first_event_lets_a_person_go(world, let_go):
    *_people, there, here = world

    let_go(there)

    assert contact_of(here) == ("", "")
    assert Player.objects.get(pk=here.player_id).name == "Eva Malá"


def test_a_copy_of_the_same_owner_keeps_mail_and_phone(world, let_go):
    owner, former, there, here = world
    Membership.objects.create(tournament=here.tournament, user=owner, role="owner")
    Membership.objects.filter(tournament=here.tournament, user=former).update(invited_by=owner)

    let_go(there)

    assert contact_of(here) == (MAIL, PHONE)


def test_an_owner_of_the_first_event_in_the_copys_team_keeps_nothing_for_the_others(world, let_go):
    owner, _former, there, here = world
    Membership.objects.create(tournament=here.tournament, user=owner, role="owner")

    let_go(there)

    assert contact_of(here) == ("", "")


def test_a_copy_that_lets_a_person_go_clears_nothing(world, let_go):
    *_people, there, here = world

    let_go(here)

    assert contact_of(there) == (MAIL, PHONE)


def test_no_page_of_the_copy_shows_them(client, world):
    _owner, former, _there, here = world
    slug = here.tournament.slug
    EntryTerms.objects.create(tournament=here.tournament)
    times = dict.fromkeys(["expires_at", "next_try_at", "done_at"], timezone.now())
    Mail.objects.create(
        entry=here, kind="message", subject="Hello", body="All", to=MAIL, language="en", batch=uuid4(), **times
    )
    client.force_login(former)

    pages = [
        client.get(address)
        for address in (
            reverse("entry-edit", args=[slug, 1]),
            reverse("check-in", args=[slug]),
            reverse("mails", args=[slug]),
            reverse("players", args=[slug]),
            here.get_link(),
            f"{here.get_link()}change/",
        )
    ]

    assert [page.status_code for page in pages] == [200] * 6
    assert not [page.request["PATH_INFO"] for page in pages if MAIL in page.text or PHONE in page.text]
    assert "only in the tournament where this person was first entered" in pages[0].text


def test_the_entry_in_the_copy_can_still_be_changed(client, world):
    _owner, former, _there, here = world
    client.force_login(former)

    sent = edit(client, here, mail="mine@evil.example", phone="1", note="late")

    here.refresh_from_db()
    player = Player.objects.get()
    assert (sent.status_code, here.note, player.mail, player.phone) == (302, "late", MAIL, PHONE)
    assert edit(client, here, name="Silly").status_code == 409


def test_an_owner_of_the_first_event_corrects_a_person_whom_a_copy_shows(client, world):
    owner, _former, there, here = world
    client.force_login(owner)

    assert edit(client, there, name="Eva Malá-Nová").status_code == 302

    assert Player.objects.get().name == "Eva Malá-Nová"
    for entry in (there, here):
        assert entry.tournament.log.filter(kind="player.renamed").count() == 1


def test_a_person_corrects_herself_by_the_link_of_her_first_entry_alone(client, world):
    *_people, there, here = world
    form = PERSON | {"note": "", "may_publish": "on"}

    elsewhere = client.post(f"{here.get_link()}change/", form | {"name": "Eva"})
    own = client.post(f"{there.get_link()}change/", form)

    assert (elsewhere.status_code, own.status_code) == (409, 302)
    assert Player.objects.get().mail == "eva@new.example"
    assert here.tournament.log.filter(kind="player.edited").count() == 1


def test_without_a_home_no_link_changes_somebody_of_several_events(client, world):
    *_people, there, here = world
    Player.objects.update(home=None)

    for entry in (there, here):
        changed = client.post(f"{entry.get_link()}change/", PERSON | {"may_publish": "on", "name": "Eva"})
        assert changed.status_code == 409
    assert (Player.objects.get().name, Player.objects.get().mail) == ("Eva Malá", MAIL)


@pytest.mark.parametrize("group", [MailGroup.EVERYBODY, MailGroup.CHOSEN])
def test_who_may_not_read_an_address_writes_no_message_to_it(world, group):
    owner, former, there, here = world
    own = EntryFactory(tournament=here.tournament, number=2)

    assert list(recipients(here.tournament, group, [1, 2], by=visitor(former))) == [own]
    assert list(recipients(there.tournament, group, [1, 2], by=visitor(owner))) == [there]
    Membership.objects.create(tournament=there.tournament, user=former, role="organizer")
    assert list(recipients(here.tournament, group, [1, 2], by=visitor(former))) == [here, own]


def test_an_event_of_who_may_not_read_an_address_sends_no_mail_there_at_all(client, world, mailoutbox):
    """Automatic mails have the organizers' own words too, and a message may have been written before they left."""
    _owner, former, there, here = world
    for entry in (there, here):
        EntryTerms.objects.create(tournament=entry.tournament)
    MailWording.objects.create(tournament=here.tournament, kind="paid", language="en", subject="Buy", body="{link}")
    client.force_login(former)

    answer = client.post(reverse("entry-edit", args=[here.tournament.slug, 1]), PERSON | ENTRY | {"paid": "on"})
    send_mails()

    assert answer.status_code == 302
    assert [(mail.kind, mail.result) for mail in Mail.objects.all()] == [("paid", "no mail address")]
    assert not mailoutbox
    write_mail(there, MailKind.PAID, there.tournament)
    send_mails()
    assert [mail.to for mail in mailoutbox] == [[MAIL]]
