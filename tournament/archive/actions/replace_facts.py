"""Replace a tournament's facts by the facts in the file that its laptop sent: a `tenbo/1` document with a longer
log."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import datetime
from typing import Any

from django.db import models

from scoring.presets import RULESETS
from scoring.rules import ruleset_from_json
from tournament.archive.actions.decided_here import (
    Decided,
    consented_there,
    consents_by_number,
    date_answers,
    decided_here,
    decided_there,
    entered_there,
    keep_refusals,
    keep_refused_names,
    refused_substitutes,
)
from tournament.archive.actions.delete_rows import delete_rows, parts_of_tournaments
from tournament.archive.actions.import_tournament import CheckedFacts
from tournament.archive.actions.replace_people import replace_people
from tournament.archive.tenbo.about import tournament_row
from tournament.archive.tenbo.columns import (
    OF_ACCOUNTS,
    ImportedRows,
    Kept,
    batches,
    create_in_batches,
)
from tournament.archive.tenbo.continuation import handed_over, is_same_entry, with_own_marks
from tournament.archive.tenbo.document import Document, make_parts
from tournament.archive.tenbo.log import LogRecord
from tournament.archive.tenbo.values import moment_of
from tournament.core.actions.columns import save_columns
from tournament.core.actions.journal import WHILE_AWAY, publish, written_while_away
from tournament.core.actions.mark_namesakes import mark_namesakes
from tournament.models import (
    SHOWN_TO,
    Entry,
    Hanchan,
    LineFigures,
    LogEntry,
    SheetLine,
    Table,
    Tournament,
)
from tournament.people.actions.erase_person import RENAMED
from tournament.people.queries.person import log_of_kinds

STAY = {
    "Mail", "LeagueEvent", "Import", "Ceremony", "AnnouncementPicture", "Invitation", "Membership", "HandOver",
    "Mirror", "Table", "Entry", "LogEntry",
}  # fmt: skip
"""Models that are not in a document, or whose rows are updated in place because links and other rows refer to them."""

OF_TOURNAMENT = (
    "name", "place", "starts_on", "is_public", "rules", "ruleset_key", "rule_changes", "kept_apart", "time_zone",
    "breaks", "is_club_night", "is_on_paper", "announced_cuts", "colour", "tie_breaks", "final_seats", "own_penalties",
    "lots_number",
    "team_best", "team_best_of", "team_chombo", "languages", "sit_out", "sit_out_points", "archived_at", "version",
    *SHOWN_TO,
)  # fmt: skip
"""Columns of the tournament that `replace_facts` copies from a document."""


def replace_facts(
    tournament: Tournament,
    document: Document,
    facts: CheckedFacts,
    *,
    is_at_laptop: bool = False,
    is_mirror: bool = False,
) -> list[int]:
    """Replace the facts of a locked tournament by the facts of a document whose log begins with the tournament's own
    log. Return the entry numbers of players whose details were not changed because other tournaments show these players
    too.

    Entries, tables, hanchans and log entries that exist on both sides keep their ids, so that links, sessions and open
    forms stay valid. Log entries that this site wrote while the tournament was away, about people, are appended to the
    document's log. A person who was removed on this site stays removed. `facts` are the results of the document's check
    (`checked_facts`).

    `is_at_laptop` says that this site is the laptop, and that the document comes from the tournament's own site. Then
    all people's details are taken from the document. A person who also plays in another tournament of the laptop, and
    whose details differ, becomes a new person here, as at the first import.

    `is_mirror` says that the live mirror sent the document, for which nobody logs in. It erases nobody: a person whom
    the laptop removed keeps the details until the file comes back, and an entry that it took out is only cancelled. It
    publishes nothing either: consents to a public name and a public tournament are taken from the file alone.
    """
    imported = ImportedRows(rules=ruleset_from_json(document["ruleset"], RULESETS), tournament=tournament)
    imported.kept = {model: _of_accounts(tournament, model) for model in OF_ACCOUNTS}
    imported.counted = facts.counted
    known = _known_hanchans(tournament, document)
    written_here, refused = written_while_away(tournament), refused_substitutes(tournament)
    document = document if is_at_laptop else with_own_marks(document, tournament, written_here)
    consents, known_log = consents_by_number(tournament), tournament.version - len(written_here)
    since = known_log if is_at_laptop else handed_over(document, known_log)
    consented = {} if is_mirror else consented_there(tournament, document, since, known_log, written_here)
    decided = Decided(
        here=decided_here(written_here),
        there=decided_there(document, since),
        new_there=decided_there(document, known_log),
    )
    tournament.log.filter(pk__in=[entry.pk for entry in written_here]).delete()
    _clear(tournament, {hanchan.pk for hanchan in known.values()})
    fresh = tournament_row(document["tournament"], imported.rules, version=len(document["log"]))
    fresh.is_public = fresh.is_public and (tournament.is_public or not is_mirror)
    for column in OF_TOURNAMENT:
        setattr(tournament, column, getattr(fresh, column))
    tournament.official_version = tournament.version
    tournament.save(update_fields=[*OF_TOURNAMENT, "official_version"])
    unchanged = replace_people(tournament, document["entries"], None if is_at_laptop else decided, is_mirror=is_mirror)
    tournament.tables.exclude(number__in=document["tables"]).delete()
    _keep_ids(imported, document, known)
    make_parts(document, imported)
    keep_refusals(refused, known.values())
    keep_refused_names(tournament, consents, consented)
    date_answers(tournament, consents, consented, entered_there(document, known_log))
    _keep_figures(tournament, facts.figures)
    if not (is_mirror or is_at_laptop):
        _forget_taken_out(tournament)
    _append(tournament, document["log"][known_log:], written_here, is_at_laptop=is_at_laptop)
    publish(tournament)
    return unchanged


def _keep_ids(imported: ImportedRows, document: Document, known: dict[int, Hanchan]) -> None:
    tournament = imported.tournament
    for numbered in (Entry, Table, LogEntry):
        rows = numbered._default_manager.filter(tournament=tournament)
        imported.ids[numbered] |= dict(rows.values_list("number", "pk"))
    imported.hanchan_pks = {number: hanchan.pk for number, hanchan in known.items()}
    # Each new log entry about a hanchan raises its revision, so that a form opened before the change is refused.
    since = Counter(entry["hanchan"] for entry in document["log"][tournament.log.count() :])
    imported.revisions = {number: hanchan.revision + since[number] for number, hanchan in known.items()}


def _hanchans(tournament: Tournament) -> "models.QuerySet[Hanchan]":
    rows = Hanchan.objects.filter(round__tournament=tournament).select_related("round", "table")
    return rows.order_by("round__number", "table__number", "pk")


def _hanchan_records(document: Document) -> Iterator[tuple[datetime, int, Any]]:
    for round_ in document["rounds"]:
        for hanchan in round_["hanchans"]:
            yield moment_of(round_["started_at"]), hanchan["table"], hanchan


def _by_identity(hanchans: Iterable[tuple[datetime, int, Any]]) -> dict[tuple[datetime, int, int], Any]:
    """Return the hanchans by a key that is the same on the site and in the document: the start of the round, the table
    number, and the hanchan's number (from 1) at this table in this round. Cancelled hanchans are counted."""
    there: Counter[tuple[datetime, int]] = Counter()
    hanchans_by_key = {}
    for started_at, table, hanchan in hanchans:
        there[started_at, table] += 1
        hanchans_by_key[started_at, table, there[started_at, table]] = hanchan
    return hanchans_by_key


