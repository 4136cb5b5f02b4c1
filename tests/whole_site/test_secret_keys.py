"""A new secret key: printed links and logins go on while the former one is known, and end with it."""

import io

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tests.factories import PASSWORD, EntryFactory, TableFactory, TournamentFactory, UserFactory
from tournament import environment
from tournament.clubs.actions.edit_club import InvitationInvalid, invitation_to, invited_to
from tournament.core.actions.logins import end_all_logins, forget_old_logins
from tournament.core.requests import visitor_of_cookies
from tournament.models import BrowserLogin, Club


@pytest.fixture
def links():
    """Of a table, a player and a hall, as they were printed."""
    tournament = TournamentFactory(hall_nonce="nonce")
    table, entry = TableFactory(tournament=tournament), EntryFactory(tournament=tournament)
    return [table.get_link(), entry.get_link(), tournament.get_hall_link()]


def statuses(links):
    return [Client().get(link).status_code for link in links]


@pytest.mark.django_db
def test_printed_links_live_on_and_end_with_their_key(links, settings):
    before = settings.SECRET_KEY
    assert statuses(links) == [302, 200, 302]

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key of fifty letters or more, as it has to be", [before]
    assert statuses(links) == [302, 200, 302]

    settings.SECRET_KEY_FALLBACKS = []
    assert statuses(links) == [404, 404, 404]


@pytest.mark.django_db
def test_a_code_of_the_desk_lives_on_and_ends_with_its_key(settings):
    entry, before = EntryFactory(), settings.SECRET_KEY
    entry.is_at_desk = True
    shown = entry.get_link()

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [before]
    assert (statuses([shown]), entry.get_link() != shown) == ([200], True)

    settings.SECRET_KEY_FALLBACKS = []
    assert statuses([shown]) == [404]


@pytest.mark.django_db
def test_new_links_are_of_the_new_key(links, settings):
    tournament = TournamentFactory(hall_nonce="nonce")
    old = tournament.get_hall_link()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]

    assert tournament.get_hall_link() != old


@pytest.mark.django_db
def test_a_login_goes_on(client, settings):
    client.force_login(UserFactory())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    assert client.get(reverse("account")).status_code == 200

    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(reverse("account")).status_code == 200, "it was signed anew meanwhile"


@pytest.mark.django_db
def test_a_former_key_makes_no_link_that_sets_a_password(client, settings):
    """Whoever stole a backup has that key, and all else that such a link is made from."""
    user = UserFactory(username="ada")
    thief = PasswordResetTokenGenerator()
    thief.secret = settings.SECRET_KEY
    token = thief.make_token(user)
    link = reverse("password_reset_confirm", args=[urlsafe_base64_encode(force_bytes(user.pk)), token])
    assert client.get(link).status_code == 302

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]

    assert "already been used" in client.get(link, follow=True).text


@pytest.mark.django_db
def test_a_former_key_makes_no_invitation_to_a_club(settings):
    club = Club.objects.create(name="Club", slug="club")
    invitation = invitation_to(club)
    assert invited_to(invitation) == club

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]

    with pytest.raises(InvitationInvalid):
        invited_to(invitation)


@pytest.mark.slow
@pytest.mark.django_db
def test_two_processes_that_know_both_keys_believe_each_other(links, settings):
    """As docs/operator.md has them restarted one after the other."""
    former, new = settings.SECRET_KEY, "a new key of fifty letters or more, as it has to be"

    def processes(times):
        for _ in range(times):
            for key, other in ((former, new), (new, former)):
                settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = key, [other]
                yield

    UserFactory(username="ada")
    seen = []
    for _ in processes(1):
        browser, phone = Client(), Client()
        browser.post(reverse("login"), {"username": "ada", "password": PASSWORD})
        opened = phone.get(links[0])
        for _ in processes(3):
            seen += [
                *statuses(links),
                browser.get(reverse("account")).status_code,
                phone.get(opened["Location"]).status_code,
            ]

    assert seen == [302, 200, 302, 200, 200] * 2 * 2 * 3


