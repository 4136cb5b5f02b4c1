"""Takes the screenshots of README and docs from the demo: `make pictures`.

With names after the module only these pictures are taken: `python -m tests.pictures desk table`.

Run it as a program; it uses a new database in a temporary folder. Pytest does not collect it.
"""

import os
import shutil
import sys
import tempfile
import threading
import time
from datetime import timedelta
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
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.utils import timezone  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser.devices import DEVICES, FLAGS  # noqa: E402
from tests.browser.fingers import Fingers  # noqa: E402
from tournament.models import Hanchan, Hand, League, RoundClock, Tournament, User  # noqa: E402
from tournament.site.certificate import AUTHORITY, new_authority  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
DRAWN = Path(VAR) / "pictures"
PICTURES = ROOT / "docs" / "pictures"
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
        DRAWN.mkdir()
        with sync_playwright() as playwright:
            path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            draw(browser)
            browser.close()
        for name in sys.argv[1:] or [picture.stem for picture in DRAWN.iterdir()]:
            shutil.copy(DRAWN / f"{name}.png", PICTURES)
    finally:
        server.should_exit = True
        thread.join()
        shutil.rmtree(VAR)


def draw(browser: Browser) -> None:
    tournament = Tournament.objects.get(name="Demo: Spring Open")
    _last_round_began(tournament, timedelta(minutes=50))
    over, played, *_others = Hanchan.objects.filter(round__tournament=tournament, round__number=3).order_by("table")
    _for_the_readme(browser, tournament, played)
    _for_the_referee(browser, tournament, over, played)
    _for_the_organizer(browser, tournament)
    _for_developers(browser)
    _for_phones_without_network(browser)
    _for_links(browser)


PREVIEW = ".table-screen:not([data-outdated]) .preview-words >> visible=true"


def _for_the_readme(browser: Browser, tournament: Tournament, hanchan: Hanchan) -> None:
    phone = _page(browser, "phone", scale=2)
    phone.goto(hanchan.table.get_link())
    _picture(phone, "table")
    fingers = Fingers(phone)
    fingers.tap("#riichi-right")
    fingers.tap("#seat-right")
    fingers.tap("#seat-left")
    _picture(phone, "card")
    fingers.touch_cell("3-30")
    phone.wait_for_selector(PREVIEW)
    _picture(phone, "preview")

    laptop = _page(browser, "laptop", scale=2)
    laptop.goto(f"/t/{tournament.slug}/standings/")
    _picture(laptop, "leaderboard")
    laptop.goto(League.objects.get().get_absolute_url())
    _picture(laptop, "league")


def _for_the_referee(browser: Browser, tournament: Tournament, over: Hanchan, played: Hanchan) -> None:
    phone = _page(browser, "phone")
    phone.goto(played.table.get_link())
    fingers = Fingers(phone)
    fingers.choice("mode", "draw")
    fingers.tap("#seat-right")
    fingers.tap("#seat-bottom")
    phone.wait_for_selector(PREVIEW)
    _picture(phone, "draw")
    fingers.touch("text=Confirm")
    _picture(phone, "recorded", height=700)
    fingers.tap("#seat-right")
    fingers.tap("#seat-left")
    fingers.touch_cell("2-30")
    phone.wait_for_selector(PREVIEW)
    phone.context.set_offline(True)
    phone.tap("text=Confirm")
    phone.wait_for_selector("text=Saved on this phone, will be sent automatically")
    _picture(phone, "lost", height=560)
    phone.tap("text=Saved on this phone, will be sent automatically")
    phone.tap("text=Show as QR code")
    _picture(phone, "code")
    phone.tap("text=Close")
    phone.context.set_offline(False)
    phone.wait_for_selector(".last-hand-label")

    first = over.hands.order_by("number")[0]
    phone.goto(over.table.get_link())
    fingers.unfold("More for this table")
    phone.tap("text=Correct hands")
    phone.tap(f'button[name=replace][value="{first.number}"]')
    phone.wait_for_selector("#correction-hand")
    fingers.tap("text=Start again")
    fingers.tap("#seat-right")
    fingers.tap(".self-draw")
    fingers.touch_cell("mangan")
    phone.tap("text=See what changes")
    phone.wait_for_selector("text=After the change")
    _picture(phone, "correction", height=800)

    phone.goto(over.table.get_link())
    fingers.unfold("More for this table")
    phone.tap(".table-more >> text=Time is up")
    phone.tap("text=No, we are between two hands")
    phone.wait_for_selector("h2:text('The hanchan is over')")
    fingers.touch(".signature button >> nth=0")
    _picture(phone, "sheet", height=700)


