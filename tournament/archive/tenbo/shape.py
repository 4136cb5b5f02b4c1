"""Whether data has the shape of a record; if not, the first place where it differs, in words."""

from typing import Any, TypeVar

from django.utils.translation import gettext as _
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from tournament.archive.tenbo.values import BadDocument, list_needs, list_too_long, text_too_long

Shape = TypeVar("Shape")


def shaped(data: Any, adapter: TypeAdapter[Shape]) -> Shape:
    """Validate data against a shape, and return it typed. Raises `BadDocument`."""
    try:
        return adapter.validate_python(data)
    except ValidationError as invalid:
        error = invalid.errors(include_url=False, include_input=False)[0]
    place = error["loc"]
    # Of a key it is said that its object lacks it, or has it.
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
            return _("This is not an object.")
        case "list_type":
            return _("This is not a list.")
        case "string_type":
            return _("This is not text.")
        case "bool_type":
            return _("This is neither true nor false.")
        case "int_type":
            return _("This is not a whole number.")
        case "greater_than_equal":
            return _("This is less than %(least)s.") % {"least": limits["ge"]}
        case "less_than_equal":
            return _("This is more than %(most)s.") % {"most": limits["le"]}
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
