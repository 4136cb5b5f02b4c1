"""The JSON API: every answer is what the schema says, a stranger's, and cheap where nothing changed."""

import json
from copy import deepcopy
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from jsonschema import Draft202012Validator, validators

from scoring.outcome import Chombo
from scoring.profiles import PROFILES
from scoring.schemas import FILES
from scoring.seats import Seat
from tests.conftest import ROOT
from tests.factories import (
    STRANGER,
    LeagueFactory,
    TournamentFactory,
    UserFactory,
    cut_to,
    penalize,
    play,
    sign,
)
from tests.queries import queries_of
from tests.standings.results import MANGAN, show, tournament_with
from tournament.api.exports.api_schema import PATHS, schemas
from tournament.models import Player, RoundClock
from tournament.standings.queries.league_page import TABLES
from tournament.table.actions.paper_result import record_paper_result

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(once):
    """Round 1: a table that signed, one in play, one from paper, one not started. There is a league with it."""
    names = ["Žofie", *(f"Player {n}" for n in range(15))]
    tournament, entries, hanchans = tournament_with(names, starts_on="2026-11-21", place="Brno")
    play(hanchans[0], MANGAN, Chombo(offenders=frozenset({Seat.EAST})))
    sign(hanchans[0])
    play(hanchans[1], MANGAN)
    record_paper_result(
        hanchan_id=hanchans[2].pk,
        revision=0,
        key=uuid4(),
        points=(40_000, 30_000, 30_100, 19_900),
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )
    penalize(entries[1], "2.5")
    Player.objects.filter(pk=entries[0].player_id).update(club="Brno Riichi")
    RoundClock.objects.create(round=hanchans[0].round, started_at=timezone.now() - timedelta(minutes=5))
    tournament.refresh_from_db()
    league = LeagueFactory(tournaments=[tournament, TournamentFactory(is_public=False)])
    return tournament, entries, hanchans, league


@pytest.fixture
def world(db, made):
    return deepcopy(made)


def get(name, *arguments, client=None, query="", **headers):
    return (client or Client()).get(reverse(name, args=arguments) + query, headers=headers)


def test_a_leagues_table_is_worked_out_once(world):
    TABLES.clear()
    address = reverse("api-league-table", args=[world[-1].slug])

    assert queries_of(Client(), address) > queries_of(Client(), address)


