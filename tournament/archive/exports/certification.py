"""The certification package for ARA or Riichi Canada, as one ZIP: tables (CSV, one workbook) and a JSON document.

The package is always in English, because the federation reads it.
"""

import io
import zipfile
from collections.abc import Iterator

from django.utils import translation

from tournament.archive.exports.federations import federations
from tournament.archive.exports.takeaway import hanchans, penalties, rounds
from tournament.archive.queries.certification import CertificationPackage
from tournament.archive.queries.takeaway import Takeaway
from tournament.archive.tenbo.document import envelope_json
from tournament.archive.tenbo.federation import federation_document
from tournament.core.exports.tables import Cell, Column, DataTable, csv_of
from tournament.core.exports.workbook import workbook
from tournament.core.rules import rules_page
from tournament.core.words.names import carried_name
from tournament.core.words.rules import rule_sentence, rule_title, rule_value, rules_name
from tournament.standings.publication import Publication
from tournament.standings.words.publication import (
    after_words,
    before_words,
    change_title,
    cuts_words,
    sit_out_words,
    ties_words,
)

README = """\
{name}: the package for {federation}

event.csv          the event, its announced cut and format, since when rules and format are public, what changed since
results.csv        a line for each player with a place: preferred and legal name, member numbers, total, cuts passed
rules.csv          the ruleset that was played, every rule of it
rounds.csv         each round: who sat where, with points, place and score
hanchans.csv       each table of each round: who signed its result, and when
penalties.csv      penalties and warnings of players and of teams, also those taken back
certification.xlsx all of these tables in one workbook
tournament.json    the event as tenbo/1 in the form "federation", for programs

Results count signed sheets alone. Scores and totals are in thousands. CSV files are UTF-8 with commas.

Unconfirmed: how {federation} wants these files laid out is not known to us. What is in them is what it is known to ask
for: member numbers, preferred and legal names, the rules and the cut as they were published.

Legal names are for the federation alone: do not publish this package.
"""


def certification_zip(package: CertificationPackage, takeaway: Takeaway) -> bytes:
    """Return the package, and the data from which it was built, as a ZIP. All files in the ZIP have one fixed date, so
    equal packages give equal bytes."""
    with translation.override("en"):
        tables = dict(certification_tables(package, takeaway))
        files = {f"{name}.csv": csv_of(table) for name, table in tables.items()}
        files["certification.xlsx"] = workbook(tables.values())
        readme = README.format(name=package.tournament.name, federation=package.conditions.name)
    document = federation_document(takeaway.tournament, package.publication, hidden=takeaway.hidden)
    files["tournament.json"] = envelope_json(document)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in {"README.txt": readme.encode(), **files}.items():
            packed.writestr(zipfile.ZipInfo(name, date_time=(2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def certification_tables(package: CertificationPackage, takeaway: Takeaway) -> Iterator[tuple[str, DataTable]]:
    """Yield each table with its file name, without the extension."""
    yield "event", _event(package)
    yield "results", federations(takeaway)
    yield "rules", _rules(package)
    yield "rounds", rounds(takeaway)
    yield "hanchans", hanchans(takeaway)
    yield "penalties", penalties(takeaway)


def _event(package: CertificationPackage) -> DataTable:
    columns = (Column(title="What", width=30), Column(title="Value", width=70))
    return DataTable(name="Event", columns=columns, rows=[*_facts(package), *_format(package)])


def _facts(package: CertificationPackage) -> Iterator[tuple[str, Cell]]:
    tournament = package.tournament
    yield "Federation", package.conditions.name
    yield "Event", tournament.name
    yield "Place", tournament.place
    yield "First day", package.first_day.isoformat() if package.first_day else ""
    yield "Last day", package.last_day.isoformat() if package.last_day else ""
    yield "Players with a place", str(package.players)
    yield "Rounds", str(len(package.rounds))
    yield "Hanchans entered on phones, hand by hand", str(package.on_phones)
    yield "Hanchans entered from paper, with their sum checked", str(package.on_paper)


def _format(package: CertificationPackage) -> Iterator[tuple[str, Cell]]:
    now = package.publication.now
    yield "Rulebook", rules_name(now.rules)
    yield "Minutes", rule_value("minutes", now.rules.minutes)
    yield "Announced cuts", cuts_words(now.announced_cuts)
    yield "Equal totals", ties_words(now.tie_breaks)
    yield "Seats of the final, by seed", " · ".join(now.final_seats.splitlines())
    yield "Sitting out a round", sit_out_words(now.sit_out)
    for cut in package.cuts:
        yield f"Cut after round {cut.after_round}", f"{cut.advanced} advanced, carrying {carried_name(cut.carried)}"
    yield from _published(package.publication)


def _published(publication: Publication) -> Iterator[tuple[str, Cell]]:
    yield "Rules and format public since", publication.since.isoformat() if publication.since else "not public"
    for changed in publication.changed:
        for change in changed.changes:
            words = f"{change_title(change)}: {after_words(change)} instead of {before_words(change)}"
            yield f"Changed on {changed.day.isoformat()}", words


def _rules(package: CertificationPackage) -> DataTable:
    columns = (
        Column(title="Group", width=24),
        Column(title="Rule", width=34),
        Column(title="Value", width=24),
        Column(title="In the rulebook", width=24),
        Column(title="What it decides", width=70),
    )
    rows = [
        (
            str(title),
            rule_title(line.field),
            rule_value(line.field, line.value),
            rule_value(line.field, line.preset_value),
            rule_sentence(line.field),
        )
        for title, lines in rules_page(package.publication.now.rules).groups
        for line in lines
    ]
    return DataTable(name="Rules", columns=columns, rows=rows)
