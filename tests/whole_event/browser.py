"""A browser without JavaScript, over real HTTP. It keeps cookies."""

import uuid
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit

from tournament.rehearsal.html_forms import Page, read_forms


@dataclass
class Browser:
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    requests: int = 0

    def open(self, address, **asked):
        return self._follow("GET", f"{address}?{urlencode(asked, doseq=True)}" if asked else address)

    def read(self, address):
        """Return the text at an address that is not a page."""
        status, text, _ = self._ask("GET", address)
        assert status == 200, (address, status)
        return text

    def send(self, form, *, file=None, follow=True):
        """Submit a form that must be accepted. `file` is the field, the name and the text of a file to upload. Without
        `follow` a redirect gives an empty page."""
        if form.method == "get":
            return self.open(form.action, **form.fields)
        kind, body = _multipart(form.fields, file) if file else _encoded(form.fields)
        page = self._follow("POST", form.action, body, kind, follow=follow)
        assert page.status in {200, 302}, (form.action, form.fields, page.status, page.words)
        return page

    def status_of(self, form):
        """Submit a form that may be refused, and return the status of the response."""
        kind, body = _encoded(form.fields)
        return self._ask("POST", form.action, body, kind)[0]

    def _follow(self, method, address, body=None, kind="", *, follow=True):
        status, text, location = self._ask(method, address, body, kind)
        first = status
        if location and not follow:
            return Page(location, first)
        while location:
            parts = urlsplit(urljoin(address, location))
            address = f"{parts.path}?{parts.query}" if parts.query else parts.path
            status, text, location = self._ask("GET", address)
        assert status in {200, 409, 422}, (method, address, status, text[:400])
        return Page(address, first, text, read_forms(text, address))

    def _ask(self, method, address, body=None, kind=""):
        self.requests += 1
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)  # the server closes idle connections
        connection.request(method, address, body, headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        for header in response.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
        return response.status, text, response.headers["Location"] if response.status in {301, 302, 303} else None


def _encoded(fields):
    return "application/x-www-form-urlencoded", urlencode(fields, doseq=True)


def _multipart(fields, file):
    boundary = uuid.uuid4().hex
    name, filename, content = file
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, values in fields.items()
        for value in values
        if key != name
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{filename}"\r\n'
    parts.append(f"{head}Content-Type: text/csv\r\n\r\n{content}\r\n--{boundary}--\r\n")
    return f"multipart/form-data; boundary={boundary}", "".join(parts).encode()
