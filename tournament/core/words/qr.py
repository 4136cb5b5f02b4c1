"""Addresses for phones: as QR codes, and whether a phone can open them."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString

from tournament.core.addresses import leads_to_this_computer

register = template.Library()

register.filter(leads_to_this_computer)


@register.filter
@lru_cache(maxsize=512)
def qr_code(address: str) -> SafeString:
    """An SVG without its own size and without a style attribute, which our policy forbids.

    It is dark on light with any colours of the page: not every phone reads it the other way round.
    """
    code = segno.make(address, error="m", micro=False)
    # Markup of our own making: numbers and fixed attributes, nothing of the address.
    return SafeString(
        code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff", border=3)
    )
