"""A mail address that an organizer may not read is told by no list of mails, and by no mail sent before."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import ClubFactory, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.clubs.actions.edit_people import remove_from_club
from tournament.core.actions.rates import take
from tournament.mail.actions.write_mail import CHANGES_TO_ADDRESS, TO_ADDRESS, write_mail
from tournament.models import EntryTerms, Mail, MailKind, Membership, Role
from tournament.models.mail import NO_ADDRESS
from tournament.people.actions.remove_entry import remove_entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

MAIL = "eva@example.org"


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def there(owner):
    return EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player__name="Eva Malá", player__mail=MAIL)


@pytest.fixture
def copied(there):
    """The person's entry in a stranger's event, which sends mails."""
    copy = TournamentFactory(owner=UserFactory())
    EntryTerms.objects.create(tournament=copy, sends_mail=True, is_moderated=False)
    return EntryFactory(tournament=copy, number=1, player=there.player)


@pytest.mark.parametrize("kind", [MailKind.PAID, MailKind.ACCEPTED, MailKind.RECEIVED])
@pytest.mark.parametrize("guess", ["eva@example.org", "eva@example.com"])
def test_the_list_of_mails_confirms_no_guess(copied, kind, guess):
    """The organizer has used up the limits of the guessed address."""
    owner = copied.tournament.memberships.get().user
    for _time in range(10):
        take((CHANGES_TO_ADDRESS, f"{owner.pk} {guess}"))
    for _time in range(5):
        take((TO_ADDRESS, guess))

    is_sent = write_mail(copied, kind, copied.tournament)

    assert (is_sent, Mail.objects.get().result) == (True, NO_ADDRESS)


def test_who_sends_the_form_once_more_is_answered_as_others_are(client, copied):
    copied.player.ema_number = "09010001"
    copied.player.save()
    said = {"name": "Eva Malá", "mail": "other@example.org", "ema_number": "09010001", "may_publish": "on"}

    def answer():
        page = client.post(reverse("enter", args=[copied.tournament.slug]), {"key": str(uuid4()), **said}, follow=True)
        return page.status_code, page.redirect_chain and page.redirect_chain[-1][0].split("?")[0].split("/")[-2]

    hidden = answer()
    copied.player.home = copied.tournament
    copied.player.save()

    assert answer() == hidden


@pytest.mark.parametrize("guess", [MAIL, "eva@example.com"])
def test_the_entry_form_confirms_no_guess(client, copied, guess):
    """The organizer lets the name be public, so that a second entry of this name and address would be refused."""
    said = {"name": "Eva Malá", "mail": guess, "may_publish": "on", "key": str(uuid4())}

    answer = client.post(reverse("enter", args=[copied.tournament.slug]), said)

    assert (answer.status_code, copied.tournament.entries.count()) == (302, 2)


def mailed(entry):
    now = timezone.now()
    return Mail.objects.create(
        entry=entry, kind="paid", batch=uuid4(), language="en", subject="Paid", body="Paid", to=MAIL, result="sent",
        expires_at=now, next_try_at=now, done_at=now,
    )  # fmt: skip


@pytest.mark.parametrize("how", ["removed", "deleted"])
def test_whoever_comes_later_reads_no_address_of_an_old_mail(client, owner, there, how):
    """Two owned the other event, and the first has left: so it does not become the home."""
    other = TournamentFactory(owner=UserFactory())
    mail = mailed(EntryFactory(tournament=other, number=1, player=there.player))
    if how == "removed":
        remove_entry(tournament_id=there.tournament_id, entry_id=there.pk, by=visitor(owner))
    else:
        delete_tournament(tournament_id=there.tournament_id, name=there.tournament.name, by=visitor(owner))

    mail.refresh_from_db()
    assert mail.to == ""
    client.force_login(other.memberships.get().user)
    answer = client.get(reverse("person-file", args=[there.player_id]))
    assert (answer.status_code, MAIL in answer.text) == (200, False)


def test_whom_a_club_removes_leaves_no_address_in_its_nights(owner):
    club = ClubFactory(organizers=[owner])
    night = TournamentFactory(owner=owner, club=club, is_club_night=True)
    entry = EntryFactory(
        tournament=night, number=1, player__home=night, player__home_club=club, player__mail=MAIL
    )  # fmt: skip
    club.people.add(entry.player)
    mail = mailed(entry)

    remove_from_club(club_id=club.pk, player_id=entry.player_id, by=visitor(owner))

    mail.refresh_from_db()
    assert mail.to == ""


def test_an_address_that_its_owner_event_keeps_stays_in_its_mails(owner, there):
    second = EntryFactory(tournament=TournamentFactory(owner=owner), number=1, player=there.player)
    mail = mailed(second)

    remove_entry(tournament_id=there.tournament_id, entry_id=there.pk, by=visitor(owner))

    mail.refresh_from_db()
    assert mail.to == MAIL
    assert Membership.objects.filter(user=owner, tournament=second.tournament, role=Role.OWNER).exists()
