"""Names to choose from stand where one looks for them, whatever their accents."""

import re

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, keep_plan
from tournament.core.namesakes import distinct_names

pytestmark = pytest.mark.django_db

NAMES = ["Zoë Żółć", "Łukasz Nowak", "anna malá", "Émilie Dupont", "Emil Dvořák"]
LOOKED_FOR = ["anna malá", "Emil Dvořák", "Émilie Dupont", "Łukasz Nowak", "Zoë Żółć"]


@pytest.fixture
def tournament(client):
    organizer = UserFactory()
    client.force_login(organizer)
    tournament = TournamentFactory(organizers=[organizer])
    for number, name in enumerate(NAMES, start=1):
        EntryFactory(tournament=tournament, number=number, player__name=name)
    return tournament


def test_names_are_in_the_order_in_which_one_looks_for_them(tournament):
    entries = [*tournament.entries.all(), EntryFactory(tournament=tournament, number=6, player__name="Emil Dvořák")]

    names = list(distinct_names(entries, for_team=True).values())

    assert names == ["anna malá", "Emil Dvořák (5)", "Emil Dvořák (6)", *LOOKED_FOR[2:]]


@pytest.mark.parametrize("page", ["penalties", "round-new", "round-new?seats=empty", "exchange", "check-in"])
def test_every_list_to_choose_from_is_in_that_order(client, tournament, page):
    keep_plan(tournament, [[5, 3, 1, 4]], [[5, 3, 1, 2]])
    name, _, query = page.partition("?")
    arguments = [tournament.slug, 1] if name == "exchange" else [tournament.slug]

    text = client.get(f"{reverse(name, args=arguments)}?{query}").text

    assert list(dict.fromkeys(re.findall("|".join(NAMES), text))) == LOOKED_FOR
