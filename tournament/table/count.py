"""The state of the tile counter. Like the state of hand entry, it is stored in the query string.

Each tap on a button sends the state and the parameter `touch`, which names the button; the response shows the next
state. `scoring` decides which tiles make a hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from django.http import QueryDict

from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.seats import Wind
from scoring.tiles.hand import LAST_TILE, MOST_INDICATORS, RIICHI, Flag, Meld, MeldKind, concealed_size, possible_flags
from scoring.tiles.notation import Tile, parse_tiles, tiles_text
from scoring.value import WinKind
from tournament.core.moment import requested_moment
from tournament.core.text import whole_number
from tournament.core.words.refusals import refusal_words
from tournament.table.entry import HandEntry

Laying = Literal["hand", "chi", "pon", "ankan", "daiminkan", "dora", "ura"]
LAYINGS: tuple[Laying, ...] = ("hand", "chi", "pon", "ankan", "daiminkan", "dora", "ura")
KINDS_OF_MELD: dict[str, MeldKind] = {"chi": "chi", "pon": "pon", "ankan": "ankan", "daiminkan": "daiminkan"}
DEFAULT = next(iter(RULESETS))
LONGEST = 60
"""The most characters of tiles that are read; every possible hand has fewer."""

Item = TypeVar("Item")


@dataclass(frozen=True, kw_only=True)
class CountEntry:
    """The tiles entered so far. The last of the concealed `tiles` is the winning tile.

    `laying` says what the next tapped tile becomes: a tile of the hand, a meld or an indicator. `problem` is a sentence
    about impossible input. If a table opened the counter, `table` is the table's id, `table_entry` is the partly
    entered hand on the table's screen, and `number` is this hand's number.
    """

    ruleset: str = DEFAULT
    tiles: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    win: WinKind = "ron"
    round_wind: Wind = Wind.EAST
    seat_wind: Wind = Wind.SOUTH
    flags: frozenset[Flag] = frozenset()
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    laying: Laying = "hand"
    table: int | None = None
    number: int | None = None
    table_entry: HandEntry = field(default_factory=HandEntry)
    problem: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> "CountEntry":
        """Return the state that follows from a query string and the tap in its `touch`. Unreadable parts are
        ignored."""
        entry = cls(
            ruleset=query.get("ruleset", "") if query.get("ruleset", "") in RULESETS else DEFAULT,
            tiles=_tiles(query.get("tiles", "")),
            melds=tuple(_melds(query.getlist("meld"))),
            win="tsumo" if query.get("win") == "tsumo" else "ron",
            round_wind=_wind(query.get("round", ""), Wind.EAST),
            seat_wind=_wind(query.get("seat", ""), Wind.SOUTH),
            flags=frozenset(flag for flag in Flag if flag.value in query.getlist("flag")),
            dora=_tiles(query.get("dora", "")),
            ura=_tiles(query.get("ura", "")),
            laying=_laying(query.get("laying", "")),
            table=whole_number(query.get("table", "")),
            number=requested_moment(query, "for"),
            table_entry=HandEntry.read(query),
        )
        touch = query.get("touch", "")
        if touch == "typed":
            entry = entry._typed(query.get("typed", ""))
        elif touch:
            entry = entry._touched(*touch.split(":", 1)) if ":" in touch else entry._touched(touch, "")
        return entry._coherent()

    @property
    def to_go(self) -> int:
        """Return how many concealed tiles are still missing."""
        return max(concealed_size(len(self.melds)) - len(self.tiles), 0)

    @property
    def is_open(self) -> bool:
        return any(meld.is_open for meld in self.melds)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the state as names and values, for hidden fields and the address bar."""
        start = CountEntry()
        pairs = [("ruleset", self.ruleset)] if self.ruleset != start.ruleset else []
        pairs += [("tiles", tiles_text(self.tiles))] if self.tiles else []
        pairs += [("meld", f"{meld.kind}-{tiles_text(meld.tiles)}") for meld in self.melds]
        pairs += [("win", self.win)] if self.win != start.win else []
        pairs += [("round", self.round_wind.value)] if self.round_wind != start.round_wind else []
        pairs += [("seat", self.seat_wind.value)] if self.seat_wind != start.seat_wind else []
        pairs += [("flag", flag.value) for flag in Flag if flag in self.flags]
        pairs += [("dora", tiles_text(self.dora))] if self.dora else []
        pairs += [("ura", tiles_text(self.ura))] if self.ura else []
        pairs += [("laying", self.laying)] if self.laying != "hand" else []
        if self.table is not None:
            pairs += [("table", str(self.table)), *self.table_entry.pairs()]
            pairs += [("for", str(self.number))] if self.number is not None else []
        return pairs

    def may_lay(self, tile: Tile) -> bool:
        """Whether a tap on this tile changes the state."""
        return self._laid(tile) is not self

    def _touched(self, name: str, argument: str) -> "CountEntry":
        match name:
            case "tile":
                tiles = _tiles(argument)
                return self._laid(tiles[0]) if len(tiles) == 1 else self
            case "take":
                return replace(self, tiles=_without(self.tiles, argument))
            case "drop":
                return replace(self, melds=_without(self.melds, argument))
            case "redden":
                return replace(self, melds=_reddened(self.melds, argument))
            case "undora":
                return replace(self, dora=_without(self.dora, argument))
            case "unura":
                return replace(self, ura=_without(self.ura, argument))
            case "laying":
                return replace(self, laying=_laying(argument if argument != self.laying else "hand"))
            case "flag" if argument in list(Flag):
                return replace(self, flags=_toggled(self.flags, Flag(argument)))
            case "win" if argument in ("ron", "tsumo"):
                return self._won("tsumo" if argument == "tsumo" else "ron")
            case "round":
                return replace(self, round_wind=_wind(argument, self.round_wind))
            case "seat":
                return replace(self, seat_wind=_wind(argument, self.seat_wind))
            case "clear":
                return replace(self, tiles=(), melds=(), dora=(), ura=(), flags=self.flags & RIICHI, laying="hand")
            case _:
                return self

    def _laid(self, tile: Tile) -> "CountEntry":
        """Return a copy after a tap on this tile: with one more tile, meld or indicator. The same object is returned if
        the tap is impossible. After a meld or an indicator, the next tile goes to the hand."""
        if self.laying in ("dora", "ura"):
            indicators = self.dora if self.laying == "dora" else self.ura
            if len(indicators) == MOST_INDICATORS:
                return self
            indicators = (*indicators, tile)
            if self.laying == "dora":
                return replace(self, laying="hand", dora=indicators)
            return replace(self, laying="hand", ura=indicators)
        if self.laying == "hand":
            return replace(self, tiles=(*self.tiles, tile)) if self.to_go else self
        if self.to_go < 3:  # a meld replaces three concealed tiles
            return self
        kind = KINDS_OF_MELD[self.laying]
        try:
            return replace(self, laying="hand", melds=(*self.melds, _meld_from(kind, tile)))
        except Refused:
            return self

    def _won(self, win: WinKind) -> "CountEntry":
        flags = self.flags
        if flags & LAST_TILE:
            flags = (flags - LAST_TILE) | {Flag.HAITEI if win == "tsumo" else Flag.HOUTEI}
        return replace(self, win=win, flags=flags)

    def _typed(self, text: str) -> "CountEntry":
        try:
            return replace(self, tiles=parse_tiles(text[:LONGEST].replace(" ", "")))
        except Refused as refused:
            return replace(self, problem=refusal_words(refused))

    def _coherent(self) -> "CountEntry":
        """Return a copy without contradictory flags: no riichi with an open hand, no ippatsu without riichi."""
        flags = self.flags & set(possible_flags(self.win, self.seat_wind))
        if self.is_open:
            flags -= RIICHI
        if not flags & RIICHI:
            flags -= {Flag.IPPATSU}
        ura = self.ura if flags & RIICHI else ()
        laying = "hand" if self.laying == "ura" and not flags & RIICHI else self.laying
        return replace(self, flags=flags, ura=ura, laying=laying)


