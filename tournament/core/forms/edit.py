"""A mixin for forms that edit stored values, so that a page that was opened before somebody else's change does not undo
that change."""

from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString, mark_safe


class OnlyEdited(forms.BaseForm):
    """A form of which only the values that were edited on its page are saved.

    The page also contains the values that it showed (`shown_values`). A field whose value equals the one shown was not
    edited: when the form is read, it gets the value that is stored now. Of a list of choices, the additions and the
    removals of the page are applied to the list that is stored now. Data without shown values is read as it is.
    """

    def shown_values(self) -> SafeString:
        """Return the hidden fields with the values that the page shows."""
        return mark_safe("".join(bound.as_hidden(only_initial=True) for bound in self._editable()))  # noqa: S308

    def full_clean(self) -> None:
        if self.is_bound and any(bound.html_initial_name in self.data for bound in self._editable()):
            data = cast(QueryDict, self.data).copy()
            for bound in self._editable():
                _take_stored(bound, data)
            self.data = data
        super().full_clean()

    def _editable(self) -> list[forms.BoundField]:
        return [
            bound
            for bound in self
            if not bound.is_hidden and not bound.field.disabled and not isinstance(bound.field, forms.FileField)
        ]


def _take_stored(bound: forms.BoundField, data: QueryDict) -> None:
    """Replace what was not edited in a field by what is stored, in the data of the field and of its shown value."""
    hidden = bound.field.hidden_widget()
    shown = hidden.value_from_datadict(data, MultiValueDict(), bound.html_initial_name)
    stored = hidden.format_value(bound.field.prepare_value(bound.initial))
    if isinstance(hidden, forms.MultipleHiddenInput):
        stored, chosen = [str(value) for value in stored], bound.data
        kept = [value for value in stored if value in chosen or value not in shown]
        added = [value for value in chosen if value not in shown and value not in stored]
        data.setlist(bound.html_name, kept + added)
        data.setlist(bound.html_initial_name, stored)
    elif not _was_edited(bound, shown):
        data[bound.html_name] = data[bound.html_initial_name] = "" if stored is None else stored


def _was_edited(bound: forms.BoundField, shown: Any) -> bool:
    try:
        return bound.field.has_changed(bound.field.to_python(shown), bound.data)
    except ValidationError:
        return True
