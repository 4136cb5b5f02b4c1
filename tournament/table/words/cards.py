"""The points cards of the hand entry form (tables of hand values) as HTML: `{% points_card card suffix %}`.

A page has up to eight cards with forty cells. All tables with the same rules have the same cards, so the HTML of each
card is cached.
"""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.core.threads.interruption import raise_if_interrupted
from tournament.table.entry_parts import Card

register = template.Library()


@register.simple_tag
def points_card(card: Card, suffix: str) -> SafeString:
    """Return one points card as HTML; the names of its fields end with this suffix. A card with a chosen value is not
    cached."""
    return _draw(card, suffix) if card.chosen else _draw_once(card, suffix, get_language())


@lru_cache(maxsize=256)
def _draw_once(card: Card, suffix: str, _language: str | None) -> SafeString:
    html = _draw(card, suffix)
    raise_if_interrupted()  # the template may have swallowed the exception: do not cache incomplete HTML
    return html


def _draw(card: Card, suffix: str) -> SafeString:
    return render_to_string("table/hand_entry/_card.html", {"card": card, "suffix": suffix})
