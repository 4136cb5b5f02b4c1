"""Wakes thousands of streams a few at a time, so that requests are not delayed."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

Stream = TypeVar("Stream")

IN_ONE_TURN = 25
"""Number of streams that are woken in one iteration of the event loop, which takes about two milliseconds."""


async def wake_in_turns(streams: Sequence[Stream], wake: Callable[[Stream], object]) -> None:
    """Wake these streams, a few in each iteration of the event loop, so that requests are handled in between."""
    for start in range(0, len(streams), IN_ONE_TURN):
        for stream in streams[start : start + IN_ONE_TURN]:
            wake(stream)
        await asyncio.sleep(0)
