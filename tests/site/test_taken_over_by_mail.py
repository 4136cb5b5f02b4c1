"""Who reads the mails of an account's address takes the account over; no form of its maker that was checked before is
carried out after."""

import pytest
from django.contrib.auth.hashers import make_password
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from tests.site.test_forgotten_passwords import link_in, mailed, passkey_of
from tournament.models import Passkey, User
from tournament.site.actions import passwords
from tournament.site.actions.accounts import edit_account
from tournament.site.actions.passkeys import add_passkey
from tournament.site.actions.passwords import change_password
from tournament.site.actions.unchanged import AccountChanged

pytestmark = pytest.mark.django_db

NEW = {"new_password1": "four-winds-77", "new_password2": "four-winds-77"}


@pytest.fixture
def made_by_somebody_else():
    """An account with the address of Ada, which has not been proven."""
    user = UserFactory(email="ada@example.org")
    passkey_of(user)
    return user


def opened(client, settings):
    return client.get(link_in(mailed(client, settings)), follow=True).request["PATH_INFO"]


@pytest.mark.parametrize("change", [{"email": "eve@example.net"}, {"password": make_password("eve is back")}])
def test_what_changed_while_the_password_was_hashed_is_not_proven(
    client, settings, monkeypatch, made_by_somebody_else, change
):
    address = opened(client, settings)
    hashed = User.set_password

    def meanwhile(user, password):
        User.objects.filter(pk=user.pk).update(**change)
        hashed(user, password)

    monkeypatch.setattr(User, "set_password", meanwhile)
    answer = client.post(address, NEW)
    stored = User.objects.get()

    assert answer.status_code == 409
    assert "was changed meanwhile" in answer.text
    assert stored.proven_mail != stored.email
    assert not stored.check_password("four-winds-77")


def test_the_password_is_stored_only_if_passkeys_are_removed(client, settings, monkeypatch, made_by_somebody_else):
    address = opened(client, settings)
    client.raise_request_exception = False
    monkeypatch.setattr(passwords, "forget_passkeys", lambda user: 1 / 0)

    assert client.post(address, NEW).status_code == 500
    assert User.objects.get().check_password(PASSWORD)
    monkeypatch.undo()
    client.post(address, NEW)
    assert User.objects.get().check_password("four-winds-77")
    assert not Passkey.objects.exists()


def test_forms_that_were_checked_before_change_nothing(client, settings, made_by_somebody_else):
    before = User.objects.get()
    client.post(opened(client, settings), NEW)
    new = User.objects.get()
    new.set_password("eve is back")

    with pytest.raises(AccountChanged):
        edit_account(user=before, name="", email="eve@example.net")
    with pytest.raises(AccountChanged):
        add_passkey(user=before, credential=b"eve's", name="Eve's")
    with pytest.raises(AccountChanged):
        change_password(user=new, before=before.password)
    stored = User.objects.get()
    assert (stored.email, stored.proven_mail) == ("ada@example.org", "ada@example.org")
    assert stored.check_password("four-winds-77")


def test_a_hash_of_older_settings_is_no_change(client):
    user = UserFactory(email="ada@example.org")
    User.objects.update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    user.refresh_from_db()
    client.force_login(user)

    changed = client.post(reverse("account"), {"name": "", "email": "ada@example.net", "password": PASSWORD})
    User.objects.update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    user.refresh_from_db()
    client.force_login(user)
    answer = client.post(reverse("password_change"), {"old_password": PASSWORD, **NEW})

    assert (changed.status_code, answer.status_code) == (302, 302)
    user.refresh_from_db()
    assert user.email == "ada@example.net"
    assert user.check_password("four-winds-77")
