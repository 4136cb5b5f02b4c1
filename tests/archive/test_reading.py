"""A large file is parsed in turns with the other threads of the process, above all those that record hands."""

import threading
import time

import pytest

from tournament.archive.tenbo.reading import LARGE, parsed
from tournament.archive.tenbo.values import BadDocument


@pytest.mark.parametrize(
    "values", [b"[" + b"0.123456789," * 250_000, b"{" + b",".join(b'"key%d":0' % number for number in range(250_000))]
)
def test_others_run_while_a_large_file_is_parsed(values):
    """The file breaks off, so that all of the time is the parser's."""
    assert len(values) > LARGE
    pauses, is_over = [], threading.Event()

    def run():
        last = time.monotonic()
        while not is_over.wait(0.001):
            pauses.append(time.monotonic() - last)
            last += pauses[-1]

    other = threading.Thread(target=run)
    other.start()
    began = time.monotonic()
    with pytest.raises(BadDocument, match="not JSON"):
        parsed(values)
    took = time.monotonic() - began
    is_over.set()
    other.join()

    assert max(pauses, default=took) < took / 2


def test_a_large_file_is_parsed_as_a_small_one_is():
    value = '{"a": [1, -2.5e3, true, null, "ž\\u00e9\\n"], "b": {}}'
    large = f"[{value},{' ' * LARGE}{value}]".encode()

    assert parsed(large) == parsed(f"[{value},{value}]".encode())
    for broken in (b'{"a":1,"a":2}', b"[NaN]", b"[1,]", b"[" * 100_000):
        with pytest.raises(BadDocument) as small:
            parsed(broken)
        with pytest.raises(BadDocument) as padded:
            parsed(broken + b" " * LARGE)
        assert str(padded.value) == str(small.value)
