"""A whole tournament as one document, put together from its parts: written, read, checked and restored.

A document has ids of its own: an entry's number, a hanchan's position in the document, a log entry's number. Data that
has a meaning only in this installation is left out: accounts, links, idempotency keys.
"""

from collections.abc import Mapping
from typing import Any, NotRequired

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ConfigDict, TypeAdapter, with_config
from typing_extensions import TypedDict

from scoring.presets import RULESETS
from scoring.rules import ruleset_from_json, ruleset_to_json
from tournament.archive.tenbo import about, calls, decisions, hanchans, log, mails, people, rounds, seating
from tournament.archive.tenbo.columns import ImportedRows
from tournament.archive.tenbo.reading import parsed, shaped
from tournament.archive.tenbo.scope import DocumentScope
from tournament.archive.tenbo.values import (
    BadDocument,
    Entries,
    Number,
    Penalties,
    Records,
    Rounds,
    RulesetJson,
    Tables,
)
from tournament.archive.tenbo.whole import WholeTournament, whole_tournament
from tournament.core.exports.json_lines import json_lines
from tournament.core.queries.visibility import Sight
from tournament.games.queries.penalties import is_public_penalty
from tournament.models import EntryStatus, Tournament

FORMAT = "tenbo/1"


@with_config(ConfigDict(strict=True, extra="forbid"))
class Document(TypedDict):
    """The whole document of a tournament, for organizers. Older documents lack the fields that are not required."""

    format: str
    form: str
    tournament: about.TournamentRecord
    ruleset: RulesetJson
    terms: about.TermsRecord | None
    announcement: NotRequired[about.AnnouncementRecord | None]
    mail_wordings: NotRequired[Records[mails.MailWordingRecord]]
    teams: NotRequired[Entries[people.TeamRecord]]
    entries: Entries[people.EntryRecord]
    tables: Tables[Number]
    plans: Records[seating.PlanRecord]
    team_seats: NotRequired[Records[seating.TeamSeatRecord]]
    cuts: Records[decisions.CutRecord]
    departures: Records[decisions.DepartureRecord]
    penalties: Penalties[decisions.PenaltyRecord]
    team_penalties: NotRequired[Penalties[decisions.TeamPenaltyRecord]]
    calls: Records[calls.CallRecord]
    appeals: NotRequired[Penalties[calls.AppealRecord]]
    visibilities: Rounds[about.VisibilityRecord]
    planned_starts: NotRequired[Rounds[about.PlannedStartRecord]]
    rounds: Rounds[rounds.RoundRecord]
    log: Records[log.LogRecord]


class PublicDocument(TypedDict):
    """The public document: current and visible results only, without the log, accounts and withdrawn decisions."""

    format: str
    form: str
    tournament: about.PublicTournamentRecord
    ruleset: RulesetJson
    teams: NotRequired[list[people.TeamRecord]]
    entries: list[people.PublicEntryRecord]
    tables: list[int]
    plans: list[seating.PublicPlanRecord]
    cuts: list[decisions.PublicCutRecord]
    departures: list[decisions.PublicDepartureRecord]
    penalties: list[decisions.PublicPenaltyRecord]
    team_penalties: NotRequired[list[decisions.PublicTeamPenaltyRecord]]
    planned_starts: list[about.PlannedStartRecord]
    rounds: list[rounds.PublicRoundRecord]


SHAPE: TypeAdapter[Document] = TypeAdapter(Document)