def _for_the_organizer(browser: Browser, tournament: Tournament) -> None:
    owner = tournament.memberships.get(role="owner").user
    laptop = _page(browser, "laptop")
    _log_in(laptop, owner)
    laptop.goto(f"/t/{tournament.slug}/desk/")
    laptop.locator("#desk").screenshot(path=DRAWN / "desk.png")
    phone = _page(browser, "phone")
    _log_in(phone, owner)
    phone.goto(f"/t/{tournament.slug}/rounds/new/?way=swiss&seed=1")
    _picture(phone, "start", height=800)
    with override_settings(TENBO_ADDRESS="http://192.168.1.20:8000"):  # as on a laptop in a hall
        phone.goto(f"/t/{tournament.slug}/tables/")
    phone.locator(".table-card").first.screenshot(path=DRAWN / "links.png")


def _for_developers(browser: Browser) -> None:
    laptop = _page(browser, "laptop")
    with override_settings(DEBUG=True):
        laptop.goto("/styles/")
    laptop.screenshot(path=DRAWN / "styles.png", full_page=True)


def _for_phones_without_network(browser: Browser) -> None:
    (Path(VAR) / AUTHORITY).write_text(new_authority("laptop"), encoding="ascii")
    phone = _page(browser, "phone")
    with override_settings(TENBO_SECURE_ADDRESSES={"127.0.0.1": "https://192.168.1.20:8443"}):
        phone.goto("/phones/")
        phone.wait_for_selector("text=This phone does not accept the certificate yet.")
        _picture(phone, "phones")


LINK_CARD = """<!doctype html>
<meta charset="utf-8">
<style>
  body { display: flex; align-items: center; gap: 64px; height: 630px; margin: 0; padding: 0 96px;
         box-sizing: border-box; font-family: "DejaVu Sans", sans-serif; color: #fdfcf8; background: #1c6b4f; }
  svg { flex: none; width: 360px; }
  h1 { margin: 0; font-size: 150px; line-height: 1; letter-spacing: -4px; }
  p { margin: 26px 0 0; font-size: 38px; line-height: 1.35; }
</style>
%s
<div><h1>Tenbo</h1><p>Riichi mahjong tournaments,<br>scored hand by hand</p></div>
"""


def _for_links(browser: Browser) -> None:
    """Take the picture that other sites show for a link to Tenbo. No page of Tenbo shows this picture."""
    page = browser.new_page(viewport={"width": 1200, "height": 630})
    page.set_content(LINK_CARD % (ROOT / "static" / "tenbo.svg").read_text(encoding="utf-8"))
    page.screenshot(path=ROOT / "static" / "tenbo.png")


def _last_round_began(tournament: Tournament, ago: timedelta) -> None:
    """Spread the hands of the demo's last round over the time since `ago`. The demo is played within a second, and the
    desk would show no useful times."""
    began = timezone.now() - ago
    tournament.rounds.filter(number=3).update(started_at=began)
    RoundClock.objects.create(round=tournament.rounds.get(number=3), started_at=began)
    for hand in Hand.objects.filter(hanchan__round__tournament=tournament, hanchan__round__number=3):
        Hand.objects.filter(pk=hand.pk).update(recorded_at=began + hand.number * timedelta(minutes=8))


def _log_in(page: Page, user: User) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": f"http://127.0.0.1:{PORT}"}])


def _page(browser: Browser, kind: str, *, scale: int = 1) -> Page:
    """Open a page on this kind of device. The README's pictures have a scale of 2; those in docs are read on phones and
    stay small."""
    device = DEVICES[kind] | {"device_scale_factor": scale}
    return browser.new_context(base_url=f"http://127.0.0.1:{PORT}", locale="en-GB", **device).new_page()


def _picture(page: Page, name: str, *, height: int | None = None) -> None:
    """Save a screenshot of the page; with `height` only its upper part."""
    size = page.viewport_size or {}
    page.evaluate("scrollTo(0, 0)")  # playwright scrolls to what it waits for
    clip = {"x": 0, "y": 0, "width": size["width"], "height": height or size["height"]}
    page.screenshot(path=DRAWN / f"{name}.png", clip=clip)


if __name__ == "__main__":
    main()
