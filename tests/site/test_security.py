"""Where an account is logged in and what happened to it; asking for the password again; how a login ends by itself."""

import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, ClubFactory, EntryFactory, PlayerFactory, TournamentFactory, UserFactory
from tests.queries import queries_of
from tests.sessions import begin_session
from tournament.core import requests
from tournament.core.actions.logins import EVENTS_KEPT
from tournament.core.requests import SESSION_BEGAN, SESSION_CONFIRMED, SESSION_TABLES, SESSION_USED
from tournament.live import tidying
from tournament.models import AccountEvent, BrowserLogin, Player, Role, Tournament, User
from tournament.site.actions.change_mails import send_change_mails
from tournament.site.queries.security import MOST_OF_KIND, security

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def ada():
    return UserFactory(username="ada", email="ada@example.org")


def log_in(username="ada", user_agent=FIREFOX):
    browser = Client(headers={"user-agent": user_agent})
    assert browser.post(reverse("login"), {"username": username, "password": PASSWORD}).status_code == 302
    return browser


def change(browser, **keys):
    """Change values in a browser's session."""
    session = browser.session
    session.update(keys)
    session.save()


def ago(**span):
    return int(time.time() - timedelta(**span).total_seconds())


def is_in(browser):
    return browser.get(reverse("account")).status_code == 200


