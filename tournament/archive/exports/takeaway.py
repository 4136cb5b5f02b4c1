"""A tournament as tables: each table is a CSV file, or a sheet of one workbook. The tables have full names, and are for
the team only."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.hanchan import PlayedHand
from scoring.payments import Reason
from scoring.seats import SEATS, STARTING_WINDS
from tournament.archive.exports.federations import federations, is_for_federations
from tournament.archive.queries.takeaway import Takeaway
from tournament.core.exports.tables import Cell, Column, DataTable
from tournament.core.words.kinds import kind_words
from tournament.core.words.names import round_name, round_word, signers, who
from tournament.core.words.yaku import yaku_words
from tournament.games.game import Game
from tournament.games.queries.results import has_begun, results_of, state_of
from tournament.games.words.hands import hand_label, outcome_words, state_words, wind
from tournament.log.exports import audit_log
from tournament.models import Hand, LogEntry, Penalty, TeamPenalty
from tournament.standings.exports.team_standings_csv import team_table
from tournament.standings.queries.row import Row


def _games(takeaway: Takeaway) -> Iterator[Game]:
    """Yield a copy of each game. Its replayed hands are kept with the copy and freed with it: those of all games would
    need 1.5 kB a hand."""
    return map(replace, takeaway.games)


def standings(takeaway: Takeaway) -> DataTable:
    """Return the standings, a row for each player; players who were removed from the results come last."""
    board = takeaway.board
    columns = [
        Column(title=_("Place"), kind="count", width=7),
        Column(title=_("Number"), kind="count", width=9),
        Column(title=_("Player"), width=30),
        Column(title=_("Country"), width=9),
        Column(title=_("Club"), width=20),
        Column(title=_("EMA number"), width=12),
        Column(title=_("Total"), kind="score", width=9),
        Column(title=_("Carried"), kind="score", width=9),
        Column(title=_("Chombo"), kind="score", width=9),
        Column(title=_("Penalties"), kind="score", width=10),
        Column(title=_("Sat out"), kind="score", width=9),
        Column(title=_("Hanchans"), kind="count", width=10),
        Column(title=_("Status"), width=16),
    ]
    for number in board.rounds:
        columns.append(Column(title=round_name(takeaway.tournament, number), kind="score", width=10))
        columns.append(
            Column(title=kind_words(takeaway.tournament, "place_title", number=number), kind="count", width=10)
        )
    rows = [_standing(row, takeaway) for row in (*board.rows, *board.unlisted)]
    return DataTable(name=_("Standings"), columns=tuple(columns), rows=rows)


def _standing(row: Row, takeaway: Takeaway) -> list[Cell]:
    played = row.place is not None
    cells: list[Cell] = [
        row.place,
        row.entry.number,
        takeaway.names[row.entry.pk],
        row.entry.player.country_shown,
        row.entry.player.club,
        row.entry.player.ema_number,
        row.total if played else None,
        row.carried,
        -row.chombo if played else None,
        -row.penalties,
        row.sat_out,
        row.played,
        row.departure.get_kind_display() if row.departure else "",
    ]
    for result in row.results:
        cells += [result.score, None if result.substitute else result.place] if result else [None, None]
    return cells


def rounds(takeaway: Takeaway) -> DataTable:
    """Return the seats of all rounds, a row for each seat of each round."""
    rows: list[list[Cell]] = []
    for game in _games(takeaway):
        results = {result.seat: result for result in results_of(game)} if has_begun(game) else {}
        for seat in game.seats:
            result = results.get(seat.seat)
            rows.append([
                game.hanchan.round.number,
                game.hanchan.table.number,
                wind(STARTING_WINDS[seat.seat]),
                seat.entry.number,
                takeaway.names[seat.entry_id],
                game.substitute_names[seat.seat],
                result.points if result else None,
                result.place if result else None,
                result.uma if result else None,
                result.score if result else None,
                -result.penalty if result else None,
                state_words(state_of(game)),
            ])  # fmt: skip
    columns = (
        Column(title=round_word(takeaway.tournament), kind="count", width=7),
        Column(title=_("Table"), kind="count", width=7),
        Column(title=_("Wind"), width=8),
        Column(title=_("Number"), kind="count", width=9),
        Column(title=_("Player"), width=30),
        Column(title=_("Substitute"), width=20),
        Column(title=_("Points"), kind="points", width=10),
        Column(title=_("Place"), kind="count", width=7),
        Column(title=_("Uma"), kind="score", width=8),
        Column(title=_("Score"), kind="score", width=9),
        Column(title=_("Chombo"), kind="score", width=9),
        Column(title=_("State"), width=18),
    )
    return DataTable(name=_("Rounds"), columns=columns, rows=rows)


def hanchans(takeaway: Takeaway) -> DataTable:
    """Return the hanchans, a row for each table of each round."""
    columns = [
        Column(title=round_word(takeaway.tournament), kind="count", width=7),
        Column(title=_("Table"), kind="count", width=7),
        Column(title=_("State"), width=18),
        Column(title=_("Hands"), kind="count", width=8),
        Column(title=_("Riichi bets left"), kind="count", width=10),
        Column(title=_("Signed by"), width=24),
        Column(title=_("Signed (UTC)"), kind="time", width=20),
    ]
    for place in (1, 2, 3, 4):
        columns.append(Column(title=_("Player %(place)s") % {"place": place}, width=26))
        columns.append(Column(title=_("Points %(place)s") % {"place": place}, kind="points", width=10))
        columns.append(Column(title=_("Score %(place)s") % {"place": place}, kind="score", width=9))
    rows = [_hanchan(game, takeaway) for game in _games(takeaway)]
    return DataTable(name=_("Hanchans"), columns=tuple(columns), rows=rows)


def _hanchan(game: Game, takeaway: Takeaway) -> list[Cell]:
    cells: list[Cell] = [
        game.hanchan.round.number,
        game.hanchan.table.number,
        state_words(state_of(game)),
        len(game.hands),
        (game.sheet.riichi_sticks if game.sheet else game.final_sticks) if has_begun(game) else None,
        signers(game.sheet) if game.sheet else "",
        game.sheet.signed_at if game.sheet else None,
    ]
    results = sorted(results_of(game), key=lambda result: (result.place, result.seat)) if has_begun(game) else []
    for result in results:
        cells += [takeaway.names[result.entry_id], result.points, result.score]
    return cells + [None] * (12 - 3 * len(results))


def hands(takeaway: Takeaway) -> DataTable:
    """Return the hands, a row for each hand that counts."""
    columns = [
        Column(title=round_word(takeaway.tournament), kind="count", width=7),
        Column(title=_("Table"), kind="count", width=7),
        Column(title=_("Hand"), kind="count", width=7),
        Column(title=_("Deal"), width=16),
        Column(title=_("What happened"), width=60),
        Column(title=_("Yaku"), width=30),
    ]
    for seat in SEATS:
        columns.append(Column(title=_("Player %(place)s") % {"place": seat + 1}, width=24))
        columns.append(Column(title=_("Change %(place)s") % {"place": seat + 1}, kind="points", width=10))
        columns.append(Column(title=_("Points %(place)s") % {"place": seat + 1}, kind="points", width=10))
    columns.append(Column(title=_("Riichi bets won"), kind="points", width=10))
    rows = (_hand(game, hand, played, takeaway) for game in _games(takeaway) for hand, played in game.hands_played)
    return DataTable(name=_("Hands"), columns=tuple(columns), rows=rows)


def _hand(game: Game, hand: Hand, played: PlayedHand, takeaway: Takeaway) -> list[Cell]:
    names = tuple(takeaway.names[seat.entry_id] for seat in game.seats)
    bets = sum(payment.points for payment in played.settlement.payments if payment.reason is Reason.BETS)
    cells: list[Cell] = [
        game.hanchan.round.number,
        game.hanchan.table.number,
        hand.number,
        hand_label(played.before),
        outcome_words(hand.parsed_outcome(), names, played),
        "; ".join(yaku_words(paid.win.yaku) for paid in played.settlement.wins if paid.win.yaku),
    ]
    for seat in SEATS:
        cells += [names[seat], played.settlement.deltas[seat], played.after.points[seat]]
    return [*cells, bets]


def penalties(takeaway: Takeaway) -> DataTable:
    """Return the penalties and warnings, players' before teams'; withdrawn penalties are included."""
    columns = (
        Column(title=_("Player"), width=30),
        Column(title=pgettext("of a player", "Team"), width=20),
        Column(title=_("Offence"), width=20),
        Column(title=_("Points"), kind="score", width=9),
        Column(title=_("Minutes"), kind="count", width=9),
        Column(title=round_word(takeaway.tournament), kind="count", width=7),
        Column(title=_("Rule"), width=12),
        Column(title=_("Reason"), width=40),
        Column(title=_("Given by"), width=20),
        Column(title=_("Given (UTC)"), kind="time", width=20),
        Column(title=_("Withdrawn (UTC)"), kind="time", width=20),
    )
    rows = [
        _penalty(penalty, takeaway.names[penalty.entry_id], "", minutes=penalty.minutes)
        for penalty in takeaway.penalties
    ]
    rows += [_penalty(penalty, "", penalty.team.name, minutes=None) for penalty in takeaway.team_penalties]
    return DataTable(name=_("Penalties"), columns=columns, rows=rows)


def _penalty(penalty: Penalty | TeamPenalty, player: str, team: str, *, minutes: int | None) -> list[Cell]:
    return [
        player,
        team,
        penalty.get_offence_display(),
        -penalty.exact_points,
        minutes,
        penalty.round,
        penalty.rule,
        penalty.given_by.reason,
        who(penalty.given_by.actor),
        penalty.given_by.at,
        penalty.taken_back_by.at if penalty.taken_back_by else None,
    ]


def seating(takeaway: Takeaway) -> DataTable:
    """Return the seating, a row for each table of each round. Rounds that have started have the seats as played, later
    rounds the planned seats."""
    columns = [
        Column(title=round_word(takeaway.tournament), kind="count", width=7),
        Column(title=_("Table"), kind="count", width=7),
        Column(title=_("Started"), width=9),
    ]
    columns += [Column(title=wind(STARTING_WINDS[seat]), width=26) for seat in SEATS]
    started = {game.hanchan.round.number for game in takeaway.games}
    rows: list[list[Cell]] = [
        [
            game.hanchan.round.number,
            game.hanchan.table.number,
            _("yes"),
            *(takeaway.names[seat.entry_id] for seat in game.seats),
        ]
        for game in takeaway.games
    ]
    for number, tables in enumerate(takeaway.plan.rounds if takeaway.plan else [], start=1):
        if number not in started:
            rows += [
                [number, table, _("no"), *(takeaway.by_number.get(entry, str(entry)) for entry in entries)]
                for table, entries in enumerate(tables, start=1)
            ]
    return DataTable(name=_("Seating"), columns=tuple(columns), rows=rows)


def teams(takeaway: Takeaway) -> DataTable:
    """Return the teams, a row for each team of players."""
    return team_table(takeaway.tournament, takeaway.teams)


TABLES: dict[str, Callable[[Takeaway], DataTable]] = {
    "standings": standings,
    "federations": federations,
    "teams": teams,
    "rounds": rounds,
    "hanchans": hanchans,
    "hands": hands,
    "penalties": penalties,
    "seating": seating,
}
"""The tables (without the log) by their part of the file name, for example `standings` for `slug-standings.csv`."""


def all_tables(takeaway: Takeaway, log: Iterable[LogEntry]) -> Iterator[DataTable]:
    wanted = {
        "teams": bool(takeaway.teams.rows),
        "federations": takeaway.reader_organizes and is_for_federations(takeaway),
    }
    for name, table in TABLES.items():
        if wanted.get(name, True):
            yield table(takeaway)
    yield audit_log(takeaway.tournament, log)
