"""Fixtures with a real Chromium on phones and laptops, to test what a person sees and touches.

`device("phone")` opens another phone; `phone` and `laptop` are the first of each kind. Each is a Playwright page whose
relative URLs begin at the live server. At the end a test fails if a page had an error: a script error, a message in the
console, a violation of the content security policy, a missing file, or a response with the status 500.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.complaints import Complaints
from tests.browser.devices import DEVICES, FLAGS, PATIENCE, chromium_path
from tests.browser.fingers import Fingers
from tests.factories import HanchanFactory, TournamentFactory
from tournament.core.requests import SESSION_TABLES
from tournament.models import Hanchan

HERE = Path(__file__).parent

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Start this machine's Chromium, once for all browser tests of this process."""
    path = chromium_path()
    if path is None:
        if os.environ.get("TENBO_REQUIRE_BROWSER", "0") != "0":
            pytest.fail("TENBO_REQUIRE_BROWSER is set, but there is no Chromium on PATH")
        pytest.skip("no Chromium on PATH: install your system's chromium to run the browser tests")

    # Playwright's synchronous API runs an event loop in this thread. Django takes this for async code and refuses to
    # use the ORM, in these tests and in all later tests of this process until the loop ends.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            yield browser
            browser.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Collect the errors of the pages of this test. If an error is intended, call `expect`; otherwise it fails the
    test."""
    complaints = Complaints()
    yield complaints
    complaints.assert_none()


@pytest.fixture
def device(chromium: Browser, live_server: Any, complaints: Complaints) -> Iterator[Callable[..., Page]]:
    """Open a device with separate cookies: `device("phone")`, `device("phone", javascript=False, width=320)`.

    Service workers are blocked unless the test asks for them by `service_workers="allow"`. A service worker would take
    a tenth of a page's time, and while there is a network it only passes requests on.
    """
    contexts: list[BrowserContext] = []

    def open_device(
        kind: str, *, javascript: bool = True, width: int | None = None, height: int | None = None, **options: Any
    ) -> Page:
        settings_of_kind = DEVICES[kind] | {"service_workers": "block"} | options
        if width or height:
            viewport = settings_of_kind["viewport"]
            settings_of_kind["viewport"] = {
                "width": width or viewport["width"],
                "height": height or viewport["height"],
            }
        context = chromium.new_context(
            base_url=live_server.url, java_script_enabled=javascript, locale="en-GB", **settings_of_kind
        )
        context.set_default_timeout(PATIENCE)
        if settings_of_kind["service_workers"] == "block":
            complaints.expect("Service Worker registration blocked")
        contexts.append(context)
        page = context.new_page()
        complaints.watch(page)
        return page

    yield open_device

    for context in contexts:
        context.close()


@pytest.fixture
def phone(device: Callable[..., Page]) -> Page:
    """Open a phone: 390 × 844 pixels, with touch. Use `phone.tap`, not `phone.click`."""
    return device("phone")


@pytest.fixture
def laptop(device: Callable[..., Page]) -> Page:
    """Open a laptop: 1280 × 800 pixels, with a mouse."""
    return device("laptop")


@pytest.fixture
def log_in(live_server: Any) -> Callable[[Page, Any], None]:
    """Return a function that puts a user's session on a device: `log_in(phone, referee)`. The login page is not used;
    it has its own tests."""

    def log_in(page: Page, user: Any) -> None:
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])

    return log_in


@pytest.fixture
def open_table(device: Callable[..., Page], live_server: Any) -> Callable[..., tuple[Hanchan, Page]]:
    """Return a function that opens a table's link on another phone, with or without JavaScript, for a new hanchan or a
    given one."""

    def open_table(
        hanchan: Hanchan | None = None, *, ruleset: str = "wrc_2015", **options: Any
    ) -> tuple[Hanchan, Page]:
        hanchan = hanchan or HanchanFactory(round__tournament=TournamentFactory(ruleset_key=ruleset))
        client = Client()
        session = client.session
        session[SESSION_TABLES] = {str(hanchan.table.pk): hanchan.table.link_nonce}
        session.save()
        page = device("phone", **options)
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": live_server.url}]
        )
        page.goto(hanchan.table.get_absolute_url())
        return hanchan, page

    return open_table


@pytest.fixture
def at_table(open_table: Callable[..., tuple[Hanchan, Page]], complaints: Complaints) -> tuple[Hanchan, Page, Fingers]:
    """Open a table on a phone with a service worker, so that the test may switch the network off."""
    complaints.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|htmx:sendError|ERR_NETWORK")
    hanchan, page = open_table(service_workers="allow")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    return hanchan, page, Fingers(page)


@pytest.fixture
def at_routed_table(
    open_table: Callable[..., tuple[Hanchan, Page]], complaints: Complaints
) -> tuple[Hanchan, Page, Fingers]:
    """Open a table on a phone whose requests the test answers itself, with `page.route`.

    The phone has no service worker, because some requests of a page with a service worker would not go through
    `page.route`.
    """
    complaints.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|htmx:sendError|ERR_NETWORK")
    hanchan, page = open_table()
    return hanchan, page, Fingers(page)


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Return a function that checks with axe that the current page has no serious or critical problems."""

    def check(page: Page) -> None:
        found = Axe().run(page).response["violations"]
        serious = [
            f"{finding['impact']}: {finding['help']} ({finding['id']})\n"
            + "\n".join(f"    {node['html']}" for node in finding["nodes"])
            for finding in found
            if finding["impact"] in {"serious", "critical"}
        ]
        assert not serious, f"axe on {page.url}\n" + "\n".join(serious)

    return check
