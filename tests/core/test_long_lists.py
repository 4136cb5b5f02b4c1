"""Long lists in pages: how many rows each has."""

import pytest

from tournament.core.queries.long_lists import FOUND_ROWS, ROWS, page_of, requested_page


@pytest.mark.parametrize(
    ("rows", "number", "shown"), [(0, 1, 0), (ROWS, 1, ROWS), (2 * ROWS, 1, 2 * ROWS), (401, 1, 200), (401, 2, 201)]
)
def test_a_list_of_four_hundred_is_one_page(rows, number, shown):
    assert len(page_of(range(rows), number, is_search=False)) == shown


def test_no_page_is_longer():
    for rows in range(0, 2_001, 50):
        assert len(page_of(range(rows), 99, is_search=False)) <= 2 * ROWS
        assert len(page_of(range(rows), 99, is_search=True)) <= FOUND_ROWS


@pytest.mark.parametrize(
    ("page", "number"), [("3", 3), ("20", 20), ("21", 1), ("0", 1), ("-2", 1), ("x", 1), ("", 1), ("9" * 400, 1)]
)
def test_the_address_asks_for_few_pages(page, number):
    assert requested_page({"page": page}) == number
