"""What each address of the JSON API says, as an OpenAPI 3.1 document. The tests hold every answer to it."""

import re
from typing import Any

from scoring.game_format import FORMAT as GAME
from scoring.season import Measure, Unit, Zone
from tournament.api.exports.api_json import FORMAT
from tournament.games.queries.results import HanchanState
from tournament.models import Departure
from tournament.standings.exports.league_json import FORMAT as LEAGUE
from tournament.standings.exports.standings_json import FORMAT as STANDINGS
from tournament.standings.league_rows import By

Json = dict[str, Any]


def schema(address: str) -> Json:
    """The document, for a site at this address."""
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
        "paths": {path: _path(path, *said) for path, said in PATHS.items()},
        "components": {"schemas": SCHEMAS},
    }


def _object(description: str, **properties: Json) -> Json:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
    }


def _with(said: Json, **optional: Json) -> Json:
    return said | {"properties": said["properties"] | optional}


def _text(description: str, **more: Any) -> Json:
    return {"type": "string", "description": description, **more}


def _count(description: str) -> Json:
    return {"type": "integer", "minimum": 0, "description": description}


def _points(description: str) -> Json:
    return {"type": "integer", "description": description}


def _yes_no(description: str) -> Json:
    return {"type": "boolean", "description": description}


def _list(of: Json, description: str) -> Json:
    return {"type": "array", "items": of, "description": description}


def _or_null(said: Json) -> Json:
    return {"anyOf": [said, {"type": "null"}]}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _one_of(description: str, *words: str) -> Json:
    return _text(description, enum=list(words))


def _exact(description: str) -> Json:
    return _text(f"{description}, exact: a decimal, or a fraction where no decimal is", pattern=r"^-?\d+(\.\d+|/\d+)?$")


