"""Amounts of points as people write them on paper."""

import doctest

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.placement import check_final_points
from scoring.presets import WRC_2015
from scoring.refusal import Refused
from tournament.table import amounts
from tournament.table.amounts import NoAmount, SeveralReadings, points_of, read_amount, read_chombo

LETTERS = {"E": 0, "S": 1, "W": 2, "N": 3}
WAYS = {
    "points": str,
    "hundreds": lambda points: str(points // 100),
    "point": lambda points: f"{points / 1_000:.1f}",
    "comma": lambda points: f"{points / 1_000:.1f}".replace(".", ","),
    "grouped": lambda points: f"{points:,}",
    "sticks": lambda points: f"{points // 10_000}/0/{points % 10_000 // 1_000}/{points % 1_000 // 100}",
}


def read(*texts, bets=0):
    return points_of([read_amount(text) for text in texts], bets, rules=WRC_2015)


def test_the_examples_of_the_module_hold():
    assert doctest.testmod(amounts).failed == 0


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("30400", (30_400,)),
        ("304", (30_400,)),
        ("30.4", (30_400,)),
        ("30,4", (30_400,)),
        ("30.40", (30_400,)),
        ("30'400", (30_400,)),
        ("30\N{NO-BREAK SPACE}400", (30_400,)),
        (".4", (400,)),
        ("0", (0,)),
        ("-1200", (-1_200, -120_000)),
        ("\N{MINUS SIGN}12", (-1_200,)),
        ("▲1,2", (-1_200,)),
        ("- 1 200", (-1_200,)),
        ("1052", (105_200,)),
        ("30450", (30_450,)),
        ("2/1/5/1/4", (30_900,)),
    ],
)
def test_an_amount_means(text, meanings):
    assert read_amount(text).meanings == meanings


@pytest.mark.parametrize(
    "text", ["", "x", "30.4.0", "30400 b", "1/2/3", "--3", "3-0", "30,,4", "٣٠٠", "9" * 30, "30.4001", "1e4", "-", "."]
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(NoAmount):
        read_amount(text)


def test_the_sum_tells_points_from_hundreds():
    assert read("300", "300", "300", "300") == (30_000,) * 4
    assert read("30000", "300", "45000", "44700") == (30_000, 300, 45_000, 44_700)
    assert read("41.0", "330", "28000", "1/0/6/0", bets=2) == (41_000, 33_000, 28_000, 16_000)


def test_two_readings_with_the_right_sum_are_asked_about():
    with pytest.raises(SeveralReadings) as asked:
        read("300", "300", "44700", "45000")

    assert asked.value.points == [(30_000, 300, 44_700, 45_000), (300, 30_000, 44_700, 45_000)]


def test_what_does_not_add_up_is_refused_as_most_likely_meant():
    with pytest.raises(Refused) as refused:
        read("300", "304", "296", "310")

    assert refused.value.details == {"expected": 120_000, "found": 121_000}


def test_thousands_without_a_point_are_not_guessed():
    with pytest.raises(Refused):
        read("30", "35", "25", "30")
    assert read_amount("30").is_short
    assert not read_amount("300").is_short


def test_chombo_are_winds_or_columns():
    assert read_chombo("", LETTERS) == (0, 0, 0, 0)
    assert read_chombo("w, 3", LETTERS) == (0, 0, 2, 0)
    with pytest.raises(NoAmount):
        read_chombo("5", LETTERS)


@st.composite
def lines(draw):
    """Four amounts of a right sheet, each written in some way, and the bets left."""
    bets = draw(st.integers(0, 4))
    three = [100 * draw(st.integers(0, 500)) for _seat in range(3)]
    last = 120_000 - 1_000 * bets - sum(three)
    assume(0 <= last < 200_000)
    ways = [draw(st.sampled_from(sorted(WAYS))) for _seat in range(4)]
    return [WAYS[way](points) for way, points in zip(ways, [*three, last], strict=True)], bets


@given(line=lines(), data=st.data())
def test_a_single_wrong_digit_never_adds_up(line, data):
    texts, bets = line
    seat = data.draw(st.integers(0, 3))
    place = data.draw(st.sampled_from([place for place, sign in enumerate(texts[seat]) if sign.isdigit()]))
    right = texts[seat][place]
    slip = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != right]))
    texts[seat] = texts[seat][:place] + slip + texts[seat][place + 1 :]

    with pytest.raises((Refused, SeveralReadings, NoAmount)):
        read(*texts, bets=bets)


@given(line=lines())
def test_what_is_read_adds_up(line):
    texts, bets = line
    try:
        points = read(*texts, bets=bets)
    except SeveralReadings as asked:
        points = asked.points[0]

    check_final_points(points, bets, rules=WRC_2015)
