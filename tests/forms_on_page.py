"""The forms of a page, as a browser without JavaScript reads them: hidden fields, and the button that is pressed."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = dict[str, list[str]]


@dataclass
class Form:
    """One form: where it goes, what it carries, and the names and values of its buttons."""

    action: str
    fields: Fields = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside = False

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(action=given.get("action", "")))
            self.inside = True
        elif tag == "input" and self.inside and given.get("name"):
            self.forms[-1].fields.setdefault(given["name"], []).append(given.get("value", ""))
        elif tag == "button" and self.inside and given.get("name"):
            self.forms[-1].buttons.append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False


def pressed(html: str, action: str, button: tuple[str, str] | None = None) -> Fields:
    """What the form with this action sends when it is submitted, by this button where it has several."""
    reader = _Reader()
    reader.feed(html)
    for form in reader.forms:
        if form.action == action and (button is None or button in form.buttons):
            return form.fields | ({button[0]: [button[1]]} if button else {})
    raise LookupError(f"no form for {action} with {button} among {[form.action for form in reader.forms]}")
