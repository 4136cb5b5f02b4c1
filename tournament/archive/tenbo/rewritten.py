"""Finds changes of a tournament's past in a laptop's document that have no entry in the document's log.

A laptop may change everything, but each correction, withdrawal or renaming needs a log entry with author and time. So
every fact that differs from the site needs a new log entry of a kind that can change it (`past.kinds`). Every new fact
needs the log entry that made it. Only details of people are not compared, such as names (`past.people`).
"""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.continuation import begins_with, handed_over, known_version
from tournament.archive.tenbo.document import Document, envelope
from tournament.archive.tenbo.log import REFERENCES
from tournament.archive.tenbo.past.completed import completed
from tournament.archive.tenbo.past.decisions import rewritten_decisions
from tournament.archive.tenbo.past.equal import NewEntries, is_same
from tournament.archive.tenbo.past.erased import both_erased
from tournament.archive.tenbo.past.hanchans import hanchans_in, rewritten_place
from tournament.archive.tenbo.past.kinds import FREE
from tournament.archive.tenbo.past.people import keeps_people, keeps_team_seats, keeps_teams
from tournament.archive.tenbo.past.rounds import rewritten_round
from tournament.archive.tenbo.past.settings import rewritten_settings
from tournament.core.actions.journal import WHILE_AWAY
from tournament.log.words.sentences import SENTENCES
from tournament.models import Tournament
from tournament.people.actions.erase_person import OF_FOLLOWED

KNOWN_KINDS = frozenset(".".join(kind.split(".")[:2]) for kind in SENTENCES)
"""The kinds of log entries that this version of Tenbo writes."""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """The result of comparing a document with the tournament's `version` on this site.

    `rewritten` is the first part of the past that the document changed (`rewritten_part`). It is None if no part was
    changed, or if the document's log does not continue the tournament's log (`is_continuation`). `document` includes
    the fields that an older Tenbo left out (`past.completed`), and lacks the people whom this site removed. If the live
    mirror sent it, it has this site's texts about people whom the laptop removed (`past.erased.Erased`).
    """

    document: Document
    rewritten: str | Promise | None = None
    version: int = 0
    is_continuation: bool = True


def rewritten_here(tournament_id: int, document: Document, *, is_mirror: bool = False) -> Compared:
    """Compare a document with the tournament on this site. An action calls this before it takes the lock, because the
    whole tournament is loaded. `is_mirror` says that the live mirror sent the document."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if not begins_with(document, tournament):
        return Compared(document=document, version=tournament.version, is_continuation=False)
    known = known_version(tournament)
    own = envelope(tournament)
    rewritten, document = _compared(own, completed(document, own), known, is_mirror=is_mirror)
    return Compared(document=document, rewritten=rewritten, version=tournament.version)


def rewritten_part(own: Document, document: Document, *, known: int) -> str | Promise | None:
    """Return the name of the first part that `document` changed without a log entry; None if there is none.

    `own` is the document of the tournament on this site. `known` is the number of the site's last log entry that the
    laptop knows; later entries of `own` are only changes of people who play in other tournaments too.
    """
    rewritten, _document = _compared(own, document, known)
    return rewritten


def _compared(
    own: Document, document: Document, known: int, *, is_mirror: bool = False
) -> tuple[str | Promise | None, Document]:
    """Return the result of `rewritten_part`, and the document that replaces the facts (`Compared.document`)."""
    log: list[Any] = document["log"]
    here, since = own["log"][known:], log[handed_over(own, known) :]
    new = NewEntries(known=known, entries=log[known:], here=here, since_hand_over=since)
    erased = both_erased(own, document, new)
    later = erased.with_later_texts()
    part = _rewritten(erased.own, later, new)
    unknown = sorted({entry["kind"] for entry in new.entries} - KNOWN_KINDS)
    if part is not None and unknown:
        part = _("%(what)s (another version of Tenbo wrote this file; this version does not know “%(kinds)s”)") % {
            "what": part,
            "kinds": ", ".join(unknown[:3]),
        }
    return part, erased.with_own_texts() if is_mirror else later


def _rewritten(own: Document, document: Document, new: NewEntries) -> str | Promise | None:
    if _log(own, new.known) != _log(document, new.known):
        return _("the log")
    settings = rewritten_settings(own, document, new)
    if settings is not None:
        return settings
    if not keeps_people(own, document, new):
        return _("the players")
    if not keeps_teams(own, document, new):
        return _("the players’ teams")
    if not keeps_team_seats(own, document, new):
        return _("the matches of teams")
    return (
        rewritten_decisions(own, document, new)
        or rewritten_round(own, document, new)
        or _rewritten_hanchan(own, document, new)
        or _other_part(own, document)
    )


def _log(document: Document, known: int) -> str:
    """Return the first entries of a log as text, for which 1 and True differ, and a missing value and an empty one."""
    places = {hanchan["id"]: list(place) for place, hanchan in hanchans_in(document)}
    entries = []
    for entry in document["log"][:known]:
        key = REFERENCES.get(entry["kind"])
        data = {name: _place_of(value, places) if name == key else value for name, value in entry["data"].items()}
        data.pop(WHILE_AWAY, None)  # from an earlier hand-over; only this site has this key
        if entry["kind"] == "cut.followed":  # an older Tenbo writes the names beside the numbers
            data = {name: value for name, value in data.items() if name not in OF_FOLLOWED}
        entries.append(entry | {"hanchan": places.get(entry["hanchan"]), "data": data})
    # One at a time: while `json` writes, no other thread of the process runs, and a log may have 125,000 entries.
    return "\n".join(json.dumps(entry, sort_keys=True) for entry in entries)


def _place_of(hanchan: Any, places: dict[int, list[int]]) -> list[int] | None:
    return places.get(hanchan) if type(hanchan) is int else None


def _rewritten_hanchan(own: Document, document: Document, new: NewEntries) -> str | Promise | None:
    place = rewritten_place(own, document, new)
    return place and _("table %(table)s in round %(round)s") % {"table": place[1], "round": place[0]}


COMPARED = {
    "tournament", "ruleset", "terms", "announcement", "mail_wordings", "teams", "entries", "tables", "plans",
    "team_seats", "cuts", "departures", "penalties", "team_penalties", "calls", "appeals", "visibilities",
    "planned_starts", "rounds", "log",
}  # fmt: skip
"""Parts of a document that the functions above compare."""


def _other_part(own: Document, document: Document) -> str | None:
    """Return the key of the first differing part that no function above compares; None if there is none. A document of
    a later version may have a part that this version does not know."""
    ours: Any = own
    theirs: Any = document
    free = COMPARED | {name.removeprefix("Document.") for name in FREE}
    return next(
        (part for part in ours | theirs if part not in free and not is_same(ours.get(part), theirs.get(part))), None
    )
