"""Follows every link, fragment and file of a world, and collects the secrets that are found in them."""

import re
from html import unescape
from io import BytesIO
from urllib.parse import urljoin
from zipfile import ZipFile

from django.test import Client
from django.urls import reverse

from tests.pdf import pages_of
from tests.table.phones import HTMX
from tests.whole_site.audiences import ROWS

KEYS = {
    *("own-entry", "own-ics", "own-manifest", "own-sheet", "needs"),
    *("table-link", "hall-link", "invitation", "club-table-link", "club-invitation"),
}
"""URLs with a secret token, which nobody finds by following links."""

EXAMPLES = {"api-format"}
"""URLs whose figures are only examples."""

COUNTED = ("Content-Length",)
"""Headers that are not searched, because their number may happen to equal a secret."""

QUERIES = ("?after=2", "?show=official", "?form=public")
"""Query strings that no link has, but that somebody may type."""

SITE = ("home", "archive", "leagues", "player-list", "records", "clubs", "rankings")
"""Pages about tournaments that belong to no single tournament. Rulebooks are left out, because they contain no
results."""

STANDINGS = (
    "leaderboard",
    "leaderboard-csv",
    "leaderboard-json",
    "results-pdf",
    "tournament-json",
    "tournament",
    "rounds-ics",
    "api-tournament",
    "api-standings",
)

HALL = ("?scene=standings", "?scene=clock", "?page=2", "?scene=standings&page=2&hold=1")
"""Query strings for the hall's screen."""


def crawled(world, browser):
    """Return the `world.secrets` that this browser finds, each with the URLs where it was found. `world` must have what
    the arguments of `ROWS` need."""
    rows = {name: row.at(world) for name, row in ROWS.items() if row.get and name not in KEYS | EXAMPLES}
    waiting = [reverse(name, args=at) for name, at in rows.items() if at or name in SITE]
    fragments = set(waiting)
    waiting += [reverse(name, args=[world.tournament.slug]) + query for name in STANDINGS for query in QUERIES]
    waiting += [reverse("hall", args=[world.tournament.slug]) + query for query in HALL]
    known, texts = set(waiting), {}
    while waiting:
        url = waiting.pop()
        for headers in ({}, HTMX) if url in fragments else ({},):
            response = browser.get(url, headers=headers)
            told = text_of(response) + str([said for said in response.headers.items() if said[0] not in COUNTED])
            for secret in world.secrets.in_text(unescape(told)):
                texts.setdefault(secret, set()).add(url)
            for link in {link for link in links(url, told) - known if "/api/v1/formats/" not in link}:
                known.add(link)
                waiting.append(link)
    return texts


def text_of(response):
    """Return the text of a page or a file."""
    if response.headers["Content-Type"] == "application/pdf":
        return " ".join(pages_of(response.content))
    if response.content.startswith(b"PK"):
        with ZipFile(BytesIO(response.content)) as parts:
            return " ".join(parts.read(name).decode(errors="replace") for name in parts.namelist())
    return response.content.decode()


def links(url, told):
    """Return the URLs of this site in a page: links, forms with the method GET, and what htmx or a script fetches."""
    written = re.findall(r'(?:href|src|action|hx-get|data-[a-z-]+)="([/?][^"\s>]*)"', told)
    written += re.findall(r'"http://testserver(/api/[^"]*)"', told)
    there = {urljoin(url, unescape(link)).split("#")[0] for link in written}
    return {link for link in there if link.startswith(("/t/", "/l/", "/players/", "/api/"))}


def player_of(entry):
    browser = Client()
    assert browser.get(entry.get_link()).status_code == 200
    return browser


def hall_of(tournament):
    browser = Client()
    assert browser.get(tournament.get_hall_link()).status_code == 302
    return browser