def kinds(user):
    return list(AccountEvent.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_each_browser_is_listed_and_ended_alone(ada):
    here, phone, other = log_in(), log_in(user_agent="Mozilla/5.0 (iPhone; …) Safari/604.1"), log_in()
    page = here.get(reverse("security")).text
    login = BrowserLogin.objects.get(device="Safari, iPhone")

    answer = here.post(reverse("login-end", args=[login.pk]))

    assert page.count("Firefox, Linux") >= 2
    assert page.count("this browser") == 1
    assert "127.0.0.1" in page
    assert answer.url == reverse("security")
    assert [is_in(browser) for browser in (here, phone, other)] == [True, False, True]


def test_all_others_are_ended_at_once(ada):
    here, phone, other = log_in(), log_in(), log_in()

    here.post(reverse("logins-end"))

    assert [is_in(browser) for browser in (here, phone, other)] == [True, False, False]
    assert kinds(ada) == ["login"] * 3 + ["ended"]


def test_nobody_ends_another_s_login(ada):
    victim = log_in()
    UserFactory(username="eve")

    log_in("eve").post(reverse("login-end", args=[BrowserLogin.objects.get(user=ada).pk]))

    assert is_in(victim)


def test_another_s_log_is_nobody_s_business(ada):
    Client().post(reverse("login"), {"username": "ada", "password": "wrong"})
    UserFactory(username="eve")

    assert "Wrong password" not in log_in("eve").get(reverse("security")).text
    assert "Wrong password" in log_in().get(reverse("security")).text


def test_wrong_passwords_push_no_login_off_the_page(ada):
    browser = log_in(user_agent="Mozilla/5.0 (iPhone; …) Safari/604.1")
    note = {"user": ada, "address": "192.0.2.7", "at": timezone.now()}
    AccountEvent.objects.create(kind="passkey-added", **note)
    few = queries_of(browser, reverse("security"))
    AccountEvent.objects.bulk_create(
        AccountEvent(kind=kind, **note) for kind in ("wrong-password", "wrong-passkey") for _ in range(MOST_OF_KIND + 1)
    )

    shown = [event.kind for event in security(ada, 0).events]

    assert [shown.count(kind) for kind in ("wrong-password", "wrong-passkey")] == [MOST_OF_KIND] * 2
    assert shown[-2:] == ["passkey-added", "login"]
    assert "Passkey added" in browser.get(reverse("security")).text
    assert queries_of(browser, reverse("security")) == few


def test_a_new_password_ends_all_others_and_is_mailed(ada):
    here, other = log_in(), log_in()
    new = {"old_password": PASSWORD, "new_password1": "four-winds-77", "new_password2": "four-winds-77"}

    here.post(reverse("password_change"), new)

    assert (is_in(here), is_in(other)) == (True, False)
    assert "this browser" in here.get(reverse("security")).text
    assert "password" in kinds(ada)
    send_change_mails()
    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "The password of this Tenbo account was changed: the account with this mail address" in letter.body


def test_a_login_without_use_ends_and_the_links_of_the_browser_stay(ada):
    browser = log_in()
    change(browser, **{SESSION_TABLES: {"7": "nonce"}, SESSION_USED: ago(days=8, minutes=1)})

    assert not is_in(browser)
    assert browser.session[SESSION_TABLES] == {"7": "nonce"}


def test_a_login_ends_however_much_it_is_used(ada):
    browser = log_in()
    change(browser, **{SESSION_BEGAN: ago(days=60, minutes=1)})

    assert not is_in(browser)


def test_use_is_noted_now_and_then_and_costs_nothing_between(ada):
    browser = log_in()
    BrowserLogin.objects.update(used_at=timezone.now() - timedelta(hours=1))
    address = reverse("account")
    browser.get(address)
    quiet = queries_of(browser, address)
    change(browser, **{SESSION_USED: ago(minutes=11)})

    assert queries_of(browser, address) > quiet
    assert BrowserLogin.objects.get().used_at > timezone.now() - timedelta(minutes=5)
    assert queries_of(browser, address) == quiet


def test_a_login_from_before_these_were_noted_is_listed_from_now_on(ada, client):
    client.force_login(ada)
    change(client, **{SESSION_USED: 0})
    session = client.session
    del session[SESSION_USED], session[SESSION_BEGAN]
    session.save()

    assert "this browser" in client.get(reverse("security")).text


def test_a_new_full_name_is_an_event_of_the_account(ada):
    browser = log_in()
    for name in ("Anna Vesela", "Anna Vesela", ""):
        browser.post(reverse("account"), {"name": name, "email": ada.email})

    assert kinds(ada) == ["login", "name", "name"]
    assert "Full name changed" in browser.get(reverse("security")).text


def test_what_is_old_is_deleted(ada, monkeypatch):
    monkeypatch.setattr(connection, "close", lambda: None)
    log_in()
    gone = log_in()
    Session.objects.filter(session_key=gone.session.session_key).delete()
    AccountEvent.objects.filter(pk=AccountEvent.objects.first().pk).update(
        at=timezone.now() - EVENTS_KEPT - timedelta(days=1)
    )

    tidying.tidy()

    assert BrowserLogin.objects.count() == 1
    assert AccountEvent.objects.count() == 1


@pytest.fixture
def tournament(ada):
    return TournamentFactory(owner=ada, name="Spring Open", slug="open")


@pytest.fixture
def left_open(ada, client, tournament):
    """The owner's browser, whose password was entered an hour ago."""
    client.force_login(ada)
    change(client, **{SESSION_CONFIRMED: ago(hours=1)})
    return client


def test_deleting_asks_for_the_password_and_keeps_what_was_typed(left_open, tournament):
    address, typed = reverse("tournament-delete", args=["open"]), {"name": "Spring Open"}

    asked = left_open.post(address, typed)
    wrong = left_open.post(address, typed | {"own_password": "wrong"})
    assert (asked.status_code, wrong.status_code) == (422, 422)
    assert 'name="name" value="Spring Open"' in asked.text
    assert "This password is wrong" in wrong.text
    assert "wrong-password" in kinds(tournament.memberships.get().user)
    assert Tournament.objects.exists()

    assert left_open.post(address, typed | {"own_password": PASSWORD}).status_code == 302
    assert not Tournament.objects.exists()


def test_changing_the_team_asks_for_it(left_open, tournament):
    other = tournament.memberships.create(user=UserFactory(), role=Role.REFEREE)

    for name, at in (("member-role", [other.pk]), ("member-remove", [other.pk]), ("invitation-new", [])):
        answer = left_open.post(reverse(name, args=["open", *at]), {"role": "owner"})
        assert answer.status_code == 422
        assert "Confirm that it is you" in answer.text

    other.refresh_from_db()
    assert other.role == Role.REFEREE
    assert not tournament.invitations.exists()


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("tournament-json", []),
        ("takeaway-xlsx", []),
        ("takeaway-csv", ["hands"]),
        ("log-csv", []),
        ("log-json", []),
        ("ema-xlsx", []),
        ("certification-zip", []),
        ("federation-json", []),
    ],
)
def test_taking_everything_away_asks_for_it_and_goes_on(left_open, name, more):
    address = reverse(name, args=["open", *more])

    asked = left_open.get(address)
    page = left_open.get(asked.url)
    onward = left_open.post(reverse("confirm"), {"next": address, "own_password": PASSWORD})

    assert asked.url.startswith(reverse("confirm"))
    assert f'name="next" value="{address}"' in page.text
    assert onward.url == address
    assert "attachment" in left_open.get(address).headers["Content-Disposition"]


@pytest.mark.parametrize("name", ["federation-results", "federation-events"])
def test_the_federations_files_ask_for_it(left_open, ada, name):
    User.objects.filter(pk=ada.pk).update(is_federation=True)
    assert left_open.get(reverse(name)).url.startswith(reverse("confirm"))

    assert left_open.post(reverse("confirm"), {"next": reverse(name), "own_password": PASSWORD}).status_code == 302
    assert "attachment" in left_open.get(reverse(name)).headers["Content-Disposition"]


