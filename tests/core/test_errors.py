"""Pages for what went wrong look like ours, and need nothing that may be what went wrong."""

from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views.defaults import bad_request, permission_denied, server_error

from tests.factories import UserFactory
from tournament.core.errors import Busy, TooOften
from tournament.core.middleware import conflict_middleware
from tournament.core.threads.interruption import Interrupted

pytestmark = pytest.mark.django_db


def test_a_page_that_is_not_there_says_so_in_our_look(client):
    response = client.get("/no-such-page/")

    assert response.status_code == 404
    assert "site-header" in response.text
    assert "may have been replaced" in response.text


def test_a_form_without_its_token_says_what_to_do():
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(UserFactory())

    response = browser.post(reverse("tournament-new"))

    assert response.status_code == 403
    assert "Go back, reload the page" in response.text


def test_a_broken_server_needs_no_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        response = server_error(RequestFactory().get("/"))

    assert response.status_code == 500
    assert "error is on our side" in response.text


@pytest.mark.parametrize("view", [bad_request, permission_denied])
def test_the_others_have_pages(view, client):
    request = client.get("/").wsgi_request

    assert "site-header" in view(request, Exception()).text


@pytest.mark.parametrize(
    ("error", "status", "seconds"), [(TooOften(timedelta(seconds=60.5)), 429, "61"), (Busy(), 503, "5")]
)
def test_what_has_to_wait_says_how_long(client, error, status, seconds):
    request = client.get("/").wsgi_request

    response = vars(conflict_middleware(lambda request: None))["process_exception"](request, error)

    assert (response.status_code, response.headers["Retry-After"]) == (status, seconds)
    assert str(error.message) in response.text


def test_what_was_interrupted_says_so(client):
    request = client.get("/").wsgi_request

    response = vars(conflict_middleware(lambda request: None))["process_exception"](request, Interrupted())

    assert response.status_code == 503
    assert "so the server stopped it. If you sent a form, check whether it was saved." in response.text