def _toggled(flags: frozenset[Flag], flag: Flag) -> frozenset[Flag]:
    """Return the flags after this flag is switched on or off. Riichi and double riichi exclude each other, and ippatsu
    adds riichi."""
    if flag in flags:
        return flags - {flag}
    if flag in RIICHI:
        flags -= RIICHI
    if flag is Flag.IPPATSU and not flags & RIICHI:
        flags |= {Flag.RIICHI}
    return flags | {flag}


def _meld_from(kind: MeldKind, tile: Tile) -> Meld:
    """Return the meld of this kind whose first tile is this tile. Raises `Refused` if there is no such meld."""
    if kind == "chi":
        # `Meld` refuses a chi that begins with an eight or nine.
        return Meld(kind, tuple(Tile(min(tile.kind + step, 33), red=tile.red and not step) for step in range(3)))
    size = 3 if kind == "pon" else 4
    return Meld(kind, (*[Tile(tile.kind)] * (size - 1), tile))


def _reddened(melds: tuple[Meld, ...], index: str) -> tuple[Meld, ...]:
    """Return the melds after a five of the chosen meld was replaced: an ordinary five by a red five, or a red one by an
    ordinary five."""
    if index not in ("0", "1", "2", "3") or int(index) >= len(melds):
        return melds
    chosen = melds[int(index)]
    fives = [at for at, tile in enumerate(chosen.tiles) if tile.rank == 5 and tile.row != "z"]
    if not fives:
        return melds
    red = any(tile.red for tile in chosen.tiles)
    tiles = tuple(Tile(tile.kind, red=not red and at == fives[-1]) for at, tile in enumerate(chosen.tiles))
    return (*melds[: int(index)], Meld(chosen.kind, tiles), *melds[int(index) + 1 :])


def _without(items: tuple[Item, ...], index: str) -> tuple[Item, ...]:
    out = whole_number(index, digits=2)
    return tuple(item for at, item in enumerate(items) if at != out)


def _tiles(text: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text[:LONGEST])
    except Refused:
        return ()


def _melds(texts: Iterable[str]) -> Iterable[Meld]:
    for text in list(texts)[:4]:
        kind, _dash, tiles = text.partition("-")
        try:
            yield Meld(KINDS_OF_MELD[kind], _tiles(tiles))
        except (KeyError, Refused):
            continue


def _laying(text: str) -> Laying:
    return next((laying for laying in LAYINGS if laying == text), "hand")


def _wind(text: str, otherwise: Wind) -> Wind:
    return Wind(text) if text in list(Wind) else otherwise
