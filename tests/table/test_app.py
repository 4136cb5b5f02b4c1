"""A table's page as an app: its manifest, for whom, and the worker that opens it without a network."""

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from tests.factories import TableFactory
from tests.table.phones import phone_at

pytestmark = pytest.mark.django_db


def test_the_manifest_opens_the_table_and_has_its_icons():
    table = TableFactory(number=7, tournament__name="Spring Cup")

    response = phone_at(table).get(reverse("table-manifest", args=[table.tournament.slug, 7]))

    manifest = response.json()
    assert response["Content-Type"] == "application/manifest+json"
    assert (manifest["name"], manifest["short_name"]) == ("Table 7 · Spring Cup", "Table 7")
    assert manifest["start_url"] == manifest["id"] == table.get_absolute_url()
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert all(finders.find(icon["src"].removeprefix("/static/")) for icon in manifest["icons"])


def test_the_manifest_is_for_who_may_enter_hands_here(client):
    table = TableFactory()

    assert client.get(reverse("table-manifest", args=[table.tournament.slug, table.number])).status_code == 404


def test_the_page_names_its_manifest_and_its_worker():
    table = TableFactory()

    page = phone_at(table).get(table.get_absolute_url()).text

    assert f'href="{reverse("table-manifest", args=[table.tournament.slug, table.number])}"' in page
    assert f'data-worker="{reverse("service-worker")}"' in page


def test_the_worker_is_in_charge_of_the_whole_site_and_always_fresh(client):
    response = client.get("/service-worker.js")

    assert response["Content-Type"] == "text/javascript"
    assert response["Cache-Control"] == "no-cache"
    assert 'addEventListener("fetch"' in response.text
