"""A table that plays while a site is attacked: `python -m tests.attack.table PORT SESSION TABLE HANCHAN`.

It is a process of its own, so that what it measures is the site's time and not that of a hundred attackers beside it.
It plays until its standard input is closed, at least one hand, then prints how long each hand waited, in seconds, and
what went wrong, as JSON.
"""

import json
import select
import sys
import time
from uuid import uuid4

from tests.phone import NO_ANSWER, Phone

CHOMBO = {"mode": "chombo", "offender": "3"}
"""A hand that repeats as often as an attack lasts: nothing changes but a penalty."""

PAUSE, LATER = 0.2, 2.0
"""Seconds between two hands, of the first `OFTEN` and of later ones: a hanchan has 500 hands at most."""
OFTEN = 350


def play(phone: Phone) -> tuple[list[float], str]:
    """The seconds that each hand waited, and what ended the play too early; empty if nothing did."""
    waits: list[float] = []
    token = phone.draw(**CHOMBO)["csrfmiddlewaretoken"]
    while not waits or not select.select([sys.stdin], [], [], PAUSE if len(waits) < OFTEN else LATER)[0]:
        number = len(waits) + 1
        fields = {"csrfmiddlewaretoken": token, "number": number, "revision": number - 1, "key": uuid4(), **CHOMBO}
        sent = time.monotonic()
        try:
            status, _page = phone.submit(fields)
        except NO_ANSWER as error:
            return waits, f"hand {number} had no answer: {error}"
        waits.append(time.monotonic() - sent)
        if status != 302:
            return waits, f"hand {number} was answered {status}"
    return waits, ""


def main() -> None:
    port, *place = sys.argv[1:]
    print(json.dumps(play(Phone(int(port), *place))))


if __name__ == "__main__":
    main()