@pytest.mark.django_db
def test_logins_of_the_former_key_can_be_ended(settings):
    UserFactory(username="ada")
    here, there = Client(), Client()
    for browser in (here, there):
        browser.post(reverse("login"), {"username": "ada", "password": PASSWORD})
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    assert [browser.get(reverse("account")).status_code for browser in (here, there)] == [200, 200]
    forget_old_logins()

    here.post(reverse("logins-end"))

    assert here.get(reverse("account")).status_code == 200
    assert there.get(reverse("account")).status_code == 302


@pytest.mark.django_db
def test_a_stream_that_opens_first_after_a_new_key_ends_no_login(client, settings):
    client.force_login(UserFactory())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", [settings.SECRET_KEY]
    request = RequestFactory().get("/live/events")
    request.COOKIES[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value

    assert visitor_of_cookies(request).user.is_authenticated

    assert client.get(reverse("account")).status_code == 200


def test_the_command_s_files_are_read_newest_first_and_by_their_owner_alone(tmp_path, monkeypatch):
    key, former = tmp_path / "secret-key", tmp_path / "former-secret-keys"
    first = environment.secret_in(key)
    environment.replace_secret(key, former)
    second = environment.secret_in(key)
    environment.replace_secret(key, former)
    monkeypatch.setenv("TENBO_OLD_SECRET_KEYS", "of-the-operator another")

    assert len({first, second, environment.secret_in(key)}) == 3
    assert environment.former_secrets("TENBO_OLD_SECRET_KEYS", former) == ["of-the-operator", "another", second, first]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["former-secret-keys", "secret-key"]
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_the_command_makes_a_new_key_and_leaves_an_operator_s_alone(tmp_path, monkeypatch, settings):
    settings.VAR = tmp_path
    first = environment.secret_in(tmp_path / "secret-key")
    monkeypatch.delenv("TENBO_SECRET_KEY", raising=False)
    call_command("new_secret_key", verbosity=0)

    monkeypatch.setenv("TENBO_SECRET_KEY", "of-the-operator-and-long")
    with pytest.raises(CommandError, match="TENBO_OLD_SECRET_KEYS"):
        call_command("new_secret_key")

    assert environment.former_secrets("", tmp_path / "former-secret-keys") == [first]


@pytest.fixture
def stolen():
    """Browsers of which a thief knows the session keys: an account's, and a phone's that opened a table's link."""
    account, phone = Client(), Client()
    account.force_login(UserFactory())
    account.get(reverse("account"))
    table = phone.get(TableFactory().get_link())["Location"]
    return lambda: (account.get(reverse("account")).status_code, phone.get(table).status_code)


@pytest.mark.database
@pytest.mark.django_db
def test_all_logins_can_be_ended_with_the_key_and_phones_go_on(stolen, tmp_path, monkeypatch, settings):
    settings.VAR = tmp_path
    monkeypatch.delenv("TENBO_SECRET_KEY", raising=False)
    assert stolen() == (200, 200)
    output = io.StringIO()

    call_command("new_secret_key", "--end-logins", stdout=output)

    assert stolen() == (302, 200)
    assert "Logins ended: 1." in output.getvalue()
    assert not BrowserLogin.objects.exists()


@pytest.mark.django_db
def test_all_logins_can_be_ended_where_the_operator_has_the_key(stolen, tmp_path, monkeypatch, settings):
    settings.VAR = tmp_path
    monkeypatch.setenv("TENBO_SECRET_KEY", settings.SECRET_KEY)

    with pytest.raises(CommandError, match="TENBO_OLD_SECRET_KEYS"):
        call_command("new_secret_key", "--end-logins")

    assert stolen() == (302, 200)


@pytest.mark.django_db
def test_a_session_of_a_former_key_is_read_and_one_of_an_unknown_key_is_ended(stolen, settings):
    end_all_logins(["a new key", settings.SECRET_KEY])
    assert stolen() == (302, 200)

    end_all_logins(["a new key"])
    assert stolen() == (302, 404)


@pytest.mark.django_db
def test_more_logins_than_one_transaction_deletes_can_be_ended(monkeypatch, settings):
    monkeypatch.setattr("tournament.core.actions.logins.AT_ONCE", 2)
    for _ in range(5):
        Client().force_login(UserFactory())

    assert end_all_logins([settings.SECRET_KEY]) == 5
    assert not Session.objects.exists()
