"""A claim: the data entered about one winner of the hand, namely the hand's value, the liable player and the yaku."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.game_format import MOST_YAKU
from scoring.offers import is_yakuman
from scoring.outcome import HanFu, Value
from scoring.refusal import Refused
from scoring.seats import Seat
from scoring.tiles.words import DORA, may_name
from tournament.core.text import whole_number
from tournament.core.words.refusals import refusal_words
from tournament.table.entry_text import TYPED, YAKU_BY_TEXT, seat_in, value_in, value_to_text, yaku_to_text

SUFFIXES = ("", "2", "3")
"""Endings of the names of form fields for the first, second and third winner: `winner`, `winner2`, `winner3`."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One winner, with the data entered so far: the value, the liable seat (pao) and the yaku."""

    winner: Seat
    value: Value | None = None
    liable: Seat | None = None
    yaku: tuple[str, ...] = ()

    def with_value(self, value: Value, yaku: Iterable[str]) -> "Claim":
        """Return a copy with this value. From `yaku` the copy keeps only the yaku that a hand of this value can have;
        the liable seat is kept only if the value is a yakuman."""
        liable = self.liable if is_yakuman(value) else None
        return replace(self, value=value, liable=liable, yaku=fitting(yaku, value))

    def pairs(self, suffix: str) -> Iterator[tuple[str, str]]:
        """Yield the claim as names and values of the form's fields."""
        yield f"winner{suffix}", f"{self.winner:d}"
        if self.value is not None:
            yield f"value{suffix}", value_to_text(self.value)
        if self.liable is not None:
            yield f"liable{suffix}", f"{self.liable:d}"
        for name in dict.fromkeys(self.yaku):
            yield "yaku", yaku_to_text(self.winner, name, self.yaku.count(name))


def claims_in(query: QueryDict) -> tuple[tuple[Claim, ...], str]:
    """Return the claims in the form's fields, and a sentence about a problem: no hand can have the han and fu that were
    typed. The sentence is "" without a problem."""
    claims: list[Claim] = []
    problem = ""
    for suffix in SUFFIXES:
        winner, liable = seat_in(query.get(f"winner{suffix}")), seat_in(query.get(f"liable{suffix}"))
        if winner is None:
            break
        claim = Claim(winner=winner, liable=None if liable is winner else liable)
        try:
            value = _value(query, suffix)
        except _BadValue as bad:
            value, problem = None, str(bad)
        claims.append(claim if value is None else claim.with_value(value, _yaku(query.getlist("yaku"), winner)))
    return tuple(claims), problem


class _BadValue(ValueError):
    """No hand has the han and fu that were typed; the text of the error is a sentence for the visitor."""


def _value(query: QueryDict, suffix: str) -> Value | None:
    text = query.get(f"value{suffix}", "")
    if text != TYPED:
        return value_in(text)
    return _typed(query.get(f"han{suffix}", ""), query.get(f"fu{suffix}", ""))


def _typed(han: str, fu: str) -> Value:
    """Return the value for han and fu that were typed; fu may be missing from five han on."""
    try:
        numbers = (int(han), int(fu) if fu.strip() else None)
    except ValueError:
        raise _BadValue(_("Han and fu are whole numbers, for example 3 and 30.")) from None
    if numbers[0] > 99 or (numbers[1] or 0) > 999:
        raise _BadValue(_("No hand has so many han or fu. Check the numbers."))
    try:
        return HanFu(*numbers)
    except Refused as refused:
        raise _BadValue(refusal_words(refused)) from None


def _yaku(texts: list[str], winner: Seat) -> Iterator[str]:
    for text in texts:
        seat, _colon, rest = text.partition(":")
        name, _colon, count = rest.partition(":")
        if seat == f"{winner:d}" and name in YAKU_BY_TEXT:
            repeated = (whole_number(count, digits=2) or 1) if YAKU_BY_TEXT[name] in DORA else 1
            yield from [YAKU_BY_TEXT[name]] * repeated


def fitting(names: Iterable[str], value: Value) -> tuple[str, ...]:
    """Return the first `MOST_YAKU` yaku that a hand of this value can have. Only dora may occur more than once."""
    fitting: list[str] = []
    for name in names:
        # Anybody can send thousands of names: without this limit, the searches for all names would take minutes.
        if len(fitting) == MOST_YAKU:
            break
        if may_name(name, yakuman=is_yakuman(value)) and (name in DORA or name not in fitting):
            fitting.append(name)
    return tuple(fitting)
