"""The class `Book` with the sources of one preset, and helpers to write such a book."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence that names the source of a value, and whether the source is the rulebook itself."""

    text: str
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The sources of one preset.

    * `summary`: about the preset as a whole.
    * `stated`: the sources of single fields.
    * `otherwise`: the source of all other fields. Their values come from the preset `relative`, unless it is None.
    """

    summary: Source
    otherwise: Source
    relative: str | None = None
    stated: Mapping[str, Source] = field(default_factory=dict)


def _(text: str) -> str:
    """Mark a sentence for translation; the page that shows it translates it."""
    return text


def read(**texts: str) -> dict[str, Source]:
    return {name: Source(text, confirmed=True) for name, text in texts.items()}


def unverified(**texts: str) -> dict[str, Source]:
    return {name: Source(text, confirmed=False) for name, text in texts.items()}


def each(text: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, text)


ABORTIVE_DRAWS = (
    "abort_four_winds",
    "abort_nine_terminals",
    "abort_four_kongs",
    "abort_four_riichi",
    "abort_three_winners",
)
