"""The page about how scoring works, as HTML from `docs/rules.md`, `docs/rules.fr.md` and so on."""

from functools import cache
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

FRAME = '<div class="table-frame" tabindex="0">'


@cache
def rules_page_html(language: str = settings.LANGUAGE_CODE) -> SafeString:
    """Return the page's HTML. A heading's id is its rule's number, so `#R4` links to it; HTML in it is escaped."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_page(language).read_text(encoding="utf-8"))
    for heading, text in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            heading.attrSet("id", text.content.split()[0])
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    html = html.replace("<pre>", '<pre tabindex="0">')  # it scrolls, so a keyboard must get there
    framed = html.replace("<table>", FRAME + '<table class="data">').replace("</table>", "</table></div>")
    return mark_safe(framed)  # noqa: S308 (our own file)


def _page(language: str) -> Path:
    """The page in the language, in English where nobody has translated it yet."""
    translated = settings.BASE_DIR / "docs" / f"rules.{language}.md"
    return translated if translated.exists() else settings.BASE_DIR / "docs" / "rules.md"
