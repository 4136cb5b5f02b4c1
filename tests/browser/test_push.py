"""A phone asks for messages by touch, its worker shows one, and where that cannot be, the open page rings and says so.

No browser of the tests has a push service: `PushManager` is replaced by one that gives out an address and keys.
"""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.factories import keep_plan
from tests.push.service import SleepingPhone
from tests.standings.results import tournament_with
from tournament.models import PushSubscription

SERVICE = """(keys) => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    globalThis.asked = 0;
    const subscription = () => {
        const key = sessionStorage.getItem("key");
        return key && {
            endpoint: keys.endpoint,
            options: { applicationServerKey: Uint8Array.from(JSON.parse(key)).buffer },
            toJSON: () => ({ endpoint: keys.endpoint, keys }),
            unsubscribe: async () => sessionStorage.removeItem("key"),
        };
    };
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        globalThis.asked += 1;
        sessionStorage.setItem("key", JSON.stringify([...applicationServerKey]));
        return subscription();
    };
}"""

REDRAW = "async () => (await import('/static/js/live/fetch.js')).redraw('mine')"

SHOWN_BY_THE_WORKER = """async (content) => {
    const seen = { shown: [], opened: [] };
    self.registration.showNotification = async (title, options) => { seen.shown.push([title, options]); };
    self.clients.openWindow = async (address) => { seen.opened.push(address); };
    self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(content) }));
    const [[, options]] = seen.shown;
    const touch = new ExtendableEvent("notificationclick");
    touch.notification = { data: options.data, close: () => { seen.isClosed = true; } };
    self.dispatchEvent(touch);
    for (let tries = 0; tries < 100 && !seen.opened.length; tries += 1) {
        await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
    return seen;
}"""


@pytest.fixture
def phone(device):
    return device("phone", service_workers="allow")


@pytest.fixture
def player(db):
    _tournament, entries, _none = tournament_with(["Adam", "Břetislav", "Claire", "Dóra"], rounds=0)
    return entries[1]


def open_page(phone, player, script):
    phone.add_init_script(script)
    phone.goto(player.get_link())


@pytest.fixture
def with_service():
    browser = SleepingPhone(SimpleNamespace(origin="https://fcm.googleapis.com")).browser
    keys = {"endpoint": browser.endpoint, "p256dh": browser.p256dh, "auth": browser.auth}
    return f"({SERVICE})({keys})"


@pytest.mark.slow
def test_a_phone_asks_by_touch_and_takes_it_back(phone, player, with_service):
    open_page(phone, player, with_service)
    on, off = "text=Send messages to this phone", "text=Send no more messages to this phone"
    expect(phone.locator(on)).to_be_visible()
    assert phone.evaluate("globalThis.asked") == 0

    phone.tap(on)
    expect(phone.locator("text=This phone gets messages.")).to_be_visible()
    assert PushSubscription.objects.get().entry == player
    phone.evaluate(REDRAW)
    phone.reload()
    expect(phone.locator(off)).to_be_visible()
    assert phone.evaluate("globalThis.asked") == 0

    phone.tap(off)
    expect(phone.locator(on)).to_be_visible()
    assert PushSubscription.objects.count() == 0


def test_the_worker_shows_a_message_and_opens_its_page(phone, player):
    phone.goto(player.get_link())
    with phone.context.expect_event("serviceworker") as waiting:
        phone.evaluate("() => navigator.serviceWorker.register('/service-worker.js')")
    phone.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    content = {"title": "Your table: 7, South", "body": "Round 3", "tag": "t1r3e1", "lang": "en", "address": "/rules/"}

    seen = waiting.value.evaluate(SHOWN_BY_THE_WORKER, content)

    [[title, options]] = seen["shown"]
    assert (title, options["body"], options["tag"], options["renotify"]) == (
        "Your table: 7, South", "Round 3", "t1r3e1", True,
    )  # fmt: skip
    assert (seen["opened"], seen["isClosed"]) == (["/rules/"], True)


@pytest.mark.slow
def test_without_https_the_open_page_tells_the_new_seat(phone, player):
    open_page(phone, player, "Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })")
    expect(phone.locator("text=because the address is not https")).to_be_visible()
    expect(phone.locator("text=Send messages to this phone")).to_be_hidden()
    phone.tap("text=Sound while this page is open")
    expect(phone.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    keep_plan(player.tournament, [[1, 2, 3, 4]])

    phone.evaluate(REDRAW)

    expect(phone).to_have_title("● Round 1, table 1, South")
    phone.tap("h1")
    expect(phone).to_have_title(re.compile("^[^●]*$"))
