"""Every address of the site, with arguments from the crawled world.

Arguments are recognized by the words around them ("rounds/<int:number>"), because these words stay the same when
modules move.
"""

from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver

INVITATION = "an-invitation-s-token"
ENTRIES = 2  # the most entries, and the most tables, of each tournament
HANCHANS = 4
ROUNDS = 3


def _spread(values: list[Any], most: int) -> list[Any]:
    """Return at most `most` of these values, including the first and the last."""
    if len(values) <= most:
        return values
    return [values[place * (len(values) - 1) // (most - 1)] for place in range(most)]


def _numbered(related: str, most: int) -> Callable[[Any], list[str]]:
    def numbers(tournament: Any) -> list[str]:
        rows = getattr(tournament, related).order_by("number").values_list("number", flat=True)
        return [str(number) for number in _spread(list(rows), most)]

    return numbers


def _links(related: str, link: str) -> Callable[[Any], list[str]]:
    """Return a function that gives the last parts of the private links of a tournament's rows, number and token:
    ["7/link/token"] for the link ".../7/link/token/"."""

    def parts(tournament: Any) -> list[str]:
        rows = _spread(list(getattr(tournament, related).order_by("number")), ENTRIES)
        return [getattr(row, link)().strip("/").split("/", 3)[3] for row in rows]

    return parts


def _hanchans(tournament: Any) -> list[str]:
    """Return the ids of hanchans in different states: in play, over, signed, from paper, cancelled, with a
    substitute."""
    states: dict[tuple[Any, ...], int] = {}
    rows = apps.get_model("tournament", "Hanchan").objects.filter(round__tournament=tournament)
    for row in rows.order_by("pk"):
        state = (
            row.sheets.exists(),
            row.cancelled_by_id is None,
            row.time_called_at is None,
            row.hands.exists(),
            row.paper_results.count(),
            row.substitutions.exists(),
            row.signatures.exists(),
        )
        states.setdefault(state, row.pk)
    found = list(states.values())
    return [str(pk) for pk in _spread(found, HANCHANS)]


def _rows(model: str, path: str) -> Callable[[Any], list[str]]:
    def keys(tournament: Any) -> list[str]:
        rows = apps.get_model("tournament", model).objects.filter(**{path: tournament})
        return [str(pk) for pk in _spread(list(rows.order_by("pk").values_list("pk", flat=True)), 2)]

    return keys


def _table_rounds(tournament: Any) -> list[str]:
    rows = apps.get_model("tournament", "Hanchan").objects.filter(round__tournament=tournament, cancelled_by=None)
    pairs = sorted(rows.values_list("table__number", "round__number"))
    return [f"{table}/rounds/{number}" for table, number in _spread(pairs, 2)]


IN_TOURNAMENT: dict[str, tuple[str, Callable[[Any], list[str]]]] = {
    # by the words before the argument: the words after it, and the function for its values
    "tables/<int:number>/link/<str:token>": ("tables/", _links("tables", "get_link")),
    "tables/<int:number>/rounds/<int:round>": ("tables/", _table_rounds),
    "enter/<int:number>/<str:token>": ("enter/", _links("entries", "get_link")),
    "hall/link/<str:token>": ("hall/link/", lambda it: [it.get_hall_link().strip("/").split("/")[-1]]),
    "takeaway/<slug:table>": (
        "takeaway/",
        lambda it: ["hands", "hanchans", "results", "players", "penalties", "statistics", "nothing"],
    ),
    "players/<int:number>": ("players/", _numbered("entries", ENTRIES)),
    "check-in/regulars/<int:pk>": ("check-in/regulars/", lambda it: ["1"]),
    "check-in/<int:number>": ("check-in/", _numbered("entries", ENTRIES)),
    "tables/<int:number>": ("tables/", _numbered("tables", ENTRIES)),
    "rounds/<int:number>": ("rounds/", _numbered("rounds", ROUNDS)),
    "matches/<int:number>": ("matches/", _numbered("rounds", ROUNDS)),
    "hanchans/<int:pk>": ("hanchans/", _hanchans),
    "penalties/teams/<int:pk>": ("penalties/teams/", lambda it: ["1"]),
    "penalties/<int:pk>": ("penalties/", _rows("Penalty", "entry__tournament")),
    "letters/<slug:kind>/<slug:language>": ("letters/", lambda it: ["received/en", "paid/fr", "nothing/xx"]),
    "mail/<int:pk>": ("mail/", lambda it: ["1"]),
    "calls/<int:pk>": ("calls/", _rows("Call", "table__tournament")),
    "appeals/<int:pk>": ("appeals/", _rows("Appeal", "tournament")),
    "members/<int:pk>": ("members/", _rows("Membership", "tournament")),
    "invitations/<int:pk>": ("invitations/", _rows("Invitation", "tournament")),
}


def _people() -> list[str]:
    rows = apps.get_model("tournament", "Player").objects.order_by("pk").values_list("pk", flat=True)
    return [str(pk) for pk in _spread(list(rows), 6)]


def _club_tables() -> list[str]:
    tables = apps.get_model("tournament", "ClubTable").objects.select_related("club").order_by("pk")
    return [table.get_link().strip("/").split("/", 1)[1] for table in tables]


def _periods() -> list[str]:
    periods = apps.get_model("tournament", "LeaguePeriod").objects.select_related("league").order_by("pk")
    return [f"{period.league.slug}/periods/{period.pk}" for period in periods]


ELSEWHERE: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "c/<slug:slug>/tables/<int:number>/link/<str:token>": ("c/", _club_tables),
    "c/<slug:slug>/tables/<int:number>": ("c/", lambda: [f"{slug}/tables/1" for slug in _slugs("Club")]),
    "c/<slug:slug>/organizers/<int:pk>": ("c/", lambda: [f"{slug}/organizers/1" for slug in _slugs("Club")]),
    "c/<slug:slug>/people/<int:pk>": ("c/", lambda: [f"{slug}/people/1" for slug in _slugs("Club")]),
    "c/<slug:slug>": ("c/", lambda: _slugs("Club")),
    "rankings/<slug:slug>": ("rankings/", lambda: _slugs("Ranking")),
    "l/<slug:slug>/periods/<int:pk>": ("l/", _periods),
    "l/<slug:slug>": ("l/", lambda: _slugs("League")),
    "leagues/<slug:slug>": ("leagues/", lambda: _slugs("League")),
    "invitations/<str:token>": ("invitations/", lambda: [INVITATION, "no-token"]),
    "rules/<slug:key>": ("rules/", lambda: ["wrc_2015", "ema_2016", "tenhou", "nothing"]),
    "players/<int:pk>": ("players/", _people),
    "people/<int:pk>": ("people/", _people),
    "formats/<slug:name>": ("formats/", lambda: ["tenbo-1", "hanchan-1", "nothing"]),
    "logins/<int:pk>": ("logins/", lambda: ["1"]),
    "passkeys/<int:pk>": ("passkeys/", lambda: ["1"]),
    "password-reset/<uidb64>/<token>": ("password-reset/", lambda: ["MQ/no-token"]),
    "^(?P<path>.*)$": ("", lambda: ["v2/tournaments"]),
}

OF_TOURNAMENT = ("t/<slug:slug>", "tournaments/<slug:slug>")


def _slugs(model: str) -> list[str]:
    return list(apps.get_model("tournament", model).objects.order_by("pk").values_list("slug", flat=True))


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name and the route of every URL, at any depth."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        elif isinstance(pattern, URLPattern):
            yield pattern.name or "", route


def unknown_arguments(route: str) -> str:
    """Return what remains of a route after removing every argument that this module knows; "" if all are known."""
    for known in (*OF_TOURNAMENT, *IN_TOURNAMENT, *ELSEWHERE):
        route = route.replace(known, "")
    return route if "<" in route else ""


def of_tournament(route: str, tournament: Any) -> list[str]:
    """Return the addresses of a route in this tournament; empty if it is no route of tournaments, or if the tournament
    has no such thing."""
    for whose in OF_TOURNAMENT:
        if whose in route:
            begin = route.replace(whose, whose.partition("<")[0] + tournament.slug)
            for known, (prefix, values) in IN_TOURNAMENT.items():
                if known in begin:
                    return ["/" + begin.replace(known, prefix + value) for value in values(tournament)]
            return ["/" + begin]
    return []


def of_site(route: str) -> list[str]:
    """Return the addresses of a route that belongs to no tournament."""
    if any(whose in route for whose in OF_TOURNAMENT):
        return []
    for known, (prefix, values) in ELSEWHERE.items():
        if known in route:
            return ["/" + route.replace(known, prefix + value) for value in values()]
    return ["/" + route]
