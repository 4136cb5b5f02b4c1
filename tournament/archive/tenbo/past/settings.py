"""Compares the settings of a tournament on its site with the settings in its laptop's document. Each changed setting
needs a log entry that lists it."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import ruleset_from_json
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.equal import NewEntries, can_change, is_same, same_by_key, same_record
from tournament.archive.tenbo.past.kinds import (
    ALL_PLANNED_STARTS,
    ANNOUNCEMENT,
    FROZEN_RULES,
    PLANNED_START,
    RULES,
    SHOWN,
    SHOWN_OF_ROUND,
    TABLES_ADDED,
    TERMS,
    TOURNAMENT,
    WORDED,
)


def rewritten_settings(own: Document, document: Document, new: NewEntries) -> str | Promise | None:
    """Return the name of the first group of settings that `document` changed without a log entry; None if there is
    none."""
    compared = {
        _("the rules"): _keeps_rules,
        _("the settings"): _keeps_tournament,
        _("the visibility"): _keeps_shown,
        _("the terms of entry"): _keeps_terms,
        _("the announcement"): _keeps_announcement,
        _("the texts of the mails"): _keeps_wordings,
        _("the timetable"): _keeps_planned_starts,
        _("the tables"): _keeps_tables,
    }
    return next((words for words, keeps in compared.items() if not keeps(own, document, new)), None)


def _keeps_rules(own: Document, document: Document, new: NewEntries) -> bool:
    """Whether the rules are equal, or a log entry changed them. Rulesets are compared after parsing, because a file of
    an older Tenbo may lack options that had only one value at that time."""
    kinds = FROZEN_RULES if own["tournament"]["rules_frozen"] else RULES
    return _is_same_ruleset(own["ruleset"], document["ruleset"]) or can_change(new.entries, "ruleset", kinds)


def _is_same_ruleset(ours: Any, theirs: Any) -> bool:
    try:
        return is_same(ours, theirs) or ruleset_from_json(ours, RULESETS) == ruleset_from_json(theirs, RULESETS)
    except Refused:
        return False


def _keeps_tournament(own: Document, document: Document, new: NewEntries) -> bool:
    ours: Any = {**own["tournament"]}
    theirs: Any = document["tournament"]
    is_thawed = ours["rules_frozen"] and not theirs["rules_frozen"]
    if can_change(new.since_hand_over, "is_public", TOURNAMENT["is_public"]):  # the mirror makes nothing public
        ours |= {"is_public": theirs["is_public"]}
    return not is_thawed and same_record(ours | {"shown": None}, theirs | {"shown": None}, TOURNAMENT, new.entries)


def _keeps_shown(own: Document, document: Document, new: NewEntries) -> bool:
    is_same_for_all = is_same(own["tournament"]["shown"], document["tournament"]["shown"])
    return (is_same_for_all or bool(new.of(SHOWN))) and same_by_key(
        own["visibilities"],
        document["visibilities"],
        lambda row: row["round"],
        lambda number: bool(new.of(SHOWN_OF_ROUND, number=number)),
    )


def _keeps_terms(own: Document, document: Document, new: NewEntries) -> bool:
    return is_same(own["terms"], document["terms"]) or bool(new.of(TERMS))


def _keeps_announcement(own: Document, document: Document, new: NewEntries) -> bool:
    ours: Any = own.get("announcement") or {}
    theirs: Any = document.get("announcement") or {}
    return same_record(ours, theirs, dict.fromkeys(ours | theirs, ANNOUNCEMENT), new.entries)


def _keeps_wordings(own: Document, document: Document, new: NewEntries) -> bool:
    return same_by_key(
        own.get("mail_wordings", []),
        document.get("mail_wordings", []),
        lambda row: (row["kind"], row["language"]),
        lambda key: bool(new.of(WORDED, letter=key[0], language=key[1])),
    )


def _keeps_planned_starts(own: Document, document: Document, new: NewEntries) -> bool:
    changed = [entry["data"].get("after") for entry in new.of(PLANNED_START)]
    named = {number for after in changed if isinstance(after, dict) for number in after}
    return bool(new.of(ALL_PLANNED_STARTS)) or same_by_key(
        own.get("planned_starts", []),
        document.get("planned_starts", []),
        lambda row: row["round"],
        lambda number: str(number) in named,
    )


def _keeps_tables(own: Document, document: Document, new: NewEntries) -> bool:
    ours, theirs = set(own["tables"]), set(document["tables"])
    return ours <= theirs and (ours == theirs or bool(new.of(TABLES_ADDED)))
