"""The select element for one seat of a new round; all seats have the same options."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe


class SeatOptions:
    """The options that all seats of a form share, rendered once as HTML. Django's select would render each option with
    two templates, and 199 players at 49 tables need 39,000 options."""

    def __init__(self, choices: Sequence[tuple[str, str]]) -> None:
        self._choices = choices

    @cached_property
    def _drawn(self) -> dict[str, SafeString]:
        return {value: format_html('<option value="{}">{}</option>', value, name) for value, name in self._choices}

    @cached_property
    def _joined(self) -> SafeString:
        return format_html_join("\n", "{}", ((option,) for option in self._drawn.values()))

    def drawn(self, chosen: str) -> SafeString:
        """Return the HTML of all options, with the option `chosen` (an entry id as text) selected."""
        if chosen not in self._drawn:
            return self._joined
        option = self._drawn[chosen]
        return mark_safe(self._joined.replace(option, option.replace(">", " selected>", 1)))  # noqa: S308


class SeatSelect(forms.Select):
    """A select element that shows `SeatOptions`."""

    def __init__(self, options: SeatOptions) -> None:
        super().__init__()
        self._options = options

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        attributes = flatatt(self.build_attrs(self.attrs, attrs))
        options = self._options.drawn("" if value is None else str(value))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, attributes, options)
