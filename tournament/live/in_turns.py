"""Thousands of streams are woken a few at a time."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

Stream = TypeVar("Stream")

IN_ONE_TURN = 25
"""Streams that are woken in one turn of the event loop: about two milliseconds of writing."""


async def wake_in_turns(streams: Sequence[Stream], wake: Callable[[Stream], object]) -> None:
    """Wake these streams, a few in each turn of the event loop: a request comes in between, however many there are."""
    for start in range(0, len(streams), IN_ONE_TURN):
        for stream in streams[start : start + IN_ONE_TURN]:
            wake(stream)
        await asyncio.sleep(0)
