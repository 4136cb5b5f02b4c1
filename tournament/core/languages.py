"""Chooses the language of a tournament's page: the visitor's choice, or one of the event's languages.

No query is made, because a tournament is loaded with its languages.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header

from tournament.core.requests import TenboRequest
from tournament.models import Tournament

NAMES = {code: str(translation.get_language_info(code)["name_local"]).capitalize() for code, _ in settings.LANGUAGES}
"""The name of each language of the site in the language itself."""

LANGUAGE_PARAMETER = "lang"
"""Query parameter that sets the language of a page that many people read."""


def tournament_or_404(
    request: TenboRequest, tournaments: "QuerySet[Tournament]", slug: str, *, to_all: bool = False
) -> Tournament:
    """Return the tournament of a page, from `tournaments`; the rest of the request uses its language and time zone
    (`activate_language`). Raises `Http404`."""
    tournament = get_object_or_404(tournaments, slug=slug)
    activate_language(request, tournament, to_all=to_all)
    return tournament


def activate_language(request: TenboRequest, tournament: Tournament, *, to_all: bool = False) -> None:
    """Activate a language and the time zone of this tournament for the rest of the request.

    If the visitor chose a language, it is used. Otherwise the event's language that the browser prefers is used, or the
    event's first language if the browser accepts none of them. For a page that many people read (`to_all`: a screen in
    the hall, a printout), `?lang=` decides first, and the browser's preference is ignored.
    """
    timezone.activate(tournament.time_zone or settings.TIME_ZONE)
    request.languages = [code for code in tournament.languages if code in NAMES]
    requested = request.GET.get(LANGUAGE_PARAMETER, "") if to_all else ""
    if requested in NAMES:
        language = requested
    elif not request.languages or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in NAMES:
        return
    else:
        language = ("" if to_all else _liked_best(request)) or request.languages[0]
    translation.activate(language)
    request.LANGUAGE_CODE = language


def offered(languages: Sequence[str]) -> list[str]:
    """Return every language of the site, the event's languages first."""
    return [*languages, *(code for code in NAMES if code not in languages)]


def _liked_best(request: TenboRequest) -> str:
    """Return the event's language that the browser prefers; "" if the browser accepts none of them."""
    for code, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            language = translation.get_supported_language_variant(code)
        except LookupError:
            continue
        if language in request.languages:
            return language
    return ""
