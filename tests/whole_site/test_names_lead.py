"""A player's name leads to the player wherever it stands, for the team and for everybody."""

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    EntryFactory,
    LeagueFactory,
    UserFactory,
    penalize,
    play,
    sign,
    visitor,
)
from tests.standings.results import MANGAN, tournament_with
from tournament.models import Departure, EntryStatus
from tournament.people.actions.depart import depart
from tournament.table.actions.calls import call_referee

pytestmark = pytest.mark.django_db

NAMES = [f"{first} Zzyzx" for first in ("Ada", "Bea", "Cyd", "Dot", "Eve", "Fay", "Gia", "Hal", "Ida")]
FIELDS = {"h1", "button", "label", "option", "textarea", "legend", "title", "script", "style", "svg"}
QUIET = ("visually-hidden", "chart", "mail-letter")
PERSON = {"entry", "player-page", "entry-edit", "person"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
LEFT_OUT = {
    "own-entry", "needs", "own-change", "own-cancel", "entry-edit", "entry-link", "departure", "person",
    "person-remove", "round-new", "paper-round", "paper-line", "hanchan-new", "exchange", "table", "table-round",
    "paper", "correction", "hanchan-cancel", "seats", "substitute", "second-keying", "stick-count", "hand-move",
    "extras", "overlay", "hall", "ceremony", "mail-wording", "players-add", "past-results",
}  # fmt: skip
"""Pages about one person, those that are one form (a link would lose what was typed), and the screens of the hall."""


class Names(HTMLParser):
    """The names on a page that lead nowhere: cells and list items that are a name, and names in sentences of which no
    link of the page leads to the person. Not fields, what only a screen reader says, and the page's heading."""

    def __init__(self, page):
        super().__init__()
        self.open, self.alone, self.in_sentences, self.linked = [], set(), set(), set()
        self.feed(page)

    @property
    def without_link(self):
        return self.alone | (self.in_sentences - self.linked)

    def handle_starttag(self, tag, attributes):
        about = dict(attributes)
        is_quiet = tag in FIELDS or any(word in (about.get("class") or "") for word in QUIET)
        self.linked |= {name for name in NAMES if tag == "a" and name in (about.get("aria-label") or "")}
        if tag not in VOID:
            self.open.append((tag, is_quiet, kind_of(about.get("href") or "") in PERSON))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        names = {name for name in NAMES if name in text}
        if any(leads for _tag, _quiet, leads in self.open):
            self.linked |= names
        elif not any(is_quiet for _tag, is_quiet, _leads in self.open):
            rest = re.sub("|".join(NAMES), "", text)
            if names and not re.search(r"[^\W\d]{3}", rest):
                self.alone |= names
            else:
                self.in_sentences |= names


def kind_of(address):
    try:
        return resolve(urldefrag(address.partition("?")[0])[0]).url_name
    except Resolver404:
        return ""


def walked(client, *starts):
    """One page of each kind to which these lead, by its address."""
    waiting, pages, kinds = list(starts), {}, set()
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        is_left_out = kind in {"", *LEFT_OUT, *kinds} or kind.startswith("print")
        if is_left_out or re.search(r"[.?]", address):
            continue
        kinds.add(kind)
        answer = client.get(address)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            pages[address] = answer.text
            links = re.findall(r'href="([^"]+)"', answer.text)
            waiting += [urldefrag(urljoin(address, unescape(link)))[0] for link in links]
    return pages


@pytest.mark.long
def test_every_name_leads_to_its_person():
    owner = UserFactory()
    tournament, entries, hanchans = tournament_with(NAMES[:8], owner=owner)
    for hanchan in hanchans:
        play(hanchan, MANGAN, ExhaustiveDraw())
        sign(hanchan)
    LeagueFactory(owner=owner, tournaments=[tournament])
    penalize(entries[0], by=visitor(owner))
    why = {"kind": Departure.Kind.WITHDRAWN, "from_round": 2, "reason": "Ill", "by": visitor(owner)}
    depart(entry_id=entries[7].pk, key=uuid4(), **why)
    EntryFactory(tournament=tournament, number=9, status=EntryStatus.WAITING, player__name=NAMES[8])
    team = Client()
    team.force_login(owner)

    without = {}
    for client in (team, Client()):
        for address, page in walked(client, tournament.get_absolute_url(), reverse("home")).items():
            without[address, client is team] = Names(page).without_link
    assert len(without) > 60
    assert {where: names for where, names in without.items() if names} == {}


@pytest.mark.slow
def test_so_it_does_while_tables_play():
    owner = UserFactory()
    tournament, _entries, hanchans = tournament_with(NAMES[:8], owner=owner)
    play(hanchans[0], MANGAN)
    call_referee(table_id=hanchans[1].table_id, word="Dora", by=visitor(owner))
    team = Client()
    team.force_login(owner)

    pages = ["tournament", "desk", "leaderboard", "calls", "seating", "players", "tournament-records"]
    addresses = [reverse(name, args=[tournament.slug]) for name in pages] + [hanchans[0].round.get_absolute_url()]
    addresses.append(hanchans[0].get_absolute_url())

    without = {address: Names(team.get(address).text).without_link for address in addresses}
    assert {address: names for address, names in without.items() if names} == {}
