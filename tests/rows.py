"""A table of cases as one test: where a row takes microseconds, an item of pytest takes milliseconds."""

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from textwrap import indent
from typing import Any

import pytest

Test = Callable[..., None]
PARAM = type(pytest.param())


def every_row(names: str | Sequence[str], table: Iterable[Any], ids: Any = None) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but one test goes through all rows, and fails with what is wrong in each of them.

    The rows share the fixtures of the test, and nothing is reset between them: they leave nothing behind.
    """
    keys = [names] if isinstance(names, str) else list(names)
    said = list(table)
    cases = [row.values if isinstance(row, PARAM) else [row] if isinstance(names, str) else row for row in said]
    if not cases or any(len(values) != len(keys) for values in cases):
        raise ValueError(f"a table of {', '.join(keys)} has rows, each with a value for every one of them")

    def name(number: int) -> str:
        if isinstance(said[number], PARAM):
            return said[number].id
        if ids is None:
            return ", ".join(f"{value!r:.100}" for value in cases[number])
        return "-".join(str(ids(value)) for value in cases[number]) if callable(ids) else str(list(ids)[number])

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def test_all_rows(**fixtures: Any) -> None:
            wrong = []
            for number, values in enumerate(cases):
                try:
                    test(**fixtures, **dict(zip(keys, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 (whatever it is, of this row)
                    wrong.append(f"[{name(number)}]\n" + indent(_explained(error, test), "    "))
            if wrong:
                pytest.fail("\n".join([f"{len(wrong)} of {len(cases)} rows are wrong:", *wrong]), pytrace=False)

        asked = inspect.signature(test)
        fixtures = [parameter for key, parameter in asked.parameters.items() if key not in keys]
        test_all_rows.__signature__ = asked.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return test_all_rows

    return decorate


def _explained(error: BaseException, test: Test) -> str:
    """Where in the test it went wrong, and how."""
    file = inspect.unwrap(test).__code__.co_filename
    there = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    where = f"line {there[-1].lineno}: {there[-1].line}\n" if there else ""
    how = str(error) if isinstance(error, AssertionError | pytest.fail.Exception) else ""
    return where + (how or "".join(traceback.format_exception_only(error)).rstrip())
