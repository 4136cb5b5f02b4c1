"""A browser without JavaScript: it opens pages, presses their buttons, and knows nothing but what they say."""

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.test import Client

Fields = dict[str, list[str]]

HOST = "localhost"


class Stuck(Exception):
    """The site gave an answer that no person should get, or a page without the form that was to come."""


@dataclass(frozen=True)
class Button:
    """A button of a form; most have no name."""

    name: str
    value: str


@dataclass(frozen=True)
class Form:
    """A form as its page has it: what it would send, untouched. `options` are those of its selects, value and words."""

    action: str
    method: str
    fields: Fields
    buttons: tuple[Button, ...]
    options: dict[str, dict[str, str]]

    def filled(self, **values: str | list[str]) -> "Form":
        """With these fields instead. Raises `Stuck` for a field that it has not."""
        missing = values.keys() - self.fields.keys()
        if missing:
            raise Stuck(f"{self.action} has no field {sorted(missing)}")
        given = {name: [value] if isinstance(value, str) else value for name, value in values.items()}
        return replace(self, fields=self.fields | given)

    def pressed(self, button: Button) -> "Form":
        """With this button's name and value."""
        return replace(self, fields=self.fields | {button.name: [button.value]})

    def button(self, **named: str) -> "Form":
        """With the button of this name and value. Raises `Stuck` where there is none."""
        for name, value in named.items():
            if Button(name, value) not in self.buttons:
                raise Stuck(f"{self.action} has no button {name}={value}, only {self.buttons}")
        return replace(self, fields=self.fields | {name: [value] for name, value in named.items()})


@dataclass(frozen=True)
class Page:
    """An answer after all redirects. `status` is that of the answer before the first redirect."""

    address: str
    status: int
    text: str
    forms: tuple[Form, ...]

    @property
    def words(self) -> str:
        """What the page says is wrong, if it says so; else its beginning."""
        said = re.findall(r"<(?:p|li)[^>]*(?:error|alert)[^>]*>\s*([^<]+)", self.text)
        return " | ".join(said) or self.text[:300]

    def form(self, ending: str) -> Form:
        """The first form that changes something and whose action ends so. Raises `Stuck`."""
        for form in self.forms:
            if form.action.endswith(ending) and "csrfmiddlewaretoken" in form.fields:
                return form
        raise Stuck(f"{self.address} has no form for {ending}, only {[form.action for form in self.forms]}")

    def form_with(self, *names: str, **having: str) -> Form:
        """The first form that changes something and has these fields, and these with their values. Raises `Stuck`."""
        for form in self.forms:
            named = {"csrfmiddlewaretoken", *names} <= form.fields.keys()
            if named and all(form.fields.get(name) == [value] for name, value in having.items()):
                return form
        raise Stuck(f"{self.address} has no form with {[*names, *having.items()]}")

    def form_to_press(self, **button: str) -> Form:
        """The form that has this button, pressed. Raises `Stuck`."""
        ((name, value),) = button.items()
        for form in self.forms:
            if Button(name, value) in form.buttons:
                return form.button(**button)
        raise Stuck(f"{self.address} has no button {name}={value}")


def _client() -> Client:
    """Robots read English, whatever an event speaks."""
    client = Client(enforce_csrf_checks=True, SERVER_NAME=HOST)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = settings.LANGUAGE_CODE
    return client


@dataclass
class Browser:
    """One person's browser. Every answer but a page, a redirect and a conflict (409) or bad form (422) is `Stuck`.

    To `swap` is to ask as htmx does, and to be answered with the part of the page that changes.
    """

    requests: int = 0
    client: Client = field(default_factory=_client)
    secure: bool = field(default_factory=lambda: settings.SECURE_SSL_REDIRECT)

    def open(self, address: str, *, swap: bool = False) -> Page:
        """Follow a link."""
        return self._answer(address, None, swap=swap)

    def send(self, form: Form, *, follow: bool = True, swap: bool = False) -> Page:
        """Submit a form. Who does not `follow` gets an empty page where the answer is a redirect."""
        return self._answer(form.action, form.fields, follow=follow, swap=swap)

    def change(self, form: Form, *, follow: bool = False, swap: bool = False) -> Page:
        """Submit a form that has to be accepted. Raises `Stuck` where it is not."""
        page = self.send(form, follow=follow, swap=swap)
        if page.status != (200 if swap else 302):
            raise Stuck(f"{form.action} answered {page.status} to {form.fields}: {page.words}")
        return page

    def read(self, address: str) -> bytes:
        """The bytes of something that is no page."""
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
                headers["Referer"] = f"https://{HOST}/"  # without it no form is believed
            response = self.client.post(address, fields, headers=headers, secure=self.secure)
        first = int(response.status_code)
        if first == 302 and not follow:
            return Page(address=response["Location"], status=first, text="", forms=())
        while response.status_code in {301, 302, 303}:
            self.requests += 1
            parts = urlsplit(urljoin(address, response["Location"]))
            address = f"{parts.path}?{parts.query}" if parts.query else parts.path
            response = self.client.get(address, secure=self.secure)
        if response.status_code not in {200, 409, 422}:
            raise Stuck(f"{address} answered {response.status_code} to {fields}")
        text = response.content.decode()
        return Page(address=address, status=first, text=text, forms=forms_of(text, address))


def forms_of(text: str, address: str) -> tuple[Form, ...]:
    """Every form of a page, in its order."""
    reader = _Reader(address)
    reader.feed(text)
    return tuple(
        Form(action=action, method=method, fields=fields, buttons=tuple(buttons), options=options)
        for action, method, fields, buttons, options in reader.forms
    )


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[tuple[str, str, Fields, list[Button], dict[str, dict[str, str]]]] = []
        self.inside = False
        self.select = ""
        self.option: str | None = None
        self.area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action, method = urljoin(self.address, given.get("action", "")), given.get("method", "get").lower()
            self.forms.append((action, method, {}, [], {}))
            self.inside = True
        elif self.inside:
            self._inside(tag, given)

    def _inside(self, tag: str, given: dict[str, str]) -> None:
        _, _, fields, buttons, options = self.forms[-1]
        name, value = given.get("name", ""), given.get("value", "")
        match tag:
            case "button":
                buttons.append(Button(name, value))
            case "input" if given.get("type") in {"checkbox", "radio"}:
                chosen = fields.setdefault(name, [])
                if "checked" in given:
                    chosen.append(value or "on")
            case "input" if name:
                fields.setdefault(name, []).append(value)
            case "select":
                self.select = name
                fields.setdefault(name, [])
            case "option" if self.select:
                self.option = value
                options.setdefault(self.select, {})[value] = ""
                if "selected" in given or not fields[self.select]:
                    fields[self.select] = [value]
            case "textarea":
                self.area = name
                fields.setdefault(name, [""])

    def handle_data(self, data: str) -> None:
        if self.option is not None:
            self.forms[-1][4][self.select][self.option] += data
        if self.area is not None:
            self.forms[-1][2][self.area] = [self.forms[-1][2][self.area][0] + data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "option":
            self.option = None
        elif tag == "select":
            self.select = ""
            self.option = None
        elif tag == "textarea":
            self.area = None
