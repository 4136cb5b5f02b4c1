"""The points cards of the entry form as HTML: `{% points_card card suffix %}`.

Each page holds up to eight cards of forty cells, which are equal at every table with these rules, so each is drawn once
and cached.
"""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.core.cache import Cache
from tournament.table.entry_parts import Card

register = template.Library()

CARDS: Cache[tuple[Card, str, str | None], SafeString] = Cache(256)


@register.simple_tag
def points_card(card: Card, suffix: str) -> SafeString:
    """One card, whose fields end with this suffix; a card with a chosen value is drawn anew."""

    def draw() -> SafeString:
        return render_to_string("table/hand_entry/_card.html", {"card": card, "suffix": suffix})

    return draw() if card.chosen else CARDS.get((card, suffix, get_language()), 0, draw)
