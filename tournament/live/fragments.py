"""What everybody is shown alike is drawn once: a thousand phones that reload cost one rendering.

Drawn fragments are kept in this process, each with the version of its tournament that it was drawn for. Who asks while
it is being drawn waits for that.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.core.addresses import absolute_url
from tournament.core.previews import Preview
from tournament.core.queries.visibility import Audience, Sight
from tournament.models import Tournament, Visitor
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard
from tournament.standings.queries.places import Places, places_by_round

MOST = 256
"""So many are kept; the one that was longest not asked for goes first."""


Drawn = TypeVar("Drawn")


@dataclass(frozen=True)
class _Kept(Generic[Drawn]):
    version: int
    text: "Future[Drawn]"


class Fragments(Generic[Drawn]):
    """Each under a key, of which the newest version is kept."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _Kept[Drawn]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, version: int, draw: Callable[[], Drawn]) -> Drawn:
        """Of this version or a later one: drawn now, or by whoever asked before."""
        with self._lock:
            found = self._kept.get(key)
            fresh = found is None or found.version < version
            if found is None or found.version < version:
                found = self._kept[key] = _Kept(version, Future())
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        if not fresh:
            try:
                return found.text.result(timeout=10)
            except Exception:  # noqa: BLE001 (whoever drew it was told; here it is tried again)
                return draw()
        try:
            found.text.set_result(draw())
        except BaseException as error:
            with self._lock:
                if self._kept.get(key) is found:
                    del self._kept[key]
            found.text.set_exception(error)
            raise
        return found.text.result()

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


kept: Fragments[SafeString] = Fragments()

previews: Fragments[SafeString] = Fragments()
"""What others show of pages. For themselves: there is one of every player, and none is to go for them."""

answers: Fragments[bytes] = Fragments()
"""What programs are told (api/views.py)."""

boards: Fragments[Leaderboard] = Fragments(32)
"""Standings, for pages of which everybody has another one."""

courses: Fragments[Places] = Fragments(32)
"""The same of places after each round."""


def board_of(tournament: Tournament, sight: Sight) -> Leaderboard:
    """The live standings for somebody with this sight, worked out once for all of them."""
    key = (tournament.pk, get_language(), sight.key)  # the language, for who is nameless in it
    return boards.get(key, tournament.version, lambda: leaderboard(tournament, official=False, sight=sight))


def places_of(tournament: Tournament, sight: Sight) -> Places:
    """Everybody's place after each round for somebody with this sight, the same way."""
    return courses.get((tournament.pk, sight.key), tournament.version, lambda: places_by_round(tournament, sight))


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
    return kept.get((of.pk, template, request.path, variant, get_language(), audience), of.version, draw)


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
    return previews.get(key, of.version, lambda: _preview(request, say(), query))


def preview_of_site(request: HttpRequest, say: Callable[[], Preview], visitor: Visitor) -> SafeString:
    """The same of a page that belongs to no tournament, for whoever has no account and opened no link."""
    if visitor.account or visitor.tables or visitor.entries or visitor.halls:
        return SafeString()
    return _preview(request, say())


def _preview(request: HttpRequest, said: Preview, query: str = "") -> SafeString:
    address = absolute_url(request, f"{request.path}?{query}" if query else request.path)
    context = {"preview": said, "address": address, "picture": absolute_url(request, static("tenbo.png"))}
    return render_to_string("components/preview.html", context, request)
