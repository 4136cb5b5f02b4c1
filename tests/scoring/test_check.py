"""`python -m scoring check`: examples are good, and each fault of a broken file is one clear line with its place."""

import copy
import json
import random
import re

import pytest
from jsonschema import Draft202012Validator

from scoring.__main__ import settle_line
from scoring.check import check_file, document_faults
from scoring.schemas import schema_of
from scoring.schemas.hanchan import hanchan_schema
from scoring.schemas.validation import KEYWORDS, faults
from tests.conftest import ROOT
from tests.scoring.program import scoring
from tests.scoring.strategies import HUGE, WORDS

EXAMPLES = sorted((ROOT / "docs" / "examples").iterdir())
GAME = json.loads((ROOT / "docs" / "examples" / "game.json").read_text(encoding="utf-8"))
PUBLIC, WHOLE = (
    json.loads((ROOT / "docs" / "examples" / f"tournament-{form}.json").read_text(encoding="utf-8"))
    for form in ("public", "whole")
)
SUM_OFF = "The four results and the riichi bets left must add up to 119000 points, not 119100. (R14.5)"
NONSENSE = [None, True, -1, 0, 7, 10**7 + 1, "", "x", "\ud800", [], {}, [[]], {"x": 1}, *WORDS, *HUGE[:3]]


def problems(document):
    return [str(fault) for fault in document_faults(document)]


def changed(document, path, value):
    other = copy.deepcopy(document)
    *way, last = path
    part = other
    for step in way:
        part = part[step]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return other


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_every_example_is_good(example):
    assert [(checked.faults, bool(checked.summary)) for checked in check_file(example.read_bytes())].count(
        ([], True)
    ) > 0
    assert not any(checked.faults for checked in check_file(example.read_bytes()))


def test_each_fault_names_its_place(subtests):
    seats = ["rounds", 0, "hanchans", 0, "seats"]
    for document, path, value, expected in [
        (GAME, ["format"], "hanchan/2", 'format is none of "hanchan/1", "tenbo/1"'),
        (GAME, ["hands"], ..., 'It lacks "hands"'),
        (GAME, ["more"], 1, 'It has the unknown key "more"'),
        (GAME, ["players", 2], 7, "players[2] is not text"),
        (GAME, ["hands", 0, "wins", 0, "winner"], 4, "hands[0].wins[0].winner is more than 3"),
        (GAME, ["hands", 0, "riichi"], [1, 1], "hands[0].riichi has a value twice"),
        (GAME, ["hands", 0, "discarder"], 1.0, "hands[0].discarder is not a whole number"),
        (
            GAME, ["hands", 0, "wins", 0], {"winner": 1},
            "hands[0].wins[0] is none of its forms: it has exactly one of han (fu below five han), limit, yakuman",
        ),
        (GAME, ["hands", 0, "wins", 0, "fu"], 20,
         "hands[0] cannot be. A win by ron cannot have 3 han and 20 fu. (R14.1)"),
        (GAME, ["ruleset"], {"base": "tenhou", "kazoe": 1}, "ruleset.kazoe must be true or false"),
        (GAME, ["ruleset"], {"base": "tenhou", "pao_yaku": ["tenhou"] * 2}, "ruleset.pao_yaku has a value twice"),
        (GAME, ["ruleset"], {"base": "tenhou", "pao_yaku": ["tenhou"] * 16},
         "ruleset.pao_yaku has 16 values and needs at most 15"),
        (GAME, ["ruleset"], "tenhou", "It cannot be. These rules have no time limit. (R16.5)"),
        (PUBLIC, ["form"], "secret", 'form is none of "whole", "public", "federation"'),
        (PUBLIC, [*seats, 3], 9, "rounds[0].hanchans[0].seats[3] is the number of no entry"),
        (PUBLIC, [*seats, 3], 1, "rounds[0].hanchans[0].seats[3] is there twice"),
        (PUBLIC, seats, [1, 2, 3], "rounds[0].hanchans[0].seats has 3 values and needs exactly 4"),
        (PUBLIC, ["entries", 1, "number"], 1, "entries[1].number is there twice"),
        (PUBLIC, ["rounds", 1, "number"], 1, "rounds[1].number is there twice"),
        (PUBLIC, ["rounds", 0, "hanchans", 0, "game", "hands", 0], {"type": "nagashi_mangan", "winners": [0]},
         "rounds[0].hanchans[0].game.hands[0] cannot be. These rules have no nagashi mangan. (R3.10)"),
        (PUBLIC, ["ruleset", "uma"], [5, 15, -5, -15],
         ("ruleset cannot be. These rules are not possible: uma gives a worse place more points than a better one."
          " (hanchan/1)")),
        (PUBLIC, ["rounds", 0, "hanchans", 0, "game", "ruleset"], "ema_2016",
         "rounds[0].hanchans[0].game.ruleset is not that of the tournament"),
        (PUBLIC, ["rounds", 1, "hanchans", 0, "paper", "points", 0], 41_300,
         f"rounds[1].hanchans[0].paper cannot be. {SUM_OFF}"),
        (WHOLE, ["log", 3, "at"], "yesterday", "log[3].at is not a time like 2026-05-01T09:30:00.000000Z"),
        (WHOLE, ["entries", 0, "name"], "x" * 100, "entries[0].name has more than 80 characters"),
    ]:  # fmt: skip
        with subtests.test(path=path, value=value):
            found = problems(changed(document, path, value))

            assert expected in found
            assert len(found) < 4


def places(data, path=()):
    yield path
    for step, part in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(part, (*path, step))


def mutations(document, count):
    """Copies of a document, each with a part replaced, removed or doubled."""
    chance, ways = random.Random(21), [path for path in places(document) if path]
    for _time in range(count):
        path = chance.choice(ways)
        yield changed(document, path, ... if chance.random() < 0.2 else chance.choice(NONSENSE))


