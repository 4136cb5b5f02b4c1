"""People who are shown forms: their browsers, and the pages where they begin."""

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.whole_site.audiences import ROWS


@dataclass
class Person:
    """Somebody's browser, and the addresses where they begin; `filled` is what they type into the forms for an address,
    where the answer has another form. Who `wanders` goes on to wherever the pages link."""

    name: str
    browser: Client
    starts: list[str]
    filled: dict[str, list[dict[str, object]]] = field(default_factory=dict)
    wanders: bool = False


class SameFile(SimpleUploadedFile):
    """A file that is uploaded again and again."""

    def read(self, *size: int) -> bytes:
        self.seek(0)
        return super().read(*size)


def logged_in(user):
    browser = Client()
    browser.force_login(user)
    return browser


def pages_of(tournament=None) -> list[str]:
    """The pages that need nothing but a tournament, or nothing at all, to be addressed."""
    at, below = ([tournament.slug], "/t/") if tournament else ([], "/")
    addresses = [_reversed(name, at) for name, row in ROWS.items() if row.get]
    return [address for address in addresses if address.startswith(below) and is_page(address)]


def _reversed(name: str, at: list[str]) -> str:
    try:
        return reverse(name, args=at)
    except NoReverseMatch:
        return ""


def with_query(name: str, *at: object, **query: object) -> str:
    return f"{reverse(name, args=at)}?{urlencode(query)}"


def is_page(address: str) -> bool:
    return "." not in address and "/print/" not in address and not address.startswith(READ)


READ = ("/static/", "/api/", "/rules/", "/players/")
"""Folders of nothing but files, and of pages for everybody whose only form is that of every page."""
