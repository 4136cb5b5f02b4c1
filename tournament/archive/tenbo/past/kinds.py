"""Which kinds of log entries can change what of a tournament's past.

What is not named here excuses nothing, so a kind that a document invented excuses nothing either. A new action that
changes what was recorded before needs a line here: `tests/archive/test_honest_work.py` fails without it.
"""

Kinds = frozenset[str]

RECORDED: Kinds = frozenset({"hand.recorded", "hand.moved_here"})
"""Kinds that append a hand."""

CORRECTED: Kinds = frozenset({
    "hand.undone", "hand.corrected", "hand.inserted", "hand.removed", "hand.moved_away", "hanchan.resettled",
})  # fmt: skip
"""Kinds that replace, insert or take away hands. The hands of before stay on record as superseded."""

KEYED: Kinds = frozenset({"paper.recorded", "paper.keyed_again", "paper.decided"})
"""Kinds that add points from paper."""

SIGNED: Kinds = frozenset({"sheet.signed"})
CONFIRMED: Kinds = SIGNED | {"sheet.confirmed", "sheet.confirmed_by_link"}

UNSIGNED: Kinds = CORRECTED | {
    "hand.moved_here", "paper.recorded", "paper.removed", "paper.decided", "substitute.named", "substitute.removed",
    "hanchan.extras", "hanchan.cancelled", "seats.swapped", "time.withdrawn",
}  # fmt: skip
"""Kinds that withdraw signatures and signed sheets."""

STARTED_AGAIN: Kinds = frozenset({"hanchan.restarted"})
"""Kinds that add a hanchan to a round that was started before."""

COLUMNS: dict[str, Kinds] = {
    "seats": frozenset({"seats.swapped"}),
    "time": CORRECTED | {"time.called", "time.withdrawn"},
    "start_points": frozenset({"hanchan.extras"}),
    "chips": frozenset({"hanchan.extras"}),
    "winless": frozenset({"hanchan.extras"}),
    "length": frozenset(),
}
"""A hanchan's columns, and the kinds of its log entries that can change them."""

ROWS: dict[str, tuple[Kinds, str, Kinds]] = {
    "paper": (KEYED, "superseded_by", KEYED | {"paper.removed"}),
    "substitutions": (STARTED_AGAIN | {"substitute.named"}, "taken_back_by", frozenset({"substitute.removed"})),
    "signatures": (CONFIRMED, "withdrawn_by", UNSIGNED),
    "sheets": (SIGNED, "withdrawn_by", UNSIGNED),
}
"""A hanchan's lists of rows: the kinds that add a row, and the key and kinds of the entry that ends one."""

SETTINGS: dict[str, Kinds] = {
    "tie_breaks": frozenset({"tournament.finals"}),
    "lots_number": frozenset(),
    "team_best": frozenset({"teams.edited"}),
    "team_best_of": frozenset({"teams.edited"}),
    "team_chombo": frozenset({"teams.edited"}),
    "sit_out": frozenset({"tournament.sit_out"}),
    "sit_out_points": frozenset({"tournament.sit_out"}),
}
"""Settings that decide about results, and the kinds that can change them."""

FROZEN_RULES: Kinds = frozenset({"rules.corrected"})
"""Kinds that change rules after the first hand."""

SHOWN: Kinds = frozenset({"visibility.edited"})
SHOWN_OF_ROUND: Kinds = frozenset({"visibility.round_edited", "visibility.round_dropped"})

OF_PERSON: dict[str, Kinds] = {
    "name": frozenset({"player.renamed", "players.merged"}),
    "last_name": frozenset({"players.merged"}),
    "country": frozenset({"players.merged"}),
    "club": frozenset({"players.merged"}),
    "ema_number": frozenset({"players.merged"}),
    "status": frozenset({"entry.cancelled", "entry.moved_up"}),
    "team": frozenset(),
}
"""Details of a player that are compared, and the kinds that change them beside `EDITED`. Contacts are not compared: a
laptop's document may lack them."""

EDITED: Kinds = frozenset({"player.edited", "entry.edited"})
"""Kinds that change the details of a player that they name."""

GONE: Kinds = frozenset({"player.removed", "person.removed"})
"""Kinds after which a player's details are gone."""

TEAMS_EDITED = "teams.edited"
"""The kind that renames teams, also in the entries of their players."""

END_OF_ROUND: dict[str, tuple[Kinds, Kinds]] = {
    "approved_by": (frozenset({"round.approved"}), frozenset({"round.approval_withdrawn"})),
    "released_by": (frozenset({"round.released"}), frozenset({"round.release_taken_back"})),
}
"""What is decided of a whole round: the kinds that decide it, and those that take it back."""