def _known_hanchans(tournament: Tournament, document: Document) -> dict[int, Hanchan]:
    """Return the hanchans that exist on both sides, by their ids in the document."""
    here = _by_identity((row.round.started_at, row.table.number, row) for row in _hanchans(tournament))
    records = _by_identity(_hanchan_records(document))
    return {record["id"]: here[key] for key, record in records.items() if key in here}


def _of_accounts(tournament: Tournament, model: type[models.Model]) -> Kept:
    moment, columns = OF_ACCOUNTS[model]
    rows = model._default_manager.filter(hanchan__round__tournament=tournament)
    return {
        (hanchan, at): dict(zip(columns, values, strict=True))
        for hanchan, at, *values in rows.values_list("hanchan_id", moment, *columns)
    }


def _clear(tournament: Tournament, known: Set[int]) -> None:
    """Delete the rows that a document replaces. Hanchans in `known` are created again with the same ids, and log
    entries keep referring to these ids meanwhile: the database checks references only at the end of the transaction."""
    made = Hanchan.objects.filter(round__tournament=tournament)
    gone = [pk for pk in made.values_list("pk", flat=True) if pk not in known]
    for batch in batches(gone):
        tournament.log.filter(hanchan__in=batch).update(hanchan=None)
    parts = [(model, path) for model, path in parts_of_tournaments() if model.__name__ not in STAY]
    delete_rows([model._default_manager.filter(**{path: tournament}) for model, path in parts], _delete)


def _delete(rows: "models.QuerySet[models.Model]") -> None:
    if rows.model is Hanchan:
        rows._raw_delete(rows.db)  # else Django deletes the log entries that refer to them
    else:
        rows.delete()


def _forget_taken_out(tournament: Tournament) -> None:
    """Erase the earlier names of people whose entries are gone, as `remove_entry` does. A laptop leaves them in its
    log, because this site compares them."""
    numbers = set(tournament.entries.values_list("number", flat=True))
    renamed = []
    for logged in log_of_kinds(tournament, RENAMED):
        number = logged.data.get("number")
        erased = {**logged.data, "before": f"#{number}"}
        if number not in numbers and logged.data != erased:
            logged.data = erased
            renamed.append(logged)
    save_columns(renamed, ["data"])


def _append(
    tournament: Tournament, new: Iterable[LogRecord], written_here: Sequence[LogEntry], *, is_at_laptop: bool
) -> None:
    """Append these log entries of this site to the tournament's log, which is now the document's log. Entries that the
    document's `new` entries contain, in their order, are skipped: they were written before the laptop's file was
    downloaded. On the laptop the appended entries lose their mark (`WHILE_AWAY`), because only the tournament's own
    site has entries that the other side lacks."""
    marked = deque(record for record in new if WHILE_AWAY in record["data"])
    rows = []
    for entry in written_here:
        if marked and is_same_entry(marked[0], entry):
            marked.popleft()
        else:
            rows.append(entry)
    for number, entry in enumerate(rows, start=tournament.version + 1):
        entry.pk, entry.number = None, number
        if is_at_laptop:
            entry.data.pop(WHILE_AWAY, None)
    LogEntry.objects.bulk_create(rows)
    tournament.version += len(rows)
    tournament.official_version = tournament.version
    tournament.save(update_fields=["version", "official_version"])
    mark_namesakes(tournament)


def _keep_figures(tournament: Tournament, figures: Sequence[LineFigures | None]) -> None:
    rows = []
    lines = SheetLine.objects.filter(sheet__hanchan__round__tournament=tournament).order_by("pk")
    for line, row in zip(lines, figures, strict=True):
        if row is not None:
            row.line = line
            rows.append(row)
    create_in_batches(rows)
