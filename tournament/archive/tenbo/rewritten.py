"""Finds what a document changed of a tournament's past without an entry in its log.

A laptop may change everything in its own log's words: each correction, withdrawal and renaming is an entry with author
and time. So what was recorded before the hand-over is the same when it comes back, unless a later entry names it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.continuation import begins_with, known_version
from tournament.archive.tenbo.document import Document, envelope
from tournament.archive.tenbo.log import REFERENCES
from tournament.core.actions.journal import WHILE_AWAY
from tournament.models import Tournament

Json = dict[str, Any]
Place = tuple[str, int, int]
"""A hanchan on both sides: its round's start, its table, and its number (from 1) at that table in that round."""

TEXTS = frozenset({
    "reason", "rule", "text", "word", "situation", "decision", "appealed_by", "name", "substitute", "note", "before",
    "club", "country", "country_letters", "ema_number", "last_name", "team",
})  # fmt: skip
"""Keys of typed texts and personal details, which are erased when somebody is removed."""

APPENDING = frozenset({
    "hand.recorded", "sheet.signed", "time.called", "time.withdrawn", "clock.table_extended", "substitute.named",
})  # fmt: skip
"""Kinds of log entries that add to a hanchan, and change nothing that was recorded there before."""

PERSONAL = ("name", "last_name", "country", "club", "ema_number", "status")
"""Details of a player that are compared. Contacts are not: a laptop's document may lack them."""

PARTS = ("recorded", "other_hands", "paper", "substitutions", "signatures", "sheets")
"""Lists of a hanchan's rows, in the order in which they were recorded."""

COUNTED = ("tie_breaks", "lots_number", "team_best", "team_best_of", "team_chombo", "sit_out", "sit_out_points")
"""Settings that decide about results."""

SETTINGS = ("tournament.edited", "tournament.finals", "tournament.sit_out", "teams.edited", "rules.")
"""Beginnings of the kinds of log entries that change these settings."""

DECISIONS: dict[str, tuple[str, str | Promise]] = {
    "cuts": ("decided_by", _("the cuts")),
    "departures": ("decided_by", _("the departures")),
    "penalties": ("given_by", _("the penalties")),
    "team_penalties": ("given_by", _("the penalties of teams")),
    "calls": ("called_by", _("the calls for a referee")),
    "appeals": ("made_by", _("the appeals")),
    "plans": ("accepted_by", _("the seating plan")),
}
"""Lists of decisions: the key of the log entry that made a decision, and the list's name for people."""


