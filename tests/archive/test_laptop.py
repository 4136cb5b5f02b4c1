"""The page by which a tournament goes to a laptop and comes back."""

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.archive.rewritten.documents import with_entry
from tests.factories import PASSWORD, UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.phones import HTMX, phone_at
from tournament.archive.actions import room
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.archive.tenbo import cost
from tournament.archive.tenbo.hand_over import BACK
from tournament.core.actions.rates import spend
from tournament.core.actions.write_budget import WRITTEN
from tournament.core.requests import SESSION_CONFIRMED
from tournament.core.views.rates import RETURNED
from tournament.models import Hanchan, HandOver, Membership, Role, Tournament
from tournament.site.actions.team import remove_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    owner = UserFactory()
    client.force_login(owner)
    return owner


@pytest.fixture
def home(owner):
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=owner, slug="spring")
    play(hanchan, ExhaustiveDraw())
    return tournament


def at(name, tournament):
    return reverse(name, args=[tournament.slug])


def take(client, tournament, place="Marie’s laptop"):
    return client.post(at("laptop", tournament), {"place": place, "own_password": PASSWORD}, follow=True)


def upload(client, address, content):
    return client.post(address, {"file": SimpleUploadedFile("file.json", content)}, follow=True)


def imported(client, content):
    """The tournament that another account makes of the file."""
    page = upload(client, reverse("tournament-import"), content)
    assert "This laptop takes over the tournament" in page.text
    client.post(reverse("tournament-import"), {"key": page.context["form"].initial["key"]})
    return HandOver.objects.get(is_lent=False).tournament


def test_who_imports_is_warned_when_the_printed_address_is_taken(client, home):
    take(client, home)
    content = client.get(at("laptop-file", home)).content
    warning = "Another tournament on this site has the address /t/spring/"
    promise = "The tournament’s links and printed codes also work on this laptop."

    taken = upload(client, reverse("tournament-import"), content).text
    assert (warning in taken, promise in taken) == (True, False)
    Tournament.objects.update(slug="another")
    free = upload(client, reverse("tournament-import"), content).text
    assert (warning in free, promise in free) == (False, True)
    assert imported(client, content).slug == "spring"
    assert warning not in upload(client, reverse("tournament-import"), content).text


def test_who_imports_does_not_learn_of_others_private_tournaments(client, home):
    take(client, home)
    content = client.get(at("laptop-file", home)).content
    Tournament.objects.update(is_public=False)
    stranger = Client()
    stranger.force_login(UserFactory())

    assert "Another tournament on this site" not in upload(stranger, reverse("tournament-import"), content).text
    assert "Another tournament on this site" in upload(client, reverse("tournament-import"), content).text


def test_an_owner_who_is_removed_while_the_file_is_made_does_not_get_it(client, owner, home, monkeypatch):
    """It has the keys that were made anew because of the removal."""
    take(client, home)
    second = Membership.objects.create(tournament=home, user=UserFactory(), role=Role.OWNER, has_agreed=True)
    removed = Client()
    removed.force_login(second.user)
    removed.post(reverse("confirm"), {"next": "/", "own_password": PASSWORD})
    assert removed.get(at("laptop-file", home)).status_code == 200

    def remove_meanwhile(tournament):
        remove_member(tournament_id=home.pk, member_id=second.pk, by=visitor(owner))
        return hand_overs_of(tournament)

    monkeypatch.setattr("tournament.archive.views.laptop.hand_overs_of", remove_meanwhile)
    assert removed.get(at("laptop-file", home)).status_code == 404


@pytest.mark.slow
def test_the_whole_way_by_its_pages(client, home):
    page = take(client, home)
    assert "This tournament was taken to Marie’s laptop on" in page.text
    content = client.get(at("laptop-file", home)).content
    assert content == client.get(at("laptop-file", home)).content
    other = Client()
    other.force_login(UserFactory())
    laptop = imported(other, content)
    hanchan = Hanchan.objects.select_related("table", "round__tournament").get(round__tournament=laptop)
    play(hanchan, ExhaustiveDraw())
    page = other.get(at("laptop", laptop)).text
    assert "This tournament came from testserver" in page
    assert other.get(at("laptop-file", laptop)).status_code == 302

    other.post(at("laptop-return", laptop), {"own_password": PASSWORD})
    back = other.get(at("laptop-file", laptop)).content
    page = upload(client, at("laptop-back", home), back)

    assert "The tournament is back, with 2 changes from the laptop." in page.text
    assert "away at" not in page.text
    assert Hanchan.objects.get(round__tournament=home).hands.count() == 2
    assert "Nothing was changed" in upload(client, at("laptop-back", home), back).text
    log = client.get(at("log", home)).text
    assert "Brought the tournament back from Marie’s laptop, with 2 changes" in log
    assert "Took the tournament to a laptop: Marie’s laptop" in log


