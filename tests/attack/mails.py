"""Endless sign-ups and password resets: who gets mails, and what the responses reveal."""

import time
from collections import Counter
from statistics import median

from tests.attack.arena import Browser, arena, at_once
from tests.attack.passwords import PASSWORD, WITH_OWNER
from tests.mail.smtp_server import SmtpServer

RESET = "/accounts/password-reset/"
KNOWN = "owner@example.org"

WITH_MAIL = f"""
{WITH_OWNER}
from tournament.models import User
User.objects.filter(username="owner").update(email="{KNOWN}")
"""

ACCOUNTS = """
import json
import django; django.setup()
from tournament.models import User
print(json.dumps(User.objects.filter(username__startswith="junk").count()))
"""


def sign_ups() -> bool:
    """One address creates 240 accounts, twelve in parallel, as far as its rate limit allows; another address must still
    be able to sign up."""
    with arena("sign-ups") as field:
        browsers = [Browser(field.site.port) for _ in range(12)]

        def make(browser: Browser, name: str) -> int:
            browser.cookies.pop("sessionid", None)
            form = {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD}
            return browser.post("/accounts/signup/", form)[0]

        with field.hands_meanwhile():
            ways = at_once(12, lambda n: Counter(make(browsers[n], f"junk-{n}-{i}") for i in range(20)))
        answers = sum(ways, Counter[int]())
        made = field.site.run(ACCOUNTS)
        field.figures = {"answers": dict(answers), "accounts": made}
        field.check(set(answers) <= {302, 409, 429, 503}, f"answers: {dict(answers)}")
        field.check(made <= 205, f"{made} accounts were made")
        field.check(make(Browser(field.site.port, host="127.0.3.1"), "guest") == 302, "another address is refused")
    return not field.wrong


def reset_mails() -> bool:
    """Request resets by turns for an existing account and for an unknown address, from 24 addresses. The mailbox may
    get three mails, and neither the response nor its time may reveal which address has an account."""
    server = SmtpServer()
    mail_server = {
        "TENBO_ADDRESS": "http://localhost",
        "TENBO_MAIL_HOST": "127.0.0.1",
        "TENBO_MAIL_PORT": str(server.port),
        "TENBO_MAIL_SECURITY": "none",
    }
    try:
        with arena("mails for forgotten passwords", prepare=WITH_MAIL, **mail_server) as field:
            seconds: dict[str, list[float]] = {"known": [], "unknown": []}
            answers: Counter[int] = Counter()
            with field.hands_meanwhile():
                for n in range(24):
                    browser = Browser(field.site.port, host=f"127.0.4.{n + 1}")
                    browser.get(RESET)
                    for kind, address in (("known", KNOWN), ("unknown", f"nobody{n // 3}@example.org")):
                        began = time.monotonic()
                        answers[browser.post(RESET, {"email": address})[0]] += 1
                        if n < 3:  # later requests get no mail and no message, for both addresses
                            seconds[kind].append(time.monotonic() - began)
                at_once(20, lambda n: _flood(field.site.port, n))
                deadline = time.monotonic() + 30
                while len(server.mails) < 3 and time.monotonic() < deadline:
                    time.sleep(0.5)
                time.sleep(6)  # until the sender has checked again
            to = Counter(mail["To"] for mail in server.mails)
            medians = {kind: round(median(times), 3) for kind, times in seconds.items()}
            field.figures = {"answers": dict(answers), "mails": dict(to), "median_s": medians}
            field.check(set(answers) == {302}, f"answers: {dict(answers)}")
            field.check(to == {KNOWN: 3}, f"mails: {dict(to)}")
            field.check(
                abs(medians["known"] - medians["unknown"]) < 0.5, f"the time tells who has an account: {medians}"
            )
    finally:
        server.close()
    return not field.wrong


def _flood(port: int, number: int) -> None:
    browser = Browser(port)
    for n in range(10):
        browser.post(RESET, {"email": f"junk{number}-{n}@example.org"})


ATTACKS = [sign_ups, reset_mails]
