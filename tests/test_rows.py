"""A table of cases in one test loses none of them: whatever is wrong in a row is told with its name."""

import pytest

from tests.rows import every_row


def told(test, **fixtures):
    with pytest.raises(pytest.fail.Exception) as failed:
        test(**fixtures)
    return str(failed.value)


def test_every_row_that_is_wrong_is_named_with_what_is_wrong_in_it():
    seen = []

    @every_row(("number", "half"), [(2, 1), (3, 1), (4, 3), (6, 3)])
    def test_halves(number, half):
        seen.append(number)
        assert number / 2 == half

    said = told(test_halves)
    assert seen == [2, 3, 4, 6]
    assert said.startswith("2 of 4 rows are wrong:\n[3, 1]\n    line ")
    assert ": assert number / 2 == half\n    assert (3 / 2) == 1\n[4, 3]\n" in said


def test_an_error_and_a_missing_error_are_wrong_too():
    @every_row("text", ["1", "one", ""], ids=["digit", "word", "nothing"])
    def test_texts(text):
        if text:
            int(text)
        else:
            with pytest.raises(ValueError, match="invalid"):
                int("1")

    said = told(test_texts)
    assert "[word]\n    line" in said
    assert "int(text)\n    ValueError: invalid literal for int() with base 10: 'one'\n[nothing]\n" in said
    assert said.endswith("DID NOT RAISE ValueError")


def test_two_tables_are_gone_through_together():
    @every_row("left", [1, 2], ids=str)
    @every_row("right", [pytest.param(1, id="one"), pytest.param(3, id="three")])
    def test_sums(left, right):
        assert left + right < 5

    said = told(test_sums)
    assert "[2]\n    1 of 2 rows are wrong:\n    [three]\n" in said
    assert "[1]" not in said


@pytest.fixture
def seen():
    return []


@every_row("number", range(3))
@pytest.mark.parametrize("word", ["a"])
def test_fixtures_and_other_parameters_are_given_as_ever(seen, word, number):
    assert len(seen) == number
    seen.append(word)


@every_row("table", [[], [(1, 2, 3)]])
def test_a_table_without_rows_or_with_a_ragged_one_is_none(table):
    with pytest.raises(ValueError, match="has rows"):
        every_row(("number", "half"), table)
