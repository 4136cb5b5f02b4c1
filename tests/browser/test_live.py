"""Open pages follow a tournament, in front of the server as it is run: a hand at a table is on every screen at once."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.devices import PATIENCE
from tests.phone import Phone
from tests.running_site import PREPARE, ROOT, Site, site

pytestmark = pytest.mark.slow

RON = {"winner": "1", "discarder": "2", "value": "3-30"}

# What changes on the page from now on, as the ids around it: "table-1" for something inside of that card.
WATCH = """() => {
  window.touched = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      window.touched.push((target.closest ? target : target.parentElement).closest("[id]").id);
    }
  }).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true, characterData: true });
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A site with two tables and nothing played, and its tables."""
    with site(tmp_path_factory.mktemp("live")) as made:
        tables = made.run(PREPARE, "2")
        made.start()
        yield made, tables


@pytest.fixture
def collected(tmp_path):
    """A site with the tables of `site`, on static files that `collectstatic` has collected."""
    with site(tmp_path) as made:
        made.environment["TENBO_STATIC_ROOT"] = str(tmp_path / "static")
        subprocess.run(
            [sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"],
            cwd=ROOT, env=made.environment, check=True,
        )  # fmt: skip
        tables = made.run(PREPARE, "1")
        made.start()
        yield made, tables


@pytest.fixture
def open_pages(chromium, complaints, request):
    """Tabs of one browser, each at an address, all of them told of news."""
    contexts = []

    def open_tabs(*addresses, made=None, **options):
        made = made or request.getfixturevalue("served")[0]
        context = chromium.new_context(base_url=f"http://127.0.0.1:{made.port}", **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        pages = [context.new_page() for _ in addresses]
        for page, address in zip(pages, addresses, strict=True):
            complaints.watch(page)
            page.goto(address)
        for page in pages:
            follows(page)
        return pages

    yield open_tabs
    for context in contexts:
        context.close()


def follows(page):
    page.wait_for_selector("html[data-live=live]", state="attached")


def play(made: Site, table) -> None:
    """One more hand of 3,900 at this table, won by its second seat."""
    phone = Phone(made.port, *table)
    status, page = phone.submit(phone.draw(**RON))
    phone.close()
    assert status in {200, 302}, page


def points_at(page, number):
    return page.locator(f"#table-{number} .points").nth(1).text_content()


def test_a_hand_is_on_every_open_page_and_nothing_else_moves(served, open_pages):
    made, tables = served
    of_tournament = tables[0][1].split("tables/")[0]
    round_, standings, hanchan = open_pages(f"{of_tournament}rounds/1/", f"{of_tournament}standings/", tables[0][2])
    round_.evaluate(WATCH)
    standings.evaluate("window.row = document.querySelector('tr[id^=row-]')")

    asked = []
    for page in (round_, standings, hanchan):
        page.on("request", lambda request: asked.append(request.url))

    play(made, tables[0])
    hanchan.wait_for_selector("text=East 1")
    round_.wait_for_selector("#table-1 .points")
    standings.wait_for_selector(".star >> nth=1", state="attached")

    assert asked == [], "the stream brings along what everybody sees"
    assert points_at(round_, 1) == "33,900"
    assert set(round_.evaluate("window.touched")) == {"table-1"}
    assert standings.evaluate("window.row.isConnected"), "rows move, they are not made anew"


def test_a_finger_on_the_screen_holds_everything_still(served, open_pages):
    made, tables = served
    (page,) = open_pages(f"{tables[0][1].split('tables/')[0]}rounds/1/", has_touch=True)
    page.evaluate(
        "touch = (name, touches) => document.body.dispatchEvent(new TouchEvent(name, { bubbles: true, touches }))"
    )
    page.evaluate("touch('touchstart', [new Touch({ identifier: 1, target: document.body })])")
    before = page.text_content("#table-2")

    play(made, tables[1])
    page.wait_for_timeout(1500)
    assert page.text_content("#table-2") == before

    page.evaluate("touch('touchend', [])")
    page.wait_for_selector("#table-2 .points")


def test_pages_catch_up_after_the_server_was_away(served, open_pages, complaints):
    complaints.expect("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|Failed to load")
    made, tables = served
    (page,) = open_pages(f"{tables[1][1].split('tables/')[0]}rounds/1/")
    before = page.text_content("#table-2")
    made.kill()
    page.wait_for_timeout(1000)
    made.start()

    play(made, tables[1])

    expect(page.locator("#table-2")).not_to_have_text(before)


def test_a_second_phone_at_a_table_follows_and_loses_nothing_typed(served, open_pages):
    made, tables = served
    session, screen, _hanchan = tables[1]
    cookies = {"cookies": [{"name": "sessionid", "value": session, "domain": "127.0.0.1", "path": "/"}], "origins": []}
    idle, busy = open_pages(screen, f"{screen}?winner=1", storage_state=cookies)
    was, before = busy.text_content(".mat"), idle.text_content(".mat")

    play(made, tables[1])

    busy.wait_for_selector("text=Another phone changed this table")
    assert busy.text_content(".mat") == was
    expect(idle.locator(".mat")).not_to_have_text(before)
    expect(idle.locator("#table-news")).to_be_empty()


@pytest.mark.long
def test_collected_modules_import_each_other_by_hashed_names(collected, open_pages):
    """A module under two names would run twice, and each would know half of what the page shows."""
    made, tables = collected
    session, screen, played = tables[0]
    cookies = {"cookies": [{"name": "sessionid", "value": session, "domain": "127.0.0.1", "path": "/"}], "origins": []}
    table, hanchan = open_pages(screen, played, made=made, storage_state=cookies)

    play(made, tables[0])

    hanchan.wait_for_selector("text=East 1")
    table.wait_for_selector("text=Recorded: East 1")
    for page, at_least in ((table, 7), (hanchan, 5)):
        names = page.evaluate("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)")
        modules = [name for name in names if re.fullmatch(r"/static/js/.*[.]js", name)]
        assert len(modules) >= at_least, modules
        assert [name for name in modules if not re.search(r"[.][0-9a-f]{12}[.]js$", name)] == []