def closed(schema):
    """The schema without leave to have other properties than those that it names."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: closed(part) for key, part in schema.items()}
    return parts | {"additionalProperties": False} if "properties" in parts else parts


TYPES = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _types, value: type(value) is int)
Validator = validators.extend(Draft202012Validator, type_checker=TYPES)
COMPONENTS = {"schemas": closed(schemas())}


def faults(schema, data):
    """Errors of an answer against the schema, each with its place."""
    validator = Validator({"$ref": f"#/components/schemas/{schema}", "components": COMPONENTS})
    return sorted(f"{error.json_path}: {error.message}" for error in validator.iter_errors(data))


def told(schema, *asked, **more):
    """An answer, which must be what the schema says."""
    response = get(*asked, **more)
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "application/json"
    data = response.json()
    assert faults(schema, data) == []
    return data


def test_the_way_from_the_index_to_a_hanchan(world):
    client = Client()

    index = told("Index", "api")
    listed = client.get(index["tournaments"]).json()["tournaments"][0]
    tournament_data = client.get(listed["url"]).json()
    round_ = client.get(tournament_data["rounds"][0]["url"]).json()
    game = client.get(round_["tables"][0]["game"]).json()

    assert listed["starts_on"] == "2026-11-21"
    assert game["players"][0] == "Žofie"
    assert client.get(tournament_data["links"]["standings"]).json()["players"][0]["total"] == "25"
    assert client.get(tournament_data["links"]["public_file"]).status_code == 200
    assert client.get(client.get(index["leagues"]).json()["leagues"][0]["url"]).json()["tournaments"] == [listed]


def test_every_answer_is_what_the_schema_says(world):
    tournament, entries, hanchans, league = world
    slug = tournament.slug

    found = told("Tournament", "api-tournament", slug)
    round_ = told("Round", "api-round", slug, 1)
    standings = told("Standings", "api-standings", slug)
    game = told("Game", "api-hanchan", slug, hanchans[0].pk)
    told("Tournaments", "api-tournaments")
    told("Leagues", "api-leagues")
    league_told = told("League", "api-league", league.slug)
    table = told("LeagueTable", "api-league-table", league.slug)
    groups = told("LeagueTable", "api-league-table", league.slug, query="?by=club")["groups"]

    assert (found["state"], found["players"], found["rounds"][0]["signed"]) == ("playing", 16, 1)
    assert [table["state"] for table in round_["tables"]] == ["signed", "in_play", "finished", "not_started"]
    assert round_["tables"][1]["next_hand"] == {"round_wind": "E", "dealer": 1, "honba": 0, "riichi_sticks": 0}
    assert round_["tables"][0]["seats"][1]["result"]["points"] == 38_000
    assert round_["tables"][0]["seats"][0]["result"]["penalty"] == "20"
    assert round_["tables"][2]["game"] is None
    assert round_["tables"][3]["seats"][0]["result"] is None
    assert round_["clock"]["ends_at"]
    assert {one["number"]: one["penalties"] for one in standings["players"]}[2] == "2.5"
    assert len(game["hands"]) == 2
    assert [one["slug"] for one in league_told["tournaments"]] == [slug]
    assert (table["players"][0]["sum"], table["complete"]) == ("20.5", False)
    assert [(group["name"], len(group["members"])) for group in groups] == [("Brno Riichi", 1)]
    cut_to(*entries[:4], carried="half")
    told("Standings", "api-standings", slug, query="?show=official&after=1")
    assert told("Tournament", "api-tournament", slug)["cuts"] == [{"after": 1, "carry": "0.5"}]


def test_a_fault_would_be_found():
    assert faults("Error", {"error": "not_found"}) == ["$: 'message' is a required property"]
    assert faults("Error", {"error": 1, "message": "", "x": 1}) == [
        "$.error: 1 is not of type 'string'",
        "$.error: 1 is not one of ['not_found', 'method_not_allowed']",
        "$: Additional properties are not allowed ('x' was unexpected)",
    ]
    assert faults("PlannedStart", {"round": 1.0, "starts_at": "today"})[0] == "$.round: 1.0 is not of type 'integer'"


def test_the_schema_is_served_and_names_every_address():
    document = get("api-schema").json()

    assert document["openapi"] == "3.1.0"
    assert document["servers"] == [{"url": "http://testserver"}]
    assert document["paths"].keys() == PATHS.keys()
    docs = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for path in PATHS:
        assert f"`{path}`" in docs
        try:
            match = resolve(path.replace("{slug}", "a").replace("{number}", "1").replace("{pk}", "1"))
        except Resolver404:
            pytest.fail(path)
        assert match.url_name != "api-unknown"
    references = {part.split('"')[0] for part in json.dumps(document).split("#/components/schemas/")[1:]}
    assert references <= schemas().keys()
    assert schemas().keys() - references == set()


def test_the_schemas_of_the_file_formats_are_served_as_their_files_have_them():
    for name, file in FILES.items():
        assert get("api-format", name.replace("/", "-")).json() == json.loads(file.read_text(encoding="utf-8"))
    for name, file in PROFILES.items():
        assert get("api-format", f"profile-{name}").json() == json.loads(file.read_text(encoding="utf-8"))
    assert get("api-format", "tenbo-2").status_code == get("api-format", "profile-tenbo").status_code == 404


def test_any_site_may_ask(world):
    client = Client()
    url = reverse("api-tournament", args=[world[0].slug])

    for response in (client.get(url), client.head(url), client.options(url), client.get("/api/v1/nothing")):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response.headers
    preflight = client.options(url)
    assert (preflight.status_code, preflight.headers["Access-Control-Allow-Methods"]) == (204, "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("path", ["/api/", "/api/v1", "/api/v2/", "/api/v1/tournaments/none/", "/api/v1/leagues/none/"])
def test_what_is_not_there_is_said_in_json(path):
    response = Client().get(path)

    assert response.status_code == 404
    assert faults("Error", response.json()) == []


def test_other_ways_to_find_nothing(world):
    tournament, _entries, hanchans, _league = world
    elsewhere, _theirs, (other,) = tournament_with(["A", "B", "C", "D"])
    slug = tournament.slug

    for asked, query in (
        (("api-round", slug, 2), ""),
        (("api-hanchan", slug, hanchans[2].pk), ""),
        (("api-hanchan", slug, other.pk), ""),
        (("api-standings", slug), "?after=9"),
        (("api-standings", slug), "?after=x"),
        (("api-tournaments",), "?page=2"),
        (("api-tournaments",), "?page=-1"),
    ):
        assert get(*asked, query=query).status_code == 404, asked
    assert elsewhere.is_public


def test_nothing_is_written_here(world):
    browser = Client(enforce_csrf_checks=True)

    response = browser.post(reverse("api-tournament", args=[world[0].slug]), {"name": "x"})

    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert faults("Error", response.json()) == []


def test_what_has_not_changed_is_not_told_again(world):
    tournament, _entries, hanchans, _league = world
    url = reverse("api-round", args=[tournament.slug, 1])
    client = Client()
    first = client.get(url)

    with CaptureQueriesContext(connection) as queries:
        again = client.get(url, headers={"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.content, len(queries)) == (304, b"", 3)
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    assert first.headers["Cache-Control"] == "public, max-age=5"
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).content == first.content
    assert len(queries) == 3
    play(hanchans[1], MANGAN)
    assert client.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    assert client.get(url).content != first.content


def test_a_list_that_has_not_changed_is_not_sent_again(world):
    first = get("api-tournaments")

    assert get("api-tournaments", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    TournamentFactory()
    assert get("api-tournaments", **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_the_organizer_is_told_what_a_stranger_is(world):
    tournament, _entries, hanchans, _league = world
    owner = UserFactory()
    tournament.memberships.create(user=owner, role="owner")
    team = Client()
    team.force_login(owner)
    show(tournament, everyone="held")
    etags = []

    for asked in (("api-tournament", tournament.slug), ("api-round", tournament.slug, 1)):
        mine, theirs = get(*asked, client=team), get(*asked)
        assert mine.content == theirs.content
        etags.append(theirs.headers["ETag"])
    round_ = told("Round", "api-round", tournament.slug, 1)
    assert round_["withheld_until"] == "held"
    assert {table["game"] for table in round_["tables"]} == {None}
    assert {seat["result"] is None for table in round_["tables"] for seat in table["seats"]} == {True}
    assert get("api-hanchan", tournament.slug, hanchans[0].pk, client=team).status_code == 404
    assert get("api-standings", tournament.slug, query="?after=1", client=team).status_code == 404
    assert told("Standings", "api-standings", tournament.slug)["players"][0]["place"] is None
    # Neither tells of a table that goes on more than that something was written.
    asked = (("api-tournament", tournament.slug), ("api-round", tournament.slug, 1))
    before = [get(*one).json() for one in asked]
    play(hanchans[1], MANGAN)
    assert [get(*one).json() for one in asked] == [one | {"version": one["version"] + 1} for one in before]
    assert etags[0] != get(*asked[0]).headers["ETag"]
    # Who has signed is no secret, and no cache hides it.
    sign(hanchans[1])
    assert get("api-tournament", tournament.slug, **{"If-None-Match": etags[0]}).json()["rounds"][0]["signed"] == 2


def test_a_private_tournament_is_not_there_for_its_team_either():
    owner = UserFactory()
    tournament = TournamentFactory(is_public=False, owner=owner)
    team = Client()
    team.force_login(owner)

    assert get("api-tournament", tournament.slug, client=team).status_code == 404
    assert tournament.slug not in get("api-tournaments", client=team).text


def test_what_robots_play_is_no_tournament_of_the_list(world):
    rehearsal = TournamentFactory(rehearsal_of=world[0])  # whose organizers made it public

    assert rehearsal.slug not in get("api-tournaments").text


def test_its_words_are_english_in_every_browser(world):
    tournament, entries, _hanchans, _league = world
    Player.objects.filter(pk=entries[0].player_id).update(name="")
    browser = Client(headers={"accept-language": "cs"})

    answers = [get("api-standings", tournament.slug, client=one) for one in (browser, Client())]

    assert answers[0].content == answers[1].content
    assert "a player" in answers[0].text
    assert answers[0].headers["Content-Language"] == "en"


def test_the_list_comes_by_pages(world):
    TournamentFactory.create_batch(50)

    first = told("Tournaments", "api-tournaments")
    second = Client().get(first["next"]).json()

    assert (len(first["tournaments"]), first["count"], first["pages"], first["previous"]) == (50, 51, 2, None)
    assert (len(second["tournaments"]), second["page"], second["next"]) == (1, 2, None)
    assert second["previous"].endswith("?page=1")


def test_the_queries_do_not_grow(world):
    few, _entries, (signed, in_play) = tournament_with([f"Player {n}" for n in range(8)])
    play(signed, MANGAN)
    sign(signed)
    play(in_play, MANGAN)

    for name, more in (("api-tournament", []), ("api-round", [1]), ("api-standings", [])):
        counts = [queries_of(Client(), reverse(name, args=[one.slug, *more])) for one in (few, world[0])]
        assert counts[0] == counts[1] <= 25, name


def test_a_new_tournament_at_an_old_address_tells_nothing_of_the_old_one(client):
    old = TournamentFactory(slug="open", name="Spring Open", version=5)
    address = reverse("api-tournament", args=["open"])
    before = client.get(address).json()["name"]
    old.delete()
    TournamentFactory(slug="open", name="Autumn Open", version=5)

    assert (before, client.get(address).json()["name"]) == ("Spring Open", "Autumn Open")
