"""Two thousand files of a tournament, each spoilt in a few places: a file is refused with a sentence, or every page of
the tournament that it becomes can be opened."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from tests.archive.envelopes import busy_tournament
from tests.factories import UserFactory, visitor
from tests.whole_site.crawled import links
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.archive.tenbo.values import BadDocument
from tournament.core.cache import clear_all
from tournament.core.errors import NotDone

pytestmark = [pytest.mark.django_db, pytest.mark.soak]

FILES = 2_000
AT_ONCE = 100
"""Files of one test, so that several processes share the work."""

MOST_PAGES = 40
"""Pages of one tournament that are opened, drawn from all that its owner finds."""

NONSENSE = (
    *(None, True, 0, -1, 1, 3, 99, 2**31, 10**18, 0.5, -0.0, 1e308),
    *("", " ", "x", "0", "-1", "\u202e\u200b", "<b>&amp;</b>", "=1+1", "ま" * 300, "a\nb"),
    *("²", "²²", "①", "٣"),  # digits of which `int` reads only the last
    *("2026-02-30", "0001-01-01", "9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z"),
    *([], [None], {}, {"x": []}),
)

Path = tuple[str | int, ...]


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of each value within a document."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def spoil(document: Any, everywhere: list[Path], random: Random) -> None:
    """Spoil one place, unless it went with a place that was spoilt before."""
    *above, last = random.choice(everywhere)
    other = random.choice([path for path in random.choices(everywhere, k=30) if path[-1] == last] or everywhere)
    try:
        holder, value = at(document, tuple(above)), at(document, other)
        match random.choice(["nonsense", "another", "gone", "twice", "near"]):
            case "nonsense":
                holder[last] = random.choice(NONSENSE)
            case "another":  # a value of the same name from elsewhere is of the right kind
                holder[last] = value
            case "gone":
                del holder[last]
            case "twice" if isinstance(holder, list):
                holder.append(holder[last])
            case "near" if isinstance(holder[last], int):
                holder[last] += random.choice([-100, -1, 1, 100, 100_000])
    except (KeyError, IndexError, TypeError):
        return


def pages_of_owner(browser: Client, address: str, random: Random) -> list[str]:
    """Open pages of the tournament at `address`, found by following links, and return which were opened. An exception
    in a view is raised here."""
    waiting, known, opened = [address], {address}, []
    while waiting and len(opened) < MOST_PAGES:
        page = waiting.pop(random.randrange(len(waiting)))
        response = browser.get(page)
        assert response.status_code < 500, page
        if response.status_code != 200:
            continue
        opened.append(page)
        if response.headers["Content-Type"].startswith("text/html"):
            found = {link for link in links(page, response.content.decode()) if link.startswith(address)} - known
            known |= found
            waiting += sorted(found)
    return opened


@pytest.fixture(scope="module")
def content(once):
    """The file of a tournament in which everything happened."""
    return envelope_json(envelope(busy_tournament(languages=["cs", "en"])))


@pytest.mark.parametrize("first", range(0, FILES, AT_ONCE))
def test_a_spoilt_file_is_refused_or_every_page_opens(content, first):
    owner = UserFactory()
    browser = Client()
    browser.force_login(owner)
    everywhere = list(places(json.loads(content)))
    imported = refused = 0

    for seed in range(first, first + AT_ONCE):
        random, document = Random(seed), json.loads(content)
        for _ in range(random.randint(1, 3)):
            spoil(document, everywhere, random)
        clear_all()  # the next tournament has the number of the one before, whose import is undone
        with transaction.atomic():
            try:
                tournament = import_tournament(
                    document=read_envelope(json.dumps(document).encode()), key=uuid4(), by=visitor(owner)
                )
            except (BadDocument, NotDone) as problem:
                assert str(problem.message), seed  # noqa: PT017 (it need not be refused)
                refused += 1
            else:
                assert pages_of_owner(browser, tournament.get_absolute_url(), random), seed
                imported += 1
            transaction.set_rollback(True)

    assert min(imported, refused) > 0
