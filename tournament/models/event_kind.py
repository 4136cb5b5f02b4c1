"""Kinds of events, and what each of them offers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """What a tournament by rounds and a club night offer; `core.words.kinds` has their words.

    With rounds everybody is seated at once, so there is a seating plan, a timetable, a cut and a next round. On a club
    night any four players start a hanchan whenever a table is free, and each hanchan counts as one round. A ceremony
    shows the winner of an event that ends, and federations count tournaments alone.
    """

    has_rounds: bool
    has_ceremony: bool
    is_for_federations: bool


TOURNAMENT = EventKind(has_rounds=True, has_ceremony=True, is_for_federations=True)
CLUB_NIGHT = EventKind(has_rounds=False, has_ceremony=False, is_for_federations=False)
