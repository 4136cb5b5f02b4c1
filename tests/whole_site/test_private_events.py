"""A stranger asks every address of a private tournament, and the same ones of a tournament that does not exist: the
answers are the same, in the same language, so nobody can find out which private tournaments there are."""

import re
from itertools import product
from typing import Any

import pytest
from django.urls import reverse

from tests.whole_site.audiences import ROWS, World
from tests.whole_site.worlds import make_world

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

METHODS = ("get", "post")
HEADERS: tuple[dict[str, str], ...] = ({}, {"HX-Request": "true"})
INVENTED = "nothing-here"
OF_ONE_ANSWER = re.compile(r'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken[^}]*|[0-9a-f]{32}')
HEADERS_OF_ONE_ANSWER = {"X-Request-ID", "Content-Length", "Set-Cookie", "Expires"}


@pytest.fixture
def world() -> World:
    world = make_world(is_public=False)
    world.tournament.languages = ["cs"]
    world.tournament.save()
    return world


def addresses(world: World) -> dict[str, str]:
    """The addresses of the tournament that a stranger may not open, by the names of their URLs. With the link of a
    player or of the hall a stranger may see more."""
    found = {}
    for name, row in ROWS.items():
        args = row.at(world)
        is_for_stranger = any(who and who("stranger", False) == "in" for who in (row.get, row.post))
        if args[:1] == [world.tournament.slug] and not is_for_stranger:
            found[name] = reverse(name, args=args)
    return found


def answer_to(world: World, method: str, url: str, headers: dict[str, str]) -> tuple[Any, ...]:
    response = getattr(world.people["stranger"], method)(url, headers=headers)
    kept = {name: value for name, value in response.headers.items() if name not in HEADERS_OF_ONE_ANSWER}
    text = OF_ONE_ANSWER.sub("", f"{kept} {response.content.decode()}")
    return response.status_code, text.replace(world.tournament.slug, INVENTED)


def test_a_private_tournament_is_answered_like_none(world):
    urls = addresses(world)
    told = [
        (name, method, *headers)
        for (name, url), method, headers in product(urls.items(), METHODS, HEADERS)
        if answer_to(world, method, url, headers)
        != answer_to(world, method, url.replace(world.tournament.slug, INVENTED), headers)
    ]

    assert len(urls) > 100
    assert told == []
