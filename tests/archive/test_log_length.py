"""A log entry's data are measured in parts: one call for a million values would keep all other threads waiting."""

import pytest

from scoring.presets import WRC_2025
from tournament.archive.tenbo.log import check_log
from tournament.archive.tenbo.scope import DocumentScope
from tournament.archive.tenbo.values import BadDocument
from tournament.core.exports import json_parts

NUMBER = 2.5000000000000004e-300


@pytest.fixture
def longest(monkeypatch):
    """A function that returns the most characters that were written at once."""
    written, encode = [0], json_parts.encode_in_ascii
    monkeypatch.setattr(
        json_parts, "encode_in_ascii", lambda value: written.append(len(encode(value))) or encode(value)
    )
    return lambda: max(written)


@pytest.mark.parametrize("count", [30_000, 60_000])
def test_the_length_of_data_is_counted_in_parts(longest, count):
    by = {"kind": "command", "number": None, "name": "import"}
    entry = {"number": 1, "by": by, "hanchan": None, "reason": "", "data": {"a": [NUMBER] * count}}
    is_refused = False

    try:
        check_log([entry], DocumentScope(rules=WRC_2025, is_frozen=False, logged=1))
    except BadDocument:
        is_refused = True

    assert is_refused == (count == 60_000)
    assert 0 < longest() < 100_000
