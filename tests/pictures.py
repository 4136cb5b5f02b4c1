"""The README's pictures, of the real screens: `make pictures` draws them anew from the demo.

Run as a program, on a database of its own in a temporary folder; never collected as a test.
"""

import os
import shutil
import tempfile
import threading
import time
from pathlib import Path

VAR = tempfile.mkdtemp(prefix="tenbo-pictures-")
os.environ |= {
    "TENBO_VAR": VAR,
    "DJANGO_SETTINGS_MODULE": "tournament.settings",
    "DJANGO_ALLOW_ASYNC_UNSAFE": "1",  # Playwright's synchronous API keeps an event loop in this thread
}
for name in ("DATABASE_URL", "TENBO_ADDRESS", "TENBO_HTTPS"):
    os.environ.pop(name, None)

import django  # noqa: E402

django.setup()

import uvicorn  # noqa: E402
from django.core.management import call_command  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser.conftest import DEVICES, FLAGS  # noqa: E402
from tests.browser.fingers import Fingers  # noqa: E402
from tournament.models import Hanchan, League, Tournament  # noqa: E402

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PORT = 8765


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("seed_demo", verbosity=0)
    server = uvicorn.Server(
        uvicorn.Config("tournament.asgi:application", port=PORT, log_level="warning", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.1)
        PICTURES.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            draw(browser)
            browser.close()
    finally:
        server.should_exit = True
        thread.join()
        shutil.rmtree(VAR)


def draw(browser: Browser) -> None:
    tournament = Tournament.objects.get(name="Demo: Spring Open")
    hanchan = Hanchan.objects.filter(round__tournament=tournament, round__number=3).order_by("table")[1]

    phone = _page(browser, "phone")
    phone.goto(hanchan.table.get_link())
    _picture(phone, "table")
    fingers = Fingers(phone)
    fingers.touch("#riichi-right")
    fingers.touch("#seat-right")
    fingers.touch("#seat-left")
    _picture(phone, "card")
    fingers.touch('button[value="value:3-30"]')
    _picture(phone, "preview")

    laptop = _page(browser, "laptop")
    laptop.goto(f"/t/{tournament.slug}/standings/")
    _picture(laptop, "leaderboard")
    laptop.goto(League.objects.get().get_absolute_url())
    _picture(laptop, "league")


def _page(browser: Browser, kind: str) -> Page:
    settings = DEVICES[kind] | {"device_scale_factor": 2}
    return browser.new_context(base_url=f"http://127.0.0.1:{PORT}", **settings).new_page()


def _picture(page: Page, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
