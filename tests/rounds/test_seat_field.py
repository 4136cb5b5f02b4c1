"""One seat of the form that starts a round."""

import pytest
from django import forms
from django.test.html import parse_html

from tournament.rounds.forms.seat_select import SeatOptions, SeatSelect
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


@pytest.mark.parametrize("value", [None, "", 1, "12", "77", "<"])
def test_a_select_is_drawn_as_django_would_draw_it(value):
    choices = [("", "–"), ("1", "Jiří <b>"), ("12", "D'Arc & Co"), ("2", "Zoë")]
    seat = {
        "name": "seat-1-0",
        "value": value,
        "attrs": {"id": "id_seat-1-0", "required": True, "aria-invalid": "true"},
    }

    drawn = SeatSelect(SeatOptions(choices)).render(**seat)

    assert parse_html(drawn) == parse_html(forms.Select(choices=choices).render(**seat))