def rewritten_here(tournament_id: int, document: Document) -> tuple[str | Promise | None, int]:
    """Return what the document changed of a tournament's past (`rewritten_part`), and the tournament's version for
    which this holds. None also if the document does not continue the tournament.

    It loads the whole tournament, so an action calls it before it takes the lock.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if not begins_with(document, tournament):
        return None, tournament.version
    return rewritten_part(envelope(tournament), document, known=known_version(tournament)), tournament.version


def rewritten_part(own: Document, document: Document, *, known: int) -> str | Promise | None:
    """Return the name of the first part that `document` changed silently; None if it changed none.

    `own` is the tournament's document here. `known` is the number of the last log entry of the hand-over's own side
    that the laptop knows; behind it `own` has only changes of people who play elsewhere too.
    """
    new, here = document["log"][known:], own["log"][known:]
    is_erased = any(entry["kind"] == "person.removed" for entry in (*new, *here))
    same = _same_but_texts if is_erased else _same
    if not same(_log(own, known), _log(document, known)):
        return _("the log")
    kinds = [entry["kind"] for entry in new]
    is_frozen = own["tournament"]["rules_frozen"] and not _any_begins(kinds, "rules.")
    if is_frozen and not _same(own["ruleset"], document["ruleset"]):
        return _("the rules")
    if not _any_begins(kinds, *SETTINGS) and not _same(_counted(own), _counted(document)):
        return _("the settings")
    if not _any_begins(kinds, "visibility.") and not _same(_shown(own), _shown(document)):
        return _("the visibility")
    compared = PERSONAL if "teams.edited" in kinds else (*PERSONAL, "team")
    numbers = {entry["number"] for entry in own["entries"]} - set(_named_people([*new, *here]))
    if not same(_people(own, numbers, compared), _people(document, numbers, compared)):
        return _("the players")
    gone = {entry["data"].get("number") for entry in new if entry["kind"] == "player.removed"}
    for part, (made_by, words) in DECISIONS.items():
        decisions: list[Any] = own.get(part, [])  # type: ignore[assignment]
        ours = [decision for decision in decisions if decision.get("entry") not in gone]
        if not _keeps_all(ours, document.get(part, []), made_by, known, same):
            return words
    return _rewritten_round(own, document, named=kinds, known=known) or _rewritten_hanchan(own, document, known, same)


def _log(document: Document, known: int) -> list[Any]:
    places = {hanchan["id"]: place for place, hanchan in _hanchans(document)}
    entries = []
    for entry in document["log"][:known]:
        key = REFERENCES.get(entry["kind"])
        data = {name: places.get(value) if name == key else value for name, value in entry["data"].items()}
        data.pop(WHILE_AWAY, None)  # of an earlier hand-over; it stays on this side
        entries.append(entry | {"hanchan": places.get(entry["hanchan"]), "data": data})
    return entries


def _counted(document: Document) -> Json:
    return {name: document["tournament"].get(name) for name in COUNTED}


def _shown(document: Document) -> Json:
    return {"all": document["tournament"]["shown"], "rounds": document["visibilities"]}


def _named_people(entries: Iterable[Any]) -> Iterator[int]:
    """Yield the numbers of the players whom these log entries are about."""
    for entry in entries:
        if entry["kind"].startswith(("player", "person", "entry")):
            yield entry["data"].get("number", 0)
            yield from entry["data"].get("numbers", [])


def _people(document: Document, numbers: set[int], compared: tuple[str, ...]) -> Json:
    people = (entry for entry in document["entries"] if entry["number"] in numbers)
    return {str(entry["number"]): {name: entry.get(name) for name in compared} for entry in people}


def _keeps_all(own: Any, theirs: Any, made_by: str, known: int, same: Callable[[Any, Any], bool]) -> bool:
    """Whether all decisions of before are there, with nothing but decisions about them behind `known` added."""
    before = [decision for decision in theirs if decision[made_by] <= known]
    return len(own) == len(before) and all(
        same(ours, _as_known(decision, known, ours)) for ours, decision in zip(own, before, strict=True)
    )


def _as_known(record: Json, known: int, ours: Json) -> Json:
    """The record without what log entries behind `known` say of it: their numbers, and what `ours` had not yet."""
    later = {key for key, value in record.items() if key.endswith("_by") and type(value) is int and value > known}
    if not later:
        return record
    open_here = {key for key, value in ours.items() if not value}
    changed = {"finalists"} if "changed_by" in later else set()
    return {key: ours.get(key) if key in later | open_here | changed else value for key, value in record.items()}


def _rewritten_round(own: Document, document: Document, *, named: list[str], known: int) -> str | Promise | None:
    """Approvals and releases change only with an entry; rounds begin only with one."""
    theirs = {round_["number"]: round_ for round_ in document["rounds"]}
    for round_ in own["rounds"]:
        other = theirs.get(round_["number"])
        if other is None or other["started_at"] != round_["started_at"]:
            if any(_is_played(hanchan) for hanchan in round_["hanchans"]):
                return _("round %(round)s") % {"round": round_["number"]}
        elif other["approved_by"] != round_["approved_by"] and not _any_begins(named, "round.appro", "round.taken"):
            return _("the approval of round %(round)s") % {"round": round_["number"]}
        elif other["released_by"] != round_["released_by"] and not _any_begins(named, "round.release"):
            return _("the release of round %(round)s") % {"round": round_["number"]}
    return None


def _rewritten_hanchan(
    own: Document, document: Document, known: int, same: Callable[[Any, Any], bool]
) -> str | Promise | None:
    theirs = dict(_hanchans(document))
    kinds_at = _kinds_at(document, known)
    for place, hanchan in _hanchans(own):
        other = theirs.pop(place, None)
        if _is_played(hanchan) and not (other and _continues(hanchan, other, kinds_at[other["id"]], known, same)):
            return _words(own, place)
    starts = {round_["started_at"] for round_ in own["rounds"]}
    for place, hanchan in theirs.items():
        if place[0] in starts and _is_played(hanchan) and not kinds_at[hanchan["id"]]:
            return _words(document, place)
    return None


def _kinds_at(document: Document, known: int) -> dict[int, set[str]]:
    """The kinds of new log entries for each hanchan that they name, and no kinds for the others."""
    kinds: dict[int, set[str]] = {hanchan["id"]: set() for _place, hanchan in _hanchans(document)}
    for entry in document["log"][known:]:
        for pk in (entry["hanchan"], entry["data"].get(REFERENCES.get(entry["kind"], ""))):
            if pk in kinds:
                kinds[pk].add(entry["kind"])
    return kinds


def _continues(ours: Json, theirs: Json, kinds: set[str], known: int, same: Callable[[Any, Any], bool]) -> bool:
    """Whether their hanchan is ours, changed only as far as log entries of these kinds may."""
    if not kinds:
        return same(_comparable(ours), _comparable(theirs))
    if not _keeps_sheets(ours["sheets"], theirs["sheets"], known, same):
        return False
    return not kinds <= APPENDING or same(_comparable(ours), _comparable(_as_far(theirs, ours, known)))


def _as_far(theirs: Json, ours: Json, known: int) -> Json:
    """Their hanchan without what was added to ours: later rows, later hands, and that time was called."""
    rows = {part: [_as_known(row, known, own) for row, own in zip(theirs[part], ours[part], strict=False)]
            for part in PARTS}  # fmt: skip
    game = theirs["game"] and theirs["game"] | {"hands": _outcomes(theirs)[: len(_outcomes(ours))]}
    return theirs | rows | {"game": game, "time": ours["time"]}


def _keeps_sheets(ours: list[Json], theirs: list[Json], known: int, same: Callable[[Any, Any], bool]) -> bool:
    pairs = zip(ours, theirs, strict=False)
    return len(ours) <= len(theirs) and all(same(own, _as_known(other, known, own)) for own, other in pairs)


def _comparable(hanchan: Json) -> Json:
    """The record without its id, and without names and what a change of the clock leaves."""
    return hanchan | {"id": None, "game": _outcomes(hanchan), "extra_seconds": 0}


def _outcomes(hanchan: Json) -> list[Any]:
    return list(hanchan["game"]["hands"]) if hanchan["game"] else []


def _is_played(hanchan: Any) -> bool:
    return any(hanchan[part] for part in PARTS if part != "substitutions")


def _hanchans(document: Document) -> Iterator[tuple[Place, Any]]:
    there: Counter[tuple[str, int]] = Counter()
    for round_ in document["rounds"]:
        for hanchan in round_["hanchans"]:
            start, table = round_["started_at"], hanchan["table"]
            there[start, table] += 1
            yield (start, table, there[start, table]), hanchan


def _words(document: Document, place: Place) -> str | Promise:
    start, table, _nth = place
    number = next(round_["number"] for round_ in document["rounds"] if round_["started_at"] == start)
    return _("table %(table)s in round %(round)s") % {"table": table, "round": number}


def _any_begins(kinds: Iterable[str], *beginnings: str) -> bool:
    return any(kind.startswith(beginnings) for kind in kinds)


def _same(ours: Any, theirs: Any) -> bool:
    """Whether two values are equal. What an older document lacks equals an empty value."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(_same(ours.get(key), theirs.get(key)) for key in ours.keys() | theirs.keys())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    return ours == theirs or not (ours or theirs)


def _same_but_texts(ours: Any, theirs: Any) -> bool:
    return _same(_without_texts(ours), _without_texts(theirs))


def _without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_texts(each) for key, each in value.items() if key not in TEXTS}
    return [_without_texts(each) for each in value] if isinstance(value, list) else value
