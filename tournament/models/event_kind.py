"""The two kinds of events, and the features of each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """The features of one kind of event: a tournament with rounds, or a club night. `core.words.kinds` has its words.

    In a tournament with rounds everybody is seated at the same time. So there can be a seating plan, a timetable, cuts
    and a next round. On a club night any four players start a hanchan whenever a table is free, and each hanchan counts
    as one round. Only a tournament has a winner whom a ceremony reveals, and federations count only tournaments.
    """

    has_rounds: bool
    has_ceremony: bool
    is_for_federations: bool


TOURNAMENT = EventKind(has_rounds=True, has_ceremony=True, is_for_federations=True)
CLUB_NIGHT = EventKind(has_rounds=False, has_ceremony=False, is_for_federations=False)
