"""Requests all addresses, and follows links with a query and forms with the method GET."""

import gc
import logging
import re
import time
from collections import Counter
from copy import deepcopy
from html.parser import HTMLParser
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from tests.crawl.addresses import of_site, of_tournament, routes
from tests.crawl.frozen import reseed
from tests.crawl.world import AUDIENCES, World, build
from tests.crawl.written import write
from tests.hashers import QuickArgon2PasswordHasher
from tests.sessions import force_login

LANGUAGES = ("en", "fr", "cs")
OWNER = "owner"
"""The audience that sees most, and therefore requests everything."""
IN_OTHERS = ("stranger", OWNER)
"""The audiences that request pages of tournaments other than the main ones. Of tournaments with a withheld round, every
audience requests the pages."""

LED = (OWNER, "table", "stranger")
"""The audiences for which links are followed."""
DEEP = 3
"""How many links with a query are followed one after another; the tile counter needs several."""
WORDLESS = {HTTPStatus.FOUND, HTTPStatus.METHOD_NOT_ALLOWED}
OFTEN = 2
"""In how many tournaments links of the same shape (`shape_of`) are followed."""

WORD = re.compile(r"[a-z]+(?:[-_][a-z]+)*")
IN_PATH = re.compile(r"(?<=^/t/)[\w-]+|(?<=/)\d+(?=/)")


class Crawl:
    """One run. `addresses` are the addresses that each audience requests, including followed links. `wordless` are
    those whose response contains no words, so that it is the same in every language."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.count = Counter[str]()
        self.addresses: dict[str, list[str]] = {audience: [] for audience in AUDIENCES}
        self.wordless: dict[str, set[str]] = {audience: set() for audience in AUDIENCES}

    def ask(self, language: str, audience: str, address: str, *, htmx: bool = False) -> Any:
        """Request an address and return the response. All changes in the database and in the browser's cookies are
        undone, so that the order of requests does not matter."""
        browser = self.world.browsers[audience]
        cookies = deepcopy(browser.cookies)
        reseed(f"{language} {audience} {address}")
        headers = {"Accept-Language": language} | ({"HX-Request": "true"} if htmx else {})
        with transaction.atomic():
            response = browser.get(address, headers=headers)
            if response.streaming:
                response.content = b"".join(response.streaming_content)  # type: ignore[attr-defined]
            transaction.set_rollback(True)
        browser.cookies = cookies
        self.count["htmx" if htmx else language] += 1
        return response

    def write(self, language: str, audience: str, address: str, *, with_htmx: bool) -> Any:
        """Request an address, save the response, and return it. With `with_htmx` the response to a request of htmx is
        saved too, if it differs."""
        response = self.ask(language, audience, address)
        place = self.folder / language / audience
        plain = write(place, address, response)
        if response.status_code in WORDLESS:
            self.wordless[audience].add(address)
        if with_htmx and response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            write(place, address, self.ask(language, audience, address, htmx=True), ending=".htmx", unless=plain)
        return response


class Links(HTMLParser):
    """The addresses with a query on a page: its links, and its GET forms with each of their buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.form: tuple[str, list[tuple[str, str]], list[tuple[str, str]]] | None = None
        self.select = ""
        self.chosen: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            is_get = has.get("method", "get").lower() == "get"
            self.form = (has.get("action", ""), [], []) if is_get else None
        for name in ("href", "hx-get"):
            if "?" in has.get(name, ""):
                self.found.append(has[name])
        if self.form is None or "disabled" in has:
            return
        _action, fields, buttons = self.form
        if tag == "button" and has.get("type", "submit") == "submit":
            buttons.append((has.get("name", ""), has.get("value", "")))
        elif tag == "input" and has.get("name"):
            if has.get("type") not in {"checkbox", "radio"} or "checked" in has:
                fields.append((has["name"], has.get("value", "on")))
        elif tag == "select":
            self.select, self.chosen = has.get("name", ""), None
        elif tag == "option" and self.select and (self.chosen is None or "selected" in has):
            self.chosen = has.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self.form and self.select and self.chosen is not None:
            self.form[1].append((self.select, self.chosen))
            self.select = ""
        if tag == "form" and self.form:
            action, fields, buttons = self.form
            for name, value in buttons or [("", "")]:
                pressed = [(name, value)] if name else []
                self.found.append(f"{action.partition('?')[0]}?{urlencode(fields + pressed)}")
            self.form = None


