"""Links the rule that a refusal names to the page that explains it."""

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()

RULE = re.compile(r"\((?P<rule>(?P<section>R\d+)(?:\.\d+)?)\)\Z")
"""The rule in brackets at the end of `refusal_words`."""


@register.filter
def rule_linked(sentence: object) -> SafeString:
    """A sentence, with the rule at its end linked. It opens in a new tab, so that input on this page is not lost."""
    text = str(sentence)
    named = RULE.search(text)
    if named is None:
        return format_html("{}", text)
    return format_html(
        '{}(<a href="{}#{}" target="_blank" rel="noopener" aria-label="{}">{}</a>)',
        text[: named.start()],
        reverse("rules-in-words"),
        named["section"],
        _("%(rule)s in words (opens in a new tab)") % {"rule": named["rule"]},
        named["rule"],
    )
