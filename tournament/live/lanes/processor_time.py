"""Remembers the processor time that senders have taken in a lane, so that the sender who has taken least comes next.

Where requests take very different times, a turn each is not fair: twelve networks that read files of seven seconds each
would keep an organizer's small file waiting for all twelve, every time.
"""

from tournament.core.fading_sums import FadingSums
from tournament.live.lanes.known_sessions import is_account, is_known, owner_in

HALVED_AFTER = 600
"""Seconds after which what was taken counts half."""

KNOWN_FIRST = 60
"""Seconds of processor time that a known account or link may take before strangers who have taken nothing come first:
anybody has as many networks as they rent, and each is new once."""

NETWORK_FIRST = 5 * KNOWN_FIRST
"""Seconds that all accounts of a network may take together before strangers come first, and so may all links: somebody
may have hundreds of links. Each of them counts for `KNOWN_FIRST` at most, so that one alone takes no organizer's
precedence."""

MOST_SENDERS = 10_000
"""The most senders that are remembered; the one served longest ago is dropped."""

Sender = tuple[str, ...]
Rank = tuple[bool, float]


class ProcessorTime:
    """Seconds of processor time by sender, within the last minutes."""

    def __init__(self) -> None:
        self._seconds: FadingSums[Sender] = FadingSums(half_life=HALVED_AFTER, most=MOST_SENDERS)

    def rank(self, group: str, member: str) -> Rank:
        """Return a value that is lower for senders who come earlier."""
        of_group = self._seconds.of(_network(group, member))
        if not is_known(member):
            return True, of_group + KNOWN_FIRST
        own = self._seconds.of(_owner(member))
        # A network has as many accounts as somebody creates in it, and an account as many networks as somebody rents.
        return own >= KNOWN_FIRST or of_group >= NETWORK_FIRST, max(own, of_group)

    def add(self, group: str, member: str, seconds: float) -> None:
        of_group = seconds
        if is_known(member):
            owner = _owner(member)
            of_group = min(seconds, max(0, KNOWN_FIRST - self._seconds.of(owner)))
            self._seconds.add(owner, seconds)
        self._seconds.add(_network(group, member), of_group)


def _owner(member: str) -> Sender:
    return (owner_in(member),)


def _network(group: str, member: str) -> Sender:
    """Return the network, which counts apart for accounts, links and strangers: a player or a stranger in the hall's
    network delays no organizer there."""
    if not is_known(member):
        return group, "stranger"
    return group, "account" if is_account(member) else "link"
