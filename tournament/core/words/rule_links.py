"""Turns rule numbers in a sentence, such as R4.2, into links to the page that explains the rules."""

import re

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

RULE = re.compile(r"\((R\d+(?:\.\d+)?)\)")
"""Pattern for the number of a rule in brackets, as `refusal_words` writes it."""


@register.filter
def rule_linked(sentence: str) -> SafeString:
    """Return a sentence with links on its rule numbers. The links open in a new tab, so that input on this page is not
    lost."""
    return mark_safe(RULE.sub(_link, conditional_escape(sentence)))  # noqa: S308 (escaped before)


def _link(named: re.Match[str]) -> str:
    return format_html(
        '(<a href="{}#{}" target="_blank" rel="noopener" aria-label="{}">{}</a>)',
        reverse("rules-in-words"),
        named[1],
        _("%(rule)s in words (opens in a new tab)") % {"rule": named[1]},
        named[1],
    )
