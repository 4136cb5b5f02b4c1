"""A club night offers what fits it: nothing of rounds, ceremonies and federations on any page of its organizers."""

import re
from html import unescape
from urllib.parse import urldefrag, urljoin

import pytest
from django.urls import Resolver404, resolve, reverse

from tests.factories import UserFactory, play, sign
from tests.standings.results import MANGAN, tournament_with

pytestmark = pytest.mark.django_db

OF_TOURNAMENTS = {
    "ema", "ema-xlsx", "ema-report", "certification", "ceremony", "seating", "seating-plan", "seating-import",
    "timetable", "times",
    "cut", "finals", "round-new", "rounds-ics", "team-matches", "sit-out-edit", "takeaway-csv seating",
    "takeaway-csv federations",
}  # fmt: skip


BY_POST = {"sit-out-edit", "cut-follow", "cut-take-back", "seating-apart", "seating-drop", "team-matches-plan"}
"""Addresses of what only tournaments have that take a form alone."""

MAY_SAY_ROUND = {"rules", "rules-correction", "tournament-edit"}
"""Pages that speak of East and South rounds, and of what a club night is not."""


def name_of(address):
    """The name of the page at an address; of one of the downloads with its table."""
    try:
        match = resolve(address.partition("?")[0])
    except Resolver404:
        return ""
    return f"{match.url_name} {match.kwargs['table']}" if "table" in match.kwargs else match.url_name


def walked(client, start):
    """The event's own pages that its pages lead to, with their text; without those of single players and tables."""
    waiting, pages = [start], {}
    while waiting:
        address = waiting.pop()
        if address in pages or re.search(r"[.?]|/\d", address) or not address.startswith(start):
            continue
        answer = client.get(address)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            pages[address] = answer.text
            links = re.findall(r'href="([^"]+)"', answer.text)
            waiting += [urldefrag(urljoin(address, unescape(link)))[0] for link in links]
    return pages


@pytest.mark.slow
def test_no_page_of_a_club_night_offers_what_only_tournaments_have(client):
    owner = UserFactory()
    tournament, _entries, (hanchan,) = tournament_with(list("ABCD"), owner=owner, is_club_night=True)
    play(hanchan, MANGAN)
    sign(hanchan)
    client.force_login(owner)

    pages = walked(client, tournament.get_absolute_url())

    offered = {}
    for address, page in pages.items():
        links = [unescape(link) for link in re.findall(r'(?:href|action)="(/[^"]+)"', page)]
        offered |= dict.fromkeys({name_of(link) for link in links} & OF_TOURNAMENTS, address)
    assert len(pages) > 15
    assert offered == {}

    shown = {
        name_of(address): unescape(re.sub(r"(?s)<(script|style|head)\b.*?</\1>|<[^>]+>", " ", page))
        for address, page in pages.items()
    }
    assert {name for name, text in shown.items() if re.search(r"(?i)\brounds?\b", text)} == MAY_SAY_ROUND


def test_addresses_of_what_only_tournaments_have_do_not_exist_on_a_club_night(client):
    owner = UserFactory()
    night, _entries, _hanchans = tournament_with(list("ABCD"), owner=owner, is_club_night=True)
    client.force_login(owner)
    names = {name for name in OF_TOURNAMENTS if " " not in name} | {"certification-zip", "federation-json", "team-cut"}
    opened = {name: reverse(name, args=[night.slug]) for name in names | BY_POST}

    answers = {name: (client.post if name in BY_POST else client.get)(at).status_code for name, at in opened.items()}

    assert answers == dict.fromkeys(opened, 404)
    assert client.get(reverse("exchange", args=[night.slug, 1])).status_code == 404


def test_the_team_hears_before_a_night_is_full(client, monkeypatch):
    """A club that keeps one night for its season would hear of it at the table."""
    organizer = UserFactory()
    night, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], is_club_night=True, organizers=[organizer])
    page = reverse("tournament", args=[night.slug])
    monkeypatch.setattr("tournament.rounds.queries.overview.MOST_ROUNDS", 100)

    assert "more hanchans" not in client.get(page).text
    client.force_login(organizer)
    assert (
        "This club night can have 99 more hanchans. Open a new club night for the next evening" in client.get(page).text
    )

    monkeypatch.setattr("tournament.rounds.queries.overview.MOST_ROUNDS", 101)
    assert "more hanchans" not in client.get(page).text