def _moment(description: str) -> Json:
    return _text(f"{description}, in UTC", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")


ADDRESS = {"type": "string", "format": "uri"}
SEAT = {
    "type": "integer",
    "minimum": 0,
    "maximum": 3,
    "description": "0 started as East, 1 as South, 2 as West, 3 as North",
}
WIND = _one_of("a wind", "E", "S", "W", "N")

_LISTED = {
    "slug": _text("its name in addresses"),
    "name": _text("what it is called"),
    "place": _text("where it is, or empty"),
    "starts_on": _or_null(_text("its first day", format="date")),
    "ruleset": _text("the key of its rulebook"),
    "archived": _yes_no("whether nothing will change any more"),
    "url": ADDRESS,
    "page": ADDRESS,
}
_ROUND = {
    "number": _count("of the round, from 1"),
    "started_at": _moment("when it was started"),
    "withheld_until": _or_null(
        _one_of("why its points are not shown yet: all tables have to sign, or it is held back", "signed", "held")
    ),
    "url": ADDRESS,
    "page": ADDRESS,
}
_RESULT = {
    "points": _points("on the table"),
    "place": {"type": "integer", "minimum": 1, "maximum": 4, "description": "shared by equal points"},
    "uma": _exact("in thousands"),
    "score": _exact("points and uma, in thousands"),
    "penalty": _exact("what chombo cost, positive, no part of the score"),
    "official": _yes_no("whether the sheet is signed"),
}
_LEAGUE = {
    "slug": _text("its name in addresses"),
    "name": _text("what it is called"),
    "url": ADDRESS,
    "page": ADDRESS,
}

SCHEMAS: Json = {
    "Error": _object(
        "why there is no answer",
        error=_one_of("a stable word", "not_found", "method_not_allowed"),
        message=_text("a sentence"),
    ),
    "Index": _object(
        "where everything begins",
        format={"const": FORMAT},
        tournaments=ADDRESS,
        leagues=ADDRESS,
        schema=ADDRESS,
    ),
    "ListedTournament": _object("a tournament of a list", **_LISTED),
    "Tournaments": _object(
        "one page of the public tournaments, the latest first",
        tournaments=_list(_ref("ListedTournament"), "those of this page"),
        count=_count("of all"),
        page=_count("this page's number, from 1"),
        pages=_count("how many pages there are"),
        next=_or_null(ADDRESS),
        previous=_or_null(ADDRESS),
    ),
    "Tournament": _object(
        "a tournament: how far it is, and where the rest is",
        **_LISTED,
        version=_count("counts what happened; another number, another state"),
        state=_one_of("how far it is", "not_started", "playing", "between_rounds", "archived"),
        rules_changed=_list(_text("a field of the ruleset"), "where its rules differ from its rulebook"),
        players=_count("who play"),
        tables=_count("in the hall"),
        cuts=_list(_ref("Cut"), "made so far"),
        planned_starts=_list(_ref("PlannedStart"), "announced for rounds to come, by number"),
        rounds=_list(_ref("ListedRound"), "started so far, by number"),
        links=_object("the rest", standings=ADDRESS, calendar=ADDRESS, public_file=ADDRESS),
    ),
    "Cut": _object(
        "that only some play on for the first places",
        after=_count("the last round before it"),
        carry=_exact("what totals are multiplied by"),
    ),
    "PlannedStart": _object(
        "for when a round is announced; it starts when it starts",
        round=_count("a round's number"),
        starts_at=_moment("in UTC"),
    ),
    "ListedRound": _object(
        "a round of a list",
        **_ROUND,
        tables=_count("that count"),
        signed=_count("sheets that are signed"),
        over=_yes_no("whether every sheet is signed"),
        approved=_yes_no("whether an organizer found the results right"),
    ),
    "Round": _object(
        "a round, table by table",
        **_ROUND,
        version=_count("as of the tournament"),
        clock=_or_null(_ref("Clock")),
        tables=_list(_ref("Table"), "by number"),
        tournament=ADDRESS,
    ),
    "Clock": _object(
        "what was done to the round's clock; what is left follows",
        minutes={"type": "number", "description": "until the signal"},
        started_at=_or_null(_moment("when it was started")),
        paused_at=_or_null(_moment("since when it stands still")),
        ends_at=_or_null(_moment("when the signal sounds; null before the start and in a pause")),
    ),
    "Table": _object(
        "a hanchan with its four seats",
        table=_count("the table's number"),
        hanchan=_count("the hanchan's id"),
        state=_one_of("how far it is", *(state.value for state in HanchanState if state is not HanchanState.CANCELLED)),
        hands=_or_null(_count("played so far; null where they are withheld or it came from paper")),
        next_hand=_or_null(_ref("NextHand")),
        seats=_list(_ref("Seat"), "four"),
        game=_or_null(ADDRESS),
        page=ADDRESS,
    ),
    "NextHand": _object(
        "the hand that is being played",
        round_wind=WIND,
        dealer=SEAT,
        honba=_count("counters"),
        riichi_sticks=_count("bets on the table"),
    ),
    "Seat": _object(
        "a player at a table",
        seat=SEAT,
        number=_count("the player's, in this tournament"),
        name=_text("as it may be published"),
        substitute=_or_null(_text("who plays for them")),
        result=_or_null(_ref("Result")),
    ),
    "Result": _object("what a seat has, or would have if play stopped now", **_RESULT),
    "Standings": _object(
        "the standings, as the file of the standings page",
        format={"const": STANDINGS},
        tournament=_text("its name"),
        ruleset=_text("the key of its rulebook"),
        version=_count("as of the tournament"),
        counts=_one_of("what counts", "signed sheets", "signed sheets and tables in play"),
        rounds=_list(_count("a round's number"), "those that count"),
        cuts=_list(_ref("Cut"), "made so far"),
        players=_list(_ref("Standing"), "by place"),
    ),
    "Standing": _object(
        "a player's line",
        place=_or_null(_count("shared by equal totals; null before the first result")),
        number=_count("the player's, in this tournament"),
        name=_text("as it may be published"),
        total=_or_null(_exact("in thousands")),
        passed=_list(_count("a round's number"), "the cuts that the player passed"),
        gained=_list(_exact("in thousands"), "what each stage brought"),
        carried=_or_null(_exact("what the last cut left, in thousands")),
        chombo=_exact("taken off, positive"),
        penalties=_exact("others taken off, positive"),
        sat_out=_or_null(_exact("what rounds that were sat out count")),
        provisional=_yes_no("whether a sheet counts that is not signed"),
        status=_one_of("whether the player plays on", "plays", *Departure.Kind.values),
        hanchans=_list(_ref("PlayedHanchan"), "by round"),
    ),
    "PlayedHanchan": _object(
        "what a player has from one hanchan",
        round=_count("its number"),
        table=_count("its number"),
        hanchan=_count("its id"),
        **_RESULT,
        substitute=_or_null(_text("who played for them")),
    ),
    "Game": {
        "type": "object",
        "description": "a hanchan hand by hand, as docs/game-format.md has it",
        "properties": {
            "format": {"const": GAME},
            "ruleset": {"anyOf": [{"type": "string"}, {"type": "object"}]},
            "players": _list(_text("as it may be published"), "four, by seat"),
            "hands": _list({"type": "object"}, "what was said of each hand"),
            "ended": {"const": "time"},
        },
        "required": ["format", "ruleset", "players", "hands"],
    },
    "ListedLeague": _object("a league of a list", **_LEAGUE),
    "Leagues": _object("the public leagues", leagues=_list(_ref("ListedLeague"), "by name")),
    "League": _object(
        "a league",
        **_LEAGUE,
        table=ADDRESS,
        tournaments=_list(_ref("ListedTournament"), "those that are public"),
    ),
    "LeagueTable": _with(
        _object(
            "a league's table, as the file of its page",
            format={"const": LEAGUE},
            league=_text("its name"),
            counting=_ref("Counting"),
            complete=_yes_no("whether no tournament is private and no round withheld"),
            tournaments=_list(_ref("CountedTournament"), "the earliest first"),
            players=_list(_ref("LeaguePlayer"), "by place"),
        ),
        by=_one_of("whose results a group adds up; only where groups were asked for", *(by.value for by in By)),
        groups=_list(_ref("LeagueGroup"), "by place; only where they were asked for"),
    ),
    "Counting": _object(
        "what counts, as its keeper says",
        unit=_one_of("what is counted one by one", *(unit.value for unit in Unit)),
        ranked_by=_one_of("what is compared", *(measure.value for measure in Measure)),
        best=_or_null(_count("how many units count at most")),
        least_hanchans=_count("who has played fewer has no place"),
        group_best=_or_null(_count("how many members count for a group at most")),
        promoted=_count("places above the line of promotion"),
        relegated=_count("places below the line of relegation"),
    ),
    "CountedTournament": _object(
        "a tournament that counts",
        slug=_text("its name in addresses"),
        name=_text("what it is called"),
        weight=_exact("what its results are multiplied by"),
    ),
    "LeaguePlayer": _object(
        "a person's line",
        place=_or_null(_count("shared by equal results; null for who has not played enough")),
        name=_text("as it may be published"),
        sum=_exact("of what counts, in thousands"),
        average=_exact("for each unit that counts, in thousands"),
        hanchans=_count("played"),
        counted=_count("units that count"),
        zone=_one_of("where it is by the lines", *(zone.value for zone in Zone), "unranked"),
        tournaments=_list(_ref("LeagueShare"), "those that the person played in"),
    ),
    "LeagueShare": _object(
        "what a person has from one tournament",
        slug=_text("the tournament's name in addresses"),
        counts=_exact("in thousands, before the weight"),
        not_counted=_exact("what was dropped, in thousands"),
        hanchans=_count("played"),
        hanchans_counted=_count("of these, that count"),
    ),
    "LeagueGroup": _object(
        "a club, a team or a country, without players who are not to be named",
        place=_or_null(_count("shared by equal results; null where no member has played enough")),
        name=_text("what it is called"),
        result=_or_null(_exact("in thousands")),
        members=_list(_ref("LeagueMember"), "the best first"),
    ),
    "LeagueMember": _object(
        "a person in a group",
        name=_text("as it may be published"),
        result=_exact("in thousands"),
        hanchans=_count("played"),
        counts=_yes_no("whether it counts for the group"),
    ),
}

PATHS: dict[str, tuple[str, str, dict[str, str]]] = {
    "/api/v1/": ("Index", "Where everything begins", {}),
    "/api/v1/tournaments/": ("Tournaments", "The public tournaments, by pages", {"page": "which page, from 1"}),
    "/api/v1/tournaments/{slug}/": ("Tournament", "A tournament and its rounds", {}),
    "/api/v1/tournaments/{slug}/standings/": (
        "Standings",
        "The standings",
        {"after": "as they were after this round", "show": "`official` for signed sheets alone"},
    ),
    "/api/v1/tournaments/{slug}/rounds/{number}/": ("Round", "A round, table by table", {}),
    "/api/v1/tournaments/{slug}/hanchans/{pk}/": ("Game", "A hanchan hand by hand", {}),
    "/api/v1/leagues/": ("Leagues", "The public leagues", {}),
    "/api/v1/leagues/{slug}/": ("League", "A league and its tournaments", {}),
    "/api/v1/leagues/{slug}/table/": (
        "LeagueTable",
        "A league's table",
        {"by": "`club`, `team` or `country` for groups too"},
    ),
}
"""Each address: the schema of its answer, what it is, and what its query may say."""


def _path(path: str, said: str, summary: str, query: dict[str, str]) -> Json:
    answers = {
        "200": {"description": summary, "content": _content(said)},
        "304": {"description": "not changed since the ETag in If-None-Match"},
        "404": {"description": "not there, not public, or not shown yet", "content": _content("Error")},
    }
    asked: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string" if name == "slug" else "integer"}}
        for name in re.findall(r"{(\w+)}", path)
    ]
    asked += [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in query.items()
    ]
    return {"get": {"summary": summary, "parameters": asked, "responses": answers}}


def _content(name: str) -> Json:
    return {"application/json": {"schema": _ref(name)}}
