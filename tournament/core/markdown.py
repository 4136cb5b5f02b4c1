"""Markdown that people wrote, as HTML that can do no harm: no HTML of theirs, no pictures, links to the web alone."""

from urllib.parse import urlsplit

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""What a link may begin with; any other is shown as the text that it is."""

LEAST_HEADING = 3
"""Headings of a text stand below those of its page."""


def markdown_html(text: str) -> SafeString:
    """Return a text's HTML. Headings begin with `<h3>`, and search engines are told not to follow its links.

    >>> str(markdown_html("**Come** <b>[now](javascript:alert)</b>"))
    '<p><strong>Come</strong> &lt;b&gt;[now](javascript:alert)&lt;/b&gt;</p>\\n'
    """
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table").disable("image")
    markdown.validateLink = _is_safe  # type: ignore[method-assign,assignment]
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


def _is_safe(address: str) -> bool:
    try:
        return urlsplit(address).scheme.lower() in SCHEMES
    except ValueError:
        return False
