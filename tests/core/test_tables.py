"""Tables are written without a second copy of their text, and the writing stops when others wait."""

import tracemalloc

import pytest
import xlsxwriter

from tournament.core.exports import tables
from tournament.core.exports.tables import Column, DataTable, csv_of
from tournament.core.exports.workbook import workbook
from tournament.core.threads import interruption
from tournament.core.threads.interruption import Computation, Interrupted, current

WRITERS = [pytest.param(csv_of, id="csv"), pytest.param(lambda table: workbook([table]), id="workbook")]
COLUMNS = (Column(title="Name"), Column(title="Points", kind="points"))


def test_a_csv_file_begins_with_a_byte_order_mark():
    table = DataTable(name="Hands", columns=COLUMNS, rows=[("Žofie \U0001f004", 1), ("=2", None)])

    assert csv_of(table) == "\ufeffName,Points\r\nŽofie \U0001f004,1\r\n'=2,\r\n".encode()


@pytest.mark.parametrize("write", WRITERS)
def test_a_rare_letter_does_not_multiply_the_memory_of_a_file(write):
    texts = [f"\U0001f004{number:0999}" for number in range(5_000)]
    table = DataTable(name="Hands", columns=COLUMNS, rows=((text, 1) for text in texts))
    write(DataTable(name="Hands", columns=COLUMNS, rows=[]))  # what is imported the first time
    tracemalloc.start()
    write(table)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 3 * 5_000_000


@pytest.fixture
def interrupted_computation(monkeypatch):
    """A computation that another thread wants to interrupt, in code that may not be interrupted from outside."""
    monkeypatch.setattr(interruption, "_file_executed_in", lambda _thread: tables.__file__)
    computation = Computation()
    token = current.set(computation)
    with computation.run():
        assert not computation.interrupt()
        yield computation
    current.reset(token)


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.usefixtures("interrupted_computation")
def test_an_interrupted_table_is_not_written(monkeypatch, write):
    """A workbook used as a context manager wrote the whole file even then."""
    monkeypatch.setattr(xlsxwriter.Workbook, "close", lambda _book: pytest.fail("the whole workbook is written"))
    rows = iter([("first", 1), ("second", 2)])

    with pytest.raises(Interrupted):
        write(DataTable(name="Hands", columns=COLUMNS, rows=rows))

    assert next(rows) == ("second", 2)


def test_an_interrupted_workbook_is_not_packed(interrupted_computation):
    with pytest.raises(Interrupted):
        workbook([DataTable(name="Hands", columns=COLUMNS, rows=[])])

    assert interrupted_computation.was_interrupted
