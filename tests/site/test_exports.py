"""Files to take away: standings, and hanchans that the rules settle again to the same points."""

import csv
import io
import json
import re
import subprocess
import sys
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Ron, Win
from scoring.presets import EMA_2016
from scoring.rules import ruleset_to_json
from scoring.seats import Seat
from tests.conftest import ROOT
from tests.factories import STRANGER, UserFactory, play, sign
from tests.standings.results import DRAW, MANGAN, TSUMO, tournament_with
from tournament.core.exports.tables import FORMULA_STARTS, text
from tournament.games.queries.game import load_game
from tournament.table.actions.paper_result import record_paper_result

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "=HYPERLINK(1)", "Claire", "Dóra"]


def settled(game):
    """What the command line says of an exported game."""
    answer = subprocess.run(
        [sys.executable, "-m", "scoring", "settle"],
        cwd=ROOT,
        input=json.dumps(game),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout)


def exported(client, hanchan):
    response = client.get(reverse("hanchan-json", args=[hanchan.tournament.slug, hanchan.pk]))
    assert response.status_code == 200
    return response.json()


def test_an_exported_hanchan_settles_to_the_same_points(client):
    _tournament, _entries, (hanchan,) = tournament_with(FOUR)
    claims = (Win(winner=Seat.EAST, value=HanFu(2, 40)), Win(winner=Seat.NORTH, value=HanFu(6)))
    play(hanchan, MANGAN, TSUMO, Chombo(offenders=frozenset({Seat.WEST})))
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST}), riichi=frozenset({Seat.EAST})))
    play(hanchan, Ron(discarder=Seat.SOUTH, wins=claims))

    game = exported(client, hanchan)
    answer = settled(game)

    ours = load_game(hanchan)
    assert game["players"] == FOUR
    assert game["ruleset"] == "wrc_2015"
    assert "ended" not in game
    assert [hand["deltas"] for hand in answer["hands"]] == [list(hand.deltas) for hand in ours.hands]
    assert [seat["points"] for seat in answer["result"]] == [placement.points for placement in ours.result]
    assert answer["penalties"] == ["0", "0", "20", "0"]


def test_rules_of_ones_own_travel_with_the_game(client):
    no_uma = EMA_2016.changed(uma=(0, 0, 0, 0))
    _tournament, _entries, (hanchan,) = tournament_with(FOUR, rules=ruleset_to_json(no_uma))
    play(hanchan, MANGAN)

    game = exported(client, hanchan)

    assert game["ruleset"] == ruleset_to_json(no_uma)
    assert [seat["score"] for seat in settled(game)["result"]] == ["0", "8", "-8", "0"]


def test_a_frozen_ruleset_that_is_the_preset_is_named_by_its_key(client):
    _tournament, _entries, (hanchan,) = tournament_with(FOUR, rules=ruleset_to_json(EMA_2016))

    assert exported(client, hanchan)["ruleset"] == "ema_2016"


def test_that_the_clock_ended_a_game_is_told(client):
    _tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, DRAW)
    sign(hanchan)

    assert exported(client, hanchan)["ended"] == "time"


def test_points_from_paper_are_no_game(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=0,
        key=uuid4(),
        points=(30_000,) * 4,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )

    assert client.get(reverse("hanchan-json", args=[tournament.slug, hanchan.pk])).status_code == 404


def standings(client, tournament, name="leaderboard-csv", query=""):
    return client.get(reverse(name, args=[tournament.slug]) + query)


def test_standings_as_csv(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN, Chombo(offenders=frozenset({Seat.EAST})))
    sign(hanchan)

    response = standings(client, tournament)
    lines = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))

    assert response.content.startswith(b"\xef\xbb\xbf")
    assert "attachment" in response["Content-Disposition"]
    assert [line["Player"] for line in lines] == ["'=HYPERLINK(1)", "Dóra", "Adam", "Claire"]
    assert [line["Total"] for line in lines] == ["23", "0", "-20", "-23"]
    assert [line["Chombo"] for line in lines] == ["0", "0", "-20", "0"]
    assert [line["Penalties"] for line in lines] == ["0", "0", "0", "0"]
    assert [line["Round 1: place"] for line in lines] == ["1", "2", "2", "4"]


@pytest.mark.parametrize("start", [*FORMULA_STARTS, "  =", "\ufeff=", "\u200b=", "\xa0=", ' \u2060"\u3000-'])
def test_no_name_becomes_a_formula(start):
    assert text(f"{start}1+1").startswith("'")


@pytest.mark.parametrize("cell", ["Jan;=1+1;x", "Jan; =1+1", 'Jan;"=1+1"', "Jan\n@x", "Jan|-1", "Jan;\ufeff=1"])
def test_no_part_of_a_name_becomes_a_formula_where_cells_end_at_semicolons(cell):
    assert re.split(r"[;|\n]", text(cell))[1].startswith("'")


def test_standings_as_data_are_exact(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN)
    sheet = sign(hanchan)
    sheet.lines.filter(seat=0).update(score="50/3")

    data = standings(client, tournament, "leaderboard-json").json()

    assert data["format"] == "tenbo-standings/1"
    assert [player["total"] for player in data["players"]] == ["23", "50/3", "0", "-23"]
    assert data["players"][1]["hanchans"][0]["official"] is True


@pytest.mark.parametrize("name", ["leaderboard-csv", "leaderboard-json"])
def test_official_files_leave_out_what_is_in_play(client, name):
    tournament, _entries, (hanchan,) = tournament_with(FOUR, name="Spring Open")  # without a number of its own
    play(hanchan, MANGAN)

    total = re.compile(r"\b23\b")
    assert total.search(standings(client, tournament, name).text)
    assert not total.search(standings(client, tournament, name, "?show=official").text)


@pytest.mark.parametrize("name", ["leaderboard-csv", "leaderboard-json", "hanchan-json", "tournament-json"])
def test_files_of_a_private_tournament_are_for_its_people_alone(client, name):
    member = UserFactory()
    tournament, _entries, (hanchan,) = tournament_with(FOUR, is_public=False, referees=[member])
    address = reverse(name, args=[tournament.slug, hanchan.pk] if name == "hanchan-json" else [tournament.slug])

    assert client.get(address).status_code == 404
    client.force_login(member)
    assert client.get(address).status_code == 200


def test_an_organizer_takes_the_whole_tournament_away_and_others_its_public_form(client):
    organizer, referee = UserFactory(), UserFactory()
    tournament, _entries, (hanchan,) = tournament_with(FOUR, organizers=[organizer], referees=[referee])
    play(hanchan, MANGAN)
    address = reverse("tournament-json", args=[tournament.slug])

    assert client.get(address).json()["form"] == "public"
    client.force_login(referee)
    assert client.get(address).json()["form"] == "public"
    client.force_login(organizer)
    whole = client.get(address)
    assert whole.json()["form"] == "whole"
    assert len(whole.json()["log"]) == 1
    assert f'filename="{tournament.slug}.json"' in whole["Content-Disposition"]
    assert client.get(address, {"form": "public"}).json()["form"] == "public"
    assert address in client.get(tournament.get_absolute_url()).text
