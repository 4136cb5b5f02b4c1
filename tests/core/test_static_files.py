"""Static files: found by their address, with headers that let browsers keep them."""

from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tournament.core.static_files import static_files_middleware

FILE = "/static/css/base.css"
CONTENT = Path("static/css/base.css").read_bytes()


@pytest.fixture(scope="module")
def site():
    return static_files_middleware(lambda request: HttpResponse("a page"))


def ask(site, path=FILE, method="GET", **headers):
    return site(RequestFactory().generic(method, path, headers=headers))


def test_a_file_is_sent_whole(site):
    response = ask(site)
    assert (response.status_code, response.content) == (200, CONTENT)
    assert (response["Content-Type"], response["Content-Length"]) == ('text/css; charset="utf-8"', str(len(CONTENT)))


def test_who_has_the_file_gets_nothing_again(site):
    response = ask(site, if_none_match=ask(site)["ETag"])
    assert (response.status_code, response.content) == (304, b"")


def test_a_part_of_a_file(site):
    response = ask(site, range="bytes=2-5")
    assert (response.status_code, response.content) == (206, CONTENT[2:6])


def test_its_headers_alone(site):
    response = ask(site, method="HEAD")
    assert (response.status_code, response.content, response["Content-Length"]) == (200, b"", str(len(CONTENT)))


def test_a_file_takes_nothing(site):
    assert ask(site, method="POST").status_code == 405


@pytest.mark.parametrize("path", ["/", "/static/css/none.css", "/static/../manage.py"])
def test_another_address_is_a_page(site, path):
    assert ask(site, path).content == b"a page"
