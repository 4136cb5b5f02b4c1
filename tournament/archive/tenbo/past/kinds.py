"""Tables of the facts in a tournament's past that each kind of log entry can change.

Facts that were on the site at the hand-over must be unchanged when the laptop returns the tournament, with a few
exceptions. Each table below names fields that may differ, and the kinds of log entries that allow the difference. The
new part of the log must have an entry of such a kind about the same player, round or hanchan. A field that is in no
table may not differ. A kind of entry that this version does not know allows nothing. Cuts, penalties and other
decisions may be ended, but not changed; their table is in `decisions.py`.

A new action that changes earlier records needs a line here, and a story in `tests/archive/test_honest_tables.py`,
`test_honest_work.py` or `test_honest_days.py`, which fail without it.
"""

from tournament.core.queries.contacts import OF_FEDERATIONS

Kinds = frozenset[str]
Fields = dict[str, Kinds]
"""Fields that may differ, each with the kinds of log entries that can change it."""


def _by(*kinds: str) -> Kinds:
    return frozenset(kinds)


# Which fields an entry is about

NAMES_FIELDS: dict[str, str] = {
    "tournament.edited": "after", "tournament.finals": "after", "teams.edited": "counts",
    "entry.edited": "after", "announcement.edited": "fields",
}  # fmt: skip
"""Kinds of log entries that list the fields they changed, and the key in their data with this list. Such an entry
allows no other field to differ."""

NAMED_AS: dict[str, str] = {
    "checked_in_at": "status", "arrived_by_link": "status", "cut_places": "announced_cuts", "ruleset": "ruleset_key",
}  # fmt: skip
"""Fields that log entries do not list themselves: each changes together with another field, which the entries list."""

# At a table

RECORDED: Kinds = _by("hand.recorded", "hand.moved_here")
"""Kinds of log entries that append one hand."""

CORRECTED: Kinds = _by(
    "hand.undone", "hand.corrected", "hand.inserted", "hand.removed", "hand.moved_away", "hanchan.resettled"
)
"""Kinds of log entries that replace, insert or remove hands. The earlier hands stay on record as superseded."""

UNDONE: Kinds = _by("hand.undone")
"""Kinds among `CORRECTED` that add no hand."""

RESETTLED: Kinds = _by("hanchan.resettled")
"""Kinds among `CORRECTED` whose entries do not say which hands were there before and after."""

REBUILT: Kinds = CORRECTED | _by("hands.rebuilt")
"""Kinds of log entries that may change a hand's points, because the points follow from the hands before it."""

KEYED: Kinds = _by("paper.recorded", "paper.keyed_again", "paper.decided")
"""Kinds of log entries that add points from paper."""

SIGNED: Kinds = _by("sheet.signed")
CONFIRMED: Kinds = _by("sheet.confirmed", "sheet.confirmed_by_link")

UNSIGNED: Kinds = CORRECTED | _by(
    "hand.moved_here", "paper.recorded", "paper.removed", "paper.decided", "substitute.named", "substitute.removed",
    "hanchan.extras", "hanchan.cancelled", "seats.swapped", "time.withdrawn",
)  # fmt: skip
"""Kinds of log entries that withdraw signatures, signed sheets, and second entries of points from paper."""

STARTED_AGAIN: Kinds = _by("hanchan.restarted")
"""Kinds of log entries that add a hanchan to a round, at the table and with the players of a cancelled hanchan."""

HANCHAN: Fields = {
    "seats": _by("seats.swapped"),
    "time": CORRECTED | {"time.called", "time.withdrawn"},
    "start_points": STARTED_AGAIN | {"hanchan.extras"},
    "chips": _by("hanchan.extras"),
    "winless": _by("hanchan.extras"),
    "extra_seconds": STARTED_AGAIN | {"clock.table_extended"},
    "cancelled_by": _by("hanchan.cancelled"),
}

ROWS: dict[str, tuple[Kinds, str, Kinds]] = {
    "paper": (KEYED, "superseded_by", KEYED | UNSIGNED),
    "substitutions": (STARTED_AGAIN | {"substitute.named"}, "taken_back_by", _by("substitute.removed")),
    "signatures": (CONFIRMED | SIGNED, "withdrawn_by", UNSIGNED),
    "sheets": (SIGNED, "withdrawn_by", UNSIGNED),
}
"""A hanchan's lists of rows. Each list has three values: the kinds of log entries that add a row, the key of a row that
names the entry that ended the row, and the kinds of this entry."""

HIDING: Kinds = _by(
    "player.renamed", "player.edited", "players.merged", "entry.edited", "player.removed", "person.removed"
)  # fmt: skip
"""Kinds of log entries that may withdraw a substitute's consent to a public name."""

# Rounds

STARTED: Kinds = _by("round.started", "hanchan.started")
"""Kinds of log entries that add the round whose number is in their data."""

TAKEN_BACK: Kinds = _by("round.taken_back")
"""Kinds of log entries that remove a round in which nothing was recorded."""

EXCHANGED: Kinds = _by("round.exchanged")
"""Kinds of log entries that change the seats and the resting players of a started round at tables where nothing was
recorded."""

END_OF_ROUND: dict[str, tuple[Kinds, Kinds]] = {
    "approved_by": (_by("round.approved"), _by("round.approval_withdrawn")),
    "released_by": (_by("round.released"), _by("round.release_taken_back")),
}
"""Fields of a round with a decision about it: the kinds of log entries that make the decision, and the kinds that
withdraw it."""

