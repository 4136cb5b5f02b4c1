"""The link that a referee shows at the desk opens a player's page, and neither changes nor cancels the entry."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.core.actions.journal import log
from tournament.models import Entry, EntryTerms, Mail, Membership, Role
from tournament.models.keys import former_desk_token, token_hash
from tournament.models.links import DESK

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

FORM = {"name": "Jana Nová", "country": "CZ", "mail": "referee@example.org", "note": "", "may_publish": "on"}
SECRETS = ("eva@example.org", "+420 600", "Evelina Malá", "vegan", "Your place is sure")


@pytest.fixture
def entry():
    tournament = TournamentFactory(owner=UserFactory(username="owner"), starts_on=timezone.localdate())
    EntryTerms.objects.create(tournament=tournament)
    entry = EntryFactory(
        tournament=tournament, number=1, note="vegan", player__name="Eva Malá", player__mail="eva@example.org",
        player__phone="+420 600", player__legal_name="Evelina Malá",
    )  # fmt: skip
    log(tournament, "entry.applied", by=STRANGER, number=1, status="accepted")  # so the note is the player's
    later = timezone.now() + timedelta(days=1)
    Mail.objects.create(
        entry=entry, kind="message", subject="Your place is sure", body="{link}", to="eva@example.org", language="en",
        expires_at=later, next_try_at=later, batch=uuid4(),
    )  # fmt: skip
    return entry


def member(entry, role):
    return Membership.objects.create(tournament=entry.tournament, user=UserFactory(), role=role).user


def logged_in(entry, role):
    client = Client()
    client.force_login(member(entry, role))
    return client


def link_in(answer):
    [path] = set(re.findall(r"/t/[\w-]+/enter/1/\w+/(?=[\"<&])", answer.text))
    return path


@pytest.fixture
def at_desk(entry):
    """The path that a referee sees."""
    return link_in(logged_in(entry, Role.REFEREE).get(reverse("entry-link", args=[entry.tournament.slug, 1])))


def test_an_organizer_shows_the_players_own_link_and_a_referee_another(entry, at_desk):
    organizer = logged_in(entry, Role.ORGANIZER)

    assert link_in(organizer.get(reverse("entry-link", args=[entry.tournament.slug, 1]))) == entry.get_link()
    assert at_desk != entry.get_link()


def test_printed_schedules_have_the_same_links(entry, at_desk):
    address = reverse("print-schedules", args=[entry.tournament.slug])
    referee, organizer = logged_in(entry, Role.REFEREE).get(address), logged_in(entry, Role.ORGANIZER).get(address)

    assert [link.removeprefix("http://testserver") for *_slip, link in referee.context["slips"]] == [at_desk]
    assert [link.removeprefix("http://testserver") for *_slip, link in organizer.context["slips"]] == [entry.get_link()]


def test_it_opens_the_page_without_details_and_mails_and_names_no_other_link(entry, at_desk, client):
    own_token = entry.get_link().rstrip("/").rsplit("/", 1)[-1]

    own = client.get(entry.get_link()).text
    pages = [client.get(f"{at_desk}{rest}") for rest in ("", "app.webmanifest", "rounds.ics", "needs/")]
    pages.append(client.get(at_desk, headers={"HX-Request": "true"}))
    pages.append(client.post(f"{at_desk}arrival/", follow=True))

    assert [page.status_code for page in pages] == [200] * 6
    assert "Eva Malá" in pages[0].text
    assert "ask the organizers" in pages[0].text
    assert all(secret in own for secret in SECRETS)
    for page in pages:
        assert not [secret for secret in (*SECRETS, own_token) if secret in page.content.decode()]
    entry.refresh_from_db()
    assert entry.arrived_by_link


def test_it_neither_changes_nor_cancels_from_a_browser_that_is_not_logged_in(entry, at_desk, client):
    own_open = client.get(entry.get_change_link()).status_code
    answers = [
        client.get(f"{at_desk}change/"),
        client.post(f"{at_desk}change/", FORM),
        client.get(f"{at_desk}cancellation/"),
        client.post(f"{at_desk}cancellation/"),
    ]

    assert own_open == 200
    assert [answer.status_code for answer in answers] == [404] * 4
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    assert (entry.status, entry.player.name, entry.player.mail) == ("accepted", "Eva Malá", "eva@example.org")


def test_a_new_link_ends_it_and_another_site_that_knows_the_hash_accepts_it(entry, at_desk, client):
    hashes = entry.desk_hashes()
    entry.renew_link()
    entry.save()
    assert client.get(at_desk).status_code == 404

    entry.carried_links = " ".join(DESK + hashed for hashed in hashes)
    entry.save()

    assert client.get(at_desk).status_code == 200
    assert client.get(f"{at_desk}change/").status_code == 404
    assert not set(hashes) & set(entry.accepted_hashes())


def test_a_code_of_an_earlier_version_works_until_the_event_goes_to_a_laptop(entry, client):
    [hashed] = entry.accepted_hashes()
    former = reverse("own-entry", args=[entry.tournament.slug, 1, former_desk_token(hashed)])

    assert client.get(former).status_code == 200
    assert client.get(f"{former}change/").status_code == 404
    owner = visitor(entry.tournament.memberships.get(role=Role.OWNER).user)
    take_to_laptop(tournament_id=entry.tournament_id, place="the hall", by=owner)
    assert client.get(former).status_code == 404
    call_back(tournament_id=entry.tournament_id, by=owner)
    assert client.get(former).status_code == 404


def test_the_hash_of_a_link_is_no_key(entry, client):
    [hashed], [desk] = entry.accepted_hashes(), entry.desk_hashes()

    for token in (hashed, hashed[:30], token_hash(hashed), desk, desk[:30], former_desk_token(desk), "0" * 30):
        assert client.get(reverse("own-entry", args=[entry.tournament.slug, 1, token])).status_code == 404
