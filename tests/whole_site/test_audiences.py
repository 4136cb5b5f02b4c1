"""Every URL of the site, asked by every kind of person: who may open it stands in audiences.py.

A new URL fails `test_every_url_says_who_it_is_for` until it has a row there.

What is read where it is public is asked for twice, public and private. A POST is sent empty: whoever may send it is
told that something is missing, or it is done; whoever may not gets the same 404 as for an address that does not exist.
"""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.factories import TournamentFactory
from tests.whole_site.audiences import DIFFERENT, PEOPLE, ROWS, Audience, Row, World
from tests.whole_site.worlds import make_world
from tournament.models import Role

pytestmark = pytest.mark.slow


def named_urls(resolver: URLResolver) -> Iterator[str | None]:
    """The name of every URL, however deep; None for one without a name."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from named_urls(pattern)
        elif isinstance(pattern, URLPattern):
            yield pattern.name


def test_every_url_says_who_it_is_for():
    names = list(named_urls(get_resolver()))

    assert None not in names, "a URL without a name has no audience"
    assert sorted(set(names) - ROWS.keys()) == [], "declare who these are for, in ROWS"
    assert sorted(ROWS.keys() - set(names)) == [], "these are gone"


@pytest.fixture(params=[True, False], ids=["public", "private"])
def is_public(request) -> bool:
    return request.param


@pytest.fixture
def world(db, is_public) -> World:
    return make_world(is_public=is_public)


def answers_to(world: World, method: str, name: str, people: Iterable[str] = PEOPLE) -> dict[str, str]:
    """What each person is answered: "in", "404", "login", or the status that is none of these."""
    url = reverse(name, args=ROWS[name].at(world))
    answers = {}
    for person in people:
        browser = world.people[person]
        # What one person's POST does is undone before the next one asks; so is what it leaves in their browser.
        cookies = deepcopy(browser.cookies)
        with transaction.atomic():
            response = getattr(browser, method)(url)
            transaction.set_rollback(True)
        browser.cookies = cookies
        answers[person] = _in_words(response, method, ROWS[name])
    return answers


def _in_words(response: Any, method: str, row: Row) -> str:
    if response.status_code == 302 and response.url.startswith(f"{reverse('login')}?next="):
        return "login"
    fine = row.answers if method == "get" else (200, 302, 400, 409, 422)
    return "in" if response.status_code in fine else str(response.status_code)


# One test for all URLs of a kind: a world for each of them would take minutes.


def everyone_different(answers: dict[str, str], method: str) -> dict[str, str]:
    return dict.fromkeys(DIFFERENT, "in") if set(answers.values()) == {"in"} else answers


def few_let_in(answers: dict[str, str], method: str) -> dict[str, str]:
    """Everybody who is refused, and of the others whoever may do least; for a POST also whoever may do most, who opens
    every page below."""
    let_in = [who for who, answer in answers.items() if answer == "in"]
    few = {*let_in[:1], *(let_in[-1:] if method == "post" else [])}
    return {who: answer for who, answer in answers.items() if answer != "in" or who in few}


@pytest.mark.parametrize("chosen", [few_let_in, pytest.param(everyone_different, marks=pytest.mark.long)])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_address_answers_its_audience_alone(world, is_public, method, chosen):
    """Of a private tournament, what is read by everybody where it is public. The rest has the same audience in both,
    and is asked of the public one: there a page that is shown by mistake is shown. In `make test-long` everybody who
    is let in asks."""
    rows = {name: row.get if method == "get" else row.post for name, row in ROWS.items()}
    audiences = {name: audience for name, audience in rows.items() if audience and (is_public or hides(audience))}

    every = {name: {who: audience(who, is_public) for who in PEOPLE} for name, audience in audiences.items()}
    expected = {name: chosen(answers, method) for name, answers in every.items()}

    assert {name: answers_to(world, method, name, people) for name, people in expected.items()} == expected


def hides(audience: Audience) -> bool:
    """Whether it differs between a public and a private tournament."""
    return any(audience(who, True) != audience(who, False) for who in PEOPLE)


once = pytest.mark.parametrize("is_public", [True], ids=["public"])


@once
def test_what_changes_something_refuses_a_get(world):
    writes = [name for name, row in ROWS.items() if row.get is None]

    answers = {name: answers_to(world, "get", name, ("stranger", "owner")) for name in writes}

    assert answers == {name: {"stranger": "405", "owner": "405"} for name in writes}


@once
def test_what_only_shows_refuses_a_post(world):
    pages = [name for name, row in ROWS.items() if row.post is None]

    answers = {name: answers_to(world, "post", name, ("stranger", "owner")) for name in pages}

    assert answers == {name: {"stranger": "405", "owner": "405"} for name in pages}


@once
@pytest.mark.database
def test_an_address_answers_head_like_get_and_speaks_the_language_of_its_event(world):
    """Like the GET of its row, which test_an_address_answers_its_audience_alone asks for. Every page is drawn for it:
    on PostgreSQL too, where the others are not asked."""
    world.tournament.languages = ["cs"]
    world.tournament.save()
    owner, wrong, spoken = world.people["owner"], {}, {}

    for name, row in ROWS.items():
        if row.get:
            arguments = row.at(world)
            head = owner.head(reverse(name, args=arguments))
            if (answer := _in_words(head, "get", row)) != row.get("owner", True):
                wrong[name] = answer
            is_of_event = arguments and arguments[0] == world.tournament.slug and not name.startswith("api-")
            if is_of_event and head.status_code == 200:
                spoken[name] = head["Content-Language"]

    assert wrong == {}
    assert {name: language for name, language in spoken.items() if language != "cs"} == {}
    assert len(spoken) > 50


OF_ANY = {"takeaway-csv", "round-visibility", "round-take-back", "line-up", "invitation-revoke", "mail-wording"}
"""What is named there is of every tournament, or may come, or may be gone already."""


@once
def test_an_address_below_another_tournament_leads_nowhere(world):
    """The slug in an address is not decoration: below another one of the same owner, the same numbers mean nothing."""
    other = TournamentFactory(owner=world.tournament.memberships.get(role=Role.OWNER).user)
    answers = {}

    for name, row in ROWS.items():
        slug, *numbers = row.at(world) or [""]
        if slug == world.tournament.slug and numbers and name not in OF_ANY:
            url = reverse(name, args=[other.slug, *numbers])
            for method in ("get", "post"):
                if getattr(row, method):
                    answers[name, method] = getattr(world.people["owner"], method)(url).status_code

    assert {request: answer for request, answer in answers.items() if answer != 404} == {}
    assert len(answers) > 60
