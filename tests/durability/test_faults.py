"""Hands under every fault: none is lost, doubled or settled otherwise, and nobody reads a bare "Server Error"."""

import pytest

from tests.databases import chosen_database
from tests.durability.__main__ import WRONG, run

pytestmark = [pytest.mark.database, pytest.mark.long]


def test_hands_are_there_once_whatever_fails():
    figures = run(hands=960, database=chosen_database(), seed=20_261)

    assert figures["hands"] == 960
    assert {fault: figures[fault] for fault in WRONG} == dict.fromkeys(WRONG, 0)
    assert len(figures["faults"]) > 1
