"""A laptop in a hall: a phone that accepts its certificate goes from a table's card to https, and on without it."""

import base64
import hashlib
import io
import ssl
import sys

import pytest
import zxingcpp
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from PIL import Image

from scoring.game_writing import outcome_to_json
from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.browser.devices import DEVICES, FLAGS, chromium_path
from tests.browser.fingers import Fingers
from tests.browser.saved_hands import NOTHING_WAITS
from tests.running_site import PREPARE, Site, site

pytestmark = pytest.mark.long

RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),))
DRAW = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))

ORGANIZER = """
import json
import django; django.setup()
from django.conf import settings
from django.test import Client
from tests.factories import UserFactory
from tournament.models import Membership, Role, Tournament
client, user = Client(), UserFactory()
Membership.objects.create(tournament=Tournament.objects.get(), user=user, role=Role.ORGANIZER)
client.force_login(user)
print(json.dumps(client.cookies[settings.SESSION_COOKIE_NAME].value))
"""

RECORDED = """
import json
import django; django.setup()
from tournament.models import Hand
print(json.dumps([hand.outcome for hand in Hand.objects.order_by("number")]))
"""

WATCH_WAKE_LOCKS = """
window.wakeLocks = [];
const request = WakeLock.prototype.request;
WakeLock.prototype.request = function (kind) { wakeLocks.push(kind); return request.call(this, kind); };
"""


class Hall(Site):
    """Tenbo as `make run LAN=1` starts it, on a laptop that phones call hall.local."""

    @property
    def command(self):
        return [sys.executable, "manage.py", "serve", "--lan", "--port", str(self.port)]

    @property
    def secure_port(self):
        return self.port + 443

    def key_of_certificate(self):
        """What Chromium calls a certificate that it is told to accept."""
        pem = ssl.get_server_certificate(("127.0.0.1", self.secure_port)).encode()
        key = x509.load_pem_x509_certificate(pem).public_key()
        der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return base64.b64encode(hashlib.sha256(der).digest()).decode()


@pytest.fixture
def hall(tmp_path):
    with site(tmp_path, kind=Hall) as hall:
        hall.tables = hall.run(PREPARE, "1")
        hall.organizer = hall.run(ORGANIZER)
        hall.start(TENBO_ADDRESS=f"http://hall.local:{hall.port}")
        yield hall


@pytest.fixture
def launch(chromium, hall):
    """Starts a browser in that hall: `launch(accepts=True)` has accepted the laptop's certificate."""
    browsers = []

    def start(*, accepts):
        flags = [*FLAGS, "--host-resolver-rules=MAP hall.local 127.0.0.1"]
        if accepts:
            flags.append(f"--ignore-certificate-errors-spki-list={hall.key_of_certificate()}")
        browsers.append(chromium.browser_type.launch(executable_path=chromium_path(), args=flags))
        return browsers[-1]

    yield start
    for browser in browsers:
        browser.close()


def phone_in(browser):
    context = browser.new_context(locale="en-GB", **DEVICES["phone"])
    context.set_default_timeout(20_000)
    context.add_init_script(WATCH_WAKE_LOCKS)
    return context.new_page()


def code_on_card(browser, hall):
    """The address in the code of the first table, on the page that an organizer prints."""
    address = f"http://hall.local:{hall.port}"
    context = browser.new_context(**DEVICES["laptop"])
    context.add_cookies([{"name": "sessionid", "value": hall.organizer, "url": address}])
    page = context.new_page()
    _session, table, _hanchan = hall.tables[0]
    page.goto(f"{address}{table.partition('tables/')[0]}tables/")
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.locator(".qr-frame").first.screenshot())))
    return code.text


def test_from_the_card_of_a_table_to_a_hand_without_network(hall, launch):
    trusting = launch(accepts=True)
    card = code_on_card(trusting, hall)
    phone = phone_in(trusting)

    phone.goto(card)
    phone.wait_for_url(f"https://hall.local:{hall.secure_port}/**")
    phone.wait_for_function("() => navigator.serviceWorker.controller")
    phone.wait_for_function("() => wakeLocks.includes('screen')")
    installable = phone.context.new_cdp_session(phone).send("Page.getInstallabilityErrors")
    assert installable == {"installabilityErrors": []}

    table = phone.url
    phone.context.set_offline(True)
    phone.goto("about:blank")
    phone.goto(table)
    Fingers(phone).keep(RON)
    phone.reload()
    phone.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    assert hall.run(RECORDED) == []
    phone.context.set_offline(False)
    phone.wait_for_function(NOTHING_WAITS)
    assert hall.run(RECORDED) == [outcome_to_json(RON)]

    # A phone that does not accept the certificate stays on http, is told so, and works; the other one hears of it.
    stranger = phone_in(launch(accepts=False))
    stranger.goto(card)
    stranger.wait_for_selector("text=Therefore this page cannot open without a network")
    Fingers(stranger).enter(DRAW)
    phone.wait_for_selector("text=Recorded: East 2")
    assert stranger.url.startswith(f"http://hall.local:{hall.port}/t/")
    assert hall.run(RECORDED) == [outcome_to_json(RON), outcome_to_json(DRAW)]
