"""Many parallel logins: with unknown names, and with one name from one address and from twenty addresses."""

from collections import Counter

from tests.attack.arena import Browser, arena, at_once
from tests.running_site import PREPARE

PASSWORD = "riichi-on-the-third-turn"

WITH_OWNER = f"""
{PREPARE}
from tests.factories import UserFactory
UserFactory(username="owner")  # with that password
"""


def unknown_names() -> bool:
    """Eighty logins with unknown names, forty in parallel. Before hashes were queued, the server used 3.8 GB."""
    with arena("logins with unknown names") as field:
        browsers = [Browser(field.site.port) for _ in range(40)]
        for browser in browsers:
            browser.get("/accounts/login/")
        with field.hands_meanwhile():
            statuses: Counter[int] = Counter()
            for turn in range(2):
                names = [{"username": f"nobody-{turn}-{n}", "password": "wrong"} for n in range(40)]
                statuses.update(at_once(40, lambda n, names=names: browsers[n].post("/accounts/login/", names[n])[0]))
        field.figures = {"answers": dict(statuses)}
        field.check(set(statuses) <= {422, 503}, f"answers: {dict(statuses)}")
    return not field.wrong


def one_name() -> bool:
    """Guess the password of one account: 25 parallel guesses, then 4 from each of 20 addresses. The owner must still be
    able to log in."""
    with arena("guesses for one name", prepare=WITH_OWNER) as field:
        own = Browser(field.site.port)
        field.check(
            own.post("/accounts/login/", {"username": "owner", "password": PASSWORD})[0] == 302,
            "the owner cannot log in",
        )
        del own.cookies["sessionid"]
        from_one_address = [Browser(field.site.port) for _ in range(25)]
        from_twenty = [Browser(field.site.port, host=f"127.0.1.{1 + n // 4}") for n in range(80)]
        for browser in [*from_one_address, *from_twenty]:
            browser.get("/accounts/login/")
        with field.hands_meanwhile():
            wrong = {"username": "owner", "password": "wrong"}
            same = Counter(at_once(25, lambda n: from_one_address[n].post("/accounts/login/", wrong)[0]))
            spread = Counter(at_once(80, lambda n: from_twenty[n].post("/accounts/login/", wrong)[0]))
        field.figures = {"25_at_once": dict(same), "20_addresses_by_4": dict(spread)}
        field.check(same[422] <= 5, f"{same[422]} of 25 guesses were tried")
        field.check(spread[422] <= 10, f"{spread[422]} of 80 guesses from 20 addresses were tried")
        field.check(
            own.post("/accounts/login/", {"username": "owner", "password": PASSWORD})[0] == 302,
            "the owner was locked out",
        )
    return not field.wrong


ATTACKS = [unknown_names, one_name]
