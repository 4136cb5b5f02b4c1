"""Types of a document's values, and the format of times and days."""

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from pydantic import FailFast, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from tournament.core.forms.days import NO_YEAR, YEARS
from tournament.core.limits import (
    MOST_ENTRIES,
    MOST_HANDS,
    MOST_LOGGED,
    MOST_PENALTIES,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_TABLES_IN_FILE,
)
from tournament.countries import is_code

SMALL = 32_767
"""The largest number that a small column can store."""

LARGE = 2**31 - 1

MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"
EXACT = re.compile(r"-?\d+(\.\d+|/[1-9]\d*)?")

COMMON_DENOMINATOR = 9_000_000
"""A multiple of every denominator that Tenbo writes: places are shared by two, three or four players. Sums of fractions
whose denominators have no small common multiple have thousands of digits, which Python refuses to write."""

PRIVATE = frozenset({"mail", "email", "phone", "token", "note", "user", "account", "password"})
"""Keys that a document's log data never contains, at any depth."""

Json = dict[str, Any]
IN_HANCHAN = "hanchan/1"
"""The key that marks a part of the published schema as a definition of `hanchan/1`; its value is the name of the
definition."""

GameJson = Annotated[Json, WithJsonSchema({IN_HANCHAN: "Game"})]
"""A game in `hanchan/1`, which `scoring.game_format` reads; hands and rulesets in `hanchan/1` are defined in the same
way."""
HandJson = Annotated[Json, WithJsonSchema({IN_HANCHAN: "Hand"})]
RulesetJson = Annotated[Json, WithJsonSchema({IN_HANCHAN: "Ruleset"})]


class BadDocument(Exception):
    """A document that cannot be read. `where` is the place in the document, or empty for the whole document; `problem`
    is the reason."""

    def __init__(self, where: str, problem: str | Promise) -> None:
        self.where, self.problem = where, problem
        self.message = _("%(where)s: %(problem)s") % {"where": where, "problem": problem} if where else str(problem)
        super().__init__(self.message)


def list_needs(count: int) -> str:
    return ngettext("This list needs %(count)s value.", "This list needs %(count)s values.", count) % {"count": count}


def list_too_long(most: int) -> str:
    problem = ngettext("This list has more than %(most)s value.", "This list has more than %(most)s values.", most)
    return problem % {"most": most}


def text_too_long(longest: int) -> str:
    problem = ngettext(
        "Shorten this text to %(longest)s character.", "Shorten this text to %(longest)s characters.", longest
    )
    return problem % {"longest": longest}


def moment_text(at: datetime.datetime) -> str:
    """Return a time in UTC as text, to the microsecond: 2026-05-01T09:30:00.000000Z."""
    return at.astimezone(datetime.UTC).strftime(MOMENT)


def moment_of(text: str) -> datetime.datetime:
    """Parse a time of a document. Raises `ValueError`."""
    return datetime.datetime.strptime(text, MOMENT).replace(tzinfo=datetime.UTC)


def ordered(value: Any) -> Any:
    """Return a JSON value with sorted keys and without `PRIVATE` keys. Keys are sorted because PostgreSQL does not keep
    their order."""
    if isinstance(value, dict):
        return {key: ordered(value[key]) for key in sorted(value) if key not in PRIVATE}
    return [ordered(item) for item in value] if isinstance(value, list) else value


def current(rows: Iterable[Any]) -> Any:
    return (row for row in rows if row.superseded_by_id is None)


