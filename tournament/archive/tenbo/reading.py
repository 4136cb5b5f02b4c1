"""Reads a file from outside: parses its JSON and validates it against a shape. Errors name their place in the file."""

import json
import math
import re
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from typing import Any, NoReturn, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from tournament.archive.tenbo.values import BadDocument, list_needs, list_too_long, text_too_long

Shape = TypeVar("Shape")

MOST_BYTES = 20_000_000
LARGEST = 2**53
MOST_VALUES = 2_000_000
"""The most values in a file, counted by commas and brackets: a value can need thirty times its bytes in memory."""

DEEPEST = 20
"""The most lists and objects inside each other. A file has one value on each line, after a space for each of them."""

MOST_KEYS = 5_000
"""The most keys of one object; the objects that Tenbo writes have far fewer."""

LARGE = 1_000_000
"""The bytes from which a file is parsed in turns with other threads. The parser in C keeps all other threads of the
process waiting: for less than a tenth of a second with a megabyte, for up to 1.5 s with 20 MB."""


class _InTurns(json.JSONDecoder):
    """Parses JSON by the parser that is written in Python, which takes three times as long."""

    def __init__(self, **hooks: Any) -> None:
        super().__init__(**hooks)
        self.scan_once = py_make_scanner(self)


def parsed(content: bytes) -> Any:
    """Parse the JSON in these bytes. Raises `BadDocument`, also for values that a database cannot store."""
    if len(content) > MOST_BYTES:
        too_large = _("This file is larger than %(most)s MB. No tournament is that large.")
        raise BadDocument("", too_large % {"most": MOST_BYTES // 1_000_000})
    if sum(map(content.count, (b",", b"{", b"["))) > MOST_VALUES:
        raise BadDocument("", gettext_lazy("This file is too large: it contains more values than any tournament."))
    try:
        decoder = json.JSONDecoder if len(content) < LARGE else _InTurns
        text = content.decode("utf-8-sig")
        data = json.loads(text, cls=decoder, object_pairs_hook=_object_of, parse_constant=_refuse_constant)
        _check_everywhere(data, "", 0)
    except UnicodeDecodeError:
        raise BadDocument("", gettext_lazy("This is not a Tenbo file: it is not text in UTF-8.")) from None
    except json.JSONDecodeError as error:
        broken = _(
            "This file cannot be read after line %(line)s: the text is not JSON, or the end of the file is missing."
        )
        raise BadDocument("", broken % {"line": error.lineno}) from None
    except RecursionError:
        raise BadDocument("", gettext_lazy("The file cannot be read: its values are nested too deeply.")) from None
    except ValueError:
        # The number has more digits than Python can parse.
        raise BadDocument("", gettext_lazy("The file contains a number that is invalid or too large.")) from None
    return data


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keyed: dict[str, Any] = {}
    for name, value in pairs:
        if name in keyed:
            raise BadDocument("", _("An object has the key “%(key)s” twice.") % {"key": name[:40]})
        keyed[name] = value
    if len(keyed) > MOST_KEYS:
        # Pydantic creates an error object for each unknown key.
        raise BadDocument("", _("An object has more than %(most)s keys.") % {"most": MOST_KEYS})
    return keyed


def _refuse_constant(word: str) -> NoReturn:
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
        # PostgreSQL cannot store NUL, and a lone surrogate cannot be encoded in UTF-8.
        if re.search("[\0\ud800-\udfff]", data):
            raise BadDocument(
                _printable(where), gettext_lazy("The file contains a character that is not allowed in text.")
            )
    elif (isinstance(data, int) and abs(data) > LARGEST) or (isinstance(data, float) and not math.isfinite(data)):
        raise BadDocument(where, gettext_lazy("This number is too large."))


def _printable(where: str) -> str:
    return re.sub("[\0\ud800-\udfff]", "?", where)


def shaped(data: Any, adapter: TypeAdapter[Shape]) -> Shape:
    """Validate data against a shape, and return it typed. Raises `BadDocument`."""
    try:
        return adapter.validate_python(data)
    except ValidationError as invalid:
        error = invalid.errors(include_url=False, include_input=False)[0]
    place = error["loc"]
    # For a missing or unknown key, the place is the object that should or should not have the key.
    if error["type"] in ("missing", "extra_forbidden"):
        place = place[:-1]
    raise BadDocument(_where(place), _problem(error))


def _where(place: tuple[int | str, ...]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step[:40]}" for step in place)
    return "".join(steps).removeprefix(".")


def _problem(error: ErrorDetails) -> str:
    limits = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return _("“%(key)s” is missing.") % {"key": error["loc"][-1]}
        case "extra_forbidden":
            return _("“%(key)s” is unknown.") % {"key": str(error["loc"][-1])[:40]}
        case "dict_type":
            return _("This value is not a JSON object.")
        case "list_type":
            return _("This value is not a list.")
        case "string_type":
            return _("This value is not text.")
        case "bool_type":
            return _("This value must be true or false.")
        case "int_type":
            return _("This value is not a whole number.")
        case "greater_than_equal":
            return _("This value is less than %(least)s.") % {"least": limits["ge"]}
        case "less_than_equal":
            return _("This value is more than %(most)s.") % {"most": limits["le"]}
        case "value_error":
            return str(limits["error"])
        case "too_short":
            return list_needs(limits["min_length"])
        case "too_long":
            return list_too_long(limits["max_length"])
        case "string_too_long":
            return text_too_long(limits["max_length"])
        case kind:
            raise NotImplementedError(kind)
