"""Loads games: hanchans together with all data that the rules need.

Screens, sheets, standings, exports and checks all read a hanchan through `Game`.
"""

from collections.abc import Mapping
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from django.db.models import QuerySet

from scoring.rules import Ruleset
from tournament.games.game import Game
from tournament.games.play import Play
from tournament.games.queries.substitutes import PublicNames
from tournament.models import Hanchan, Hand, PaperResult, Seat, Signature, SignedSheet, Substitution, Tournament

Row = TypeVar("Row", Seat, Hand, PaperResult, Signature, SignedSheet, Substitution)

TEXTS_OF_TOURNAMENT = ("announced_cuts", "breaks", "final_seats", "hall_carried", "kept_apart", "own_penalties")
"""Fields of a tournament that may be long and that games do not need. Each hanchan would load a copy of them, and games
are kept in memory."""


def load_games(hanchans: QuerySet[Hanchan]) -> list[Game]:
    """Load the games of these hanchans in the queryset's order, in a fixed number of queries."""
    unread = (f"round__tournament__{text}" for text in TEXTS_OF_TOURNAMENT)
    hanchans = hanchans.select_related("round__tournament", "table").defer(*unread, "table__carried_links")
    loaded = {hanchan.pk: hanchan for hanchan in hanchans}
    of = {"hanchan__in": list(loaded)}
    current = of | {"superseded_by": None}
    signed, substituted = of | {"withdrawn_by": None}, of | {"taken_back_by": None}
    taken = Seat.objects.filter(**of).select_related("entry__player").defer("entry__carried_links")
    seats = _by_hanchan(loaded, taken, "seat")
    hands = _by_hanchan(loaded, Hand.objects.filter(**current), "number")
    paper = _by_hanchan(loaded, PaperResult.objects.filter(**current))
    signatures = _by_hanchan(loaded, Signature.objects.filter(**signed))
    sheets = _by_hanchan(loaded, SignedSheet.objects.filter(**signed).prefetch_related("lines"))
    substitutions = _by_hanchan(loaded, Substitution.objects.filter(**substituted))
    of_events = {hanchan.round.tournament_id for hanchan in loaded.values()}
    public_name_of = PublicNames(of_events, chain.from_iterable(substitutions.values()))
    rules: dict[int, Ruleset] = {}
    tournaments: dict[int, Tournament] = {}
    for hanchan in loaded.values():
        # One object for all games, because each is kept in memory with it.
        tournament = tournaments.setdefault(hanchan.round.tournament_id, hanchan.tournament)
        hanchan.round.tournament = hanchan.table.tournament = tournament
        if tournament.pk not in rules:
            rules[tournament.pk] = tournament.ruleset
    return [
        Game(
            hanchan=hanchan,
            rules=hanchan.own_rules(rules[hanchan.tournament.pk]),
            seats=tuple(seats[pk]),
            hands=tuple(hands[pk]),
            paper=next((row for row in paper[pk] if not row.is_second), None),
            second=next((row for row in paper[pk] if row.is_second), None),
            signatures=tuple(signatures[pk]),
            sheet=next(iter(sheets[pk]), None),
            substitutions=tuple(substitutions[pk]),
            public_name_of=public_name_of,
        )
        for pk, hanchan in loaded.items()
    ]


def _by_hanchan(hanchans: Mapping[int, Hanchan], rows: QuerySet[Row], order: str = "pk") -> dict[int, list[Row]]:
    """Return rows by the hanchan's id, sorted in Python, because for so few rows this is faster than in the
    database."""
    rows_of: dict[int, list[Row]] = {pk: [] for pk in hanchans}
    for row in sorted(rows.order_by(), key=attrgetter(order)):
        row.hanchan = hanchans[row.hanchan_id]
        rows_of[row.hanchan_id].append(row)
    return rows_of


def load_game(hanchan: Hanchan) -> Game:
    """Load one game from the database, because the `hanchan` in memory may be stale.

    An action must write its log entry to the tournament that it has locked, because the tournament of `Game.hanchan`
    may have an older version.
    """
    (game,) = load_games(Hanchan.objects.filter(pk=hanchan.pk))
    return game


def load_play(hanchan: Hanchan) -> Play:
    """Load the hands of a hanchan that is locked (`core.actions.locking`), so that its row cannot be stale."""
    return Play(
        hanchan=hanchan,
        rules=hanchan.own_rules(hanchan.tournament.ruleset),
        hands=tuple(hanchan.hands.current().order_by("number")),
        paper=hanchan.paper_results.current().filter(is_second=False).first(),
    )
