"""Sign up, log in, be locked out, leave; and never be sent to another site."""

import re
from urllib.parse import unquote

import pytest
from django.conf import settings as django_settings
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import LeagueFactory, TournamentFactory, UserFactory
from tournament.core.threads.turns import Turns
from tournament.models import ResetMail, User
from tournament.site.actions import reset_mails
from tournament.site.actions.accounts import UsernameTaken, sign_up
from tournament.site.actions.reset_mails import send_reset_mails
from tournament.site.views.change_mail import ENTERED, TO_UNPROVEN

pytestmark = pytest.mark.django_db

PASSWORD = "riichi-on-the-third-turn"
ADA = {"username": "ada", "email": "", "password1": PASSWORD, "password2": PASSWORD}


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


def test_two_who_take_one_name_at_once():
    UserFactory(username="ada")

    with pytest.raises(UsernameTaken):
        sign_up(username="ada", email="", password=PASSWORD)


def test_wrong_passwords_are_answered_and_then_locked_out_in_words(client):
    UserFactory(username="ada")
    wrong = {"username": "ada", "password": "wrong"}
    first = client.post(reverse("login"), wrong)
    for _ in range(4):
        client.post(reverse("login"), wrong)

    sixth = client.post(reverse("login"), wrong)
    right = client.post(reverse("login"), {"username": "ada", "password": PASSWORD})

    assert first.status_code == 422
    assert (sixth.status_code, right.status_code) == (429, 429)
    assert "Try again in 3 minutes" in right.text


def test_another_spelling_or_a_made_up_address_is_no_way_around_the_lockout(client):
    UserFactory(username="ada")
    for n, name in enumerate(["ada", " ada", "ada ", "\uff41da", "ada\u2003"]):
        headers = {"x-forwarded-for": f"10.0.0.{n}", "user-agent": f"browser {n}"}
        client.post(reverse("login"), {"username": name, "password": "wrong"}, headers=headers)

    right = client.post(
        reverse("login"), {"username": " ada", "password": PASSWORD}, headers={"x-forwarded-for": "10.9.9.9"}
    )

    assert right.status_code == 429


def test_nobody_locks_the_owner_out_of_a_browser_that_was_logged_in_before(client):
    UserFactory(username="ada")
    right = {"username": "ada", "password": PASSWORD}
    client.post(reverse("login"), right)
    client.post(reverse("logout"))
    stranger = Client()
    for _ in range(6):
        stranger.post(reverse("login"), {"username": "ada", "password": "wrong"})

    assert stranger.post(reverse("login"), right).status_code == 429
    assert client.post(reverse("login"), right).status_code == 302


def test_who_knew_the_former_password_guesses_no_more_than_a_stranger(client):
    """Each browser that has logged in has a limit of its own, and a former co-owner may have made many."""
    UserFactory(username="ada")
    new = {"username": "ada", "password": "four-winds-77"}
    former, stranger = Client(), Client()
    for browser in (client, former):
        browser.post(reverse("login"), {"username": "ada", "password": PASSWORD})
    former.post(reverse("logout"))

    change = {"old_password": PASSWORD, "new_password1": "four-winds-77", "new_password2": "four-winds-77"}
    client.post(reverse("password_change"), change)
    client.post(reverse("logout"))
    for _ in range(5):
        stranger.post(reverse("login"), {"username": "ada", "password": "wrong"})

    assert former.post(reverse("login"), new).status_code == 429
    assert client.post(reverse("login"), new).status_code == 302


def test_a_mailed_link_lets_the_owner_in_whatever_others_guess(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    UserFactory(username="ada", email="ada@example.org")
    stranger = Client()
    for _ in range(6):
        stranger.post(reverse("login"), {"username": "ada", "password": "wrong"})

    client.post(reverse("password_reset"), {"email": "ada@example.org"})
    send_reset_mails()
    form = client.get(re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1], follow=True)
    client.post(form.request["PATH_INFO"], {"new_password1": "four-winds-77", "new_password2": "four-winds-77"})

    assert client.post(reverse("login"), {"username": "ada", "password": "four-winds-77"}).status_code == 302


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("account", {"name": "", "email": "mallory@example.org", "password": "wrong"}),
        ("password_change", {"old_password": "wrong", "new_password1": "x", "new_password2": "x"}),
    ],
)
def test_a_wrong_password_on_the_account_s_pages_is_a_guess(client, name, wrong):
    client.force_login(UserFactory())

    answers = [client.post(reverse(name), wrong).status_code for _ in range(6)]

    assert answers == [422] * 5 + [429]


def test_a_server_that_hashes_too_many_passwords_says_so_and_counts_no_guess(client, monkeypatch):
    UserFactory(username="ada")
    full = Turns(at_once=0, waiting=0, patience=0)
    monkeypatch.setattr(User, "check_password", lambda user, password: full.turn().__enter__())

    answers = {client.post(reverse("login"), {"username": "ada", "password": PASSWORD}).status_code for _ in range(6)}

    assert answers == {503}