def test_everybody_reads_that_it_is_away(client, home):
    take(client, home)

    page = Client().get(home.get_absolute_url()).text

    assert "This tournament was taken to Marie’s laptop on" in page
    assert at("laptop", home) not in page
    assert at("laptop", home) in client.get(home.get_absolute_url()).text
    assert reverse("tournament-edit", args=[home.slug]) not in client.get(home.get_absolute_url()).text


def test_a_phone_is_told_to_keep_its_hand(client, home):
    hanchan = Hanchan.objects.select_related("table").get(round__tournament=home)
    phone, address = phone_at(hanchan.table), reverse("hand-record", args=[home.slug, hanchan.pk])
    hand = {"number": 2, "revision": 1, "key": "9f4f3f6e-8a0f-4a37-9b58-3c62a6a5e9d0", "mode": "draw"}
    take(client, home)

    answer = phone.post(address, hand, headers=HTMX)

    assert answer.status_code == 423
    assert 'id="table-screen"' in answer.text
    assert "has been at Marie’s laptop since" in answer.text
    # A view that expects no refusal of this kind says it all the same.
    revoked = client.post(reverse("table-revoke", args=[home.slug, 1]))
    assert revoked.status_code == 409
    assert "has been at Marie’s laptop since" in revoked.text


def test_the_password_is_asked_for_first(client, home):
    session = client.session
    session[SESSION_CONFIRMED] = 0
    session.save()

    response = client.post(at("laptop", home), {"place": "Hall"})

    assert 'name="own_password"' in response.text
    home.refresh_from_db()
    assert home.away_since is None


def test_a_laptop_in_the_lake(client, home):
    take(client, home)
    refused = client.post(at("laptop-call-back", home), {})
    assert refused.status_code == 422

    page = client.post(at("laptop-call-back", home), {"is_sure": "on"}, follow=True)

    assert "continues here" in page.text
    home.refresh_from_db()
    assert home.away_since is None


@pytest.mark.slow
def test_the_file_of_a_laptop_that_comes_back_too_late_has_a_form(client, home):
    assert at("laptop-back", home) not in client.get(at("laptop", home)).text
    take(client, home)
    other = Client()
    other.force_login(UserFactory())
    laptop = imported(other, client.get(at("laptop-file", home)).content)
    client.post(at("laptop-call-back", home), {"is_sure": "on"})
    other.post(at("laptop-return", laptop), {"own_password": PASSWORD})
    late = other.get(at("laptop-file", laptop)).content
    play(Hanchan.objects.get(round__tournament=home), ExhaustiveDraw())

    assert f'action="{at("laptop-back", home)}"' in client.get(at("laptop", home)).text
    assert "a separate tournament that only your team can see" in client.get(at("laptop", home)).text
    assert "the text is not JSON" in upload(client, at("laptop-back", home), b"no").text
    page = upload(client, at("laptop-back", home), late)

    assert "Laptops that were brought back too late" in page.text
    assert HandOver.objects.get(is_lent=True).late_copy is not None


def back_from_laptop(client, home):
    """The file with which a tournament comes back from a laptop where its place was changed."""
    file = json.loads(client.get(at("laptop-file", home)).content) | {"way": BACK}
    with_entry(file["document"], "tournament.edited", before={"place": ""}, after={"place": "x"})
    return json.dumps(file).encode()


