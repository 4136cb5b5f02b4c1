"""Ends all live streams when the process is asked to stop, under any ASGI server.

When an ASGI server stops, it first waits for open responses and only then notifies the application. Without this
module, the server would wait minutes for a stream to end.
"""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM)


def call_when_stopping(act: Callable[[], None]) -> None:
    """Let the event loop call `act` when this process is asked to stop; the server's own handlers still run.

    Call this function in the event loop, after the server has begun to listen. The function does nothing unless it is
    called in the main thread, because Python allows signal handlers only there.
    """
    loop = asyncio.get_running_loop()
    for number in STOPPING:
        _wrap(number, lambda: loop.call_soon_threadsafe(act))


def _wrap(number: signal.Signals, act: Callable[[], object]) -> None:
    servers_own = signal.getsignal(number)
    if not callable(servers_own):  # the default handler, which ends the process at once
        return

    def handle(received: int, frame: FrameType | None) -> None:
        with suppress(RuntimeError):  # the loop is closed already
            act()
        servers_own(received, frame)

    with suppress(ValueError):
        signal.signal(number, handle)
