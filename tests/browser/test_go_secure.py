"""A phone goes on over https only when nothing waits in it: that is another origin, with a storage of its own."""

from urllib.parse import urlsplit

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import RON, outcomes, wait_for_hand
from tests.factories import HanchanFactory, TableFactory, UserFactory

pytestmark = pytest.mark.slow

SECURE = "https://hall.test:8443"


@pytest.fixture
def phone_on_http(device, log_in, live_server, settings, complaints):
    """A referee's phone whose browser will accept the certificate of the hall's computer. Returns its page and the
    hanchans of two tables."""
    complaints.expect("ERR_FAILED|ERR_NAME_NOT_RESOLVED|Failed to fetch|htmx:sendError")
    settings.TENBO_SECURE_ADDRESSES = {urlsplit(live_server.url).hostname: SECURE}
    referee = UserFactory()
    first = HanchanFactory(round__tournament__referees=[referee])
    second = HanchanFactory(round=first.round, table=TableFactory(tournament=first.tournament, number=4))
    page = device("phone", bypass_csp=True)  # `serve` alone allows the question whether the certificate is accepted
    log_in(page, referee)
    return page, first, second


def test_hands_of_another_table_are_sent_before_the_phone_goes_to_https(phone_on_http):
    page, first, second = phone_on_http
    page.goto(second.table.get_absolute_url())
    page.context.route("**/hands/", lambda route: route.abort())
    Fingers(page).keep(RON)
    page.wait_for_selector("#outbox >> text=Saved on this phone, will be sent automatically: 1")
    page.context.route(f"{SECURE}/**", lambda route: route.fulfill(body="https", content_type="text/html"))

    page.goto(first.table.get_absolute_url())
    page.wait_for_selector(".other-tables >> text=Saved on this phone for table 4: 1")
    page.wait_for_timeout(1500)
    assert page.url.endswith(first.table.get_absolute_url())
    assert page.url.startswith("http://")
    page.context.unroute("**/hands/")
    page.tap(".other-tables a")
    wait_for_hand(page, 1)
    assert outcomes(second) == [RON]
    page.goto(first.table.get_absolute_url())

    page.wait_for_url(f"{SECURE}{first.table.get_absolute_url()}")
