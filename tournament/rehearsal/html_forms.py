"""The forms of an HTML page, as a browser without JavaScript reads and fills them. For robots and tests."""

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from urllib.parse import urljoin

Fields = dict[str, list[str]]


class Stuck(Exception):
    """The site answered with an error, or with a page that lacks the expected form."""


@dataclass(frozen=True)
class Button:
    """A button of a form; most buttons have no name."""

    name: str
    value: str


@dataclass(frozen=True)
class Form:
    """A form with the values that it would send if nobody changed it. `options` are the choices of each select: labels
    by value."""

    action: str
    method: str
    fields: Fields = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)
    options: dict[str, dict[str, str]] = field(default_factory=dict)

    def filled(self, **values: str | int | list[str]) -> "Form":
        """Return the form with these fields changed. Raises `Stuck` for an unknown field."""
        missing = values.keys() - self.fields.keys()
        if missing:
            raise Stuck(f"{self.action} has no field {sorted(missing)}")
        given = {name: value if isinstance(value, list) else [str(value)] for name, value in values.items()}
        return replace(self, fields=self.fields | given)

    def pressed(self, button: Button) -> "Form":
        """Return the form as this button sends it: with the button's name and value."""
        return replace(self, fields=self.fields | {button.name: [button.value]})

    def button(self, **named: str) -> "Form":
        """Return the form with the button of this name and value pressed. Raises `Stuck` if the form has no such
        button."""
        ((name, value),) = named.items()
        if Button(name, value) not in self.buttons:
            raise Stuck(f"{self.action} has no button {name}={value}, only {self.buttons}")
        return self.pressed(Button(name, value))


@dataclass(frozen=True)
class Page:
    """A response after all redirects. `status` is the status of the first response, before any redirect."""

    address: str
    status: int
    text: str = ""
    forms: list[Form] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The error messages on the page, or else the first 300 characters of its HTML."""
        errors = re.findall(r"<(?:p|li)[^>]*(?:error|alert)[^>]*>\s*([^<]+)", self.text)
        return " | ".join(errors) or self.text[:300]

    def search(self, pattern: str, missing: str) -> str:
        """Return the text that the first group of this pattern matches in the page. Raises `Stuck` if the page has no
        match."""
        match = re.search(pattern, self.text, re.DOTALL)
        if not match:
            raise Stuck(f"{self.address} shows no {missing}: {self.words}")
        return match[1]

    def form(self, *names: str, ending: str = "", method: str = "post", **having: str) -> Form:
        """Return the first form that has the fields `names`, the values `having`, this method, and an address that ends
        in `ending`. Raises `Stuck` if there is no such form."""
        for form in self.forms:
            fits = form.method == method and form.action.endswith(ending) and set(names) <= form.fields.keys()
            if fits and all(form.fields.get(name) == [value] for name, value in having.items()):
                return form
        wanted = [*names, *having.items()]
        raise Stuck(f"{self.address} has no form with {wanted} for {ending!r}: {self.words}")

    def form_to_press(self, **button: str) -> Form:
        """Return the first form that has this button, with the button pressed. Raises `Stuck` if no form has it."""
        ((name, value),) = button.items()
        for form in self.forms:
            if Button(name, value) in form.buttons:
                return form.button(**button)
        raise Stuck(f"{self.address} has no button {name}={value}: {self.words}")


def read_forms(text: str, address: str) -> list[Form]:
    """Return the forms in this HTML, the text of the page at this address."""
    reader = _Reader(address)
    reader.feed(text)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.inside = False
        self.select = ""
        self.option: str | None = None
        self.area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.address, given.get("action", ""))
            self.forms.append(Form(action=action, method=given.get("method", "get").lower()))
            self.inside = True
        elif self.inside:
            self._control(self.forms[-1], tag, given)

    def _control(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        match tag:
            case "button":
                form.buttons.append(Button(name, value))
            case "input" if given.get("type") in {"checkbox", "radio"}:
                chosen = form.fields.setdefault(name, [])
                if "checked" in given:
                    chosen.append(given.get("value", "on"))
            case "input" if name:
                form.fields.setdefault(name, []).append(value)
            case "select":
                self.select = name
                form.fields.setdefault(name, [])
            case "option" if self.select:
                self.option = value
                form.options.setdefault(self.select, {})[value] = ""
                if "selected" in given or not form.fields[self.select]:
                    form.fields[self.select] = [value]
            case "textarea":
                self.area = name
                form.fields.setdefault(name, [""])

    def handle_data(self, data: str) -> None:
        if self.option is not None:
            self.forms[-1].options[self.select][self.option] += data.strip()
        if self.area is not None:
            self.forms[-1].fields[self.area][0] += data

    def handle_endtag(self, tag: str) -> None:
        match tag:
            case "form":
                self.inside = False
            case "option":
                self.option = None
            case "select":
                self.select, self.option = "", None
            case "textarea" if self.area is not None:
                field = self.forms[-1].fields[self.area]
                field[0] = field[0].removeprefix("\n")  # browsers ignore this line break of Django's widget
                self.area = None
