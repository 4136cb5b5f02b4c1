"""The page of the tile counter: the tiles, the tile keyboard, and the hand's value or what is missing for it."""

from dataclasses import dataclass, replace

from django.http import QueryDict

from scoring.offers import win_flags
from scoring.payments import Payment
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.tiles.count import CountedHand, count
from scoring.tiles.hand import COPIES, RIICHI, Flag, Meld, TileHand
from scoring.tiles.notation import Tile, parse_tiles
from scoring.tiles.waits import waits
from tournament.core.words.refusals import refusal_words
from tournament.games.queries.corrections import latest_at
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, Table, Visitor
from tournament.table.count import CountEntry, Laying

SUITS = ("12345m", "67890m", "12345p", "67890p", "12345s", "67890s")
HONOURS = ("1234z", "567z")
MELDS: tuple[Laying, ...] = ("chi", "pon", "daiminkan", "ankan")


@dataclass(frozen=True, kw_only=True)
class LaidTile:
    """One tile that was entered. `touch` is the value that a tap on the tile sends, or empty if a tap does nothing."""

    tile: Tile
    touch: str


@dataclass(frozen=True, kw_only=True)
class LaidMeld:
    """One meld. If the ruleset has red fives, `red_touch` is the value of `touch` that switches one of the meld's fives
    between red and ordinary."""

    meld: Meld
    tiles: tuple[LaidTile, ...]
    touch: str
    red_touch: str


@dataclass(frozen=True, kw_only=True)
class CountScreen:
    """All data of the page of the tile counter. A tap loads the page again; the query parameters are `fields` and the
    `touch` of the tapped button.

    `winning` is the last concealed tile, if the hand is complete. `problem` says what is missing or mistyped. If a
    table opened the page, `table` is this table, and `back` is the address that takes the hand's value back to its
    screen.
    """

    entry: CountEntry
    rules: Ruleset
    table: Table | None
    concealed: tuple[LaidTile, ...]
    winning: LaidTile | None
    melds: tuple[LaidMeld, ...]
    dora: tuple[LaidTile, ...]
    ura: tuple[LaidTile, ...]
    keyboard: tuple[tuple[LaidTile, ...], ...]
    flags: tuple[Flag, ...]
    counted: CountedHand | None
    waits: tuple[LaidTile, ...]
    problem: str
    back: str
    fields: list[tuple[str, str]]

    @property
    def whole(self) -> bool:
        return self.entry.to_go == 0

    @property
    def shows_keyboard(self) -> bool:
        return not self.whole or self.entry.laying in ("dora", "ura")

    @property
    def may_call(self) -> bool:
        return self.entry.to_go >= 3

    @property
    def in_riichi(self) -> bool:
        return bool(self.entry.flags & RIICHI)

    @property
    def payments(self) -> tuple[Payment, ...]:
        return self.counted.payments if self.counted else ()


def count_screen(entry: CountEntry, visitor: Visitor) -> CountScreen:
    """Return the page for the tiles entered so far. If a table opened the page, the table's ruleset is used, otherwise
    the ruleset that the visitor chose."""
    table = _table(entry.table, visitor)
    rules = table.tournament.ruleset if table else RULESETS[entry.ruleset]
    counted, problem = None, entry.problem
    if not entry.to_go and not problem:
        try:
            counted = count(_hand(entry), rules=rules)
        except Refused as refused:
            problem = refusal_words(refused)
    laid = sorted(enumerate(entry.tiles), key=lambda numbered: (numbered[1].kind, not numbered[1].red))
    last = len(entry.tiles) - 1
    tiles = [(index, LaidTile(tile=tile, touch=f"take:{index}")) for index, tile in laid]
    whole = not entry.to_go
    return CountScreen(
        entry=entry,
        rules=rules,
        table=table,
        concealed=tuple(tile for index, tile in tiles if not (whole and index == last)),
        winning=next((tile for index, tile in tiles if whole and index == last), None),
        melds=tuple(_meld(index, meld, rules) for index, meld in enumerate(entry.melds)),
        dora=_indicators(entry.dora, "undora"),
        ura=_indicators(entry.ura, "unura"),
        keyboard=_keyboard(entry, rules),
        flags=_flags(entry, rules),
        counted=counted,
        waits=_waits(entry),
        problem=problem,
        back=_back(entry, table, counted),
        fields=entry.pairs(),
    )