def test_logging_out_takes_a_post(client):
    client.force_login(UserFactory())

    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout")).url == "/"
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


@pytest.mark.parametrize("password", [{}, {"password": "wrong"}])
@pytest.mark.parametrize("before", ["", "ada@example.org"])
def test_a_browser_left_logged_in_moves_no_mail(client, before, password):
    user = UserFactory(email=before)
    client.force_login(user)

    moved = client.post(reverse("account"), {"name": "Ada", "email": "mallory@example.org"} | password)
    renamed = client.post(reverse("account"), {"name": "Ada", "email": before})

    user.refresh_from_db()
    assert (moved.status_code, renamed.status_code) == (422, 302)
    assert "enter your current password" in moved.text
    assert (user.get_full_name(), user.email) == ("Ada", before)


@pytest.mark.parametrize("after", ["ada@example.com", ""])
def test_the_old_address_is_told_of_another(client, settings, after):
    settings.EMAIL_HOST = "mail.example.org"
    user = UserFactory(email="ada@example.org")
    client.force_login(user)

    client.post(reverse("account"), {"name": "Ada", "email": "ada@example.org"})
    assert mail.outbox == []
    client.post(reverse("account"), {"name": "Ada", "email": after, "password": PASSWORD})

    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "tell the people who run this site" in letter.body


def test_a_first_address_tells_nobody(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    client.force_login(UserFactory())

    client.post(reverse("account"), {"name": "Ada", "email": "ada@example.org", "password": PASSWORD})

    assert mail.outbox == []


def test_a_mail_server_that_does_not_answer_is_no_error(client, settings, caplog):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    user = UserFactory(email="ada@example.org")
    client.force_login(user)

    answer = client.post(reverse("account"), {"name": "", "email": "ada@example.com", "password": PASSWORD})

    user.refresh_from_db()
    assert answer.status_code == 302
    assert user.email == "ada@example.com"
    assert "could not be told" in caplog.text


SOMEBODY = "Somebody@example.org"


def enter(client, address):
    return client.post(reverse("account"), {"name": "", "email": address, "password": PASSWORD})


@pytest.mark.slow
def test_nobodys_mailbox_is_filled_by_accounts_that_enter_their_address(client):
    users = [UserFactory(username=f"Your prize waits at evil.example {n}") for n in range(ENTERED.burst + 2)]
    answers = []
    for user in users:
        client.force_login(user)
        answers.append(enter(client, SOMEBODY).status_code)
        enter(client, "")

    assert answers == [302] * ENTERED.burst + [409] * 2
    assert [letter.to for letter in mail.outbox] == [[SOMEBODY]] * ENTERED.burst
    assert not any("evil" in letter.subject + letter.body for letter in mail.outbox)
    assert "the account with this mail address" in mail.outbox[0].body
    client.logout()
    refused = client.post(reverse("signup"), ADA | {"email": SOMEBODY})
    assert refused.status_code == 409
    assert not User.objects.filter(username="ada").exists()


def test_one_account_writes_little_to_an_address_that_was_not_proven(client):
    user = UserFactory(email=SOMEBODY)
    client.force_login(user)

    for new in range(TO_UNPROVEN.burst + 2):
        User.objects.filter(pk=user.pk).update(email=SOMEBODY)
        enter(client, f"other{new}@example.org")

    assert [letter.to for letter in mail.outbox] == [[SOMEBODY]] * TO_UNPROVEN.burst


def test_no_account_uses_up_the_notices_of_another(client):
    for _time in range(20):
        client.force_login(UserFactory(email="ada@example.org"))
        enter(client, "")
    ada = UserFactory(username="ada", email="ada@example.org")
    client.force_login(ada)
    mail.outbox.clear()

    enter(client, "thief@example.org")

    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]]


def test_who_used_a_mailed_link_is_told_which_account_it_was_and_may_enter_the_address_again(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    ada = UserFactory(username="ada", email=SOMEBODY)
    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()
    form = client.get(re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1], follow=True)
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    client.post(form.redirect_chain[-1][0], new)
    assert mail.outbox[1].body.startswith("The password of this Tenbo account was changed: ada")

    client.force_login(User.objects.get(pk=ada.pk))
    answers = [enter(client, address).status_code for address in ("thief@example.org", SOMEBODY) * 2]

    assert answers == [302] * 4
    assert "removed: ada" in mail.outbox[2].body
    assert "removed: the account with this mail address" in mail.outbox[3].body


