"""Values of a JSON document from outside, each with its place in it, so that a refusal says where."""

import datetime
import json
import math
import re
from collections.abc import Collection
from typing import Any, NoReturn, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.core.forms.days import NO_YEAR, YEARS

LARGEST = 2**53
MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"
DEEPEST = 60

Day = TypeVar("Day", bound=datetime.date)


class BadDocument(Exception):
    """A document that cannot be read: where in it, and why. `where` is empty for the document as a whole."""

    def __init__(self, where: str, problem: str | Promise) -> None:
        self.where, self.problem = where, problem
        self.message = _("%(where)s: %(problem)s") % {"where": where, "problem": problem} if where else str(problem)
        super().__init__(self.message)


def parsed(content: bytes, most: int) -> Any:
    """The JSON in these bytes, in which nothing is that a database could not keep. Raises `BadDocument`."""
    if len(content) > most:
        too_large = _("This file has more than %(most)s MB. No tournament is that large.")
        raise BadDocument("", too_large % {"most": most // 1_000_000})
    try:
        data = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number)
        _check_everywhere(data, "", 0)
    except UnicodeDecodeError:
        raise BadDocument("", gettext_lazy("This is no text in UTF-8, so it is no document of Tenbo.")) from None
    except json.JSONDecodeError as error:
        broken = _("This is no JSON, or it is cut off: it cannot be read after line %(line)s.")
        raise BadDocument("", broken % {"line": error.lineno}) from None
    except RecursionError:
        raise BadDocument("", gettext_lazy("This is nested too deeply.")) from None
    except ValueError:
        # A number of more digits than Python reads.
        raise BadDocument("", gettext_lazy("There is a number in it that is none, or too large.")) from None
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadDocument("", _("An object has the key “%(key)s” twice.") % {"key": name[:40]})
        found[name] = value
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _check_everywhere(data: Any, where: str, depth: int) -> None:
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(data, dict):
        for key, value in data.items():
            _check_everywhere(key, where, depth)
            _check_everywhere(value, f"{where}.{key[:40]}" if where else key[:40], depth + 1)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            _check_everywhere(value, f"{where}[{number}]", depth + 1)
    elif isinstance(data, str):
        # PostgreSQL keeps no NUL, and half a surrogate pair cannot be written anywhere.
        if re.search("[\0\ud800-\udfff]", data):
            raise BadDocument(_printable(where), gettext_lazy("There is a character in it that no text has."))
    elif (isinstance(data, int) and abs(data) > LARGEST) or (isinstance(data, float) and not math.isfinite(data)):
        raise BadDocument(where, gettext_lazy("This number is too large."))


def _printable(where: str) -> str:
    return re.sub("[\0\ud800-\udfff]", "?", where)


class Value:
    """One value and its place. Each method returns what it asks for, or raises `BadDocument`."""

    def __init__(self, data: Any, where: str = "") -> None:
        self.data, self.where = data, where

    def fail(self, problem: str | Promise) -> NoReturn:
        raise BadDocument(self.where, problem)

    def __getitem__(self, key: str) -> "Value":
        return Value(self.data[key], f"{self.where}.{key}" if self.where else key)

    @property
    def is_null(self) -> bool:
        return self.data is None

    def keys(self, *names: str, maybe: tuple[str, ...] = ()) -> "Value":
        """Itself, if it is an object with just these keys; those that are `maybe` there, an older document lacks."""
        if not isinstance(self.data, dict):
            self.fail(gettext_lazy("This is no object."))
        for name in names:
            if name not in self.data:
                self.fail(_("“%(key)s” is missing.") % {"key": name})
        for name in self.data:
            if name not in names + maybe:
                self.fail(_("“%(key)s” is unknown.") % {"key": name[:40]})
        return self

    def anything(self) -> dict[str, Any]:
        """An object of any keys."""
        if not isinstance(self.data, dict):
            self.fail(gettext_lazy("This is no object."))
        return self.data

    def items(self, most: int, *, exactly: int | None = None) -> list["Value"]:
        """The values of a list."""
        if not isinstance(self.data, list):
            self.fail(gettext_lazy("This is no list."))
        if exactly is not None and len(self.data) != exactly:
            needs = ngettext("This list needs %(count)s value.", "This list needs %(count)s values.", exactly)
            self.fail(needs % {"count": exactly})
        if len(self.data) > most:
            longer = ngettext(
                "This list has more than %(most)s value.", "This list has more than %(most)s values.", most
            )
            self.fail(longer % {"most": most})
        return [Value(value, f"{self.where}[{number}]") for number, value in enumerate(self.data)]

    def text(self, longest: int, *, shortest: int = 0) -> str:
        if not isinstance(self.data, str):
            self.fail(gettext_lazy("This is no text."))
        if len(self.data) > longest:
            longer = ngettext(
                "This is longer than %(longest)s character.", "This is longer than %(longest)s characters.", longest
            )
            self.fail(longer % {"longest": longest})
        if len(self.data.strip()) < shortest:
            self.fail(gettext_lazy("This is empty."))
        return self.data

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        if type(self.data) is not int or not low <= self.data <= high:
            self.fail(_("This is no whole number from %(low)s to %(high)s.") % {"low": low, "high": high})
        return self.data

    def flag(self) -> bool:
        if not isinstance(self.data, bool):
            self.fail(gettext_lazy("This is neither true nor false."))
        return self.data

    def word(self, words: Collection[str]) -> str:
        """One of these words."""
        if not isinstance(self.data, str) or self.data not in words:
            self.fail(_("This is none of %(words)s.") % {"words": ", ".join(sorted(words))})
        return self.data

    def moment(self) -> datetime.datetime:
        """A time in UTC, to the microsecond."""
        at = moment(self.data) if isinstance(self.data, str) else None
        if at is None:
            self.fail(gettext_lazy("This is no time like 2026-05-01T09:30:00.000000Z."))
        return self._checked(at)

    def day(self) -> datetime.date:
        try:
            day = datetime.date.fromisoformat(self.data)
        except (TypeError, ValueError):
            self.fail(gettext_lazy("This is no day like 2026-05-01."))
        if day.isoformat() != self.data:
            self.fail(gettext_lazy("This is no day like 2026-05-01."))
        return self._checked(day)

    def _checked(self, day: Day) -> Day:
        # Near the first and the last one that Python knows, another time zone has none.
        if day.year not in YEARS:
            self.fail(NO_YEAR)
        return day

    def among(self, known: Collection[int], problem: str | Promise) -> int:
        """One of these numbers."""
        if type(self.data) is not int or self.data not in known:
            self.fail(problem)
        return self.data


def moment(text: str) -> datetime.datetime | None:
    """The time that a document writes so, or None."""
    try:
        at = datetime.datetime.strptime(text, MOMENT).replace(tzinfo=datetime.UTC)
    except ValueError:
        return None
    # Years before 1000 are written with fewer digits than they are read with.
    return at if at.strftime(MOMENT) == text else None
