"""Two processes that serve one SQLite database are noticed, and one that has ended is not."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tournament.core.sqlite.serving_locks import is_served_twice

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have no locks there")

SERVES = """
import logging, sys
from pathlib import Path
from tournament.core.sqlite.serving_locks import note_serving
logging.basicConfig(stream=sys.stdout, format="%(message)s")
note_serving(Path(sys.argv[1]))
print("serves", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_noticed_while_both_serve(tmp_path):
    def serving():
        return subprocess.Popen(
            [sys.executable, "-c", SERVES, tmp_path],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    assert not is_served_twice(tmp_path)
    with serving() as first:
        assert first.stdout.readline() == "serves\n"
        assert not is_served_twice(tmp_path)
        with serving() as second:
            assert second.stdout.readline().startswith("Another process serves this SQLite database too")
            assert second.stdout.readline() == "serves\n"
            assert is_served_twice(tmp_path)
            first.kill()
            first.wait()
            assert not is_served_twice(tmp_path)
            second.kill()
