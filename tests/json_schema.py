"""Whether data is what a JSON schema says: as much of JSON Schema as our own schemas use, and nothing unknown in it."""

import re
from typing import Any

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {
    "type", "description", "properties", "required", "items", "enum", "const", "anyOf", "$ref", "pattern", "format",
    "minimum", "maximum",
}  # fmt: skip


def faults(data: Any, schema: dict[str, Any], schemas: dict[str, Any], at: str = "$") -> list[str]:
    """What is wrong, each with where it is. A property that the schema does not name is wrong too."""
    assert schema.keys() <= KNOWN, f"unknown to this checker: {schema.keys() - KNOWN}"
    if "$ref" in schema:
        return faults(data, schemas[schema["$ref"].rpartition("/")[2]], schemas, at)
    if "anyOf" in schema:
        tries = [faults(data, one, schemas, at) for one in schema["anyOf"]]
        return [] if [] in tries else tries[0]
    if "const" in schema:
        return [] if data == schema["const"] else [f"{at}: {data!r} is not {schema['const']!r}"]
    if not _is(data, schema["type"]):
        return [f"{at}: {data!r} is no {schema['type']}"]
    found = []
    if "enum" in schema and data not in schema["enum"]:
        found.append(f"{at}: {data!r} is none of {schema['enum']}")
    if "pattern" in schema and not re.search(schema["pattern"], data):
        found.append(f"{at}: {data!r} does not match {schema['pattern']}")
    if not schema.get("minimum", float("-inf")) <= (data if _is(data, "number") else 0) <= schema.get("maximum", 1e18):
        found.append(f"{at}: {data!r} is out of range")
    if isinstance(data, list) and "items" in schema:
        for place, item in enumerate(data):
            found += faults(item, schema["items"], schemas, f"{at}[{place}]")
    if isinstance(data, dict) and "properties" in schema:
        named = schema["properties"]
        found += [f"{at}: lacks {key}" for key in schema.get("required", []) if key not in data]
        found += [f"{at}: {key} is in no schema" for key in data.keys() - named.keys()]
        for key in data.keys() & named.keys():
            found += faults(data[key], named[key], schemas, f"{at}.{key}")
    return found


def _is(data: Any, said: str) -> bool:
    if said in ("integer", "number"):
        return isinstance(data, int if said == "integer" else (int, float)) and not isinstance(data, bool)
    return isinstance(data, TYPES[said])
