"""Somebody's browser without JavaScript, over real HTTP. It knows a page's forms, and keeps cookies."""

import re
import uuid
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit

Fields = dict[str, list[str]]


@dataclass(frozen=True)
class Form:
    """What a form would send, untouched; its buttons by name and value; its selects' options, words by value."""

    action: str
    method: str
    fields: Fields
    buttons: tuple[tuple[str, str], ...]
    options: dict[str, dict[str, str]]

    def filled(self, **values):
        """With these fields instead; every one has to be there."""
        assert values.keys() <= self.fields.keys(), (self.action, values.keys() - self.fields.keys())
        given = {name: value if isinstance(value, list) else [str(value)] for name, value in values.items()}
        return replace(self, fields=self.fields | given)

    def pressed(self, name, value):
        assert (name, value) in self.buttons, (self.action, name, value, self.buttons)
        return replace(self, fields=self.fields | {name: [value]})


@dataclass(frozen=True)
class Page:
    """Where redirects led, the status before them, and what is there."""

    address: str
    status: int
    text: str
    forms: tuple[Form, ...]

    def form(self, *names, ending="", method="post"):
        """The first form with these fields whose action ends so."""
        for form in self.forms:
            if form.method == method and form.action.endswith(ending) and set(names) <= form.fields.keys():
                return form
        raise AssertionError(f"{self.address} has no form {names} {ending}: {self.says}")

    def to_press(self, name, value):
        for form in self.forms:
            if (name, value) in form.buttons:
                return form.pressed(name, value)
        raise AssertionError(f"{self.address} has no button {name}={value}: {self.says}")

    @property
    def says(self):
        """What is wrong in its words, or its beginning."""
        return re.findall(r"<(?:p|li)[^>]*(?:error|alert)[^>]*>\s*([^<]+)", self.text) or self.text[:400]


@dataclass
class Browser:
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    requests: int = 0

    def open(self, address, **asked):
        return self._follow("GET", f"{address}?{urlencode(asked, doseq=True)}" if asked else address)

    def read(self, address):
        """The text of something that is no page."""
        status, text, _ = self._ask("GET", address)
        assert status == 200, (address, status)
        return text

    def send(self, form, *, file=None, follow=True):
        """Submit a form that has to be accepted; `file` is the field, name and text of one. Who does not `follow` a
        redirect gets a page without content."""
        if form.method == "get":
            return self.open(form.action, **form.fields)
        kind, body = _multipart(form.fields, file) if file else _encoded(form.fields)
        page = self._follow("POST", form.action, body, kind, follow=follow)
        assert page.status in {200, 302}, (form.action, form.fields, page.status, page.says)
        return page

    def _follow(self, method, address, body=None, kind="", *, follow=True):
        status, text, location = self._ask(method, address, body, kind)
        first = status
        if location and not follow:
            return Page(location, first, "", ())
        while location:
            parts = urlsplit(urljoin(address, location))
            address = f"{parts.path}?{parts.query}" if parts.query else parts.path
            status, text, location = self._ask("GET", address)
        assert status in {200, 409, 422}, (method, address, status, text[:400])
        reader = _Reader(address)
        reader.feed(text)
        return Page(address, first, text, tuple(Form(*form[:3], tuple(form[3]), form[4]) for form in reader.forms))

    def _ask(self, method, address, body=None, kind=""):
        self.requests += 1
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)  # a kept one would be closed meanwhile
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


class _Reader(HTMLParser):
    """Each form as [action, method, fields, buttons, options]."""

    def __init__(self, address):
        super().__init__()
        self.address, self.forms = address, []
        self.inside, self.select, self.option, self.area = False, None, None, None

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.address, given.get("action", ""))
            self.forms.append([action, given.get("method", "get").lower(), {}, [], {}])
            self.inside = True
        elif self.inside:
            self._control(tag, given, *self.forms[-1][2:])

    def _control(self, tag, given, fields, buttons, options):
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button":
            buttons.append((name, value))
        elif tag == "input" and given.get("type") in {"checkbox", "radio"}:
            chosen = fields.setdefault(name, [])
            if "checked" in given:
                chosen.append(value or "on")
        elif tag == "input" and name:
            fields.setdefault(name, []).append(value)
        elif tag == "select":
            self.select = name
            fields.setdefault(name, [])
        elif tag == "option" and self.select is not None:
            self.option = value
            options.setdefault(self.select, {})[value] = ""
            if "selected" in given or not fields[self.select]:
                fields[self.select] = [value]
        elif tag == "textarea":
            self.area = name
            fields.setdefault(name, [""])

    def handle_data(self, data):
        if self.option is not None:
            self.forms[-1][4][self.select][self.option] += data.strip()
        if self.area is not None:
            self.forms[-1][2][self.area][0] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False
        elif tag == "option":
            self.option = None
        elif tag == "select":
            self.select = self.option = None
        elif tag == "textarea":
            self.area = None
