"""One winner of the hand being entered, with the value, the liable player and the yaku."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from django.http import QueryDict

from scoring.game_format import MOST_YAKU
from scoring.offers import is_yakuman
from scoring.outcome import (
    Value,
)
from scoring.seats import Seat
from scoring.tiles.words import DORA, YAKU, may_name
from tournament.table.entry_text import (
    YAKU_BY_TEXT,
    seat_in,
    value_in,
)

ORDER = {name: place for place, name in enumerate(YAKU.values())}


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One winner, with the value, the liable seat and the yaku as far as they are entered."""

    winner: Seat
    value: Value | None = None
    liable: Seat | None = None
    yaku: tuple[str, ...] = ()

    def valued(self, value: Value | None) -> "Claim":
        """A copy with this value. The liable seat stays while it is a yakuman; yaku that do not fit are dropped."""
        liable = self.liable if value is not None and is_yakuman(value) else None
        return replace(self, value=value, liable=liable, yaku=fitting(self.yaku, value))

    def picked(self, name: str) -> "Claim":
        """A copy with this yaku toggled; for dora, with one more."""
        if name in self.yaku and name not in DORA:
            return replace(self, yaku=tuple(other for other in self.yaku if other != name))
        yaku = sorted(fitting((*self.yaku, name), self.value), key=lambda other: ORDER.get(other, len(ORDER)))
        return self if len(yaku) > MOST_YAKU else replace(self, yaku=tuple(yaku))

    def taken_back(self, name: str) -> "Claim":
        """A copy with one dora less."""
        left = list(self.yaku)
        if name in left:
            left.remove(name)
        return replace(self, yaku=tuple(left))


def claims_in(query: QueryDict) -> Iterator[Claim]:
    """The winners with their values, in the order in which they were touched; the last may lack its value."""
    liable = dict(text.split(":", 1) for text in query.getlist("liable") if ":" in text)
    named = [text.split(":", 1) for text in query.getlist("yaku") if ":" in text]
    for winner, text in zip_longest(query.getlist("winner")[:3], query.getlist("value")[:3], fillvalue=""):
        seat, value = seat_in(winner), value_in(text)
        if seat is not None:
            yaku = fitting((YAKU_BY_TEXT[name] for of, name in named if of == winner and name in YAKU_BY_TEXT), value)
            yield Claim(winner=seat, value=value, liable=seat_in(liable.get(winner)), yaku=yaku[:MOST_YAKU])


def fitting(names: Iterable[str], value: Value | None) -> tuple[str, ...]:
    """The yaku that a hand of this value can have, each once except dora."""
    fitting: list[str] = []
    for name in names:
        fits = value is None or may_name(name, yakuman=is_yakuman(value))
        if fits and (name in DORA or name not in fitting):
            fitting.append(name)
    return tuple(fitting)
