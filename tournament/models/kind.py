"""The kinds of events, and the features of each. Their words are in `core.words.kinds`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """`has_rounds`: everybody is seated at once, so there is a seating plan, a timetable, a cut, a next round.

    Without rounds any four start a hanchan whenever a table is free, and each hanchan counts as one round.
    """

    has_rounds: bool


TOURNAMENT = EventKind(has_rounds=True)
CLUB_NIGHT = EventKind(has_rounds=False)
