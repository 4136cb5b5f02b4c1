"""Simulates another process that works at the same time, and a process that is killed."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

Value = TypeVar("Value")


class Killed(BaseException):
    """Raised to simulate that the process is killed at this point."""


def in_another_process(do: Callable[[], Value]) -> Value:
    """Return the value of this call, made with a separate database connection, as in another process."""

    def act() -> Value:
        try:
            return do()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(act).result(60)
