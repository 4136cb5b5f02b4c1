"""The workbook for the European Mahjong Association. The workbook has a sheet for the results, a sheet for the
tournament and a sheet for the base ranks. A fourth sheet combines results and tournament, for the EMA's ranking
program.

The workbook is always in English. Scores are in points instead of thousands, as in the EMA's tables: 102,200.
"""

from datetime import date
from fractions import Fraction
from itertools import zip_longest

from tournament.core.exports.tables import Cell, Column, DataTable
from tournament.core.exports.workbook import workbook
from tournament.models import Tournament
from tournament.standings.queries.ema import EmaPackage

RULES = "Riichi"
NO_NUMBER = "-"


def ema_xlsx(tournament: Tournament, package: EmaPackage) -> bytes:
    """Return the four sheets as one workbook."""
    return workbook(
        [_results(package), _about(tournament, package), _base_ranks(package), _one_sheet(tournament, package)]
    )


def _results(package: EmaPackage) -> DataTable:
    return DataTable(
        name="Results",
        columns=(
            Column(title="Place", kind="count", width=7),
            Column(title="First name", width=20),
            Column(title="Last name", width=24),
            Column(title="EMA number", width=13),
            Column(title="Score", kind="points", width=10),
            Column(title="EMA member", width=12),
            Column(title="Country", width=9),
        ),
        rows=[
            (
                row.place,
                row.first_name,
                row.last_name,
                row.ema_number or NO_NUMBER,
                row.whole_score,
                "yes" if row.is_member else None,
                row.country,
            )
            for row in package.rows
        ],
    )


def _one_sheet(tournament: Tournament, package: EmaPackage) -> DataTable:
    """Return the sheet for the EMA's ranking program: players in columns C to J from row 2 on, the tournament in row 3.
    Columns K and O stay empty; column G (table points) stays empty too, because riichi does not use it."""
    weight = package.weight.total if package.weight else None
    dates = _dates(package.first_day, package.last_day)
    days = package.days
    event = (
        (),
        (tournament.name, package.players, None, package.country, package.city, weight, None, RULES, dates, days),
    )
    rows = [
        (
            row.place,
            row.first_name,
            row.last_name,
            row.ema_number or NO_NUMBER,
            None,
            row.whole_score,
            "yes" if row.is_member else None,
            row.country,
        )
        for row in package.rows
    ]
    nobody: tuple[Cell, ...] = (None,) * 8
    nothing: tuple[Cell, ...] = (None,) * 10
    return DataTable(
        name="One sheet",
        columns=(
            Column(title="Tournament", width=28),
            Column(title="Players", kind="count", width=9),
            Column(title="Place", kind="count", width=7),
            Column(title="First name", width=20),
            Column(title="Last name", width=24),
            Column(title="EMA number", width=13),
            Column(title="Table points", kind="points", width=13),
            Column(title="Score", kind="points", width=10),
            Column(title="EMA member", width=12),
            Column(title="Country", width=9),
            Column(title="", width=4),
            Column(title="Country of the tournament", width=12),
            Column(title="City", width=16),
            Column(title="MERS weight", kind="score", width=9),
            Column(title="", width=4),
            Column(title="Rules", width=9),
            Column(title="Dates", width=20),
            Column(title="Days", kind="count", width=7),
        ),
        rows=[
            (*(about or nothing)[:2], *(player or nobody), *(about or nothing)[2:])
            for player, about in zip_longest(rows, event)
        ],
    )


def _dates(first: date | None, last: date | None) -> str:
    """Return the tournament's days as the ranking program reads them: "2-3 May 2026"."""
    if not first or not last:
        return ""
    if first == last:
        return f"{last.day} {last:%B %Y}"
    return f"{first.day}{'' if first.month == last.month else f' {first:%B}'}-{last.day} {last:%B %Y}"


def _about(tournament: Tournament, package: EmaPackage) -> DataTable:
    weight = package.weight
    rows: list[tuple[str, Cell]] = [
        ("Title", tournament.name),
        ("Place", tournament.place),
        ("Country", package.country),
        ("First day", package.first_day.isoformat() if package.first_day else ""),
        ("Last day", package.last_day.isoformat() if package.last_day else ""),
        ("Days", _figure(Fraction(package.days))),
        ("Players", _figure(Fraction(package.players))),
        ("Countries", _figure(Fraction(len(package.countries)))),
        ("Players by country", ", ".join(f"{code} {count}" for code, _name, count in package.countries)),
        ("Rules", RULES),
        ("Rulebook", package.rules.key),
        ("Hanchans", _figure(Fraction(len(package.rounds)))),
        ("Substitutes", _figure(Fraction(package.substitutes))),
        ("Observer", package.facts.observer),
    ]
    if weight:
        rows += [
            ("MERS: days", _figure(weight.days)),
            ("MERS: players", _figure(weight.players)),
            ("MERS: countries", _figure(weight.countries)),
            ("MERS: qualification needed", _figure(weight.qualification)),
            ("MERS weight", f"{_figure(weight.total)} = {weight_working(package)}"),
        ]
    return DataTable(
        name="Tournament", columns=(Column(title="What", width=28), Column(title="Value", width=60)), rows=rows
    )


def _base_ranks(package: EmaPackage) -> DataTable:
    return DataTable(
        name="Base ranks",
        columns=(
            Column(title="Place", kind="count", width=7),
            Column(title="Name", width=36),
            Column(title="EMA number", width=13),
            Column(title="Base rank", kind="count", width=11),
            Column(title="Working", width=32),
        ),
        rows=[
            (
                row.place,
                f"{row.first_name} {row.last_name}".strip(),
                row.ema_number,
                row.base,
                "" if row.base is None else f"1000 × ({package.players} − {row.place}) / ({package.players} − 1)",
            )
            for row in package.rows
        ],
    )


def weight_working(package: EmaPackage) -> str:
    """Return the parts of the weight as a sum: "2 + 0.5 + 1 + 0"."""
    weight = package.weight
    if not weight:
        return ""
    return " + ".join(_figure(part) for part in (weight.days, weight.players, weight.countries, weight.qualification))


def _figure(exact: Fraction) -> str:
    return f"{float(exact):g}"
