"""The words for tiles, for the way a hand was won, and for its value."""

from collections.abc import Iterable

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.payments import Payment
from scoring.seats import Seat
from scoring.tiles.hand import Flag, Meld
from scoring.tiles.notation import Tile
from tournament.core.words.scores import points

register = template.Library()

HONOURS: tuple[str | Promise, ...] = (
    pgettext_lazy("wind", "East"),
    pgettext_lazy("wind", "South"),
    pgettext_lazy("wind", "West"),
    pgettext_lazy("wind", "North"),
    pgettext_lazy("dragon", "White"),
    pgettext_lazy("dragon", "Green"),
    pgettext_lazy("dragon", "Red"),
)

SUITS = {
    "m": gettext_lazy("%(rank)s of characters"),
    "p": gettext_lazy("%(rank)s of circles"),
    "s": gettext_lazy("%(rank)s of bamboos"),
}

MELDS = {
    "chi": gettext_lazy("Chi"),
    "pon": gettext_lazy("Pon"),
    "daiminkan": gettext_lazy("Open kong"),
    "kakan": gettext_lazy("Open kong"),
    "ankan": gettext_lazy("Concealed kong"),
}

FLAGS: dict[Flag, str | Promise] = {
    Flag.RIICHI: gettext_lazy("Riichi"),
    Flag.DOUBLE_RIICHI: gettext_lazy("Double riichi"),
    Flag.IPPATSU: gettext_lazy("Ippatsu"),
    Flag.RINSHAN: gettext_lazy("After a kong"),
    Flag.CHANKAN: gettext_lazy("Robbed kong"),
    Flag.HAITEI: gettext_lazy("Last tile"),
    Flag.HOUTEI: gettext_lazy("Last discard"),
    Flag.TENHOU: gettext_lazy("First draw"),
    Flag.CHIIHOU: gettext_lazy("First draw"),
    Flag.RENHOU: gettext_lazy("Before the first draw"),
}

FU: dict[str, str | Promise] = {
    "base": gettext_lazy("Every hand"),
    "concealed_ron": gettext_lazy("Concealed hand, won by ron"),
    "seven_pairs": gettext_lazy("Seven pairs"),
    "self_draw": gettext_lazy("Self-draw"),
    "open_pinfu": gettext_lazy("Open hand without other fu"),
    "edge_wait": gettext_lazy("Edge wait"),
    "closed_wait": gettext_lazy("Closed wait"),
    "pair_wait": gettext_lazy("Wait on the pair"),
    "value_pair": gettext_lazy("Pair of dragons, or of the seat or round wind"),
    "double_wind_pair": gettext_lazy("Pair of the round's and the seat's wind"),
    "open_triplet": gettext_lazy("Open triplet"),
    "concealed_triplet": gettext_lazy("Concealed triplet"),
    "open_triplet_of_terminals": gettext_lazy("Open triplet of terminals or honours"),
    "concealed_triplet_of_terminals": gettext_lazy("Concealed triplet of terminals or honours"),
    "open_kong": gettext_lazy("Open kong"),
    "concealed_kong": gettext_lazy("Concealed kong"),
    "open_kong_of_terminals": gettext_lazy("Open kong of terminals or honours"),
    "concealed_kong_of_terminals": gettext_lazy("Concealed kong of terminals or honours"),
}


@register.filter
def tile_name(tile: Tile) -> str:
    """Return a tile's name: "5 of circles", "Red 5 of circles", "East", "White"."""
    if tile.row == "z":
        return str(HONOURS[tile.rank - 1])
    name = str(SUITS[tile.row]) % {"rank": tile.rank}
    return _("Red %(tile)s") % {"tile": name} if tile.red else name


@register.filter
def tile_caption(tile: Tile) -> str:
    """Return the word under the picture of an honour; empty for a numbered tile, whose picture needs no word."""
    return tile_name(tile) if tile.row == "z" else ""


@register.filter
def meld_name(meld: Meld) -> str:
    """Return a meld's kind and tiles: "Pon: 5 of circles, 5 of circles, 5 of circles"."""
    tiles = ", ".join(tile_name(tile) for tile in meld.tiles)
    return _("%(kind)s: %(tiles)s") % {"kind": MELDS[meld.kind], "tiles": tiles}


@register.filter
def flag_name(flag: Flag) -> str:
    """Return the word for a flag of a win: "Riichi", "Last tile"."""
    return str(FLAGS[flag])


@register.filter
def fu_reason(reason: str) -> str:
    """Return, in words, the reason why a hand gets fu."""
    return str(FU[reason])


@register.filter
def payment_words(payments: Iterable[Payment]) -> str:
    """Return a sentence about the payments for a hand, such as "East pays 2,000, the other two 1,000 each"."""
    paid = {payment.payer: payment.points for payment in payments}
    if len(paid) == 1:
        return _("The discarder pays %(points)s.") % {"points": points(sum(paid.values()))}
    others = {amount for payer, amount in paid.items() if payer is not Seat.EAST}
    each = points(max(others))
    if Seat.EAST not in paid:
        return _("Everybody pays %(points)s.") % {"points": each}
    return _("East pays %(east)s, the other two %(points)s each.") % {"east": points(paid[Seat.EAST]), "points": each}
