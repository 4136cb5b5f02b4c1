"""Send the changes made on this laptop to the sites that lent it their tournaments: a live mirror, outbound only.

There is no queue of changes. A mirror is one row with the version that its site has; when the tournament has a later
version, the whole document is sent. Nothing piles up while there is no internet, and a restart loses nothing. The
database is used only before and after a request, not while the process waits for the answer.
"""

import gzip
import logging
from collections.abc import Callable
from datetime import timedelta
from time import monotonic

from django.db import DatabaseError
from django.utils import timezone

from tournament.archive.delivery import MOST_SENT, MirrorAnswer, MirrorRequest
from tournament.archive.queries.mirror import due_mirrors
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.whole import TooLongForFile
from tournament.core.exports.json_parts import json_bytes
from tournament.core.fading_sums import SendingTimes
from tournament.models import Mirror, Tournament

LEASE = timedelta(seconds=180)
"""How long a mirror is reserved for the process that sends it; longer than any timeout of sending."""

LEAST_PAUSE = timedelta(seconds=10)
"""The shortest time between two requests for one tournament."""

SHARE = 10
"""The pause after a request is this many times as long as the site took to answer, so that a slow site is not kept
busy."""

LONGEST_PAUSE = timedelta(minutes=5)
LAST_RETRY = timedelta(minutes=2)
"""Longest pause before a retry: the pause doubles with each failure up to this limit."""

Deliver = Callable[[MirrorRequest], MirrorAnswer]

logger = logging.getLogger(__name__)


def send_mirror(deliver: Deliver, times: SendingTimes) -> bool:
    """Send one of the mirrors that are due, of the account whose mirrors took the least time lately; return whether
    there was one. If so, more may be due."""
    for account, mirror in sorted(due_mirrors().items(), key=lambda due: times.of(due[0])):
        if _claim(mirror):
            began = monotonic()
            try:
                _send(mirror, deliver)
            finally:
                times.add(account, began)
            return True
    return False


def _send(mirror: Mirror, deliver: Deliver) -> None:
    """Send a claimed mirror. An unexpected error fails this mirror alone: others wait behind it."""
    try:
        request = _request(mirror)
        if len(request.body) > MOST_SENT:
            _fail(mirror, Mirror.Problem.TOO_LARGE)
        else:
            _settle(mirror, request, deliver(request))
    except DatabaseError:
        raise
    except TooLongForFile:
        _fail(mirror, Mirror.Problem.TOO_LARGE)
    except Exception:
        logger.exception("Mirror %s was not sent", mirror.pk)
        _fail(mirror, Mirror.Problem.REFUSED)


def _claim(mirror: Mirror) -> bool:
    """Reserve the mirror for this process; return False if another process was faster, or if the mirror was switched
    off or ended while others were sent."""
    rows = Mirror.objects.filter(pk=mirror.pk, next_try_at=mirror.next_try_at, is_on=True, hand_over__ended_at=None)
    return bool(rows.update(next_try_at=timezone.now() + LEASE))


def _request(mirror: Mirror) -> MirrorRequest:
    tournament = Tournament.objects.get(pk=mirror.hand_over.tournament_id)
    version, body = tournament.version, b""
    if version != mirror.sent_version:
        document = envelope(tournament)
        version, body = len(document["log"]), gzip.compress(json_bytes(document), 6)
    return MirrorRequest(address=mirror.address, key=mirror.key, version=version, body=body)


def _settle(mirror: Mirror, request: MirrorRequest, answer: MirrorAnswer) -> None:
    match answer.status:
        case 200:
            now = timezone.now()
            pause = min(max(LEAST_PAUSE, answer.took * SHARE), LONGEST_PAUSE)
            columns = {"sent_version": request.version, "sent_at": now, "failures": 0, "problem": ""}
            _write(mirror, **columns, next_try_at=now + pause)
        case 412:  # the site has another version, perhaps after a restored backup: send the whole document again
            _write(mirror, sent_version=0, next_try_at=timezone.now() + LEAST_PAUSE)
        case 409:
            _fail(mirror, Mirror.Problem.OTHER)
        case 410:
            _fail(mirror, Mirror.Problem.ENDED)
        case 0:
            _fail(mirror, Mirror.Problem.NO_ANSWER)
        case 413:
            _fail(mirror, Mirror.Problem.TOO_LARGE)
        case status if status == 429 or status >= 500:
            _fail(mirror, Mirror.Problem.BUSY, after=answer.after)
        case _:
            _fail(mirror, Mirror.Problem.REFUSED)


def _fail(mirror: Mirror, problem: Mirror.Problem, *, after: timedelta | None = None) -> None:
    pause = min(LEAST_PAUSE * 2 ** min(mirror.failures, 10), LAST_RETRY)
    pause = min(max(pause, after or pause), LONGEST_PAUSE)
    failures = min(mirror.failures + 1, 1_000)
    _write(mirror, problem=problem, failures=failures, next_try_at=timezone.now() + pause)


def _write(mirror: Mirror, **columns: object) -> None:
    Mirror.objects.filter(pk=mirror.pk).update(**columns)
