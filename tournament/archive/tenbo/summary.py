"""Summary of a document, for the preview before it is imported."""

import datetime
from dataclasses import dataclass

from scoring.presets import RULESETS
from scoring.rules import Ruleset, ruleset_from_json
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.values import day_or_none, moment_of


@dataclass(frozen=True, kw_only=True)
class Summary:
    name: str
    place: str
    starts_on: datetime.date | None
    is_public: bool
    ruleset: Ruleset
    players: int
    tables: int
    rounds: int
    hanchans: int
    hands: int
    signed: int
    logged: int
    last_at: datetime.datetime | None


def summary(document: Document) -> Summary:
    """The summary of a parsed document."""
    about = document["tournament"]
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    return Summary(
        name=about["name"],
        place=about["place"],
        starts_on=day_or_none(about["starts_on"]),
        is_public=about["is_public"],
        ruleset=ruleset_from_json(document["ruleset"], RULESETS),
        players=len(document["entries"]),
        tables=len(document["tables"]),
        rounds=len(document["rounds"]),
        hanchans=sum(hanchan["cancelled_by"] is None for hanchan in hanchans),
        hands=sum(len(hanchan["recorded"]) for hanchan in hanchans),
        signed=sum(any(sheet["withdrawn_by"] is None for sheet in hanchan["sheets"]) for hanchan in hanchans),
        logged=len(document["log"]),
        last_at=moment_of(document["log"][-1]["at"]) if document["log"] else None,
    )
