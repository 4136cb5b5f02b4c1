"""Texts in forms for which a library takes time that is quadratic in their length."""

import time
from uuid import uuid4

from tests.attack.accounts import fresh_account
from tests.attack.arena import Browser, arena

MARKS = "a" + "\u0301\u0316" * 50_000
"""A letter with 100,000 marks, for which the composed form of Unicode takes 8 s."""

PUNYCODE = "a" * 225_000 + "-" + "a" * 225_000
"""A text that takes 20 s to decode as Punycode."""


def costly_texts() -> bool:
    """A new account sends a passphrase with 100,000 marks, and a form in Punycode."""
    with arena("costly texts") as field:
        stranger = fresh_account(field)
        stranger.get("/tournaments/import/")
        statuses = []
        with field.hands_meanwhile():
            time.sleep(1)
            began = time.monotonic()
            statuses.append(_send(stranger, "/tournaments/import/", passphrase=MARKS))
            statuses.append(_send(stranger, "/tournaments/new/", "; charset=punycode", name=PUNYCODE))
            seconds = time.monotonic() - began
            time.sleep(1)
        field.figures = {"statuses": statuses, "seconds": round(seconds, 1)}
        field.check(statuses[1] == 415, f"answers: {statuses}")
        field.check(seconds < 4, f"the two forms took {seconds:.0f} s")
    return not field.wrong


def _send(browser: Browser, path: str, charset: str = "", **fields: str) -> int:
    """Send a form as `multipart/form-data`, and return the status of the response."""
    boundary = uuid4().hex
    fields = {"csrfmiddlewaretoken": browser.cookies["csrftoken"], "key": str(uuid4())} | fields
    parts = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    body = "".join([*parts, f"--{boundary}--\r\n"]).encode()
    status: int = browser.ask(
        "POST", path, body, {"Content-Type": f"multipart/form-data{charset}; boundary={boundary}"}
    )[0]
    return status


ATTACKS = [costly_texts]
