"""A table that plays while a site is attacked: `python -m tests.attack.table PORT PAUSE SESSION TABLE HANCHAN`.

It runs in a separate process, so that it measures only the site's time, and not that of the attackers' threads. It
plays at least one hand, until its standard input is closed. Then it prints as JSON how many seconds each hand waited,
and what went wrong.
"""

import json
import select
import sys
import time
from uuid import uuid4

from tests.phone import NO_ANSWER, Phone

CHOMBO = {"mode": "chombo", "offender": "3"}
"""The choices for a chombo, which can be recorded without end: only a penalty changes."""

LATER = 2.0
"""Seconds between two hands after the first `OFTEN` hands, because a hanchan has at most 500 hands."""
OFTEN = 350


def play(phone: Phone, pause: float) -> tuple[list[float], str]:
    """Record hands, and wait `pause` seconds after each. Return the seconds that each hand waited for its response, and
    the reason why the play ended too early ("" if it did not)."""
    waits: list[float] = []
    token = phone.draw(**CHOMBO)["csrfmiddlewaretoken"]
    while not waits or not select.select([sys.stdin], [], [], pause if len(waits) < OFTEN else LATER)[0]:
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
    port, pause, *place = sys.argv[1:]
    print(json.dumps(play(Phone(int(port), *place), float(pause))))


if __name__ == "__main__":
    main()