def shape_of(address: str) -> str:
    """Return the address without the numbers and values in which similar pages differ, so that the crawler follows only
    some of them.

    >>> shape_of("/t/spring-open/tables/1/?winner=2&mode=draw&q=")
    '/t/*/tables/*/?mode=draw&winner'
    """
    split = urlsplit(address)
    named = {
        f"{name}={value}" if WORD.fullmatch(value) else name
        for name, value in parse_qsl(split.query)
        if name not in {"key", "seed"}
    }
    return f"{IN_PATH.sub('*', split.path)}?{'&'.join(sorted(named))}"


def links_of(address: str, response: Any) -> list[str]:
    """Return the links of a page that lead to the same site and have a query, one for each shape."""
    if response.status_code != 200 or "html" not in response["Content-Type"]:
        return []
    found: dict[str, str] = {}
    for link in Links(response.text).found:
        to = urlsplit(urljoin(address, link))
        if not to.netloc and to.query:
            whole = f"{to.path}?{to.query}"
            found.setdefault(shape_of(whole), whole)
    return list(found.values())


def crawl(folder: Path) -> None:
    began = time.process_time()
    _prepare()
    world = build()
    print(f"{len(world.main) + len(world.others)} tournaments in {time.process_time() - began:.0f} s", flush=True)
    run = Crawl(world, folder)
    _choose(run)
    logging.disable(logging.CRITICAL)  # thousands of responses are 404 and 405
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    _in_english(run)
    _in_other_languages(run)
    print(f"{sum(run.count.values())} answers in {time.process_time() - began:.0f} s: {dict(run.count)}")


def _choose(run: Crawl) -> None:
    """Set which addresses each audience requests, before any link is followed. Ends the process if a URL has no address
    in the main tournaments.

    The addresses are sorted, so that the order in which URLs are declared does not matter.
    """
    world, missing = run.world, []
    for name, route in routes(get_resolver()):
        everywhere = [*of_site(route), *(one for it in world.main for one in of_tournament(route, it))]
        withheld = [one for it in world.withheld for one in of_tournament(route, it)]
        elsewhere = [one for it in world.others for one in of_tournament(route, it)]
        for audience, addresses in run.addresses.items():
            addresses += everywhere + (elsewhere if audience in IN_OTHERS else withheld)
        if not everywhere:
            missing.append(name)
    for addresses in run.addresses.values():
        addresses.sort()
    if missing:
        raise SystemExit(f"The main tournaments have nothing for {missing}.")


def _in_english(run: Crawl) -> None:
    """Request all addresses in English, and follow their links."""
    brief = _inside(*run.world.main[1:], *run.world.others)
    for audience, addresses in run.addresses.items():
        seen = Counter(shape_of(address) for address in addresses)
        deep = dict.fromkeys(addresses, 0)
        for address in addresses:  # the list grows during the loop
            with_htmx = deep[address] > 0 or not address.startswith(brief)
            response = run.write("en", audience, address, with_htmx=with_htmx)
            if deep[address] == DEEP or audience not in LED:
                continue
            for link in links_of(address, response):
                shape = shape_of(link)
                if seen[shape] < OFTEN and link not in deep and not link.startswith(_inside(*run.world.main[1:])):
                    seen[shape] += 1
                    deep[link] = deep[address] + 1
                    addresses.append(link)


def _in_other_languages(run: Crawl) -> None:
    """Request the addresses whose responses have words in the other languages: pages of the public main tournament for
    every audience, pages of all other tournaments only as the owner. Each language gets half of those other
    tournaments."""
    private, others = _inside(*run.world.main[1:]), run.world.others
    for turn, language in enumerate(LANGUAGES[1:]):
        skipped = _inside(*others[turn::2])
        for audience, addresses in run.addresses.items():
            left_out = skipped if audience == OWNER else (*private, *_inside(*others))
            for address in addresses:
                if address not in run.wordless[audience] and not address.startswith(left_out):
                    run.write(language, audience, address, with_htmx=False)


def _inside(*tournaments: Any) -> tuple[str, ...]:
    """Return the beginning of the addresses of these tournaments."""
    return tuple(f"/t/{tournament.slug}/" for tournament in tournaments)


def _prepare() -> None:
    """Create an empty database in memory, and make test clients fast."""
    Client.force_login = force_login
    settings.MIDDLEWARE.remove("tournament.core.static_files.static_files_middleware")
    hasher = QuickArgon2PasswordHasher
    settings.PASSWORD_HASHERS[0] = f"{hasher.__module__}.{hasher.__name__}"
    settings.DATABASES["default"]["NAME"] = ":memory:"
    settings.ALLOWED_HOSTS.append("testserver")
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)
