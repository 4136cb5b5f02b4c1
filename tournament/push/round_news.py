"""Decides which messages about a round are sent, to whom and when. This module uses no database and no words.

Each phone gets at most three kinds of messages about a round: its player's seat when the seating plan has it, the start
in a few minutes, and the seat when the round has started. A message that would only repeat the last one is not sent.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from tournament.models import PushMessage

Kind = PushMessage.Kind

AHEAD = timedelta(minutes=5)
"""How long before a round's announced start phones get the message that the round starts soon (`Kind.SOON`)."""

FRESH = timedelta(minutes=10)
"""Age from which known seats are no longer sent, for example after the server was down."""

QUIET = {Kind.PLANNED: timedelta(minutes=15), Kind.STARTED: timedelta(minutes=15), Kind.SOON: timedelta(minutes=3)}
"""For each kind of message, the shortest time from a phone's last message to the news. If the last message is more
recent and names the same seat, no message of this kind is sent."""

UNKNOWN, REST, FINAL, FOUR = "", "rest", "final", "four"
"""Values in place of a seat. In news for a player: the seat is not known yet (`UNKNOWN`), the player sits out (`REST`),
or the player does not play in the final (`FINAL`). In news for a table: four players sit at the table (`FOUR`)."""


@dataclass(frozen=True, kw_only=True)
class RoundNews:
    """The known facts about a round at one moment.

    `seats` are table and wind ("7S") by the entry's id. They became known at `known_at`; before this time, `seats` is
    empty. `players` are the ids of all entries that still play. If the round follows a cut, `finalists` are the ids of
    the entries that advanced; otherwise it is empty. `starts_at` is the announced start; `is_running` says that the
    clock was started.
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
        """Return the entry's seat ("7S"), or `UNKNOWN`, `REST` or `FINAL`; None for a player who has left."""
        if entry in self.seats:
            return self.seats[entry]
        if entry not in self.players:
            return None
        if self.finalists and entry not in self.finalists:
            return FINAL
        return REST if self.seats else UNKNOWN

    def place_at(self, table: int) -> str | None:
        """Return `FOUR` if players sit at this table, `UNKNOWN` before the seats are known, None if nobody sits at
        it."""
        if not self.seats:
            return UNKNOWN
        return FOUR if str(table) in self._tables else None

    @cached_property
    def _tables(self) -> frozenset[str]:
        return frozenset(seat[:-1] for seat in self.seats.values())

    def kinds(self, now: datetime) -> Iterator[Kind]:
        """Yield the kinds of messages for which there is news at this moment."""
        if self.starts_at and self.starts_at - AHEAD <= now < self.starts_at and not self.is_running:
            yield Kind.SOON
        if self.known_at and self.seats and abs(now - self.known_at) <= FRESH:
            yield Kind.STARTED if self.is_started else Kind.PLANNED

    def since(self, kind: Kind) -> datetime | None:
        """Return the time from which there is news of this kind; None if there is no such news."""
        if kind is Kind.SOON:
            return self.starts_at - AHEAD if self.starts_at else None
        return self.known_at

    def until(self, kind: Kind) -> datetime | None:
        """Return the time from which news of this kind is useless; None if the time is unknown."""
        if kind is Kind.SOON:
            return self.starts_at
        since = self.known_at
        ends = [moment for moment in (self.starts_at, since + timedelta(minutes=30) if since else None) if moment]
        return max(ends, default=None)


def is_due(kind: Kind, place: str, news: RoundNews, earlier: Sequence[PushMessage], subscribed_at: datetime) -> bool:
    """Whether a message of this kind about the seat of a phone's player or table is due. `earlier` are the phone's
    earlier messages about this round, the latest last. Seats that were known before `subscribed_at` are not sent,
    because the page showed them when the phone subscribed."""
    since = news.since(kind)
    if since is None or (kind is not Kind.SOON and (since < subscribed_at or place == UNKNOWN)):
        return False
    latest_of_kind = next((message for message in reversed(earlier) if message.kind == kind), None)
    if latest_of_kind and _says_the_same(latest_of_kind, place, news):
        return False
    latest = earlier[-1] if earlier else None
    return latest is None or latest.seat != place or latest.created_at <= since - QUIET[kind]


def _says_the_same(message: PushMessage, place: str, news: RoundNews) -> bool:
    return message.seat == place and (message.kind != Kind.SOON or message.starts_at == news.starts_at)
