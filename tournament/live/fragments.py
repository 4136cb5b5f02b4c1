"""Cache of rendered page fragments, so that a thousand reloading phones cost one rendering.

Fragments are cached by this process until their tournament changes.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.core.addresses import absolute_url
from tournament.core.cache import Cache
from tournament.core.previews import Preview
from tournament.core.queries.visibility import Audience
from tournament.models import Tournament, Visitor

FRAGMENTS: Cache[tuple[Hashable, ...], SafeString] = Cache(256)

PREVIEWS: Cache[tuple[Hashable, ...], SafeString] = Cache(256)
"""A separate cache for link previews: there is one for every player's page, and they would evict fragments."""


def fragment(
    request: HttpRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *,
    of: Tournament,
    audience: str | None,
    variant: Hashable = (),
    changed_by_hands: bool = True,
) -> SafeString:
    """Return a fragment of a page for this request, from the cache if possible. `template` names the fragment:
    "rounds/round/page.html#round-page" is the fragment `round-page` of that template.

    All readers of the same `audience` see the same fragment. If `audience` is None, as for a form or search results,
    nothing is cached. `variant` is added to the cache key, which already contains the path of the request. With
    `changed_by_hands=False`, the fragment stays cached when a hand is recorded.
    """

    def draw() -> SafeString:
        return render_to_string(template, {**context()}, request)

    if audience is None:
        return draw()
    version = of.version if changed_by_hands else of.official_version
    return FRAGMENTS.get((of.pk, template, request.path, variant, get_language(), audience), version, draw)


def preview(
    request: HttpRequest, make: Callable[[], Preview], *, of: Tournament, audience: str | None, query: str = ""
) -> SafeString:
    """Return the link-preview tags (Open Graph) for the page's head; `query` is the relevant part of the query string.

    The result is empty unless the audience is `Audience.EVERYONE`, because the program that fetches a shared URL for a
    preview is an anonymous visitor.
    """
    if not of.is_public or audience is None or not audience.startswith(Audience.EVERYONE):
        return SafeString()
    key = (of.pk, absolute_url(request, request.path), query, get_language(), audience)
    return PREVIEWS.get(key, of.version, lambda: _preview(request, make(), query))


def preview_of_site(request: HttpRequest, make: Callable[[], Preview], visitor: Visitor) -> SafeString:
    """Return the link-preview tags of a page without a tournament, for visitors without an account or private link."""
    if visitor.account or visitor.tables or visitor.entries or visitor.halls:
        return SafeString()
    return _preview(request, make())


def _preview(request: HttpRequest, content: Preview, query: str = "") -> SafeString:
    address = absolute_url(request, f"{request.path}?{query}" if query else request.path)
    picture = absolute_url(request, content.picture or static("tenbo.png"))
    context = {"preview": content, "address": address, "picture": picture}
    return render_to_string("components/preview.html", context, request)
