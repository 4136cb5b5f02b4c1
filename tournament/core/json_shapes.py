"""Building blocks for the shapes of our JSON documents.

A shape is a `TypedDict` whose fields have descriptions. A function that writes a part of a document returns the part's
shape, so that mypy checks the function. Pydantic makes the published schema from the shape, and validates imported
documents with it.
"""

from typing import Annotated, Any

from pydantic import Field

Address = Annotated[str, Field(json_schema_extra={"format": "uri"})]
DayText = Annotated[str, Field(json_schema_extra={"format": "date"})]


def means(description: str) -> Any:
    return Field(description=description)


def count(description: str) -> Any:
    """Return the type of a field with a number that is never below 0."""
    return Field(description=description, ge=0)


def exact(description: str) -> Any:
    """Return the type of a field with an exact number. The number is written as text, because a floating-point number
    would be rounded."""
    return Field(
        description=f"{description}, exact: a decimal, or a fraction where no decimal is",
        pattern=r"^-?\d+(\.\d+|/\d+)?$",
    )


def moment(description: str) -> Any:
    """Return the type of a field with a time in UTC, to the second."""
    return Field(description=f"{description}, in UTC", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")


def one_of(description: str, *words: str) -> Any:
    """Return the type of a field whose value is one of these words."""
    return Field(description=description, json_schema_extra={"enum": list(words)})


def always(word: str) -> Any:
    """Return the type of a field whose value is always this word."""
    return Field(json_schema_extra={"const": word})
