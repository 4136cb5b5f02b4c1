"""A page of a table loads without one of its scripts, on a network that loses requests."""

from socket import SHUT_RDWR
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest, HttpResponse
from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    EAST_TENPAI,
    FILES_ARE_KEPT,
    NOTHING_WAITS,
    PAGE_IS_KEPT,
    RON,
    outcomes,
    wait_for_hand,
    wait_until,
)

pytestmark = pytest.mark.slow

LOADED = "html[data-loaded]"
WARNING = "Hands saved on this phone are not shown."
ONE_SCRIPT = "/outbox_code."
LATE = 3500  # milliseconds: then the warning is shown

FORGET_FILES = """async () => {
    const cache = await caches.open("tenbo-tables");
    for (const request of await cache.keys()) {
        if (request.url.includes("/static/")) await cache.delete(request);
    }
}"""
FORGET_ONE_SCRIPT = FORGET_FILES.replace("/static/", ONE_SCRIPT)
KEEP_OLD_SCRIPT = """async ([name, control]) => {
    const cache = await caches.open("tenbo-tables");
    await cache.put(name, new Response("// of before", { headers: { "Cache-Control": control } }));
    return (await fetch(name)).text();
}"""
KEPT_SCRIPT = "async (name) => (await caches.match(name)).text()"
OLD_NAME = "/static/js/table/outbox.0123456789ab.js"
OUTBOX = "/static/js/table/outbox.js"
IMPORTED = "/static/js/table/outbox_code.js"
FAIL_TO_KEEP = """(() => {
    caches.delete("tenbo-tables");
    const { add } = Cache.prototype;
    Cache.prototype.add = function (name) {
        return name.includes("/css/fonts") ? Promise.reject(new TypeError("lost")) : add.call(this, name);
    };
})()"""
KEPT = "async () => (await (await caches.open('tenbo-tables')).keys()).map(({ url }) => new URL(url).pathname)"
KEPT_PAGE = "async () => (await caches.match(location.pathname)).text()"


def forget_http_cache(page: Page) -> None:
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")


def break_off(request: HttpRequest) -> HttpResponse:
    """Answer with less than is announced, and close the connection."""
    connection = request.META["wsgi.input"]._read.__self__.raw._sock
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: 9000\r\n\r\nexport")
    connection.shutdown(SHUT_RDWR)
    return HttpResponse()


def lose(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=503)


@pytest.fixture
def fail_once(monkeypatch):
    """Let the server fail once at one script."""

    def fail_once(fail):
        serve = StaticFilesHandler.serve
        failed = []

        def serve_later(self: StaticFilesHandler, request: HttpRequest) -> Any:
            if ONE_SCRIPT not in request.path or failed:
                return serve(self, request)
            failed.append(request.path)
            return fail(request)

        monkeypatch.setattr(StaticFilesHandler, "serve", serve_later)
        return failed

    return fail_once


@pytest.mark.parametrize("fail", [lose, break_off], ids=["answer of the proxy", "cut off"])
def test_a_script_that_was_lost_is_asked_for_once_more(at_table, complaints, fail_once, fail):
    complaints.expect("503|ERR_CONTENT_LENGTH_MISMATCH")
    _hanchan, page, _fingers = at_table
    page.reload()
    wait_until(page, FILES_ARE_KEPT)
    page.evaluate(FORGET_FILES)
    forget_http_cache(page)
    failed = fail_once(fail)

    page.reload()

    page.wait_for_selector(LOADED, state="attached")
    page.wait_for_function(NOTHING_WAITS)
    assert failed


def test_a_page_without_one_of_its_scripts_says_that_saved_hands_are_not_shown(at_routed_table):
    hanchan, page, fingers = at_routed_table
    page.route("**/hands/", lambda route: route.abort())
    fingers.keep(RON)
    page.unroute("**/hands/")
    page.route(f"**{ONE_SCRIPT}*", lambda route: route.abort())

    page.reload()

    expect(page.get_by_text(WARNING)).to_be_visible()
    assert page.locator(LOADED).count() == 0
    page.unroute(f"**{ONE_SCRIPT}*")
    page.tap("text=Load this page again")
    wait_for_hand(page, 1)
    page.wait_for_timeout(LATE)
    expect(page.get_by_text(WARNING)).not_to_be_visible()
    assert outcomes(hanchan) == [RON]


def test_a_page_that_never_loads_its_scripts_records_hands(at_routed_table):
    hanchan, page, _fingers = at_routed_table
    page.route(f"**{ONE_SCRIPT}*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text(WARNING)).to_be_visible()

    Fingers(page, javascript=False).enter(EAST_TENPAI)

    assert outcomes(hanchan) == [EAST_TENPAI]


def test_without_javascript_no_script_is_missing(open_table):
    _hanchan, page = open_table(javascript=False)

    page.wait_for_timeout(LATE)

    expect(page.get_by_text(WARNING)).not_to_be_visible()


def test_a_page_from_the_phone_without_one_of_its_scripts_says_so(at_table):
    _hanchan, page, _fingers = at_table
    page.reload()
    wait_until(page, FILES_ARE_KEPT)
    wait_until(page, PAGE_IS_KEPT)
    assert "data-loaded" not in page.evaluate(KEPT_PAGE)
    page.evaluate(FORGET_ONE_SCRIPT)
    forget_http_cache(page)
    page.context.set_offline(True)

    page.reload()

    expect(page.get_by_text(WARNING)).to_be_visible()


def test_a_page_of_before_an_update_has_its_scripts_from_the_phone(at_table):
    _hanchan, page, _fingers = at_table

    assert page.evaluate(KEEP_OLD_SCRIPT, [OLD_NAME, ""]) == "// of before"


@pytest.mark.parametrize(("control", "stays"), [("max-age=0, public", False), ("max-age=9, public, immutable", True)])
def test_a_script_is_kept_anew_unless_its_name_is_hashed(at_table, control, stays):
    _hanchan, page, _fingers = at_table
    page.reload()
    wait_until(page, FILES_ARE_KEPT)
    page.evaluate(KEEP_OLD_SCRIPT, [OUTBOX, control])
    wait_until(page, PAGE_IS_KEPT)
    page.evaluate(FORGET_ONE_SCRIPT)  # which is kept after the other one, as that one loads it

    page.reload()

    wait_until(page, f"async () => Boolean(await caches.match('{IMPORTED}'))")
    assert (page.evaluate(KEPT_SCRIPT, OUTBOX) == "// of before") is stays


def test_a_file_that_cannot_be_kept_ends_no_other(at_table):
    _hanchan, page, _fingers = at_table
    page.reload()
    wait_until(page, FILES_ARE_KEPT)
    page.context.add_init_script(FAIL_TO_KEEP)

    page.reload()

    wait_until(page, PAGE_IS_KEPT)
    wait_until(page, f"async () => Boolean(await caches.match('{IMPORTED}'))")
    assert "/static/css/fonts.css" not in page.evaluate(KEPT)
