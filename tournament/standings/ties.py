"""How a tournament separates equal totals."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.tie_breaks import TieBreak, TiedPlayer, break_ties


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRules:
    """The criteria that separate equal totals, the first one first, and the number that lots are drawn by."""

    criteria: tuple[TieBreak, ...] = ()
    lots_number: int = 0


def places_without_ties(
    places: Sequence[int], players: Sequence[TiedPlayer], disqualified: Sequence[bool], ties: TieRules
) -> list[int]:
    """Apply the criteria to everybody who shares a place, but not to the disqualified: they share the last one."""
    ranked = [index for index, is_out in enumerate(disqualified) if not is_out]
    broken = break_ties(
        [places[index] for index in ranked],
        [players[index] for index in ranked],
        ties.criteria,
        seed=ties.lots_number,
    )
    by_index = dict(zip(ranked, broken, strict=True))
    return [by_index.get(index, place) for index, place in enumerate(places)]
