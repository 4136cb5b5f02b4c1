"""The printed points card: a column for each han, a row for each fu, payments in the cells. Cells for values that no
win can have are empty."""

from dataclasses import dataclass

from scoring.outcome import HanFu, Limit
from scoring.payments import up_to_hundred
from scoring.rules import Ruleset
from scoring.value import FU, WinKind, minimum_han, worth

HAN = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of the card: a value, and its payments in points without counters and bets.

    For a ron, `pays` is the payment of the discarder. For a self-draw by East, `pays` is the payment of each opponent.
    For a self-draw by another player, `pays` is the payment of each non-dealer, and `from_dealer` the payment of East.
    `in_riichi` says whether a win in riichi can have this value.
    """

    value: HanFu | Limit
    pays: int
    from_dealer: int | None = None
    in_riichi: bool = True


def card_rows(kind: WinKind, *, dealer_wins: bool, rules: Ruleset) -> list[tuple[int, list[Cell | None]]]:
    """Return the rows of the card: the fu of each row, and its cells for 1 to 4 han. A cell is None if no such hand
    exists (R14.1).

    Rows with only mangan (120 fu and more) are left out, as on the printed card.
    """
    rows = []
    for fu in FU[: FU.index(120)]:
        least = minimum_han(fu, kind, rules)
        in_riichi = minimum_han(fu, kind, rules, in_riichi=True)
        if least is not None and in_riichi is not None:
            cells = [
                _cell(HanFu(han, fu), kind, dealer_wins, rules, in_riichi=han >= in_riichi) if han >= least else None
                for han in HAN
            ]
            rows.append((fu, cells))
    return rows


def limit_cells(kind: WinKind, *, dealer_wins: bool, rules: Ruleset) -> list[Cell]:
    """Return the cells of the limit hands, from mangan to yakuman (R3.6, R3.7)."""
    return [_cell(limit, kind, dealer_wins, rules) for limit in Limit]


def _cell(value: HanFu | Limit, kind: WinKind, dealer_wins: bool, rules: Ruleset, *, in_riichi: bool = True) -> Cell:
    base = worth(value, kind, rules=rules).base
    if kind == "ron":
        return Cell(value=value, pays=up_to_hundred(base * (6 if dealer_wins else 4)), in_riichi=in_riichi)
    if dealer_wins:
        return Cell(value=value, pays=up_to_hundred(base * 2), in_riichi=in_riichi)
    return Cell(value=value, pays=up_to_hundred(base), from_dealer=up_to_hundred(base * 2), in_riichi=in_riichi)