@dataclass(frozen=True, eq=False)
class Checked:
    """A check of a value that JSON Schema cannot express. `published` are the keywords that describe the check, as far
    as possible, in the published schema."""

    check: Callable[[Any], Any]
    published: Mapping[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(schema) | dict(self.published)


def word(*words: str) -> Checked:
    """Return the check that a text is one of these words."""

    def check(text: str) -> str:
        if text not in words:
            raise ValueError(
                _("This value must be one of %(words)s.") % {"words": ", ".join(sorted(filter(None, words)))}
            )
        return text

    return Checked(check, {"enum": list(words)})


def _check_moment(text: str) -> str:
    try:
        at = moment_of(text)
    except ValueError:
        at = None
    # `strftime` writes years before 1000 with fewer than four digits.
    if at is None or at.strftime(MOMENT) != text:
        raise ValueError(gettext_lazy("This value is not a time like 2026-05-01T09:30:00.000000Z."))
    _check_year(at)
    return text


def _check_day(text: str) -> str:
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise ValueError(gettext_lazy("This value is not a day like 2026-05-01."))
    _check_year(day)
    return text


def _check_year(day: datetime.date) -> None:
    # A time near Python's first or last year cannot be converted to other time zones.
    if day.year not in YEARS:
        raise ValueError(NO_YEAR)


def _check_country(text: str) -> str:
    if text and not is_code(text):
        raise ValueError(gettext_lazy("This value is not a country’s code of two letters like CZ."))
    return text


def _check_exact(text: str) -> str:
    is_exact = text.isascii() and EXACT.fullmatch(text) and abs(Fraction(text)) <= MOST_POINTS
    if not is_exact or COMMON_DENOMINATOR % int(text.partition("/")[2] or 1):
        raise ValueError(gettext_lazy("This value is not a number like 23.5 or 50/3."))
    return text


def _check_four_or_none(items: list[Any]) -> list[Any]:
    if len(items) not in (0, 4):
        raise ValueError(list_needs(4))
    return items


def _check_filled(text: str) -> str:
    if not text.strip():
        raise ValueError(gettext_lazy("This value is empty."))
    return text


Record = TypeVar("Record")

Records = Annotated[list[Record], FailFast(), Field(max_length=MOST_LOGGED)]
"""A list whose validation stops at the first error."""

Rounds = Annotated[list[Record], FailFast(), Field(max_length=MOST_ROUNDS)]
"""A list with at most one item for each round; the types for tables and entries are built in the same way."""

Tables = Annotated[list[Record], FailFast(), Field(max_length=MOST_TABLES_IN_FILE)]
Penalties = Annotated[list[Record], FailFast(), Field(max_length=MOST_PENALTIES)]
Entries = Annotated[list[Record], FailFast(), Field(max_length=MOST_ENTRIES)]
Hands = Annotated[list[Record], FailFast(), Field(max_length=MOST_HANDS)]
Four = Annotated[list[Record], FailFast(), Field(min_length=4, max_length=4)]
"""A list with one item for each seat, from East."""

FourOrFewer = Annotated[list[Record], FailFast(), Field(max_length=4)]
FourOrNone = Annotated[list[Record], FailFast(), Field(max_length=4), Checked(_check_four_or_none, {})]
"""A list with one item for each seat, or an empty list."""

Filled = Checked(_check_filled, {"pattern": r"\S", "description": "text with a visible character"})
Number = Annotated[int, Field(ge=1, le=SMALL)]
"""The number of a round, a table, an entry or a hand."""

NumberToCome = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
"""The number of a round that need not have started: a page lists all rounds up to it."""

Count = Annotated[int, Field(ge=0, le=SMALL)]
LargeNumber = Annotated[int, Field(ge=1, le=LARGE)]
LargeCount = Annotated[int, Field(ge=0, le=LARGE)]
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
SeatNumber = Annotated[int, Field(ge=0, le=3, description="a seat: 0 starts as East, 3 as North")]
EntryNumber = Annotated[int, Field(description="the `number` of an entry")]
"""The number of one of the document's entries, as `scope.DocumentScope` checks; the types for tables and log entries
are built in the same way."""

TableNumber = Annotated[int, Field(description="the number of a table")]
LogNumber = Annotated[int, Field(description="the `number` of the log entry that recorded it")]
Moment = Annotated[
    str,
    Checked(
        _check_moment,
        {
            "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$",
            "description": "a time like 2026-05-01T09:30:00.000000Z",
        },
    ),
]
Day = Annotated[
    str, Checked(_check_day, {"pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "a day like 2026-05-01"})
]
Exact = Annotated[
    str,
    Field(max_length=24),
    Checked(
        _check_exact,
        {"pattern": r"^-?[0-9]+(\.[0-9]+|/[1-9][0-9]*)?$", "description": "an exact number as text, like 23.5 or 50/3"},
    ),
]
"""A number as text, because points may be too large or too exact for a JSON number."""

Country = Annotated[
    str,
    Field(max_length=2),
    Checked(_check_country, {"pattern": r"^([A-Za-z]{2})?$", "description": "a country's two letters, or empty"}),
]
Name = Annotated[str, Field(max_length=80)]
Author = Annotated[str, Field(max_length=160)]
"""The author of a change as the log names the author: an account's name, or a table or player."""

Wind = Annotated[str, word("E", "S", "W", "N")]