def test_replacing_all_links_asks_for_it_and_looking_at_them_does_not(left_open, tournament):
    entry, address = EntryFactory(tournament=tournament), reverse("links", args=["open"])
    before = entry.link_nonce

    assert left_open.get(address).status_code == 200
    assert "Confirm that it is you" in left_open.post(address, {"players": "on"}).text
    entry.refresh_from_db()
    assert entry.link_nonce == before
    assert left_open.post(address, {"players": "on", "own_password": PASSWORD}).status_code == 302
    entry.refresh_from_db()
    assert entry.link_nonce != before


def test_merging_two_people_asks_for_it(left_open, ada, tournament):
    known = EntryFactory(tournament=TournamentFactory(owner=ada), player__name="Nora")
    twin = EntryFactory(tournament=tournament, player__name="Nora")
    address, chosen = reverse("entry-merge", args=["open", twin.number]), {"player": f"{known.player_id}"}

    asked = left_open.post(address, chosen)
    twin.refresh_from_db()
    assert asked.status_code == 422
    assert twin.player_id != known.player_id

    assert left_open.post(address, chosen | {"own_password": PASSWORD}).status_code == 302
    twin.refresh_from_db()
    assert twin.player_id == known.player_id


def test_taking_somebody_off_a_clubs_list_asks_for_it(left_open, ada):
    person = PlayerFactory(name="Nora")
    club = ClubFactory(organizers=[ada], people=[person])
    address = reverse("club-person-remove", args=[club.slug, person.pk])

    assert left_open.post(address).status_code == 422
    assert club.people.exists()
    assert left_open.post(address, {"own_password": PASSWORD}).status_code == 302
    assert not club.people.exists()


def test_removing_an_entry_with_its_person_asks_for_it(left_open, tournament):
    entry = EntryFactory(tournament=tournament, number=1)
    address = reverse("entry-remove", args=["open", 1])

    assert left_open.post(address).status_code == 422
    assert Player.objects.filter(pk=entry.player_id).exists()
    assert left_open.post(address, {"own_password": PASSWORD}).status_code == 302
    assert not Player.objects.filter(pk=entry.player_id).exists()


def test_removing_several_entries_asks_for_it_and_other_changes_do_not(left_open, tournament):
    for number in (1, 2, 3):
        EntryFactory(tournament=tournament, number=number)
    address, ticked = reverse("players-change", args=["open"]) + "?without=paid", {"entry": [1, 3]}
    removal = ticked | {"change": "removed", "is_sure": "1"}

    assert left_open.post(address, ticked | {"change": "paid"}).status_code == 302
    assert left_open.post(address, ticked | {"change": "removed"}).status_code == 200
    asked = left_open.post(address, removal)
    wrong = left_open.post(address, removal | {"own_password": "wrong"})
    assert (asked.status_code, wrong.status_code) == (422, 422)
    assert asked.text.count('name="entry"') == 2
    assert f'action="{address}"' in asked.text
    assert tournament.entries.count() == 3

    assert left_open.post(address, removal | {"own_password": PASSWORD}).url.endswith("/players/?without=paid")
    assert list(tournament.entries.values_list("number", flat=True)) == [2]


def test_the_public_copy_is_for_everybody(left_open):
    assert left_open.get(reverse("tournament-json", args=["open"]), {"form": "public"}).status_code == 200


def test_confirming_leads_to_no_other_site(left_open):
    answer = left_open.post(reverse("confirm"), {"next": "https://evil.example/", "own_password": PASSWORD})

    assert answer.url == reverse("security")


def test_passwords_that_confirm_are_guesses(left_open):
    answers = [left_open.post(reverse("confirm"), {"own_password": "wrong"}).status_code for _ in range(6)]

    assert answers == [422] * 5 + [429]


def test_a_login_counts_as_confirmed_for_a_quarter_of_an_hour(ada, tournament):
    assert requests.CONFIRMED_FOR == 15 * 60
    assert log_in().get(reverse("takeaway-xlsx", args=["open"])).status_code == 200


def test_the_page_asks_as_much_with_many_logins(ada):
    few = queries_of(log_in(), reverse("security"))
    for _ in range(3):
        log_in()

    assert queries_of(log_in(), reverse("security")) == few


def test_a_stranger_s_session_has_no_login(client):
    begin_session(client, **{SESSION_TABLES: {}})

    assert client.get(reverse("security")).url.startswith(reverse("login"))
