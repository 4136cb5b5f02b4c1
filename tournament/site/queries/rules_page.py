"""The page about how scoring works, as HTML from `docs/rules.md`, `docs/rules.fr.md` and so on.

The page leaves out the examples in JSON (which the tests replay) and the quoted paragraphs about these examples.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

FRAME = '<div class="table-frame" tabindex="0">'


@cache
def rules_page_html(language: str = settings.LANGUAGE_CODE) -> SafeString:
    """Return the page's HTML, from a cache; HTML that the Markdown text contains is escaped.

    The HTML ids of rules and sections are their numbers, so that `#R4.2` and `#R4` link to them.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = list(_for_people(markdown.parse(_page(language).read_text(encoding="utf-8"))))
    for heading, text in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            heading.attrSet("id", text.content.split()[0])
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    html = "".join(_with_ids(section) for section in re.split(r"(?=<h2 id=)", html))
    framed = html.replace("<table>", FRAME + '<table class="data">').replace("</table>", "</table></div>")
    return mark_safe(framed)  # noqa: S308 (our own file)


def _for_people(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens of the Markdown text that belong neither to a code block nor to a quote."""
    quotes = 0
    for token in tokens:
        quotes += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if not quotes and token.type not in {"fence", "blockquote_close"}:
            yield token


def _with_ids(section: str) -> str:
    """Add an HTML id to the first mention of each rule in its section's HTML."""
    heading = re.match(r'<h2 id="(R\d+)">', section)
    seen: set[str] = set()

    def named(rule: re.Match[str]) -> str:
        number = rule[0]
        if number in seen:
            return number
        seen.add(number)
        return f'<b class="rule-number" id="{number}">{number}</b>'

    return re.sub(rf"(?<![(\w]){heading[1]}\.\d+\b", named, section) if heading else section


def _page(language: str) -> Path:
    """Return the file in this language, or the English one if there is no translation."""
    translated = settings.BASE_DIR / "docs" / f"rules.{language}.md"
    return translated if translated.exists() else settings.BASE_DIR / "docs" / "rules.md"
