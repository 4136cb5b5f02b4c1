"""Renders Markdown typed by users as safe HTML: raw HTML is escaped, pictures are off, links have allowed schemes
only."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""Allowed schemes of links; a link with any other scheme is shown as plain text."""

MOST_CELLS = 3_000
"""The most cells of a table; a larger table is shown as plain text. The parser pads each row to the widest one, so
10,000 characters could become 65,536 cells and take seconds."""

MOST_BRACKETS = 1_000
"""The most opening brackets of a text in which links are recognised. The parser scans ahead from each bracket, so
10,000 brackets take 1.3 s."""

MOST_QUOTED = 20_000
"""The most marks of quotes (">") times lines of a text in which quotes are recognised. The parser reads all lines that
follow a quote again for each quote within it, so 3,000 characters could take 6.5 s, and 10,000 more than a minute."""

LEAST_HEADING = 3
"""Level of the highest heading in a text: `<h3>`, below the headings of its page."""


def markdown_html(text: str) -> SafeString:
    """Return a text's HTML. The highest heading is `<h3>`, and links have `rel="nofollow"`.

    >>> str(markdown_html("**Come** <b>[now](javascript:alert)</b>"))
    '<p><strong>Come</strong> &lt;b&gt;[now](javascript:alert)&lt;/b&gt;</p>\\n'
    """
    markdown = _parser(text)
    tokens = markdown.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1]) + LEAST_HEADING - 1, 6)}"
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("rel", "nofollow ugc noopener")
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    framed = html.replace("<table>", '<div class="table-frame" tabindex="0"><table class="data">')
    return mark_safe(framed.replace("</table>", "</table></div>"))  # noqa: S308 (the renderer escapes every text)


def markdown_text(text: str) -> str:
    """Return a text for a mail: without the marks for bold and the like, and with each link's URL in brackets after the
    link.

    >>> markdown_text("- Account **CZ65**, [at the desk](https://example.org)")
    '- Account CZ65, at the desk (https://example.org)'
    """
    for token in _parser(text).parse(text):
        if token.type == "inline":
            text = text.replace(token.content, "".join(_words(token.children or ())), 1)
    return text


def _words(parts: Sequence[Token]) -> Iterator[str]:
    address = ""
    for part in parts:
        match part.type:
            case "link_open":
                address = "" if part.markup == "autolink" else str(part.attrGet("href"))
            case "link_close" if address:
                yield f" ({address})"
            case "softbreak" | "hardbreak":
                yield "\n"
            case _:
                yield part.content


def _parser(text: str) -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")
    lines = text.splitlines()
    if len(lines) * max((line.count("|") + 1 for line in lines), default=0) <= MOST_CELLS:
        markdown.enable("table")
    if text.count("[") > MOST_BRACKETS:
        markdown.disable("link")
    if text.count(">") * len(lines) > MOST_QUOTED:
        markdown.disable("blockquote")
    markdown.validateLink = _is_safe  # type: ignore[method-assign,assignment]
    return markdown


def _is_safe(address: str) -> bool:
    try:
        return urlsplit(address).scheme.lower() in SCHEMES
    except ValueError:
        return False
