"""Remembers the processor time that senders have taken in a lane, so that who has taken least comes next.

Where requests take very different times, a turn each is not fair: twelve networks that read files of seven seconds each
would keep an organizer's small file waiting for all twelve, every time.
"""

import math
import time
from collections import OrderedDict

from tournament.live.lanes.known_sessions import is_known

HALVED_AFTER = 600
"""Seconds after which what was taken counts half."""

KNOWN_FIRST = 60
"""Seconds of processor time that a known account or link may take before strangers who have taken nothing come first:
anybody has as many networks as they rent, and each is new once."""

MOST_SENDERS = 10_000
"""The most senders that are remembered; the one served longest ago is dropped."""


class Spent:
    """Seconds of processor time by sender, within the last minutes."""

    def __init__(self) -> None:
        self._seconds: OrderedDict[tuple[str, ...], tuple[float, float]] = OrderedDict()

    def rank(self, group: str, member: str) -> float:
        """Return a number that is lower for senders who come earlier."""
        of_member, of_group = _senders(group, member)
        if not is_known(member):
            return self._of(of_group) + KNOWN_FIRST
        # A network has as many accounts as somebody creates in it, and an account as many networks as somebody rents.
        return max(self._of(of_member), self._of(of_group))

    def add(self, group: str, member: str, seconds: float) -> None:
        for sender in _senders(group, member):
            self._seconds[sender] = self._of(sender) + seconds, time.monotonic()
            self._seconds.move_to_end(sender)
        while len(self._seconds) > MOST_SENDERS:
            self._seconds.popitem(last=False)

    def _of(self, sender: tuple[str, ...]) -> float:
        seconds, at = self._seconds.get(sender, (0.0, -math.inf))
        return seconds and seconds * 0.5 ** ((time.monotonic() - at) / HALVED_AFTER)


def _senders(group: str, member: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the member, and the group: a network counts apart for known members and for strangers, so that a stranger
    in the hall's network delays no organizer there."""
    return (member,), (group, "known" if is_known(member) else "stranger")
