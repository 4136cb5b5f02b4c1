"""The page on which a phone accepts the certificate of a laptop in a hall, and what leads there."""

import pytest
from cryptography import x509

from tests.factories import TableFactory
from tests.table.phones import phone_at

ANDROID = {"User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile"}
IPHONE = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1"}


@pytest.fixture
def in_a_hall(settings, tmp_path):
    """A laptop that serves https too."""
    settings.VAR = tmp_path
    settings.TENBO_SECURE_ADDRESSES = {"testserver": "https://testserver:8443"}


def test_the_page_leads_to_https_and_back_to_the_table(in_a_hall, client):
    page = client.get("/phones/?next=/t/open/tables/1/").text

    assert 'data-secure="https://testserver:8443/phones/?next=/t/open/tables/1/"' in page
    assert 'href="https://testserver:8443/t/open/tables/1/"' in page
    assert 'href="/phones/tenbo.crt"' in page


def test_over_https_the_page_leads_on_without_another_address(in_a_hall, client):
    page = client.get("/phones/", {"next": "/t/open/tables/1/"}, secure=True)

    assert "https://testserver:8443" not in page.text
    assert 'href="/t/open/tables/1/"' in page.text
    assert "Strict-Transport-Security" not in page


@pytest.mark.parametrize("is_secure", [True, False])
@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "@evil.example/", ".evil.example/"])
def test_nobody_is_led_to_another_site(in_a_hall, client, elsewhere, is_secure):
    page = client.get("/phones/", {"next": elsewhere}, secure=is_secure).text

    assert f'href="{elsewhere}' not in page
    assert f"8443{elsewhere}" not in page


@pytest.mark.parametrize(("phone", "open_section"), [(ANDROID, "Android"), (IPHONE, "iPhone, iPad")])
def test_the_steps_of_this_phone_are_unfolded(in_a_hall, client, phone, open_section):
    page = client.get("/phones/", headers=phone).text

    assert page.count("<details") == 2
    assert page.count(" open>") == 1
    assert page.split(" open>")[1].split("</h2>")[0].endswith(open_section)


def test_the_certificate_is_a_file_that_both_kinds_of_phone_read(in_a_hall, client):
    response = client.get("/phones/tenbo.crt")

    certificate = x509.load_pem_x509_certificate(response.content)
    assert b"PRIVATE" not in response.content
    assert response["Content-Type"] == "application/x-x509-ca-cert"
    assert response["Content-Disposition"] == 'attachment; filename="tenbo.crt"'
    assert certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_where_tenbo_serves_no_https_itself_there_is_no_such_page(client):
    assert client.get("/phones/").status_code == 404
    assert client.get("/phones/tenbo.crt").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(("secure", "is_said"), [(False, True), (True, False)])
def test_a_table_s_page_says_what_plain_http_lacks(in_a_hall, secure, is_said):
    table = TableFactory()

    page = phone_at(table).get(table.get_absolute_url(), secure=secure).text

    assert ("This address is not https" in page) is is_said
    assert (f"/phones/?next={table.get_absolute_url()}" in page) is is_said


@pytest.mark.django_db
def test_elsewhere_a_table_s_page_says_nothing_of_http():
    table = TableFactory()

    assert "plain-http" not in phone_at(table).get(table.get_absolute_url()).text
