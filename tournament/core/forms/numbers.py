"""Form fields for numbers."""

from typing import Any

from django import forms
from django.core.validators import StepValueValidator


class StepField(forms.IntegerField):
    """A whole number in steps from `min_value` on. Django's own check of steps raises `OverflowError` for a number of
    more than 308 digits, even if the number is outside the limits."""

    def __init__(self, *, min_value: int, step_size: int, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, step_size=step_size, **kwargs)
        others = [validator for validator in self.validators if not isinstance(validator, StepValueValidator)]
        self.validators = [*others, _WholeSteps(step_size, offset=min_value)]


class _WholeSteps(StepValueValidator):
    """Django's validator, which compares fractions, for whole numbers."""

    def compare(self, a: int, b: int) -> bool:
        return (a - (self.offset or 0)) % b != 0
