"""Compares entries and teams on a site with the entries and teams in its laptop's document."""

from collections.abc import Collection, Iterable
from typing import Any

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.equal import Json, NewEntries, can_change, is_same_field, same_by_key, same_record
from tournament.archive.tenbo.past.kinds import (
    ENTERED,
    ENTRY,
    GONE,
    LINED_UP,
    MATCHES_DROPPED,
    MATCHES_PLANNED,
    PERSON,
    TEAM,
    TEAMS_ADDED,
    TEAMS_EDITED,
)
from tournament.core.text import folded


def keeps_people(own: Document, document: Document, new: NewEntries) -> bool:
    """Whether the document's log explains every difference between the players of `document` and of `own`: every
    additional or missing player, and every change of data in this tournament, such as a player's team.

    Details that a person has in every tournament (`PERSON`) are not compared: a change without a log entry is not
    stored (`actions.decided_here.keep_details`). Refusing the whole document instead would keep a day's hands out of
    the tournament for a difference in a name.
    """
    ours: dict[int, Any] = {entry["number"]: entry for entry in own["entries"]}
    theirs: dict[int, Any] = {entry["number"]: entry for entry in document["entries"]}
    renamed = _Renamed(own, document, new)
    entered, gone = entered_in(new.entries), new.numbers_since(GONE)
    entered_there = entered_in(new.since_hand_over)
    for number, entry in ours.items():
        if number not in theirs:
            if number not in gone:
                return False
        elif not _keeps_entry(_with_refusal(entry, theirs[number], entered_there), theirs[number], new, renamed):
            return False
    return theirs.keys() - ours.keys() <= entered


def entered_in(log: list[Any]) -> set[Any]:
    """Return the numbers of the players who were entered by these log entries."""
    added = [entry["data"] for entry in log if entry["kind"] in ENTERED]
    lists = [data.get("numbers", [data.get("number")]) for data in added]
    return {number for numbers in lists if isinstance(numbers, list) for number in numbers if type(number) is int}


def _keeps_entry(ours: Json, theirs: Json, new: NewEntries, renamed: "_Renamed") -> bool:
    about = new.about_player(ours["number"])
    answers = [*new.about_player_since(ours["number"]), *about]  # the mirror's consents are not on this site
    # A removal on one side has been marked on the other too (`past.erased`); the times may differ.
    return bool(ours.get("removed_at")) == bool(theirs.get("removed_at")) and all(
        (is_same_field(ours, theirs, name) and not (name == "team" and renamed.is_renamed(ours["team"])))
        or can_change(about if name != "may_publish" else answers, name, ENTRY.get(name, frozenset()))
        or (name == "team" and renamed.is_same_team(ours["team"], theirs["team"]))
        for name in (ours.keys() | theirs.keys()).difference(PERSON, {"removed_at"})
    )


def _with_refusal(ours: Json, theirs: Json, entered_there: Collection[int]) -> Json:
    """Return the player `ours`, prepared for the comparison with `theirs`.

    This site may have withdrawn the consent to a public name of a player who was entered on the laptop
    (`actions.decided_here.keep_refused_names`). Such a player gets the consent of `theirs`, so that the withdrawal is
    no difference. `entered_there` are the numbers of the players who were entered on the laptop.
    """
    if ours["may_publish"] or ours["number"] not in entered_there:
        return ours
    return ours | {"may_publish": theirs["may_publish"]}


def _may_change_team(new: NewEntries, number: int) -> bool:
    return can_change(new.about_player(number), "team", ENTRY["team"])


