"""JSON in short parts: the same bytes as from one call, and no call writes much."""

import json

import pytest

from tournament.core.exports import json_parts
from tournament.core.exports.json_parts import json_bytes, json_length


def values_in(value):
    """Count the values in this value, itself included."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return 1 + sum(map(values_in, inner))


RESULT = {"round": 1, "points": 25_000, "uma": None, "official": True, "substitute": "Zoé “雀” \u2028\n"}

DATA = {
    "empty": {},
    "empty list": [],
    "one value": ["é"],
    "flat": list(range(50)),
    "flat pair": tuple(range(2)),
    "wide": {f'kéy {number}"': number / 3 for number in range(50)},
    "players": [{"name": f"Č {number}", "results": [RESULT] * number, "passed": []} for number in range(12)],
    "uneven": [
        [],
        list(range(30)),
        1,
        {},
        list(range(3)),
        [[[[[list(range(30))]]]]],
        "end",
        {"a": {"b": [RESULT] * 9}},
    ],
    "odd keys": {1: list(range(30)), None: [], False: [[]] * 30, 0.5: {}},
}


@pytest.mark.parametrize("most", [1, 2, 7, 20, 100, 1_000])
@pytest.mark.parametrize("data", [DATA, {}, *({name: part} for name, part in DATA.items())])
def test_the_bytes_are_those_of_one_call(monkeypatch, data, most):
    monkeypatch.setattr(json_parts, "MOST_IN_A_PART", most)

    assert json_bytes(data) == json.dumps(data, ensure_ascii=False).encode()
    assert json_length(data) == len(json.dumps(data))


def test_no_call_of_the_encoder_gets_more_than_a_part(monkeypatch):
    calls, encode = [], json_parts.encode
    monkeypatch.setattr(json_parts, "MOST_IN_A_PART", 20)
    monkeypatch.setattr(json_parts, "encode", lambda value: calls.append(values_in(value)) or encode(value))

    json_bytes(DATA)

    assert max(calls) <= 20 + 1  # and the list around the items of a part


def test_small_items_are_written_together(monkeypatch):
    calls, encode = [], json_parts.encode
    monkeypatch.setattr(json_parts, "encode", lambda value: calls.append(values_in(value)) or encode(value))

    json_bytes({"results": [RESULT] * 10_000})

    assert len(calls) < 100


def test_the_api_writes_in_parts(client, db, monkeypatch):
    monkeypatch.setattr(json_parts, "MOST_IN_A_PART", 1)
    calls, encode = [], json_parts.encode
    monkeypatch.setattr(json_parts, "encode", lambda value: calls.append(value) or encode(value))

    assert client.get("/api/v1/").json()
    assert len(calls) > 2
