"""How a day is asked for."""

from django import forms


class DayInput(forms.DateInput):
    """The browser's own calendar. Its value is written as ISO does whatever the language, for that is all it reads."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")
