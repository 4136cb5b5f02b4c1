"""Lines of a timetable beside its rounds: read as people write them, or refused with the line."""

from datetime import date

import pytest

from tournament.rounds.break_lines import BadBreak, read_breaks, written_breaks

FULL = "2026-05-02 12:30–13:30 Lunch\n2026-05-02 19:00 Dinner at the club\n2026-05-03 09:30 Ceremony"


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        "2.5.2026 12.30-13.30 Lunch\n19:00 Dinner at the club\n\n3.5.2026 9:30 Ceremony\n",
        "2/5/2026, 12:30 — 13:30  Lunch\n 3. 5. 2026 09:30 Ceremony\n2026-5-2 19:00 Dinner at the club",
    ],
)
def test_lines_are_read_as_people_write_them(text):
    assert written_breaks(read_breaks(text)) == FULL


def test_the_first_line_may_be_on_the_first_day():
    assert written_breaks(read_breaks("9:00 Doors open", first_day=date(2026, 5, 2))) == "2026-05-02 09:00 Doors open"


@pytest.mark.parametrize(
    "line",
    ["Lunch", "12:30 Lunch", "2026-05-02 Lunch", "2026-02-30 12:30 Lunch", "2026-05-02 25:00 Lunch", "2026-05-02 12:30",
     "2026-05-02 12:30-12:00 Lunch", f"2026-05-02 12:30 {'x' * 81}"],
)  # fmt: skip
def test_a_line_that_is_no_item_is_named(line):
    with pytest.raises(BadBreak) as raised:
        read_breaks(f"\n{line}\n")

    assert raised.value.number == 2