class _Renamed:
    """The new names of the teams that were renamed.

    A team without details has only a name and is not in the list of teams. When such a team is renamed, it is added at
    the end of the list.
    """

    def __init__(self, own: Document, document: Document, new: NewEntries) -> None:
        ours, theirs = own.get("teams", []), document.get("teams", [])
        is_edited = bool(_edits_of_teams(new))
        pairs = zip(ours, theirs, strict=False) if is_edited else ()
        self.names = {folded(before["name"]): after["name"] for before, after in pairs}
        self.added = {team["name"] for team in theirs[len(ours) :]} if is_edited else set()
        after = {entry["number"]: entry["team"] for entry in document["entries"]}
        for entry in own["entries"]:
            number, team = entry["number"], entry["team"]
            if team and after.get(number) in self.added and not _may_change_team(new, number):
                self.names.setdefault(folded(team), after[number])

    def is_renamed(self, team: str) -> bool:
        """Whether this team has another name now, so that its players must have the new name too. Accents and capitals
        do not count."""
        return bool(team) and folded(self.names.get(folded(team), team)) != folded(team)

    def is_same_team(self, before: str, after: str) -> bool:
        return self.names.get(folded(before)) == after


def keeps_teams(own: Document, document: Document, new: NewEntries) -> bool:
    """Whether the teams of `document` begin with the teams of `own`, and the log entries explain all further teams."""
    ours: Any = own.get("teams", [])
    theirs: Any = document.get("teams", [])
    edits = _edits_of_teams(new)
    kept = all(same_record(*both, TEAM, edits) for both in zip(ours, theirs, strict=False))
    return kept and 0 <= len(theirs) - len(ours) <= _teams_added(new)


def _edits_of_teams(new: NewEntries) -> list[Any]:
    """Return the log entries that change teams, each rewritten so that it lists the details of a team as changed
    fields."""
    named = [entry for entry in new.entries if entry["kind"] == TEAMS_EDITED and entry["data"].get("teams")]
    return [entry | {"data": {"counts": list(TEAM)}} for entry in named]


def _teams_added(new: NewEntries) -> int:
    added = 0
    for entry in new.entries:
        if entry["kind"] in TEAMS_ADDED:
            key = TEAMS_ADDED[entry["kind"]]
            teams = 1 if key is None else entry["data"].get(key)
            added += teams if type(teams) is int else 0
    return added


def keeps_team_seats(own: Document, document: Document, new: NewEntries) -> bool:
    """Whether teams' matches and line-ups changed only in rounds for which a log entry records the change."""
    planned = _rounds_in((_number(entry, "first"), _number(entry, "last")) for entry in new.of(MATCHES_PLANNED))
    dropped = min((_number(entry, "first") for entry in new.of(MATCHES_DROPPED)), default=None)
    gone = new.numbers_since(GONE)

    def may_change(place: tuple[int, int, int]) -> bool:
        return place[0] in planned or (dropped is not None and place[0] >= dropped)

    ours: Any = own.get("team_seats", [])
    theirs: Any = document.get("team_seats", [])
    of_ours, of_theirs = ([seat | {"entry": None} for seat in seats] for seats in (ours, theirs))
    return same_by_key(of_ours, of_theirs, _place, may_change) and same_by_key(
        [seat | {"entry": None} if seat["entry"] in gone else seat for seat in ours],
        theirs,
        _place,
        lambda place: may_change(place) or bool(new.of(LINED_UP, round=place[0])),
    )


def _place(seat: Any) -> tuple[int, int, int]:
    return seat["round"], seat["table"], seat["seat"]


def _number(entry: Any, key: str) -> int:
    """Return the number of a round that a log entry's data has under this key; 0 if the value is not an integer, since
    the data may contain anything."""
    number = entry["data"].get(key)
    return min(max(number, 0), 2**15) if type(number) is int else 0


def _rounds_in(spans: Iterable[tuple[int, int]]) -> set[int]:
    """Return the numbers of all rounds in these spans; a span is a pair of its first and last round. Overlapping spans
    are merged first, because a file may have thousands of them."""
    rounds: set[int] = set()
    reached = -1
    for first, last in sorted(spans):
        rounds.update(range(max(first, reached + 1), last + 1))
        reached = max(reached, last)
    return rounds