@pytest.mark.parametrize(
    ("document", "count"), [(GAME, 300), (PUBLIC, 150), (WHOLE, 20)], ids=["game", "public", "whole"]
)
def test_mutated_files_get_clear_lines_and_agree_with_a_library(document, count):
    bad = 0
    validator = Draft202012Validator(schema_of(document["format"]))
    for number, mutated in enumerate(mutations(document, count)):
        found = problems(mutated)
        bad += bool(found)
        assert all(line.isprintable() and len(line) < 500 and re.match(r"[\w\[\].\"]+ .", line) for line in found)
        if mutated.get("format") == document["format"] and (document is GAME or number % 10 == 0):
            assert any(faults(mutated, schema_of(document["format"]))) == (not validator.is_valid(mutated))

    assert bad >= count * 0.4  # some only change a text that may be anything


def test_the_schema_of_a_game_refuses_what_its_reader_calls_malformed():
    for mutated in mutations(GAME, 400):
        answer = settle_line(json.dumps(mutated).encode())
        shape = list(faults(mutated, schema_of("hanchan/1")))
        if "error" not in answer:
            assert shape == []
        elif (
            answer["error"]["code"] == "malformed"
            and "must be a shorter list of names" not in answer["error"]["message"]
        ):
            assert shape


def test_broken_text_is_one_fault_and_lines_are_named():
    whole = json.dumps(WHOLE).encode()
    for content in (
        b"",
        b"{",
        whole[:5_000],
        b"\xff" + whole,
        b"[" * 100_000,
        b'{"format": 1, "format": 1}',
        b"9" * 9_000,
    ):
        (checked,) = check_file(content)
        assert len(checked.faults) == 1
    lines = (ROOT / "docs" / "examples" / "games.jsonl").read_bytes().splitlines()

    answers = list(check_file(b"\xef\xbb\xbf" + b"\n".join([lines[0], b"", b"{", lines[1]])))

    assert [(checked.line, len(checked.faults)) for checked in answers] == [(1, 0), (3, 1), (4, 0)]


def test_the_command_has_a_line_for_each_fault_and_a_status(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(GAME | {"hands": [3, {"type": "redeal"}, {}]}), encoding="utf-8")

    good = scoring("check", "docs/examples/tournament-public.json", "docs/examples/games.jsonl")
    bad = scoring("check", str(broken))
    piped = scoring("check", "-", given=json.dumps(GAME).encode())
    missing = scoring("check", str(tmp_path / "none.json"))

    assert (good.returncode, good.stdout.count(b"\n")) == (0, 4)
    assert (bad.returncode, bad.stdout.decode().splitlines()) == (
        1, [f"{broken}: hands[0] is not an object", f'{broken}: hands[2] lacks "type"'],
    )  # fmt: skip
    assert (piped.returncode, piped.stdout) == (0, b"-: hanchan/1, hands: 5\n")
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert missing.stderr.endswith(b"none.json cannot be read: No such file or directory.\n")


def test_the_schema_is_printed_as_its_file_has_it():
    assert json.loads(scoring("schema", "tenbo/1").stdout) == schema_of("tenbo/1")
    assert scoring("schema", "tenbo/2").returncode == 2


def keywords(schema, *, named=False):
    if isinstance(schema, list):
        return set().union(*(keywords(part) for part in schema))
    if not isinstance(schema, dict):
        return set()
    inner = (
        keywords(part, named=key in ("properties", "$defs")) for key, part in schema.items() if key != "enum" or named
    )
    return (set() if named else set(schema)).union(*inner)


def test_the_schemas_use_no_keyword_that_is_not_compared():
    for name in ("hanchan/1", "tenbo/1"):
        schema = schema_of(name)
        Draft202012Validator.check_schema(schema)
        assert keywords(schema) - KEYWORDS == {"$schema", "$id", "$defs", "title", "description"}


def test_the_published_schema_is_what_the_reader_of_a_game_goes_by():
    assert hanchan_schema() == schema_of("hanchan/1")


def test_a_fault_of_several_forms_is_told_by_the_one_that_was_meant():
    def form(*keys):
        return {"type": "object", "required": list(keys), "properties": {key: {"type": "integer"} for key in keys}}

    two = {"anyOf": [form("han", "fu"), form("limit", "more")], "description": "has just one of both"}

    def told(data, schema):
        return [str(fault) for fault in faults(data, schema)]

    assert told({}, two) == ["It is none of its forms: it has just one of both"]
    assert told({"han": 3}, two) == ['It lacks "fu"']
    assert told({"limit": 3, "more": "x"}, two) == ["more is not a whole number"]
    assert told({}, {"anyOf": two["anyOf"]}) == ['It lacks "han"', 'It lacks "fu"']
    assert told(7, {"anyOf": [{"type": "string"}, {"type": "null"}]}) == ["It is not text and is not null"]
    assert told([3, 3, 5], {"type": "array", "uniqueItems": True, "items": {"multipleOf": 5}}) == [
        "It has a value twice", "[0] is no multiple of 5", "[1] is no multiple of 5",
    ]  # fmt: skip


def test_a_file_of_one_line_is_one_document_and_twenty_of_its_faults_are_listed():
    line = json.dumps(GAME).encode()

    assert [checked.line for checked in check_file(line)] == [None]
    assert [checked.line for checked in check_file(line + b"\n" + line)] == [1, 2]
    assert [checked.line for checked in check_file(b"{\n" + line)] == [None]
    (many,) = check_file(json.dumps(GAME | {"hands": [0] * 25}).encode())
    assert [fault.where for fault in many.faults] == [f"hands[{number}]" for number in range(20)]
