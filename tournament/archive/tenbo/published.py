"""Generates the published JSON Schema of `tenbo/1` from the document's types; `make schemas` writes it into a file."""

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from scoring.schemas import DIALECT
from scoring.schemas.hanchan import definitions
from tournament.archive.tenbo.document import FORMAT, Document, PublicDocument
from tournament.archive.tenbo.federation import FederationDocument
from tournament.archive.tenbo.values import IN_HANCHAN, Json

FORMS = {"Document": "whole", "PublicDocument": "public", "FederationDocument": "federation"}


def tenbo_schema() -> Json:
    """Return the schema of a document in all its forms, with the schema of its games."""
    shapes: list[type] = [Document, PublicDocument, FederationDocument]
    _references, made = TypeAdapter.json_schemas(
        [(shape, "validation", TypeAdapter(shape)) for shape in shapes],
        schema_generator=_DocumentSchema,
        ref_template="#/$defs/{model}",
    )
    parts: Json = json.loads(json.dumps(made["$defs"]), object_hook=_referred)
    for name, form in FORMS.items():
        parts[name]["properties"] |= {"format": {"const": FORMAT}, "form": {"const": form}}
    return {
        "$schema": DIALECT,
        "$id": "tenbo-1.json",
        "title": FORMAT,
        "description": "A whole tournament: everything recorded and signed, from which points and standings follow.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in FORMS],
        "$defs": parts | definitions(),
    }


def _referred(part: Json) -> Json:
    """Replace a marked part of the schema by a reference to a definition of `hanchan/1`. Other parts are returned
    unchanged."""
    return {"$ref": f"#/$defs/{part[IN_HANCHAN]}"} if IN_HANCHAN in part else part


class _DocumentSchema(GenerateJsonSchema):
    """Generator of schemas without titles, without additional keys, and with keys in the order of the document."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        written = super().typed_dict_schema(schema) | {"additionalProperties": False}
        return {key: value for key, value in written.items() if key != "title"}

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value
