"""The crawl knows what to ask of every URL, and writes two answers alike exactly where nobody could tell them apart."""

import doctest

from django.http import HttpResponse
from django.urls import get_resolver

from tests.crawl import crawl, written
from tests.crawl.addresses import routes, unknown_arguments
from tests.crawl.written import body_of


def test_the_crawl_knows_the_arguments_of_every_url():
    found = dict(routes(get_resolver()))

    assert {name: route for name, route in found.items() if unknown_arguments(route)} == {}
    assert len(found) > 150


def test_the_names_of_files_and_the_shapes_of_addresses():
    for module in (crawl, written):
        result = doctest.testmod(module)
        assert result.attempted
        assert not result.failed


def test_a_stylesheet_may_move_and_nothing_else_may():
    before = HttpResponse('<link href="/static/css/desk.css"><img src="/static/img/tenbo.svg">')
    after = HttpResponse('<link href="/static/css/desk/desk.css"><img src="/static/img/tenbo.svg">')
    other = HttpResponse('<link href="/static/css/desk.css"><img src="/static/desk/tenbo.svg">')

    assert body_of(before) == body_of(after)
    assert body_of(before) != body_of(other)
