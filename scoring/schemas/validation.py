"""Compares data with a JSON Schema, for the keywords that the published schemas use; faults name their place."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

Json = dict[str, Any]

TYPES: dict[str, tuple[tuple[type, ...], str]] = {
    "object": ((dict,), "is not an object"),
    "array": ((list,), "is not a list"),
    "string": ((str,), "is not text"),
    "boolean": ((bool,), "must be true or false"),
    "integer": ((int,), "is not a whole number"),
    "null": ((type(None),), "is not null"),
}
KEYWORDS = {
    "$ref", "type", "enum", "const", "anyOf", "required", "properties", "additionalProperties", "items", "minItems",
    "maxItems", "uniqueItems", "minimum", "maximum", "multipleOf", "maxLength", "pattern",
}  # fmt: skip
"""The keywords of a JSON Schema that `faults` checks. A number is an integer only if it is written without a decimal
point."""

LONGEST = 40
"""The most characters of a key or word that a fault quotes; longer texts are cut."""


class Fault(NamedTuple):
    """A fault of the data: its place, such as `hands[3].wins` (empty if it is the data as a whole), and what is wrong
    at this place."""

    where: str
    problem: str

    def __str__(self) -> str:
        return f"{self.where} {self.problem}" if self.where else f"It {self.problem}"


def faults(data: Any, schema: Json, *, root: Json | None = None, where: str = "") -> Iterator[Fault]:
    """Yield the faults that data has under a schema, in the order of the data. `root` is the whole schema, whose
    `$defs` are used."""
    root = root or schema
    if "$ref" in schema:
        yield from faults(data, _referred(schema["$ref"], root), root=root, where=where)
    if "anyOf" in schema:
        yield from _of_any(data, schema, root, where)
    elif "type" in schema and type(data) not in TYPES[schema["type"]][0]:
        yield Fault(where, TYPES[schema["type"]][1])
    elif "const" in schema and data != schema["const"]:
        yield Fault(where, f"is not {quoted(schema['const'])}")
    elif "enum" in schema and not _is_among(data, schema["enum"]):
        yield Fault(where, f"is none of {', '.join(map(quoted, schema['enum']))}")
    elif isinstance(data, dict):
        yield from _of_object(data, schema, root, where)
    elif isinstance(data, list):
        yield from _of_list(data, schema, root, where)
    elif isinstance(data, str):
        yield from _of_text(data, schema, where)
    elif type(data) is int:
        yield from _of_number(data, schema, where)


def quoted(value: Any) -> str:
    """Return a value as JSON in ASCII; a long text is cut."""
    text = json.dumps(value)
    return text if len(text) <= LONGEST + 2 else f"{text[:LONGEST]}…"


def place_of(where: str, step: str | int) -> str:
    """Return the place of a key or an item that is below the place `where`."""
    if isinstance(step, int):
        return f"{where}[{step}]"
    name = step if re.fullmatch(r"\w{1,40}", step, re.ASCII) else quoted(step)
    return f"{where}.{name}" if where else name


def _referred(reference: str, root: Json) -> Json:
    named: Json = root["$defs"][reference.removeprefix("#/$defs/")]
    return named


def _is_among(data: Any, choices: list[Any]) -> bool:
    return any(data == choice and type(data) is type(choice) for choice in choices)


def _of_object(data: Json, schema: Json, root: Json, where: str) -> Iterator[Fault]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in data:
            yield Fault(where, f"lacks {quoted(name)}")
    for name, value in data.items():
        if name in properties:
            yield from faults(value, properties[name], root=root, where=place_of(where, name))
        elif schema.get("additionalProperties") is False:
            yield Fault(where, f"has the unknown key {quoted(name)}")


def _of_list(data: list[Any], schema: Json, root: Json, where: str) -> Iterator[Fault]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(data))
    if not least <= len(data) <= most:
        wanted = f"exactly {most}" if least == most else f"at least {least}" if len(data) < least else f"at most {most}"
        yield Fault(where, f"has {len(data)} values and needs {wanted}")
    elif schema.get("uniqueItems") and any(data[number] in data[:number] for number in range(len(data))):
        yield Fault(where, "has a value twice")
    for number, item in enumerate(data):
        yield from faults(item, schema.get("items", {}), root=root, where=place_of(where, number))


def _of_text(data: str, schema: Json, where: str) -> Iterator[Fault]:
    if len(data) > schema.get("maxLength", len(data)):
        yield Fault(where, f"has more than {schema['maxLength']} characters")
    elif "pattern" in schema and not re.search(schema["pattern"], data):
        yield Fault(where, f"is not {schema.get('description', 'text of the right form')}")


def _of_number(data: int, schema: Json, where: str) -> Iterator[Fault]:
    if data < schema.get("minimum", data):
        yield Fault(where, f"is less than {schema['minimum']}")
    elif data > schema.get("maximum", data):
        yield Fault(where, f"is more than {schema['maximum']}")
    elif data % schema.get("multipleOf", 1):
        yield Fault(where, f"is no multiple of {schema['multipleOf']}")


def _of_any(data: Any, schema: Json, root: Json, where: str) -> Iterator[Fault]:
    """Yield the faults of data under a schema with alternatives (`anyOf`): those of the most likely alternative.

    A field whose constant value differs between the alternatives decides which alternative was meant. Without such a
    field the type of the value decides, and then the smallest number of faults.
    """
    branches = [_referred(branch["$ref"], root) if "$ref" in branch else branch for branch in schema["anyOf"]]
    for word in _distinguishing_keys(branches):
        if isinstance(data, dict) and word in data:
            words = [branch["properties"][word]["const"] for branch in branches]
            if not _is_among(data[word], words):
                yield Fault(place_of(where, word), f"is none of {', '.join(map(quoted, words))}")
                return
            branches = [branch for branch in branches if branch["properties"][word]["const"] == data[word]]
    tried = sorted((list(faults(data, branch, root=root, where=where)) for branch in branches), key=len)
    if not tried[0]:
        return
    likely = [found for found in tried if not _is_of_other_kind(found, where)]
    if not likely:
        yield Fault(where, " and ".join(dict.fromkeys(found[0].problem for found in tried)))
    elif len(likely) > 1 and len(likely[0]) == len(likely[1]) and "description" in schema:
        yield Fault(where, f"is none of its forms: it {schema['description']}")
    else:
        yield from likely[0]


def _distinguishing_keys(branches: list[Json]) -> list[str]:
    """Return the keys that have a constant value in every alternative, such as the key `type` of a hand. The
    alternatives differ by the values of these keys."""
    first, *others = (branch.get("properties", {}) for branch in branches)
    return [word for word in first if all("const" in part.get(word, {}) for part in (first, *others))]


def _is_of_other_kind(found: list[Fault], where: str) -> bool:
    """Whether the faults `found` under an alternative say that the value has the wrong type for this alternative."""
    wrong = {problem for _types, problem in TYPES.values()}
    return found[0].where == where and (found[0].problem in wrong or found[0].problem.startswith("is none of "))