def test_it_comes_back_also_when_its_owner_has_stored_too_much_unless_it_adds_much(client, owner, home, monkeypatch):
    take(client, home)
    file = back_from_laptop(client, home)
    spend(2 * WRITTEN.burst, (WRITTEN, f"account {owner.pk}"))

    with monkeypatch.context() as little:
        little.setattr(room, "MOST_ADDED", -1_000_000)
        refused = upload(client, at("laptop-back", home), file)

    assert "More was stored in one day" in refused.text
    assert HandOver.objects.get().ended_at is None
    upload(client, at("laptop-back", home), file)
    assert HandOver.objects.get().ended_at is not None


def test_no_separate_tournament_is_made_for_who_has_stored_too_much(client, owner, home):
    take(client, home)
    file = back_from_laptop(client, home)
    client.post(at("laptop-call-back", home), {"is_sure": "on"})
    spend(2 * WRITTEN.burst, (WRITTEN, f"account {owner.pk}"))

    page = upload(client, at("laptop-back", home), file)

    assert "More was stored in one day" in page.text
    assert Tournament.objects.get() == home


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{}", "cannot take a tournament to a laptop"),
        (b"no", "the text is not JSON"),
        (json.dumps({"format": "tenbo-hand-over/1"}).encode(), "is missing"),
        (json.dumps({"format": "tenbo-hand-over/2"}).encode(), "a later version"),
        (None, "This file was made for the laptop"),
    ],
)
def test_a_wrong_file_is_answered_with_a_sentence(client, home, content, sentence):
    take(client, home)

    response = upload(client, at("laptop-back", home), content or client.get(at("laptop-file", home)).content)

    assert response.status_code == 422
    assert sentence in response.text


def test_an_organizer_takes_nothing_away(client, owner, home):
    take_to_laptop(tournament_id=home.pk, place="Hall", by=visitor(owner))
    Membership.objects.filter(tournament=home).update(role=Role.ORGANIZER)

    assert client.get(at("laptop", home)).status_code == 404
    assert client.get(at("laptop-file", home)).status_code == 404
    for name in ("laptop", "laptop-back", "laptop-call-back", "laptop-return"):
        assert client.post(at(name, home)).status_code == 404
    assert Tournament.objects.get(pk=home.pk).away_since is not None


@pytest.mark.slow
def test_what_would_keep_all_tables_waiting_does_not_come_back(client, home, monkeypatch):
    take(client, home)
    back = at("laptop-back", home)
    content = json.dumps(json.loads(client.get(at("laptop-file", home)).content) | {"way": BACK})
    monkeypatch.setattr(cost, "seconds_to_replace", lambda _document: cost.MOST_SECONDS + 0.1)

    page = upload(client, back, content.encode())

    assert "this file is too large to replace the tournament here" in page.text
    assert HandOver.objects.get().ended_at is None
    monkeypatch.setattr(cost, "seconds_to_replace", lambda _document: cost.MOST_SECONDS - 0.1)
    with monkeypatch.context() as often:
        often.setattr("tournament.archive.views.lock_seconds.RETURNED", replace(RETURNED, burst=10))
        page = upload(client, back, content.encode())
    assert "Too many attempts" in page.context["back"].errors["file"][0]
    of_another = json.dumps(json.loads(content) | {"key": str(uuid4())}).encode()
    for _time in range(4):  # what replaces nothing takes nothing
        assert "does not know this file" in upload(client, back, of_another).text
    for _time in range(4):
        assert "Too many attempts" not in upload(client, back, content.encode()).text
    assert HandOver.objects.get().ended_at is not None


@pytest.mark.slow
def test_a_second_trip_to_the_same_laptop_is_counted_like_a_return(client, home, monkeypatch):
    take(client, home)
    laptop = imported(client, client.get(at("laptop-file", home)).content)
    client.post(at("laptop-return", laptop), {"own_password": PASSWORD})
    upload(client, at("laptop-back", home), client.get(at("laptop-file", laptop)).content)
    take(client, home)
    monkeypatch.setattr("tournament.archive.views.lock_seconds.RETURNED", replace(RETURNED, burst=10))
    monkeypatch.setattr(cost, "seconds_to_replace", lambda _document: cost.MOST_SECONDS - 0.1)

    page = upload(client, reverse("tournament-import"), client.get(at("laptop-file", home)).content)
    page = client.post(reverse("tournament-import"), {"key": page.context["form"].initial["key"]})

    assert page.status_code == 409
    assert "Too many attempts" in page.text
    laptop.refresh_from_db()
    assert laptop.away_since is not None
