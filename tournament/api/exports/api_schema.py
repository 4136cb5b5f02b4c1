"""The responses of the JSON API as an OpenAPI 3.1 document, made from their shapes."""

import re
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from tournament.api.exports.leagues_json import LeagueJson, LeaguesJson
from tournament.api.exports.rounds_json import RoundJson
from tournament.api.exports.tournaments_json import ErrorJson, IndexJson, TournamentJson, TournamentsJson
from tournament.games.game_data import GameJson
from tournament.standings.exports.league_json import LeagueTableJson
from tournament.standings.exports.standings_json import StandingsJson
from tournament.standings.exports.team_standings_json import TeamStandingsJson

Json = dict[str, Any]

PATHS: dict[str, tuple[type, str, dict[str, str]]] = {
    "/api/v1/": (IndexJson, "Where everything begins", {}),
    "/api/v1/tournaments/": (TournamentsJson, "The public tournaments, by pages", {"page": "which page, from 1"}),
    "/api/v1/tournaments/{slug}/": (TournamentJson, "A tournament and its rounds", {}),
    "/api/v1/tournaments/{slug}/standings/": (
        StandingsJson,
        "The standings",
        {"after": "as they were after this round", "show": "`official` for signed sheets alone"},
    ),
    "/api/v1/tournaments/{slug}/standings/teams/": (
        TeamStandingsJson,
        "The standings of the players' teams",
        {"after": "as they were after this round", "show": "`official` for signed sheets alone"},
    ),
    "/api/v1/tournaments/{slug}/rounds/{number}/": (RoundJson, "A round, table by table", {}),
    "/api/v1/tournaments/{slug}/hanchans/{pk}/": (GameJson, "A hanchan hand by hand", {}),
    "/api/v1/leagues/": (LeaguesJson, "The public leagues", {}),
    "/api/v1/leagues/{slug}/": (LeagueJson, "A league and its tournaments", {}),
    "/api/v1/leagues/{slug}/table/": (
        LeagueTableJson,
        "A league's table",
        {"by": "`club`, `team` or `country` for groups too"},
    ),
}
"""Every path of the API, with the shape of the response, a description, and the query parameters."""


def schema(address: str) -> Json:
    """Return the OpenAPI document of the site with this base URL."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tenbo",
            "version": "1",
            "description": "Tournaments as data, for reading. No key is needed, and every site may ask. An answer has"
            " an ETag: ask with If-None-Match, and what has not changed is answered 304. New fields may come; those"
            " that are here stay.",
        },
        "servers": [{"url": address}],
        "paths": {path: _path(path, *answer) for path, answer in PATHS.items()},
        "components": {"schemas": schemas()},
    }


@cache
def schemas() -> Json:
    """Return the schema of every shape, by the shape's name without "Json" at its end."""
    shapes = [ErrorJson, *(shape for shape, _summary, _query in PATHS.values())]
    _references, document = TypeAdapter.json_schemas(
        [(shape, "validation", TypeAdapter(shape)) for shape in shapes],
        schema_generator=_AnswerSchema,
        ref_template="#/components/schemas/{model}",
    )
    definitions: Json = document["$defs"]
    return definitions


class _AnswerSchema(GenerateJsonSchema):
    """Generator of JSON Schemas without defaults, and without titles that only repeat names. Keys are in the same order
    as in the responses."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(name).removesuffix("Json")

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> JsonSchemaValue:
        return {key: value for key, value in super().typed_dict_schema(schema).items() if key != "title"}

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        return {key: value for key, value in super().dict_schema(schema).items() if value is not True}

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:
        return value


def _path(path: str, shape: type, summary: str, query: dict[str, str]) -> Json:
    answers = {
        "200": {"description": summary, "content": _content(shape)},
        "304": {"description": "not changed since the ETag in If-None-Match"},
        "404": {"description": "not there, not public, or not shown yet", "content": _content(ErrorJson)},
    }
    parameters: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string" if name == "slug" else "integer"}}
        for name in re.findall(r"{(\w+)}", path)
    ]
    parameters += [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in query.items()
    ]
    return {"get": {"summary": summary, "parameters": parameters, "responses": answers}}


def _content(shape: type) -> Json:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{shape.__name__.removesuffix('Json')}"}}}
