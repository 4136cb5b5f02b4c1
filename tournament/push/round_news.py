"""What there is to tell about a round, to whom and when. Knows no database and no words.

Each phone is told at most three things about a round: its seat once the seating plan has it, that the start is minutes
away, and its seat once the round was started. What it was told a moment ago is not said again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.models import PushMessage

Kind = PushMessage.Kind

AHEAD = timedelta(minutes=5)
"""How long before its announced start a round is called."""

FRESH = timedelta(minutes=10)
"""Seats that have been known for longer are no news: the server stood still, or the phone subscribed later."""

QUIET = {Kind.PLANNED: timedelta(minutes=15), Kind.STARTED: timedelta(minutes=15), Kind.SOON: timedelta(minutes=3)}
"""A message of this kind is left out if another one named the reader's seat so shortly before."""

UNKNOWN, REST, FINAL, FOUR = "", "rest", "final", "four"
"""Places without a seat: not known yet; sits out; watches the final; and of a table, that four sit there."""


@dataclass(frozen=True, kw_only=True)
class RoundNews:
    """What is known of a round at one moment.

    `seats` are table and wind ("7S") by the entry's id, empty until they are known, which was at `known_at`. `players`
    are the ids of all who play on, and `finalists` those of the final if this round is its first, else empty.
    `starts_at` is the announced start, and `is_running` whether the clock was started.
    """

    number: int
    is_started: bool
    is_running: bool
    seats: Mapping[int, str]
    players: frozenset[int]
    finalists: frozenset[int]
    known_at: datetime | None
    starts_at: datetime | None

    def place_of(self, entry: int) -> str | None:
        """The entry's seat, or one of the places without a seat; None for somebody who plays no more."""
        if entry in self.seats:
            return self.seats[entry]
        if entry not in self.players:
            return None
        if self.finalists and entry not in self.finalists:
            return FINAL
        return REST if self.seats else UNKNOWN

    def place_at(self, table: int) -> str | None:
        """Whether four sit at this table, or `UNKNOWN`; None if nobody does."""
        if not self.seats:
            return UNKNOWN
        return FOUR if any(seat[:-1] == str(table) for seat in self.seats.values()) else None

    def kinds(self, now: datetime) -> Iterator[Kind]:
        """The kinds of messages that are news at this moment."""
        if self.starts_at and self.starts_at - AHEAD <= now < self.starts_at and not self.is_running:
            yield Kind.SOON
        if self.known_at and self.seats and now - self.known_at <= FRESH:
            yield Kind.STARTED if self.is_started else Kind.PLANNED

    def since(self, kind: Kind) -> datetime | None:
        """Since when there is this news."""
        if kind is Kind.SOON:
            return self.starts_at - AHEAD if self.starts_at else None
        return self.known_at

    def until(self, kind: Kind) -> datetime | None:
        """The moment from which this news helps nobody."""
        if kind is Kind.SOON:
            return self.starts_at
        since = self.known_at
        ends = [moment for moment in (self.starts_at, since + timedelta(minutes=30) if since else None) if moment]
        return max(ends, default=None)


def is_due(kind: Kind, place: str, news: RoundNews, told: Sequence[PushMessage], subscribed_at: datetime) -> bool:
    """Whether a phone gets a message of this kind about its place, after those that it got about this round, the last
    one last. The page on which it subscribed showed what was known until then."""
    since = news.since(kind)
    if since is None or (kind is not Kind.SOON and (since < subscribed_at or place == UNKNOWN)):
        return False
    latest_of_kind = next((message for message in reversed(told) if message.kind == kind), None)
    if latest_of_kind and _says_the_same(latest_of_kind, place, news):
        return False
    latest = told[-1] if told else None
    return latest is None or latest.seat != place or latest.created_at <= since - QUIET[kind]


def _says_the_same(message: PushMessage, place: str, news: RoundNews) -> bool:
    return message.seat == place and (message.kind != Kind.SOON or message.starts_at == news.starts_at)
