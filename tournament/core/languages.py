"""Which language a tournament's page speaks: the one its visitor chose, else one of the event's.

Nothing is asked of the database for that: whoever loads the tournament of a page loads its languages too.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from tournament.core.requests import TenboRequest
from tournament.models import Tournament

NAMES = {code: str(translation.get_language_info(code)["name_local"]).capitalize() for code, _ in settings.LANGUAGES}
"""Each language of the site by its own name."""

ASKED = "lang"
"""Of the query: how an address says in which language a page for everybody is wanted."""


def tournament_or_404(
    request: TenboRequest, tournaments: "QuerySet[Tournament]", slug: str, *, to_all: bool = False
) -> Tournament:
    """The tournament of these that a page is about; from here on the request speaks its language (`speak`)."""
    tournament = get_object_or_404(tournaments, slug=slug)
    speak(request, tournament, to_all=to_all)
    return tournament


def speak(request: TenboRequest, tournament: Tournament, *, to_all: bool = False) -> None:
    """From here on this request speaks a language of this tournament.

    Who chose a language by touch keeps it. Another visitor is spoken to in whichever of the event's languages their
    browser likes best, and in its first where that is none. A page `to_all` is not its visitor's: a screen in the
    hall, a printout. It speaks the event's first, or the one that its address asks for.
    """
    request.languages = [code for code in tournament.languages if code in NAMES]
    asked = request.GET.get(ASKED, "") if to_all else ""
    if asked in NAMES:
        language = asked
    elif not request.languages or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in NAMES:
        return
    else:
        language = ("" if to_all else _liked_best(request)) or request.languages[0]
    translation.activate(language)
    request.LANGUAGE_CODE = language


def offered(languages: Sequence[str]) -> list[str]:
    """Every language of the site, those of an event first."""
    return [*languages, *(code for code in NAMES if code not in languages)]


def _liked_best(request: TenboRequest) -> str:
    """Of the event's languages; "" where the browser asks for none of them."""
    for asked, _liking in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            language = translation.get_supported_language_variant(asked)
        except LookupError:
            continue
        if language in request.languages:
            return language
    return ""
