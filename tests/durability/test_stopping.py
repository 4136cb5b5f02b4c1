"""A server that is asked to stop ends its streams at once, whatever server it is."""

import signal
from contextlib import closing
from http.client import HTTPConnection

import pytest

pytestmark = pytest.mark.slow


def test_plain_uvicorn_with_an_open_page_stops_at_once(own_site, phones):
    with own_site() as site:
        site.start()
        (phone, *_others) = phones(site)
        with closing(HTTPConnection("127.0.0.1", site.port, timeout=20)) as page:
            page.request("GET", "/live/events?t=1:0", headers={"Cookie": f"sessionid={phone.cookies['sessionid']}"})
            assert page.getresponse().readline() == b"retry: 2000\n"
            site.process.send_signal(signal.SIGTERM)

            # Without our part it waits until the stream ends by itself, which takes four minutes at least.
            assert site.process.wait(60) in {0, -signal.SIGTERM}
