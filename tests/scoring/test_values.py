"""What the values of scoring have in common: they are frozen, hold nothing but their fields, and are told by name."""

import pkgutil
from dataclasses import fields, is_dataclass
from enum import StrEnum
from importlib import import_module

import pytest

import scoring
from scoring.outcome import HanFu, Yakuman
from scoring.refusal import Problem, Refused
from scoring.seats import Seat, Wind, by_seat
from scoring.sources.book import Source
from scoring.tiles.hand import Meld
from scoring.tiles.notation import Tile
from scoring.uma import FloatingUma
from tests.scoring.shorthand import ALL, A, B, C, D

MODULES = [import_module(module.name) for module in pkgutil.walk_packages(scoring.__path__, "scoring.")]
DEFINED = {value for module in MODULES for value in vars(module).values() if isinstance(value, type)}
OURS = sorted((value for value in DEFINED if value.__module__.startswith("scoring.")), key=lambda value: value.__name__)
VALUES = [value for value in OURS if is_dataclass(value)]
WORDS = [value for value in OURS if issubclass(value, StrEnum) and value is not Wind]

BY_POSITION = {HanFu, Yakuman, FloatingUma, Source, Meld, Tile, Problem}
"""Values of one or two fields, which nobody mixes up."""


def test_a_value_is_frozen_and_holds_its_fields_alone(subtests):
    for value in VALUES:
        with subtests.test(value.__name__):
            assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
            assert "__slots__" in vars(value)
            assert all(field.kw_only == (value not in BY_POSITION) for field in fields(value))


def test_a_word_is_the_name_of_its_reason(subtests):
    for word in WORDS:
        with subtests.test(word.__name__):
            assert [reason.value.replace(" ", "_") for reason in word] == [reason.name.lower() for reason in word]


def test_turns_and_winds_go_round_the_table():
    assert [A.after(turns) for turns in range(6)] == [A, B, C, D, A, B]
    assert (A.after(), D.after()) == (B, A)
    assert [seat.wind(C) for seat in ALL] == [Wind.WEST, Wind.NORTH, Wind.EAST, Wind.SOUTH]
    assert [Seat.NORTH.wind(dealer) for dealer in ALL] == [Wind.NORTH, Wind.WEST, Wind.SOUTH, Wind.EAST]


def test_there_are_four_amounts_for_four_seats(subtests):
    for amounts in [(), (1, 2, 3), (1, 2, 3, 4, 5)]:
        with subtests.test(amounts=amounts):
            assert by_seat(iter((1, 2, 3, 4))) == (1, 2, 3, 4)
            with pytest.raises(ValueError, match="values to unpack"):
                by_seat(amounts)


def test_a_refusal_keeps_what_its_sentence_was_made_of():
    refused = Refused("illegal_yakuman", count=0)

    assert (refused.code, refused.rule, refused.details, refused.hand) == (
        "illegal_yakuman",
        "R14.1",
        {"count": 0},
        None,
    )
    assert str(refused) == refused.message == "A yakuman hand holds at least 1 yakuman, not 0. (R14.1)"
