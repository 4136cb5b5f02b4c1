"""Test clients that are phones at tables."""

from django.test import Client

from tests.sessions import begin_session
from tournament.core.requests import SESSION_TABLES
from tournament.models import Table

HTMX = {"HX-Request": "true"}


def phone_at(table: Table) -> Client:
    """Return a phone without an account that has opened this table's link."""
    phone = Client()
    begin_session(phone, **{SESSION_TABLES: {str(table.pk): table.link_nonce}})
    return phone


def open_table(browser: Client, table: Table) -> None:
    """Let a browser open only this table's link; its access to other tables ends, and its account stays logged in."""
    session = browser.session
    session[SESSION_TABLES] = {str(table.pk): table.link_nonce}
    session.save()
