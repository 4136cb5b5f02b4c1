"""Headers that nobody's browser sends are refused before anything parses them."""

import asyncio

import pytest

from tests.live.test_hub import sleeper
from tournament.live.app import Live
from tournament.live.hub import Hub
from tournament.live.limits import headers
from tournament.live.limits.headers import has_other_charset, is_excessive

BROWSER = [
    (b"host", b"tenbo.example.org"),
    (b"user-agent", b"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
    (b"accept", b"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"),
    (b"accept-language", b"fr,fr-FR;q=0.8,en-US;q=0.5,en;q=0.3"),
    (b"referer", b"https://tenbo.example.org/t/spring-open/standings/?q=" + b"%C3%A9" * 300),
    (b"content-type", b"multipart/form-data; boundary=----WebKitFormBoundary" + b"x" * 16),
    (b"cookie", b"__Host-sessionid=" + b"a" * 32 + b"; __Host-csrftoken=" + b"b" * 32 + b"; django_language=fr"),
]
COOKIES_OF_OTHERS = b'; dashboard="{\\"theme\\": \\"dark\\"\\054 \\"tabs\\": [1\\0542]}"; ads=' + b"z" * 4_000


def scope(*more, path="/", query=b""):
    return {"type": "http", "method": "GET", "path": path, "query_string": query, "headers": [*BROWSER, *more]}


def test_what_browsers_send_is_accepted_also_beside_the_cookies_of_other_programs():
    assert not is_excessive(scope())
    assert not is_excessive(scope((b"cookie", COOKIES_OF_OTHERS)))
    assert not is_excessive(scope(path="/live/events", query=b"&".join([b"t=%d:99999" % n for n in range(50)])))


EXCESSIVE = {
    "backslashes in a cookie": scope((b"cookie", b'a="' + b"\\\\" * 101 + b'"')),
    "backslashes in several cookies": scope(*[(b"cookie", b'a="' + b"\\" * 50 + b'"')] * 5),
    "cookies": scope((b"cookie", b"a=" + b"b" * 8_000)),
    "cookies in many lines": scope(*[(b"cookie", b"a=b")] * 1_000),
    "semicolons in quotes": scope((b"content-type", b'a;b="' + b";" * 250)),
    "one other header": scope((b"accept", b"a" * 8_000)),
    "many headers": scope(*[(b"x-%d" % n, b"a" * 100) for n in range(310)]),
    "the query": scope(query=b"q" * 32_000),
    "the path": scope(path="/" + "p" * 32_000),
}


def answer_to(asked):
    """What is sent for a request that the application behind must not see."""
    reached, sent = [], []

    async def behind(scope, receive, send):
        reached.append(scope)

    async def gate(scope, ids):
        reached.append(scope)
        return {}

    async def send(message):
        sent.append(message)

    asyncio.run(Live(behind, gate=gate, hub=Hub(sleeper))(asked, None, send))
    assert reached == []
    return sent[0]["status"], sent[1]["body"]


@pytest.mark.parametrize("kind", EXCESSIVE)
@pytest.mark.parametrize("path", [None, "/livez", "/live/versions", "/live/events"])
def test_more_is_refused_before_it_is_parsed(kind, path):
    asked = EXCESSIVE[kind]
    if path and kind not in ("the path", "the query"):
        asked = asked | {"path": path, "query_string": b"t=1:1"}
    status, body = answer_to(asked)

    assert status == 431
    assert b"delete the cookies" in body


@pytest.mark.parametrize(
    "kind",
    [
        b"multipart/form-data; charset=punycode; boundary=x",
        b"text/plain; Charset=Hex",
        b'multipart/form-data; charset="utf-8; charset=punycode; boundary=x',
        b"multipart/form-data; charset=utf-8; charset = idna; boundary=x",
        b"multipart/form-data; charset*=utf-8''punycode; boundary=x",
        b"text/plain; a*=nope''b",
    ],
)
def test_other_charsets_than_utf_8_are_refused_before_the_body_is_parsed(kind):
    """500 kB in Punycode take 20 s."""
    plain = scope()
    asked = plain | {"method": "POST", "headers": [*plain["headers"][:5], (b"content-type", kind)]}

    status, body = answer_to(asked)

    assert (status, body) == (415, b"This site reads only UTF-8. Nothing was changed.")


@pytest.mark.parametrize("kind", [b"text/csv", b"text/plain;charset=UTF-8", b'application/json; charset="utf-8"; v=1'])
def test_what_browsers_send_is_in_utf_8(kind):
    assert not has_other_charset({"headers": [(b"content-type", kind)]})


def test_a_hand_is_far_below_the_limits():
    lengths = {name: len(name) + len(value) for name, value in BROWSER}

    assert lengths[b"cookie"] * 40 < headers.LONGEST[b"cookie"]
    assert lengths[b"content-type"] * 2 < headers.LONGEST[b"content-type"]
