"""Reads which fields a form of a page would send, for tests without Django's test client."""

import re

from tournament.rehearsal.html_forms import Button, Fields, read_forms


def pressed(html: str, action: str, button: tuple[str, str] | None = None) -> Fields:
    """Return the fields that the form with this action sends when it is submitted. `button` is the name and value of
    the pressed button, if the form has several."""
    forms = read_forms(html, "")
    for form in forms:
        if form.action == action and (button is None or Button(*button) in form.buttons):
            fields = form.pressed(Button(*button)).fields if button else form.fields
            return {name: values for name, values in fields.items() if values}
    raise LookupError(f"no form for {action} with {button} among {[form.action for form in forms]}")


def as_sent(fields: Fields) -> Fields:
    """These values as a browser sends them: each newline of a text as CR LF."""
    return {name: [re.sub(r"\r?\n", "\r\n", value) for value in values] for name, values in fields.items()}
