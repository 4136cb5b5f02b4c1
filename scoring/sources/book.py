"""What the sources of one preset are made of; the helpers that write them down."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence that says where a value was found, and whether that was the book itself."""

    text: str
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The sources of one preset.

    `summary` speaks of the preset as a whole. `relative` is the preset it takes what it is silent about
    from, None for the first of a family; `otherwise` is the source of those fields, `stated` of the others.
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
