"""Sign up, log in, log out, and change the name or password of an account; and never be sent to another site."""

import re
from urllib.parse import unquote

import pytest
from django.conf import settings as django_settings
from django.contrib.auth import authenticate
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, LeagueFactory, TournamentFactory, UserFactory
from tests.site.accounts import ADA
from tournament.models import Passkey, User
from tournament.site.actions.accounts import UsernameTaken, sign_up
from tournament.site.forms import accounts

pytestmark = pytest.mark.django_db


def test_an_account_needs_no_mail_address(client):
    response = client.post(reverse("signup"), ADA)

    assert response.status_code == 302
    assert response.url == "/"
    assert client.get("/").wsgi_request.user == User.objects.get(username="ada")
    assert User.objects.get().password.startswith("argon2$")


def test_who_was_invited_signs_up_and_comes_back(client):
    onward = "/invitations/token/"
    page = client.get(reverse("signup"), {"next": onward}).text

    response = client.post(reverse("signup"), ADA | {"next": onward})

    assert f'name="next" value="{onward}"' in page
    assert response.url == onward


def test_logging_in_leads_back_to_the_page_it_began_from(client):
    page = client.get(reverse("rulesets"), {"q": "ema & co"}).text

    (onward,) = re.findall(rf'href="{reverse("login")}\?next=([^"]*)"', page)

    assert unquote(onward) == f"{reverse('rulesets')}?q=ema+%26+co"
    assert "next=" not in client.get(reverse("login")).text


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
@pytest.mark.parametrize("name", ["signup", "login"])
def test_nobody_is_sent_to_another_site(client, name, target):
    UserFactory(username="eve")
    data = ADA if name == "signup" else {"username": "eve", "password": PASSWORD}

    response = client.post(f"{reverse(name)}?next={target}", data | {"next": target})

    assert response.status_code == 302
    assert response.url == "/"


@pytest.mark.parametrize(
    "wrong", [{"password2": "another"}, {"username": "ADA"}, {"password1": "riichi-dora", "password2": "riichi-dora"}]
)
def test_a_bad_sign_up_is_shown_again(client, wrong):
    UserFactory(username="Ada")

    response = client.post(reverse("signup"), ADA | wrong)

    assert response.status_code == 422
    assert User.objects.count() == 1


def test_the_faults_of_a_password_stand_beside_its_first_field_which_is_focused(client):
    form = client.post(reverse("signup"), ADA | {"password1": "riichi-dora", "password2": "riichi-dora"}).context[
        "form"
    ]

    assert list(form.errors) == ["password1"]
    assert [name for name, field in form.fields.items() if "autofocus" in field.widget.attrs] == ["password1"]


@pytest.mark.parametrize(
    ("password", "why"),
    [("qwertyqwerty", "This password is too common."), ("73019255830146", "This password is entirely numeric.")],
)
def test_a_common_password_or_one_of_digits_is_refused_at_sign_up_and_change(client, password, why):
    new_account = client.post(reverse("signup"), ADA | {"password1": password, "password2": password})
    user = UserFactory()
    client.force_login(user)
    new = {"old_password": PASSWORD, "new_password1": password, "new_password2": password}
    change = client.post(reverse("password_change"), new)

    assert (new_account.status_code, change.status_code) == (422, 422)
    assert why in new_account.text
    assert why in change.text
    assert User.objects.get() == user
    assert User.objects.get().check_password(PASSWORD)


def test_two_who_take_one_name_at_once():
    UserFactory(username="ada")

    with pytest.raises(UsernameTaken):
        sign_up(username="ada", email="", password=PASSWORD)


def test_logging_out_takes_a_post(client):
    client.force_login(UserFactory())

    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout")).url == "/"
    assert not client.get("/").wsgi_request.user.is_authenticated


def test_a_cookie_of_before_logging_out_is_refused(client, settings):
    client.force_login(UserFactory())
    name = settings.SESSION_COOKIE_NAME
    cookie = client.cookies[name].value
    assert client.get(reverse("account")).status_code == 200

    client.post(reverse("logout"))
    client.cookies[name] = cookie

    assert client.get(reverse("account")).status_code == 302
    assert not client.get("/").wsgi_request.user.is_authenticated


