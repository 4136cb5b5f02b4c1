"""Template filters for addresses that phones open: a QR code, and a check whether a phone can open them."""

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
    """Return a QR code as SVG, without a size of its own and without a style attribute, which our Content Security
    Policy forbids.

    The QR code is dark on light in every colour scheme, because some phones cannot read it inverted.
    """
    code = segno.make(address, error="m", micro=False)
    # Markup of our own making: numbers and fixed attributes, nothing of the address.
    return SafeString(
        code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff", border=3)
    )