_RUN: Kinds = _by(
    "clock.started", "clock.start_withdrawn", "clock.start_restored", "clock.paused", "clock.resumed"
)  # fmt: skip
CLOCK: Fields = {
    "minutes": _by("clock.minutes_set"),
    "extra_seconds": _by("clock.extended"),
    "started_at": _RUN,
    "paused_at": _RUN,
    "paused_microseconds": _RUN,
}

TABLES_ADDED: Kinds = _by("tables.prepared", "round.started", "hanchan.imported")

# The tournament

FREEZING: Kinds = RECORDED | CORRECTED | SIGNED | {"time.called", "paper.recorded", "hanchan.extras"}
"""Kinds of log entries after which the rules are frozen, because results depend on the rules. Nothing unfreezes the
rules."""

FROZEN_RULES: Kinds = _by("rules.corrected")
RULES: Kinds = FROZEN_RULES | {"rules.edited", "tournament.edited"}
"""Kinds of log entries that change the rules, before or after they were frozen."""

_SETTING, _FINALS, _TEAMS = _by("tournament.edited"), _by("tournament.finals"), _by("teams.edited")
TOURNAMENT: Fields = {
    **dict.fromkeys(["name", "place", "starts_on", "is_public", "is_club_night", "is_on_paper"], _SETTING),
    **dict.fromkeys(["colour", "languages", "own_penalties"], _SETTING),
    **dict.fromkeys(["tie_breaks", "final_seats", "announced_cuts", "cut_places"], _FINALS),
    **dict.fromkeys(["team_best", "team_best_of", "team_chombo"], _TEAMS),
    **dict.fromkeys(["sit_out", "sit_out_points"], _by("tournament.sit_out")),
    **dict.fromkeys(["time_zone", "breaks"], _by("timetable.breaks_set")),
    "kept_apart": _by("seating.apart"),
    "archived_at": _by("tournament.archived", "tournament.unarchived"),
    "rules_frozen": FREEZING,
}
"""Fields of the tournament, each with the kinds that can change it. `lots_number` is missing, because it never
changes."""

TERMS: Kinds = _by("entry.terms_changed")
ANNOUNCEMENT: Kinds = _by("announcement.edited")
WORDED: Kinds = _by("mail.worded", "mail.standard")
"""Kinds of log entries that change the wording of mails; their data name the kind of mail and the language."""

SHOWN: Kinds = _by("visibility.edited")
SHOWN_OF_ROUND: Kinds = _by("visibility.round_edited", "visibility.round_dropped")
PLANNED_START: Kinds = _by("timetable.set")
ALL_PLANNED_STARTS: Kinds = _by("timetable.breaks_set")
"""Kinds of log entries that may move the planned starts of all rounds. An entry of the kinds in `PLANNED_START` names
its rounds instead."""

# Players

PERSON = (
    "name", "last_name", "country", "country_letters", "club", "ema_number", *OF_FEDERATIONS, "shown_as",
)  # fmt: skip
"""Details that a person has in every tournament. They are not compared: a detail that differs stays as it is on the
site, unless the laptop's log records the change (`actions.decided_here`)."""

RENAMED: Kinds = _by("player.renamed", "players.merged")
"""Kinds of log entries that change a player's name and contain the earlier name."""

_ARRIVED = _by("entry.arrived", "entry.arrived_by_link", "entry.arrival_undone")
_STATUS = _by("entry.edited", "entry.cancelled", "entry.moved_up")
ENTRY: Fields = {
    "status": _STATUS,
    **dict.fromkeys(["checked_in_at", "arrived_by_link"], _ARRIVED | _STATUS),
    **dict.fromkeys(["team", "paid", "reserved_table", "may_publish"], _by("entry.edited")),
}

ENTERED: Kinds = _by("players.added", "entry.applied")
"""Kinds of log entries that add the players whose numbers are in their data."""

GONE: Kinds = _by("player.removed")
"""Kinds of log entries that remove the player with this number from the tournament. Such a player has no seat."""

ERASED: Kinds = _by("person.removed")
"""Kinds of log entries that erase the person with this number, also from texts (`past.erased`)."""

TEAM: Fields = dict.fromkeys(["name", "short_name", "colour"], _TEAMS)
TEAMS_EDITED = "teams.edited"
"""The kind of log entry that renames teams, also in the entries of their players."""

TEAMS_ADDED: dict[str, str | None] = {TEAMS_EDITED: "teams", "matches.planned": "teams", "team_penalty.given": None}
"""Kinds of log entries that store details for teams that had only a name. The value is the key in the entry's data with
the number of such teams; None means one team."""

MATCHES_PLANNED: Kinds = _by("matches.planned")
MATCHES_DROPPED: Kinds = _by("matches.dropped")
LINED_UP: Kinds = _by("matches.line_up")

# What is not compared

FREE: dict[str, str] = {
    "HanchanRecord.id": "a number of this document alone: hanchans are found by round and table",
    "HanchanRecord.game": "its hands are compared one by one; the rest follows from rules, names and the hanchan",
    **dict.fromkeys(
        (f"EntryRecord.{detail}" for detail in PERSON),
        "stays as it is on the site if no log entry tells of the change",
    ),
    "SubstitutionRecord.may_publish": "consent may be given in the file alone: what was withdrawn here stays withdrawn",
    "Document.format": "checked: there is one",
    "Document.form": "checked: only the whole document comes back",
}
"""Fields of the document's records that may differ without a log entry, each with the reason."""
