"""The points cards of the entry form as HTML: `{% points_card card suffix %}`.

Each page holds up to eight cards of forty cells, which are equal at every table with these rules, so each is drawn once
and cached.
"""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.table.entry_parts import Card

register = template.Library()


@register.simple_tag
def points_card(card: Card, suffix: str) -> SafeString:
    """One card, whose fields end with this suffix; a card with a chosen value is drawn anew."""
    return _draw(card, suffix) if card.chosen else _draw_once(card, suffix, get_language())


@lru_cache(maxsize=256)
def _draw_once(card: Card, suffix: str, _language: str | None) -> SafeString:
    return _draw(card, suffix)


def _draw(card: Card, suffix: str) -> SafeString:
    return render_to_string("table/hand_entry/_card.html", {"card": card, "suffix": suffix})
