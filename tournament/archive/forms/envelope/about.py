"""The tournament itself, its rules, from when on rounds are shown, and how people may enter by themselves."""

from django.utils.translation import gettext_lazy

from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_from_json
from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.known import SMALL, exact, new
from tournament.core.words.refusals import refusal_words
from tournament.models import Shown
from tournament.models.tournament import SitOut
from tournament.seating.people import KINDS

MOST_LANGUAGES = 20


def check_tournament(tournament: Value) -> bool:
    """Whether its rules are frozen."""
    tournament.keys(
        "name", "place", "starts_on", "is_public", "rules_frozen", "archived_at", "kept_apart", "sit_out",
        "sit_out_points", "shown", maybe=("is_club_night", "languages"),
    )  # fmt: skip
    if not tournament["kept_apart"].is_null:
        for kind in tournament["kept_apart"].items(len(KINDS)):
            kind.word(KINDS)
    tournament["sit_out"].word(SitOut.values)
    exact(tournament["sit_out_points"])
    check_shown(tournament["shown"].keys("players", "hall", "everyone"))
    tournament["name"].text(100, shortest=1)
    tournament["place"].text(100)
    if not tournament["starts_on"].is_null:
        tournament["starts_on"].day()
    tournament["is_public"].flag()
    if "is_club_night" in tournament.anything():
        tournament["is_club_night"].flag()
    if "languages" in tournament.anything():
        for language in tournament["languages"].items(MOST_LANGUAGES):
            language.text(10, shortest=2)
    if not tournament["archived_at"].is_null:
        tournament["archived_at"].moment()
    return tournament["rules_frozen"].flag()


def read_ruleset(value: Value) -> Ruleset:
    try:
        return ruleset_from_json(value.anything(), RULESETS)
    except Refused as refused:
        value.fail(refusal_words(refused))


def check_terms(terms: Value) -> None:
    terms.keys("is_on", "opens_on", "closes_on", "limit", "is_moderated")
    terms["is_on"].flag()
    terms["is_moderated"].flag()
    opens, closes = (None if terms[name].is_null else terms[name].day() for name in ("opens_on", "closes_on"))
    if opens and closes and opens > closes:
        terms["closes_on"].fail(gettext_lazy("Entries close before they open."))
    if not terms["limit"].is_null:
        terms["limit"].whole(0, SMALL)


def check_visibilities(visibilities: list[Value]) -> None:
    said: set[int] = set()
    for one in visibilities:
        check_shown(one.keys("round", "players", "hall", "everyone"))
        new(one["round"], one["round"].whole(1, SMALL), said)


def check_planned_starts(starts: list[Value]) -> None:
    said: set[int] = set()
    for one in starts:
        one.keys("round", "starts_at")
        new(one["round"], one["round"].whole(1, SMALL), said)
        one["starts_at"].moment()


def check_shown(shown: Value) -> None:
    for audience in ("players", "hall", "everyone"):
        shown[audience].word(Shown.values)
