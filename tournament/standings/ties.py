"""Separates equal totals by a tournament's tie-break criteria."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.tie_breaks import TieBreak, TiedPlayer, break_ties


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRules:
    """The tie-break criteria in the order in which they are applied, and the seed for drawing lots."""

    criteria: tuple[TieBreak, ...] = ()
    lots_number: int = 0


def places_without_ties(
    places: Sequence[int], players: Sequence[TiedPlayer], disqualified: Sequence[bool], ties: TieRules
) -> list[int]:
    """Return the places after the tie-break criteria have been applied to shared places. Disqualified players all share
    the last place."""
    ranked = [index for index, is_out in enumerate(disqualified) if not is_out]
    broken = break_ties(
        [places[index] for index in ranked],
        [players[index] for index in ranked],
        ties.criteria,
        seed=ties.lots_number,
    )
    by_index = dict(zip(ranked, broken, strict=True))
    return [by_index.get(index, place) for index, place in enumerate(places)]
