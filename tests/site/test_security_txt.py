"""Where a weakness is reported, if the people of the site have said so."""

import pytest
from django.urls import reverse


def test_the_contact_is_shown_with_a_date(client, settings, noon):
    settings.TENBO_SECURITY_CONTACT = "mailto:security@example.org"

    answer = client.get("/.well-known/security.txt")

    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.text.splitlines() == [
        "Contact: mailto:security@example.org",
        "Expires: 2026-07-31T00:00:00Z",
        "Preferred-Languages: en, fr, cs",
    ]


@pytest.mark.django_db
def test_without_a_contact_there_is_no_such_page(client):
    assert client.get(reverse("security-txt")).status_code == 404
