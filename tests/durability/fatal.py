"""Tenbo, but a submission kills the process at the moment that the environment variable FATAL names. Without FATAL
nothing is killed."""

import os
import signal

from tournament.asgi import application as tenbo

FATAL = os.environ.get("FATAL")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def application(scope, receive, send):
    async def answer(event):
        if FATAL == "before the answer" and scope.get("method") == "POST":
            die()
        await send(event)

    await tenbo(scope, receive, answer)


if FATAL == "before the commit":
    from tournament.core.actions.journal import log
    from tournament.table.actions import record_hand

    def log_and_die(*arguments, **named):
        log(*arguments, **named)
        die()

    record_hand.log = log_and_die  # type: ignore[attr-defined]
