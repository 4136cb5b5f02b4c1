"""Form fields for the choice of rows of the database."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.core.text import whole_number

if TYPE_CHECKING:
    from django.db.models import QuerySet


class RowField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice of a row by a whole number. A number that its column cannot hold is treated like that of an unknown row:
    on SQLite it would raise `OverflowError`."""

    def to_python(self, value: Any) -> Any:
        if value and not _is_possible(value, self.queryset, self.to_field_name):
            raise ValidationError(self.error_messages["invalid_choice"], "invalid_choice", {"value": value})
        return super().to_python(value)


class RowsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """A choice of several rows, each by a whole number, as in `RowField`."""

    def clean(self, value: Any) -> Any:
        for each in value or ():
            if not _is_possible(each, self.queryset, self.to_field_name):
                raise ValidationError(self.error_messages["invalid_choice"], "invalid_choice", {"value": each})
        return super().clean(value)


def _is_possible(value: Any, rows: "QuerySet[Any] | None", name: str | None) -> bool:
    """Whether one of the rows can have this value in the column of this name, or as its id."""
    number = whole_number(str(value))
    if number is None or rows is None:
        return False
    column = rows.model._meta.get_field(name or rows.model._meta.pk.name)
    try:
        column.run_validators(number)  # the limits of the column in this database
    except ValidationError:
        return False
    return True