def test_a_password_is_changed(client):
    user = UserFactory()
    client.force_login(user)
    new = {"old_password": PASSWORD, "new_password1": "four-winds-77", "new_password2": "four-winds-77"}

    wrong = client.post(reverse("password_change"), new | {"old_password": "wrong"})
    right = client.post(reverse("password_change"), new)

    user.refresh_from_db()
    assert (wrong.status_code, right.status_code) == (422, 302)
    assert user.check_password("four-winds-77")


def test_without_a_mail_server_the_page_says_who_can_help(client):
    UserFactory(email="ada@example.org")

    page = client.get(reverse("password_reset"))
    answer = client.post(reverse("password_reset"), {"email": "ada@example.org"})

    assert "manage.py changepassword NAME" in page.text
    assert "manage.py changepassword NAME" in answer.text
    assert mail.outbox == []


def test_a_mailed_link_sets_a_new_password(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    settings.TENBO_ADDRESS = "https://tenbo.example.org"
    user = UserFactory(email="ada@example.org")

    client.post(reverse("password_reset"), {"email": "ada@example.org"})
    assert mail.outbox == []
    send_reset_mails()
    [letter] = mail.outbox
    link = re.search(r"https://tenbo\.example\.org(/\S+)", letter.body)[1]
    form = client.get(link, follow=True)
    wrong = client.post(form.request["PATH_INFO"], {"new_password1": "a", "new_password2": "b"})
    client.post(form.request["PATH_INFO"], {"new_password1": "four-winds-77", "new_password2": "four-winds-77"})

    user.refresh_from_db()
    assert user.get_username() in letter.body
    assert wrong.status_code == 422
    assert user.check_password("four-winds-77")
    assert "already been used" in client.get(link, follow=True).text


def test_however_many_accounts_have_an_address_a_request_fills_no_mailbox_with_their_names(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    ada = UserFactory(username="ada.lovelace", email=SOMEBODY)
    for number in range(30):
        UserFactory(username=f"Win at evil.example {number}", email=SOMEBODY)
    for capital in range(5):
        UserFactory(email=SOMEBODY[:capital] + SOMEBODY[capital].upper() + SOMEBODY[capital + 1 :])

    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()

    assert len(mail.outbox) == reset_mails.MOST_SPELLINGS
    [letter, _other] = mail.outbox
    links = re.findall(r"http://testserver(/\S+)", letter.body)
    assert letter.to == [SOMEBODY]
    assert len(links) == reset_mails.MOST_ACCOUNTS
    assert "evil.example" not in letter.body
    assert ada.get_username() not in letter.body  # it could be a web address; its page names the account
    assert ada.get_username() in client.get(links[0], follow=True).text


def test_the_account_that_proved_the_address_comes_first_in_the_mail_by_its_name(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    UserFactory(username="mallory", email=SOMEBODY)
    UserFactory(username="ada.lovelace", email=SOMEBODY, proven_mail=SOMEBODY)

    client.post(reverse("password_reset"), {"email": SOMEBODY})
    send_reset_mails()

    [letter] = mail.outbox
    assert letter.body.index("account: ada.lovelace") < letter.body.index("account: mallory")


def test_who_asks_for_a_reset_learns_nothing_by_the_work_that_it_takes(client, settings):
    settings.EMAIL_HOST = "mail.example.org"
    UserFactory(email="ada@example.org")
    queries = []

    for address in ("ada@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as captured:
            client.post(reverse("password_reset"), {"email": address})
        queries.append([re.sub(r"'.*?'|\d+", "…", query["sql"]) for query in captured])

    assert queries[0] == queries[1]
    send_reset_mails()
    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]]
    assert not ResetMail.objects.exists()


def test_a_mail_that_resets_a_password_waits_for_the_mail_server_for_an_hour(client, settings, monkeypatch):
    settings.EMAIL_HOST = "mail.example.org"
    UserFactory(email="ada@example.org")
    client.post(reverse("password_reset"), {"email": "ada@example.org"}, headers={"Accept-Language": "fr"})
    with monkeypatch.context() as away:
        away.setattr(reset_mails, "send_mail", refuse)
        send_reset_mails()
        assert ResetMail.objects.get().result == "ConnectionRefusedError"

    ResetMail.objects.update(next_try_at=timezone.now())
    send_reset_mails()

    assert mail.outbox[0].subject == "Nouveau mot de passe pour Tenbo"
    client.post(reverse("password_reset"), {"email": "ada@example.org"})
    ResetMail.objects.update(expires_at=timezone.now())
    monkeypatch.setattr(reset_mails, "send_mail", refuse)
    send_reset_mails()
    assert not ResetMail.objects.exists()


def refuse(*arguments):
    raise ConnectionRefusedError


@pytest.mark.parametrize("name", ["password_reset_done", "password_reset_complete"])
def test_the_steps_between_have_pages(client, name):
    assert client.get(reverse(name)).status_code == 200


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