def envelope(tournament: Tournament, *, hidden: frozenset[int] = frozenset()) -> Document:
    """Return the whole document, for organizers, in a fixed number of queries. `hidden` are the entries whose contacts
    the reader may not read (`core.queries.contacts`). Raises `TooLongForFile`."""
    whole = whole_tournament(tournament.pk)
    return {
        "format": FORMAT,
        "form": "whole",
        "tournament": about.tournament_record(about.TournamentRecord, whole),
        "ruleset": ruleset_to_json(whole.rules),
        "terms": about.terms_record(whole),
        "announcement": about.announcement_record(whole),
        "mail_wordings": [mails.mail_wording_record(wording) for wording in whole.mail_wordings],
        "teams": [people.team_record(team) for team in whole.teams],
        "entries": [people.entry_record(entry, is_hidden=entry.pk in hidden) for entry in whole.entries],
        "tables": whole.tables,
        "plans": [seating.plan_record(plan, whole) for plan in whole.plans],
        "team_seats": [seating.team_seat_record(seat, whole) for seat in whole.team_seats],
        "cuts": [decisions.cut_record(decisions.CutRecord, cut, whole) for cut in whole.cuts],
        "departures": [decisions.departure_record(decisions.DepartureRecord, row, whole) for row in whole.departures],
        "penalties": [decisions.penalty_record(decisions.PenaltyRecord, penalty, whole) for penalty in whole.penalties],
        "team_penalties": [
            decisions.team_penalty_record(decisions.TeamPenaltyRecord, penalty, whole)
            for penalty in whole.team_penalties
        ],
        "calls": [calls.call_record(call, whole) for call in whole.calls],
        "appeals": [calls.appeal_record(appeal, whole) for appeal in whole.appeals],
        "visibilities": [about.visibility_record(visibility) for visibility in whole.visibilities],
        "planned_starts": [about.planned_start_record(planned) for planned in whole.planned_starts],
        "rounds": [rounds.round_record(round_, whole) for round_ in whole.rounds],
        "log": [log.log_record(entry, whole) for entry in whole.log],
    }


def envelope_json(document: Mapping[str, Any]) -> bytes:
    """Write a document as JSON in UTF-8, one value on each line, so that two copies can be compared line by line."""
    return json_lines(document)


def public_envelope(tournament: Tournament, sight: Sight) -> PublicDocument:
    """Return the public document of a tournament: the data that counts now, of the rounds that `sight` shows."""
    return public_document(whole_tournament(tournament.pk, with_history=False), sight)


def public_document(whole: WholeTournament, sight: Sight) -> PublicDocument:
    """Return the public document of a tournament whose rows are loaded."""
    return {
        "format": FORMAT,
        "form": "public",
        "tournament": about.tournament_record(about.PublicTournamentRecord, whole),
        "ruleset": ruleset_to_json(whole.rules),
        "teams": [people.team_record(team) for team in whole.teams],
        "entries": [people.public_entry(entry) for entry in whole.entries if entry.status == EntryStatus.ACCEPTED],
        "tables": whole.tables,
        "plans": [seating.public_plan_record(plan, whole) for plan in whole.plans if plan.superseded_by_id is None],
        "cuts": [
            decisions.cut_record(decisions.PublicCutRecord, cut, whole)
            for cut in whole.cuts
            if cut.taken_back_by_id is None and sight.shows_cut(cut.after_round)
        ],
        "departures": [
            decisions.departure_record(decisions.PublicDepartureRecord, departure, whole)
            for departure in whole.departures
            if departure.taken_back_by_id is None
        ],
        "penalties": [
            decisions.penalty_record(decisions.PublicPenaltyRecord, penalty, whole)
            for penalty in whole.penalties
            if is_public_penalty(penalty, sight)
        ],
        "team_penalties": [
            decisions.team_penalty_record(decisions.PublicTeamPenaltyRecord, penalty, whole)
            for penalty in whole.team_penalties
            if is_public_penalty(penalty, sight)
        ],
        "planned_starts": [about.planned_start_record(planned) for planned in whole.planned_starts],
        "rounds": [rounds.public_round(round_, whole, sight) for round_ in whole.rounds],
    }


def read_envelope(content: bytes) -> Document:
    """Read the document in a file, and check its shape, the references between its parts, and its hands by the rules.
    Raises `BadDocument`."""
    return checked_document(parsed(content))


def checked_document(data: Any) -> Document:
    """Check the data of a document, like `read_envelope`. Raises `BadDocument`."""
    _check_format(data)
    document = shaped(data, SHAPE)
    _check_parts(document)
    return document


