"""A browser without JavaScript: it opens pages and submits their forms, and uses only the content of the pages."""

from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.test import Client

from tournament.rehearsal.html_forms import Fields, Form, Page, Stuck, read_forms

HOST = "localhost"


def _client() -> Client:
    """Return a test client with the site's default language, even if the event has another, because robots search for
    texts in this language."""
    client = Client(enforce_csrf_checks=True, SERVER_NAME=HOST)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = settings.LANGUAGE_CODE
    return client


@dataclass
class Browser:
    """One person's browser. A response must be a page, a redirect, a conflict (409) or a bad form (422); any other
    raises `Stuck`.

    With `swap` the request has the header of htmx, and the response is only the part of the page that changes.
    """

    requests: int = 0
    client: Client = field(default_factory=_client)
    secure: bool = field(default_factory=lambda: settings.SECURE_SSL_REDIRECT)

    def open(self, address: str, *, swap: bool = False) -> Page:
        """Open the page at this address, as a browser does when a link is clicked."""
        return self._answer(address, None, swap=swap)

    def send(self, form: Form, *, follow: bool = True, swap: bool = False) -> Page:
        """Submit a form. Without `follow` a redirect gives an empty page."""
        return self._answer(form.action, form.fields, follow=follow, swap=swap)

    def change(self, form: Form, *, follow: bool = False, swap: bool = False) -> Page:
        """Submit a form that must be accepted. Raises `Stuck` if the form is not accepted."""
        page = self.send(form, follow=follow, swap=swap)
        if page.status != (200 if swap else 302):
            raise Stuck(f"{form.action} answered {page.status} to {form.fields}: {page.words}")
        return page

    def read(self, address: str) -> bytes:
        """Return the bytes of the file at this address."""
        self.requests += 1
        response = self.client.get(address, secure=self.secure)
        if response.status_code != 200:
            raise Stuck(f"{address} answered {response.status_code}")
        return bytes(response.content)

    def _answer(self, address: str, fields: Fields | None, *, follow: bool = True, swap: bool = False) -> Page:
        self.requests += 1
        headers = {"HX-Request": "true"} if swap else {}
        if fields is None:
            response = self.client.get(address, headers=headers, secure=self.secure)
        else:
            if self.secure:
                headers["Referer"] = f"https://{HOST}/"  # without it the CSRF check refuses the form
            response = self.client.post(address, fields, headers=headers, secure=self.secure)
        first = int(response.status_code)
        if first == 302 and not follow:
            return Page(address=response["Location"], status=first)
        while response.status_code in {301, 302, 303}:
            self.requests += 1
            parts = urlsplit(urljoin(address, response["Location"]))
            address = f"{parts.path}?{parts.query}" if parts.query else parts.path
            response = self.client.get(address, secure=self.secure)
        if response.status_code not in {200, 409, 422}:
            raise Stuck(f"{address} answered {response.status_code} to {fields}")
        text = response.content.decode()
        return Page(address=address, status=first, text=text, forms=read_forms(text, address))
