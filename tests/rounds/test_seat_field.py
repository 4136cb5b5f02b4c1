"""One seat of the form that starts a round."""

import pytest
from django import forms

from tournament.rounds.forms.start_round import SeatField


def no_choices():
    raise AssertionError("a field of each seat goes through everybody: too slow with a thousand players")


def test_a_seat_takes_an_entry_by_its_name_alone():
    seat = SeatField({"7": "Aya Tanaka"}, choices=no_choices)

    assert seat.clean("7") == 7


@pytest.mark.parametrize("value", ["8", "x", "7 "])
def test_a_seat_refuses_whom_it_does_not_know(value):
    seat = SeatField({"7": "Aya Tanaka"}, choices=no_choices)

    with pytest.raises(forms.ValidationError) as refused:
        seat.clean(value)
    assert refused.value.code == "invalid_choice"
