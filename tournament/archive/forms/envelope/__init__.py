"""A whole tournament read from a document, `tenbo/1` (docs/envelope.md), as `queries.envelope` writes it: each part by
the module of the same name.

Everything is checked before anything is written: kinds, numbers that mean something, hands that the rules take.
"""

from typing import Any, NewType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.archive.forms.document import BadDocument, Value, parsed
from tournament.archive.forms.envelope.about import (
    check_planned_starts,
    check_terms,
    check_tournament,
    check_visibilities,
    read_ruleset,
)
from tournament.archive.forms.envelope.decisions import (
    check_appeals,
    check_calls,
    check_cuts,
    check_departures,
    check_penalties,
)
from tournament.archive.forms.envelope.known import (
    MOST_ENTRIES,
    MOST_LOGGED,
    MOST_ROUNDS,
    MOST_TABLES,
    SMALL,
    Known,
    new,
)
from tournament.archive.forms.envelope.log import check_log
from tournament.archive.forms.envelope.people import check_entries
from tournament.archive.forms.envelope.rounds import check_rounds
from tournament.archive.forms.envelope.seating import check_plans
from tournament.archive.queries.envelope import FORMAT

MOST_BYTES = 20_000_000

Document = NewType("Document", dict[str, Any])
"""A document in which everything is as it should be."""

PARTS = (
    "format", "form", "tournament", "ruleset", "terms", "entries", "tables", "plans", "cuts", "departures",
    "penalties", "calls", "visibilities", "rounds", "log",
)  # fmt: skip


def read_envelope(content: bytes) -> Document:
    """The document in a file. Raises `BadDocument`."""
    document = Value(parsed(content, MOST_BYTES))
    _check_format(document)
    document.keys(*PARTS, maybe=("appeals", "planned_starts"))
    is_frozen = check_tournament(document["tournament"])
    rules, log = read_ruleset(document["ruleset"]), document["log"].items(MOST_LOGGED)
    _check_parts(document, log, Known(rules=rules, is_frozen=is_frozen, logged=len(log)))
    return Document(document.data)


def _check_parts(document: Value, log: list[Value], known: Known) -> None:
    """One by one: what one part names, later ones may refer to."""
    if not document["terms"].is_null:
        check_terms(document["terms"])
    check_entries(document["entries"].items(MOST_ENTRIES), known)
    for table in document["tables"].items(MOST_TABLES):
        new(table, table.whole(1, SMALL), known.tables)
    check_plans(document["plans"].items(MOST_LOGGED), known)
    check_cuts(document["cuts"].items(MOST_LOGGED), known)
    check_departures(document["departures"].items(MOST_LOGGED), known)
    check_penalties(document["penalties"].items(MOST_LOGGED), known)
    check_calls(document["calls"].items(MOST_LOGGED), known)
    if "appeals" in document.data:
        penalties, calls = (len(document[part].data) for part in ("penalties", "calls"))
        check_appeals(document["appeals"].items(MOST_LOGGED), known, penalties=penalties, calls=calls)
    check_visibilities(document["visibilities"].items(MOST_ROUNDS))
    if "planned_starts" in document.data:
        check_planned_starts(document["planned_starts"].items(MOST_ROUNDS))
    check_rounds(document["rounds"].items(MOST_ROUNDS), known)
    check_log(log, known)


def _check_format(document: Value) -> None:
    data = document.anything()
    written = data.get("format")
    if not isinstance(written, str) or not written.startswith("tenbo/"):
        document.fail(_("This is no tournament: its format is not “%(format)s”.") % {"format": FORMAT})
    if written != FORMAT:
        unknown = _("This document is of the format “%(found)s”; this Tenbo reads “%(format)s”.")
        raise BadDocument("format", unknown % {"found": written[:40], "format": FORMAT})
    if data.get("form") == "public":
        lacks = gettext_lazy(
            "This is the public form of a tournament, without its log. Only an organizer's safety copy can be imported."
        )
        raise BadDocument("form", lacks)
    if data.get("form") != "whole":
        raise BadDocument("form", gettext_lazy("This is neither “whole” nor “public”."))
