"""A mixin for forms that edit stored values. If somebody else changes a value while a page is open, saving the page
does not undo this change."""

import json
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.core.merge import merged_list

SHOWN = "shown_values"

Shown = str | list[str]
"""The value of a field as a page shows it; a list for a list of choices."""


class KeepsStoredValue(forms.Field):
    """A field that accepts the stored value even if its check would refuse a new one, so that a value stored before the
    check existed hinders no other edit. `OnlyEdited` sets `stored`, as a page sends it."""

    stored: Shown | None = None


class OnlyEdited(forms.BaseForm):
    """A form that saves only the values which were edited on its page.

    The page also contains the values that it showed (`shown_values`). If a field still has the shown value, it was not
    edited. If it has no shown value, it was not on the page. When the form is read, fields of both kinds get the values
    that are stored now. In a field with a list of choices, the additions and removals on the page are applied to the
    list that is stored now. Data without shown values is read unchanged.
    """

    _shown: dict[str, Shown] | None = None

    def shown_values(self) -> SafeString:
        """Return a hidden field with the values that the page shows. A single field contains all values, because the
        number of fields in a request is limited."""
        editable = {bound.name: bound for bound in self._editable()}
        shown = {name: _stored(bound) for name, bound in editable.items()}
        shown |= {name: value for name, value in (self._shown or {}).items() if name in editable}
        return format_html(
            '<input type="hidden" name="{}" value="{}">', self.add_prefix(SHOWN), json.dumps(self.on_page(shown))
        )

    def on_page(self, shown: dict[str, Shown]) -> dict[str, Shown]:
        """Return those of the `shown` values that the page really shows: all, unless a form shows only a part of its
        fields or choices."""
        return shown

    def was_edited(self, name: str) -> bool:
        """Whether the page showed this text or choice, and it was edited there."""
        before = (self._sent_values() or {}).get(name)
        return isinstance(before, str) and _was_edited(self[name], before)

    def _sent_values(self) -> dict[str, Shown] | None:
        return _read(self.data.get(self.add_prefix(SHOWN))) if self.is_bound else None

    def full_clean(self) -> None:
        for bound in self:
            if isinstance(bound.field, KeepsStoredValue):
                bound.field.stored = _stored(bound)
        shown = self._sent_values()
        if shown is not None:
            data = cast(QueryDict, self.data).copy()
            for bound in self._editable():
                _take_stored(bound, data, shown)
            self.data, self._shown = data, shown
        super().full_clean()

    def _editable(self) -> list[forms.BoundField]:
        return [
            bound
            for bound in self
            if not bound.is_hidden and not bound.field.disabled and not isinstance(bound.field, forms.FileField)
        ]


def _read(text: Any) -> dict[str, Shown] | None:
    """Return the shown values that a page sent, without values of types that no page sends: a visitor may send
    anything."""
    try:
        shown = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return {name: value for name, value in shown.items() if _is_shown(value)} if isinstance(shown, dict) else None


def _is_shown(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return all(isinstance(each, str) for each in values)


def _stored(bound: forms.BoundField) -> Shown:
    """Return the stored value as a page sends it."""
    hidden = bound.field.hidden_widget()
    stored = hidden.format_value(bound.field.prepare_value(bound.initial))
    if isinstance(hidden, forms.MultipleHiddenInput):
        return [str(value) for value in stored]
    return "" if stored is None else str(stored)


def _take_stored(bound: forms.BoundField, data: QueryDict, shown: dict[str, Shown]) -> None:
    """In the data and in the shown values, replace the parts of a field that were not edited by the stored values."""
    stored, before = _stored(bound), shown.get(bound.name)
    if isinstance(stored, list):
        before = before if isinstance(before, list) else []
        data.setlist(bound.html_name, merged_list(bound.data, before, stored))
        shown[bound.name] = stored
    elif not isinstance(before, str) or not _was_edited(bound, before):
        data[bound.html_name] = shown[bound.name] = stored


def _was_edited(bound: forms.BoundField, shown: str) -> bool:
    try:
        return bound.field.has_changed(bound.field.to_python(_one_newline(shown)), _one_newline(bound.data))
    except ValidationError:
        return True


def _one_newline(value: Any) -> Any:
    """Write each newline of a text as "\\n", as in most stored texts: browsers send "\\r\\n" from a textarea."""
    return "\n".join(value.splitlines()) if isinstance(value, str) else value
