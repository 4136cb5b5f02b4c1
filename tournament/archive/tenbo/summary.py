"""Summary of a document, for the preview before it is imported."""

from datetime import date
from typing import Any

from scoring.presets import RULESETS
from scoring.rules import ruleset_from_json
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.values import moment_of


def summary(document: Document) -> dict[str, Any]:
    """Return the tournament's own fields, its rules, and the number of players, tables, rounds and so on."""
    about, log = document["tournament"], document["log"]
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    return {
        **about,
        "starts_on": date.fromisoformat(about["starts_on"]) if about["starts_on"] else None,
        "ruleset": ruleset_from_json(document["ruleset"], RULESETS),
        "players": len(document["entries"]),
        "tables": len(document["tables"]),
        "rounds": len(document["rounds"]),
        "hanchans": sum(hanchan["cancelled_by"] is None for hanchan in hanchans),
        "hands": sum(len(hanchan["recorded"]) for hanchan in hanchans),
        "signed": sum(any(sheet["withdrawn_by"] is None for sheet in hanchan["sheets"]) for hanchan in hanchans),
        "logged": len(log),
        "last_at": moment_of(log[-1]["at"]) if log else None,
    }
