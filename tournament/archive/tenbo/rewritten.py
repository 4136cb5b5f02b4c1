"""Finds what a document changed of a tournament's past without an entry in its log.

A laptop may change everything in its own log's words: each correction, withdrawal and renaming is an entry with author
and time. So what was recorded before the hand-over is the same when it comes back, unless a later entry about the same
thing is of a kind that can change it (`past.kinds`).
"""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.continuation import begins_with, known_version
from tournament.archive.tenbo.document import Document, envelope
from tournament.archive.tenbo.log import REFERENCES
from tournament.archive.tenbo.past.decisions import rewritten_decisions
from tournament.archive.tenbo.past.equal import Json, NewEntries, is_same
from tournament.archive.tenbo.past.hanchans import hanchans_in, is_played, rewritten_place
from tournament.archive.tenbo.past.kinds import (
    EDITED,
    END_OF_ROUND,
    FROZEN_RULES,
    GONE,
    OF_PERSON,
    SETTINGS,
    SHOWN,
    SHOWN_OF_ROUND,
    TEAMS_EDITED,
)
from tournament.core.actions.journal import WHILE_AWAY
from tournament.models import Tournament


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
    here: list[Any] = own["log"][known:]
    entries: list[Any] = document["log"][known:]
    is_erased = any(entry["kind"] == "person.removed" for entry in (*entries, *here))
    new = NewEntries(known=known, entries=entries, is_erased=is_erased)
    if not new.same(_log(own, known), _log(document, known)):
        return _("the log")
    is_frozen = own["tournament"]["rules_frozen"] and not new.kinds() & FROZEN_RULES
    if is_frozen and not is_same(own["ruleset"], document["ruleset"]):
        return _("the rules")
    if not _keeps_settings(own, document, new):
        return _("the settings")
    if not _keeps_shown(own, document, new):
        return _("the visibility")
    if not _keeps_people(own, document, new, {entry["data"].get("number") for entry in here}):
        return _("the players")
    return (
        rewritten_decisions(own, document, new)
        or _rewritten_round(own, document, new)
        or _rewritten_hanchan(own, document, new)
    )


def _log(document: Document, known: int) -> list[Any]:
    places = {hanchan["id"]: place for place, hanchan in hanchans_in(document)}
    entries = []
    for entry in document["log"][:known]:
        key = REFERENCES.get(entry["kind"])
        data = {name: places.get(value) if name == key else value for name, value in entry["data"].items()}
        data.pop(WHILE_AWAY, None)  # of an earlier hand-over; it stays on this side
        entries.append(entry | {"hanchan": places.get(entry["hanchan"]), "data": data})
    return entries


def _keeps_settings(own: Document, document: Document, new: NewEntries) -> bool:
    kinds = new.kinds()
    return all(
        kinds & can or is_same(own["tournament"].get(name), document["tournament"].get(name))
        for name, can in SETTINGS.items()
    )


def _named(entry: Any) -> set[str]:
    """The names of what an entry says it changed."""
    after = entry["data"].get("after")
    return set(after) if isinstance(after, dict) else set()


def _keeps_shown(own: Document, document: Document, new: NewEntries) -> bool:
    if not new.kinds() & SHOWN and not is_same(own["tournament"]["shown"], document["tournament"]["shown"]):
        return False
    ours, theirs = ({row["round"]: row for row in each["visibilities"]} for each in (own, document))
    return all(
        new.kinds(number=number) & SHOWN_OF_ROUND or is_same(ours.get(number), theirs.get(number))
        for number in ours.keys() | theirs.keys()
    )


def _keeps_people(own: Document, document: Document, new: NewEntries, changed_here: set[Any]) -> bool:
    ours: dict[int, Any] = {entry["number"]: entry for entry in own["entries"]}
    theirs: dict[int, Any] = {entry["number"]: entry for entry in document["entries"]}
    return all(
        number in changed_here or _keeps_person(person, theirs.get(number), new) for number, person in ours.items()
    )


def _keeps_person(ours: Json, theirs: Json | None, new: NewEntries) -> bool:
    about = list(new.about(number=ours["number"]))
    kinds = {entry["kind"] for entry in about}
    if kinds & GONE:
        return True
    edited = {name for entry in about if entry["kind"] in EDITED for name in _named(entry)}
    if TEAMS_EDITED in new.kinds():
        edited.add("team")
    return theirs is not None and all(
        name in edited or kinds & can or new.same({name: ours.get(name)}, {name: theirs.get(name)})
        for name, can in OF_PERSON.items()
    )


def _rewritten_round(own: Document, document: Document, new: NewEntries) -> str | Promise | None:
    """Approvals and releases change only with an entry; rounds begin only with one."""
    theirs: dict[int, Any] = {round_["number"]: round_ for round_ in document["rounds"]}
    words = {"approved_by": _("the approval of round %(round)s"), "released_by": _("the release of round %(round)s")}
    ours: Any
    for ours in own["rounds"]:
        number = {"round": ours["number"]}
        other = theirs.get(ours["number"])
        if other is None or other["started_at"] != ours["started_at"]:
            if any(is_played(hanchan) for hanchan in ours["hanchans"]):
                return _("round %(round)s") % number
            continue
        for key, said in words.items():
            if ours[key] != other[key] and not _is_decided(key, other, new):
                return said % number
    return None


def _is_decided(key: str, round_: Any, new: NewEntries) -> bool:
    """Whether a new entry about this round decided it, or took it back."""
    decided, taken_back = END_OF_ROUND[key]
    if round_[key] is None:
        return bool(new.kinds(number=round_["number"]) & taken_back)
    entry = new.get(round_[key])
    return entry is not None and entry["kind"] in decided and entry["data"].get("number") == round_["number"]


def _rewritten_hanchan(own: Document, document: Document, new: NewEntries) -> str | Promise | None:
    rewritten = rewritten_place(own, document, new)
    if rewritten is None:
        return None
    source, (start, table, _nth) = rewritten
    number = next(round_["number"] for round_ in source["rounds"] if round_["started_at"] == start)
    return _("table %(table)s in round %(round)s") % {"table": table, "round": number}
