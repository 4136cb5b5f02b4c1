"""What everybody is shown alike is drawn once: a thousand phones that reload cost one rendering.

Drawn fragments stay in the cache of this process until their tournament changes.
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
"""A separate cache, so that previews of every player's page never evict fragments."""


def fragment(
    request: HttpRequest,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *,
    of: Tournament,
    audience: str | None,
    variant: Hashable = (),
) -> SafeString:
    """One of a page's fragments ("rounds/round/page.html#round-page") for this request.

    `audience` names those who are all shown the same, and None somebody who is shown what is theirs alone: forms, or
    the answer to a search. `variant` is what else it depends on: nothing of the request but its path is known here.
    """

    def draw() -> SafeString:
        return render_to_string(template, {**context()}, request)

    if audience is None:
        return draw()
    return FRAGMENTS.get((of.pk, template, request.path, variant, get_language(), audience), of.version, draw)


def preview(
    request: HttpRequest, say: Callable[[], Preview], *, of: Tournament, audience: str | None, query: str = ""
) -> SafeString:
    """What others show of this page where its address is shared, for the head of the page; `query` is the part of the
    address's that matters.

    It is there for everybody without a link of their own: whoever shares the address, the program that looks at it has
    no such link. So nothing is in it but what a stranger sees.
    """
    if not of.is_public or audience is None or not audience.startswith(Audience.EVERYONE):
        return SafeString()
    key = (of.pk, absolute_url(request, request.path), query, get_language(), audience)
    return PREVIEWS.get(key, of.version, lambda: _preview(request, say(), query))


def preview_of_site(request: HttpRequest, say: Callable[[], Preview], visitor: Visitor) -> SafeString:
    """The same of a page that belongs to no tournament, for whoever has no account and opened no link."""
    if visitor.account or visitor.tables or visitor.entries or visitor.halls:
        return SafeString()
    return _preview(request, say())


def _preview(request: HttpRequest, said: Preview, query: str = "") -> SafeString:
    address = absolute_url(request, f"{request.path}?{query}" if query else request.path)
    context = {"preview": said, "address": address, "picture": absolute_url(request, static("tenbo.png"))}
    return render_to_string("components/preview.html", context, request)
