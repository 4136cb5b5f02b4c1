"""A browser without JavaScript: it opens pages, presses their buttons, and knows nothing but what they say."""

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

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
    """A form as its page has it: what it would send, untouched."""

    action: str
    fields: Fields
    buttons: tuple[Button, ...]

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


@dataclass(frozen=True)
class Page:
    """An answer after all redirects. `status` is that of the answer before the first redirect."""

    address: str
    status: int
    text: str
    forms: tuple[Form, ...]

    def form(self, ending: str) -> Form:
        """The first form that changes something and whose action ends so. Raises `Stuck`."""
        for form in self.forms:
            if form.action.endswith(ending) and "csrfmiddlewaretoken" in form.fields:
                return form
        raise Stuck(f"{self.address} has no form for {ending}, only {[form.action for form in self.forms]}")


@dataclass
class Browser:
    """One person's browser. Every answer but a page, a redirect and a conflict (409) or bad form (422) is `Stuck`."""

    requests: int = 0
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True, SERVER_NAME=HOST))

    def open(self, address: str) -> Page:
        """Follow a link."""
        return self._answer(address, None)

    def send(self, form: Form) -> Page:
        """Submit a form."""
        return self._answer(form.action, form.fields)

    def read(self, address: str) -> bytes:
        """The bytes of something that is no page."""
        self.requests += 1
        response = self.client.get(address)
        if response.status_code != 200:
            raise Stuck(f"{address} answered {response.status_code}")
        return bytes(response.content)

    def _answer(self, address: str, fields: Fields | None) -> Page:
        self.requests += 1
        response = self.client.get(address) if fields is None else self.client.post(address, fields)
        first = int(response.status_code)
        while response.status_code in {301, 302, 303}:
            self.requests += 1
            parts = urlsplit(urljoin(address, response["Location"]))
            address = f"{parts.path}?{parts.query}" if parts.query else parts.path
            response = self.client.get(address)
        if response.status_code not in {200, 409, 422}:
            raise Stuck(f"{address} answered {response.status_code} to {fields}")
        text = response.content.decode()
        return Page(address=address, status=first, text=text, forms=_forms(text, address))


def _forms(text: str, address: str) -> tuple[Form, ...]:
    reader = _Reader(address)
    reader.feed(text)
    return tuple(Form(action=action, fields=fields, buttons=tuple(buttons)) for action, fields, buttons in reader.forms)


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[tuple[str, Fields, list[Button]]] = []
        self.inside = False
        self.select = ""
        self.area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((urljoin(self.address, given.get("action", "")), {}, []))
            self.inside = True
        elif self.inside:
            self._inside(tag, given)

    def _inside(self, tag: str, given: dict[str, str]) -> None:
        _, fields, buttons = self.forms[-1]
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
            case "option" if self.select and ("selected" in given or not fields[self.select]):
                fields[self.select] = [value]
            case "textarea":
                self.area = name
                fields.setdefault(name, [""])

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.forms[-1][1][self.area] = [self.forms[-1][1][self.area][0] + data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = None
