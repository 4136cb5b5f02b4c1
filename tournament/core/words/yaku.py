"""The usual romanized names of yaku, by their keys in `scoring.tiles.words`."""

from collections.abc import Iterable

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.tiles.words import DORA

register = template.Library()

YAKU_WORDS: dict[str, str | Promise] = {
    "riichi": gettext_lazy("riichi"),
    "double riichi": gettext_lazy("double riichi"),
    "ippatsu": gettext_lazy("ippatsu"),
    "menzen tsumo": gettext_lazy("menzen tsumo"),
    "chankan": gettext_lazy("chankan"),
    "rinshan": gettext_lazy("rinshan kaihou"),
    "haitei": gettext_lazy("haitei"),
    "houtei": gettext_lazy("houtei"),
    "pinfu": gettext_lazy("pinfu"),
    "tanyao": gettext_lazy("tanyao"),
    "iipeikou": gettext_lazy("iipeikou"),
    "haku": gettext_lazy("haku"),
    "hatsu": gettext_lazy("hatsu"),
    "chun": gettext_lazy("chun"),
    "seat wind east": gettext_lazy("seat wind East"),
    "seat wind south": gettext_lazy("seat wind South"),
    "seat wind west": gettext_lazy("seat wind West"),
    "seat wind north": gettext_lazy("seat wind North"),
    "round wind east": gettext_lazy("round wind East"),
    "round wind south": gettext_lazy("round wind South"),
    "round wind west": gettext_lazy("round wind West"),
    "round wind north": gettext_lazy("round wind North"),
    "sanshoku doujun": gettext_lazy("sanshoku doujun"),
    "ittsuu": gettext_lazy("ittsuu"),
    "chanta": gettext_lazy("chanta"),
    "honroutou": gettext_lazy("honroutou"),
    "toitoi": gettext_lazy("toitoi"),
    "sanankou": gettext_lazy("sanankou"),
    "sankantsu": gettext_lazy("sankantsu"),
    "sanshoku doukou": gettext_lazy("sanshoku doukou"),
    "chiitoitsu": gettext_lazy("chiitoitsu"),
    "shousangen": gettext_lazy("shousangen"),
    "honitsu": gettext_lazy("honitsu"),
    "junchan": gettext_lazy("junchan"),
    "ryanpeikou": gettext_lazy("ryanpeikou"),
    "chinitsu": gettext_lazy("chinitsu"),
    "kokushi": gettext_lazy("kokushi musou"),
    "kokushi juusanmen": gettext_lazy("kokushi musou juusanmen"),
    "chuuren poutou": gettext_lazy("chuuren poutou"),
    "junsei chuuren poutou": gettext_lazy("junsei chuuren poutou"),
    "suuankou": gettext_lazy("suuankou"),
    "suuankou tanki": gettext_lazy("suuankou tanki"),
    "daisangen": gettext_lazy("daisangen"),
    "shousuushii": gettext_lazy("shousuushii"),
    "daisuushii": gettext_lazy("daisuushii"),
    "ryuuiisou": gettext_lazy("ryuuiisou"),
    "suukantsu": gettext_lazy("suukantsu"),
    "tsuuiisou": gettext_lazy("tsuuiisou"),
    "chinroutou": gettext_lazy("chinroutou"),
    "tenhou": gettext_lazy("tenhou"),
    "chiihou": gettext_lazy("chiihou"),
    "renhou": gettext_lazy("renhou"),
    "dora": gettext_lazy("dora"),
    "aka dora": gettext_lazy("aka dora"),
    "ura dora": gettext_lazy("ura dora"),
}
"""Names by key, in the order in which a hand's yaku are listed."""

ORDER = {name: place for place, name in enumerate(YAKU_WORDS)}


@register.filter
def yaku_name(name: str) -> str:
    """Return a yaku's name: "riichi", "seat wind East"; an unknown key unchanged."""
    return str(YAKU_WORDS.get(name, name))


@register.filter
def yaku_words(names: Iterable[str]) -> str:
    """Return the yaku of a `Win` as a list: "riichi, tanyao, dora 2"."""
    yaku = list(names)
    listed = sorted(dict.fromkeys(yaku), key=lambda name: ORDER.get(name, len(ORDER)))
    return ", ".join(_counted(name, yaku.count(name)) if name in DORA else yaku_name(name) for name in listed)


@register.simple_tag
def dora_name(name: str, count: int) -> str:
    """Return a kind of dora with its count: "dora 2"; "dora" for a count of 0."""
    return _counted(name, count) if count else yaku_name(name)


def _counted(name: str, count: int) -> str:
    return _("%(dora)s %(count)s") % {"dora": yaku_name(name), "count": count}