def unsaved_tournament(document: Document) -> Tournament:
    """Return the unsaved row of a document's tournament, without its parts and without a slug."""
    rules = ruleset_from_json(document["ruleset"], RULESETS)
    return about.tournament_row(document["tournament"], rules, version=len(document["log"]))


def make_parts(document: Document, imported: ImportedRows) -> None:
    """Create all parts of a document's tournament that do not exist yet. For actions. If the caller has not opened a
    transaction, many short transactions are used (`create_in_batches`)."""
    people.make_teams(document.get("teams", []), imported)
    people.make_people(document["entries"], document["log"], imported)
    about.make_terms(document["terms"], imported)
    about.make_announcement(document.get("announcement"), imported)
    mails.make_mail_wordings(document.get("mail_wordings", []), imported)
    about.make_visibilities(document["visibilities"], imported)
    about.make_planned_starts(document.get("planned_starts", []), imported)
    about.make_tables(document["tables"], imported)
    # A cancelled hanchan refers to a log entry, which refers to the hanchan.
    early = rounds.log_numbers_in(document["rounds"])
    log.make_early_log(document["log"], early, imported)
    rounds.make_rounds(document["rounds"], imported)
    log.make_rest_of_log(document["log"], early, imported)
    seating.make_plans(document["plans"], imported)
    seating.make_team_seats(document.get("team_seats", []), imported)
    played = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    hanchans.make_seats_and_hands(played, imported)
    hanchans.make_papers_and_sheets(played, imported)
    decisions.make_cuts(document["cuts"], imported)
    decisions.make_departures(document["departures"], imported)
    decisions.make_penalties(document["penalties"], imported)
    decisions.make_team_penalties(document.get("team_penalties", []), imported)
    calls.make_calls(document["calls"], imported)
    calls.make_appeals(document.get("appeals", []), imported)


def _check_parts(document: Document) -> None:
    """Check the parts in order: later parts may refer to earlier ones."""
    scope = DocumentScope(
        rules=about.read_ruleset(document["ruleset"]),
        is_frozen=document["tournament"]["rules_frozen"],
        logged=len(document["log"]),
    )
    about.check_terms(document["terms"])
    mails.check_mail_wordings(document.get("mail_wordings", []))
    people.check_teams(document.get("teams", []))
    people.check_entries(document["entries"], scope)
    about.check_tables(document["tables"], scope)
    seating.check_plans(document["plans"], scope)
    seating.check_team_seats(document.get("team_seats", []), scope, teams=len(document.get("teams", [])))
    decisions.check_cuts(document["cuts"], scope)
    decisions.check_departures(document["departures"], scope)
    decisions.check_penalties(document["penalties"], scope)
    teams = len(document.get("teams", []))
    decisions.check_team_penalties(document.get("team_penalties", []), scope, teams=teams)
    calls.check_calls(document["calls"], scope)
    counts = {"penalties": len(document["penalties"]), "calls": len(document["calls"])}
    calls.check_appeals(document.get("appeals", []), scope, **counts)
    about.check_each_round_once("visibilities", document["visibilities"])
    about.check_each_round_once("planned_starts", document.get("planned_starts", []))
    rounds.check_rounds(document["rounds"], scope)
    log.check_log(document["log"], scope)


def _check_format(data: Any) -> None:
    if not isinstance(data, dict):
        raise BadDocument("", gettext_lazy("This value is not a JSON object."))
    format_name = data.get("format")
    if not isinstance(format_name, str) or not format_name.startswith("tenbo/"):
        raise BadDocument("", _("This file is not a tournament: its format is not “%(format)s”.") % {"format": FORMAT})
    if format_name != FORMAT:
        unknown = _("This file has the format “%(found)s”, but this version of Tenbo reads “%(format)s”.")
        raise BadDocument("format", unknown % {"found": format_name[:40], "format": FORMAT})
    if data.get("form") in ("public", "federation"):
        problem = gettext_lazy(
            "This file is not the whole tournament: the log is missing. Only an organizer’s safety copy can"
            " be imported."
        )
        raise BadDocument("form", problem)
    if data.get("form") != "whole":
        raise BadDocument("form", gettext_lazy("This value must be “whole” or “public”."))
