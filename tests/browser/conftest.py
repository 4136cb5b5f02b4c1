"""A real Chromium on phones and laptops: what a person sees and touches.

`device("phone")` opens one more phone; `phone` and `laptop` are the first of each. Each is a Playwright page whose
addresses start at the live server. Whatever a page complains about fails its test at the end: a script error, a
line in the console, a violated content security policy, a missing file, an answer of 500.
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
    """The browser of this machine, for as long as this folder's tests run in this process."""
    path = chromium_path()
    if path is None:
        if os.environ.get("TENBO_REQUIRE_BROWSER", "0") != "0":
            pytest.fail("TENBO_REQUIRE_BROWSER is set, but there is no Chromium on PATH")
        pytest.skip("no Chromium on PATH: install your system's chromium to run the browser tests")

    # Playwright's synchronous API keeps an event loop in this thread. Django takes that for async code and refuses
    # its ORM, in these tests and in any that this process runs before the loop is gone.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            yield browser
            browser.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the pages of this test complained about. `expect` one that is meant, or it fails the test."""
    complaints = Complaints()
    yield complaints
    complaints.assert_none()


@pytest.fixture
def device(chromium: Browser, live_server: Any, complaints: Complaints) -> Iterator[Callable[..., Page]]:
    """Opens a device of its own cookies: `device("phone")`, `device("phone", javascript=False, width=320)`.

    It has no service worker unless the test asks for it by `service_workers="allow"`: it takes a tenth of the time of a
    page, and hands on what it is asked while there is a network.
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
    """390 × 844 with touch: `phone.tap`, not `phone.click`."""
    return device("phone")


@pytest.fixture
def laptop(device: Callable[..., Page]) -> Page:
    """1280 × 800 with a mouse."""
    return device("laptop")


@pytest.fixture
def log_in(live_server: Any) -> Callable[[Page, Any], None]:
    """Puts a user's session on a device: `log_in(phone, referee)`. The login page has tests of its own."""

    def log_in(page: Page, user: Any) -> None:
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])

    return log_in


@pytest.fixture
def open_table(device: Callable[..., Page], live_server: Any) -> Callable[..., tuple[Hanchan, Page]]:
    """Opens a table's link on one more phone, with or without JavaScript: a new hanchan, or the one given."""

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
    """A phone whose table opens without a network too, and which may lose it."""
    complaints.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|htmx:sendError|ERR_NETWORK")
    hanchan, page = open_table(service_workers="allow")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    return hanchan, page, Fingers(page)


@pytest.fixture
def at_routed_table(
    open_table: Callable[..., tuple[Hanchan, Page]], complaints: Complaints
) -> tuple[Hanchan, Page, Fingers]:
    """A phone whose requests the test answers itself, with `page.route`.

    It has no service worker: requests of a page that has one pass by `page.route` now and then.
    """
    complaints.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|htmx:sendError|ERR_NETWORK")
    hanchan, page = open_table()
    return hanchan, page, Fingers(page)


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """axe finds nothing serious or critical on the page as it stands."""

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