def test_the_account_page_lists_what_one_runs(client):
    user = UserFactory()
    own_tournament = TournamentFactory(owner=user)
    others = TournamentFactory()
    LeagueFactory(owner=user, name="Winter season")
    client.force_login(user)

    page = client.get(reverse("account")).text

    assert own_tournament.name in page
    assert others.name not in page
    assert "Winter season" in page


def test_the_account_page_changes_name_and_mail(client):
    user = UserFactory()
    client.force_login(user)

    wrong = client.post(reverse("account"), {"name": "Ada", "email": "nonsense"})
    right = client.post(reverse("account"), {"name": "Ada Nováková", "email": "ada@example.org", "password": PASSWORD})

    user.refresh_from_db()
    assert wrong.status_code == 422
    assert right.status_code == 302
    assert (user.get_full_name(), user.email) == ("Ada Nováková", "ada@example.org")


def test_nobody_goes_by_a_name_that_reads_backwards(client):
    client.force_login(UserFactory())

    assert client.post(reverse("account"), {"name": "\u202ecirE", "email": ""}).status_code == 422
    assert not User.objects.exclude(first_name="").exists()


def test_a_password_is_changed(client):
    user = UserFactory()
    client.force_login(user)
    new = {"old_password": PASSWORD, "new_password1": "four-winds-77", "new_password2": "four-winds-77"}

    wrong = client.post(reverse("password_change"), new | {"old_password": "wrong"})
    right = client.post(reverse("password_change"), new)

    user.refresh_from_db()
    assert (wrong.status_code, right.status_code) == (422, 302)
    assert user.check_password("four-winds-77")


def test_whoever_changes_the_password_is_told_of_passkeys(client):
    """Somebody else may have added one with the old password."""
    user = UserFactory()
    client.force_login(user)
    new = {"old_password": PASSWORD, "new_password1": "four-winds-77", "new_password2": "four-winds-77"}
    Passkey.objects.create(user=user, name="phone", credential_id="x", credential=b"x", added_at=timezone.now())

    page = client.post(reverse("password_change"), new, follow=True)

    assert "Passkeys still open this account." in page.text


def test_a_new_password_brings_no_role_back_that_was_taken_away_meanwhile(client, monkeypatch):
    user = UserFactory(is_federation=True)
    client.force_login(user)

    def meanwhile(*args, **known):
        User.objects.update(is_federation=False)
        return authenticate(*args, **known)

    monkeypatch.setattr(accounts, "authenticate", meanwhile)
    new = {"old_password": PASSWORD, "new_password1": "four-winds-77", "new_password2": "four-winds-77"}

    assert client.post(reverse("password_change"), new).status_code == 302
    user.refresh_from_db()
    assert user.check_password("four-winds-77")
    assert not user.is_federation


def test_whoever_is_logged_in_needs_no_second_account(client):
    client.force_login(UserFactory())

    assert client.get(reverse("signup")).url == "/"
    assert client.get(reverse("login")).url == django_settings.LOGIN_REDIRECT_URL


@pytest.mark.parametrize("typed", ["Jean-Luc O'Brien", "  Jean-Luc   O'Brien ", "Jean-Luc\u00a0O'Brien"])
def test_a_name_with_a_space_signs_up_and_logs_in_however_it_is_spaced(client, typed):
    first = client.post(reverse("signup"), ADA | {"username": typed})
    client.post(reverse("logout"))
    again = client.post(reverse("login"), {"username": typed, "password": PASSWORD})

    assert (first.status_code, again.status_code) == (302, 302)
    assert User.objects.get().username == "Jean-Luc O'Brien"


@pytest.mark.parametrize("name", ["<ada>", "ada\u202e", "a;b", "\u200bada b"])
def test_a_name_of_other_signs_is_refused_in_words(client, name):
    response = client.post(reverse("signup"), ADA | {"username": name})

    assert response.status_code == 422
    assert "single spaces" in response.text