def count_at_table(entry: CountEntry, pk: int | None, visitor: Visitor) -> CountEntry:
    """Return the state of a counter that a table has just opened. The hand that is partly entered at the table sets the
    winds, the kind of win and riichi. `pk` is the table's id."""
    table = _table(pk, visitor)
    latest = latest_at(table) if table else None
    if table is None or latest is None or not entry.table_entry.claims:
        return entry
    [game] = load_games(Hanchan.objects.filter(pk=latest))
    winner = entry.table_entry.claims[-1].winner
    return replace(
        entry,
        table=table.pk,
        round_wind=game.situation.round_wind,
        seat_wind=winner.wind(game.situation.dealer),
        win="tsumo" if entry.table_entry.self_draw else "ron",
        flags=frozenset({Flag.RIICHI} if winner in entry.table_entry.riichi else ()),
    )


def _table(pk: int | None, visitor: Visitor) -> Table | None:
    """Return the table that opened the page. None if this visitor may not score the table: the page must not link to
    it."""
    if pk is None:
        return None
    return Table.objects.scored_by(visitor).select_related("tournament").filter(pk=pk).first()


def _hand(entry: CountEntry) -> TileHand:
    return TileHand(
        concealed=entry.tiles,
        win_tile=entry.tiles[-1],
        win=entry.win,
        melds=entry.melds,
        round_wind=entry.round_wind,
        seat_wind=entry.seat_wind,
        flags=entry.flags,
        dora_indicators=entry.dora,
        ura_indicators=entry.ura,
    )


def _waits(entry: CountEntry) -> tuple[LaidTile, ...]:
    if entry.to_go != 1:
        return ()
    return tuple(LaidTile(tile=tile, touch="") for tile in waits(entry.tiles, entry.melds))


def _meld(index: int, meld: Meld, rules: Ruleset) -> LaidMeld:
    has_five = any(tile.rank == 5 and tile.row != "z" for tile in meld.tiles)
    return LaidMeld(
        meld=meld,
        tiles=tuple(LaidTile(tile=tile, touch="") for tile in meld.tiles),
        touch=f"drop:{index}",
        red_touch=f"redden:{index}" if has_five and rules.red_fives else "",
    )


def _indicators(tiles: tuple[Tile, ...], touch: str) -> tuple[LaidTile, ...]:
    return tuple(LaidTile(tile=tile, touch=f"{touch}:{index}") for index, tile in enumerate(tiles))


def _keyboard(entry: CountEntry, rules: Ruleset) -> tuple[tuple[LaidTile, ...], ...]:
    rows = [[tile for tile in parse_tiles(row) if rules.red_fives or not tile.red] for row in SUITS + HONOURS]
    return tuple(tuple(_key(tile, entry) for tile in row) for row in rows)


def _key(tile: Tile, entry: CountEntry) -> LaidTile:
    lying = [*entry.tiles, *entry.dora, *entry.ura, *(other for meld in entry.melds for other in meld.tiles)]
    left = sum(other.kind == tile.kind for other in lying) < COPIES
    return LaidTile(tile=tile, touch=f"tile:{tile.code}" if left and entry.may_lay(tile) else "")


def _flags(entry: CountEntry, rules: Ruleset) -> tuple[Flag, ...]:
    """Return the flags that this win may have. Flags that were already chosen are included, so that they can be
    removed."""
    offered = win_flags(entry.win, entry.seat_wind, entry.melds, rules)
    return tuple(flag for flag in Flag if flag in offered or flag in entry.flags)


def _back(entry: CountEntry, table: Table | None, counted: CountedHand | None) -> str:
    if table is None:
        return ""
    query = QueryDict(mutable=True)
    hand = entry.table_entry.in_riichi(bool(entry.flags & RIICHI))
    if counted and hand.is_value_missing:
        hand = hand.counted(counted.value, counted.names)
    for name, value in hand.pairs():
        query.appendlist(name, value)
    if query and entry.number is not None:
        query["for"] = str(entry.number)
    return table.get_absolute_url() + (f"?{query.urlencode()}" if query else "")
