"""A hanchan as the rules see it: its hands replayed, its present situation, its result.

Screens, sheets, standings, exports and checks all read a hanchan through `Game`.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import TypeVar

from django.db.models import QuerySet

from scoring.rules import Ruleset
from tournament.games.game import Game
from tournament.models import Hanchan, Hand, PaperResult, Seat, Signature, SignedSheet, Substitution

Row = TypeVar("Row", Seat, Hand, PaperResult, Signature, SignedSheet, Substitution)


def load_games(hanchans: QuerySet[Hanchan]) -> list[Game]:
    """Games in the queryset's order, in a fixed number of queries however many they are."""
    loaded = {hanchan.pk: hanchan for hanchan in hanchans.select_related("round__tournament", "table")}
    of = {"hanchan__in": list(loaded)}
    current, stands, holds = of | {"superseded_by": None}, of | {"withdrawn_by": None}, of | {"taken_back_by": None}
    seats = _by_hanchan(loaded, Seat.objects.filter(**of).select_related("entry__player"), "seat")
    hands = _by_hanchan(loaded, Hand.objects.filter(**current), "number")
    paper = _by_hanchan(loaded, PaperResult.objects.filter(**current))
    signatures = _by_hanchan(loaded, Signature.objects.filter(**stands))
    sheets = _by_hanchan(loaded, SignedSheet.objects.filter(**stands).prefetch_related("lines"))
    substitutions = _by_hanchan(loaded, Substitution.objects.filter(**holds))
    rules: dict[int, Ruleset] = {}
    for hanchan in loaded.values():
        tournament = hanchan.table.tournament = hanchan.tournament
        if tournament.pk not in rules:
            rules[tournament.pk] = tournament.ruleset
    return [
        Game(
            hanchan=hanchan,
            rules=rules[hanchan.tournament.pk],
            seats=tuple(seats[pk]),
            hands=tuple(hands[pk]),
            paper=next((one for one in paper[pk] if not one.is_second), None),
            second=next((one for one in paper[pk] if one.is_second), None),
            signatures=tuple(signatures[pk]),
            sheet=next(iter(sheets[pk]), None),
            substitutions=tuple(substitutions[pk]),
        )
        for pk, hanchan in loaded.items()
    ]


def _by_hanchan(hanchans: Mapping[int, Hanchan], rows: QuerySet[Row], order: str = "pk") -> dict[int, list[Row]]:
    """Each hanchan's rows, sorted here: four seats and ten hands are sorted faster than a query that sorts is made."""
    found: dict[int, list[Row]] = {pk: [] for pk in hanchans}
    for row in sorted(rows.order_by(), key=attrgetter(order)):
        row.hanchan = hanchans[row.hanchan_id]
        found[row.hanchan_id].append(row)
    return found


def load_game(hanchan: Hanchan) -> Game:
    """One game, read anew: what `hanchan` carries in memory is not trusted.

    An action logs on the row it has locked, never on `Game.hanchan`: that one's tournament does not know of the
    versions that the action has made since.
    """
    (game,) = load_games(Hanchan.objects.filter(pk=hanchan.pk))
    return game
