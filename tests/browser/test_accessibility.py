"""axe finds nothing serious on any page in light; in dark, where only colours differ, it is asked about contrast.

Nor does a page in any language scroll sideways on a narrow phone, or say English where it speaks another. A twelfth
of the pages in turns of languages, and what is seen before the login; every page in every language, and the dark, are
for `make test-long` and `make soak`.
"""

import os
import re
from datetime import timedelta
from itertools import cycle
from random import Random
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import (
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    keep_plan,
    penalize,
    play,
    visitor,
)
from tournament.models import EntryTerms, Role, RoundClock
from tournament.people.actions.appeals import appeal_penalty
from tournament.site.actions.invitations import hash_of
from tournament.table.actions.calls import call_referee
from tournament.table.actions.sign_sheet import sign_sheet

A, B, C, _D = Seat
HANDS = [
    Ron(discarder=C, wins=(Win(winner=B, value=HanFu(13)),), riichi=frozenset({B, C})),
    Chombo(offenders=frozenset({A})),
    ExhaustiveDraw(tenpai=frozenset({A}), riichi=frozenset({A})),
]
VIOLATIONS = {"resultTypes": ["violations"]}
LANGUAGES = [code for code, _name in settings.LANGUAGES]
SEED = int(os.environ.get("SEED", "1"))
NARROW = 320
TELLTALES = re.compile(r"[^\n]*\b(?:the|and|of|your|with|is|are|was|from)\b[^\n]*", re.IGNORECASE)
"""Lines with English words that are none in French or Czech."""

CONTRAST = VIOLATIONS | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


@pytest.fixture
def addresses():
    """Every page that an owner can open, of a tournament with a hanchan in play and a signed one; and that owner."""
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner)
    names = ("Wawrzyniec Brzęczyszczykiewicz-Kowalski", "Eszter Szentgyörgyi", "Anaïs Dupont", "Jiří Novák")
    entries = [EntryFactory(tournament=tournament, player__name=name) for name in names]
    playing = HanchanFactory(round__tournament=tournament, entries=entries, extra_seconds=600)
    play(playing, *HANDS)
    signed = HanchanFactory(round=playing.round, table=TableFactory(tournament=tournament, number=2))
    play(signed, *HANDS, *[ExhaustiveDraw()] * 6)
    signed.refresh_from_db()
    over = HanchanFactory(round=playing.round, table=TableFactory(tournament=tournament, number=3))
    play(over, *[ExhaustiveDraw()] * 8)
    asked = HanchanFactory(round=playing.round, table=TableFactory(tournament=tournament, number=4))
    keyed = HanchanFactory(round=playing.round, table=TableFactory(tournament=tournament, number=5))
    for west in (25_000, 20_000):
        points = {"east": 50_000, "south": 25_000, "west": west, "north": 45_000 - west}
        said = {"recorded_as": "Wawrzyniec Brzęczyszczykiewicz", "recorded_at": timezone.now()}
        keyed.paper_results.create(is_second=west < 25_000, **points, **said)
    RoundClock.objects.create(round=playing.round, started_at=timezone.now() - timedelta(minutes=90))
    sign_sheet(hanchan_id=signed.pk, revision=signed.revision, by=visitor(owner))
    keep_plan(tournament, [[1, 2, 3, 4]], [[2, 3, 4, 1]])
    called = call_referee(table_id=playing.table.pk, word="Furiten?", by=visitor(owner))
    penalized = entries[0]
    penalize(penalized)
    penalize(penalized, "0")
    against = penalized.penalties.first()
    said = {"tournament_id": tournament.pk, "penalty_id": against.pk, "key": uuid4(), "by": visitor(owner)}
    appeal_penalty(appealed_by="Eszter Szentgyörgyi", text="Tram 14", **said)
    EntryTerms.objects.create(tournament=tournament, limit=40)
    EntryFactory(tournament=tournament, status="applied")
    night = TableFactory(tournament=TournamentFactory(owner=owner, is_club_night=True)).tournament
    league = LeagueFactory(owner=owner, tournaments=[tournament], counted="event", best=1, promoted=1, relegated=1)
    tournament.invitations.create(
        role=Role.REFEREE,
        token_hash=hash_of("token"),
        created_by=owner,
        expires_at=timezone.now() + timedelta(days=1),
    )

    def at(name, *arguments, query=""):
        return reverse(name, args=arguments) + query

    slug = tournament.slug
    table = playing.table.get_absolute_url()
    of_tournament = (
        "tournament",
        "desk",
        "hall",
        "ceremony",
        "tournament-edit",
        "timetable",
        "visibility",
        "tournament-copy",
        "rehearsal",
        "tournament-close",
        "laptop",
        "team",
        "log",
        "players",
        "players-add",
        "check-in",
        "enter",
        "entry-terms",
        "cut",
        "round-new",
        "tables",
        "penalties",
        "calls",
        "rules",
        "rules-correction",
    )
    of_hanchan = ("hanchan", "time-up", "stick-count", "paper", "correction")
    of_hanchan += ("seats", "substitute", "hand-move", "hanchan-cancel")
    of_site = (
        "home",
        "account",
        "password_change",
        "tournament-new",
        "tournament-import",
        "archive",
        "leagues",
        "league-new",
        "player-list",
        "records",
        "rulesets",
        "rules-in-words",
    )
    pages = [
        *(at(name) for name in of_site),
        *(at(name, slug) for name in (*of_tournament, "leaderboard", "tournament-records")),
        *(at(name, slug, playing.pk) for name in of_hanchan),
        at("second-keying", slug, keyed.pk),
        at("person", penalized.player_id),
        at("player-page", signed.seats.get(seat=1).entry.player_id),
        at("person-remove", penalized.player_id),
        at("round-check", slug, 1),
        at("penalty-appeal", slug, against.pk),
        at("appeal-decide", slug, tournament.appeals.get().pk),
        at("prints", slug),
        at("takeaway", slug),
        at("ema", slug),
        at("ema-report", slug),
        at("print-sheets", slug, 1),
        at("print-seating", slug, 1),
        at("print-schedules", slug),
        at("seating", slug),
        at("seating-repair", slug),
        at("exchange", slug, 1),
        at("round", slug, 1),
        at("overlay", slug, 1),
        at("clock", slug, 1),
        at("entry", slug, playing.seats.first().entry.number),
        at("penalty-take-back", slug, penalized.penalties.first().pk),
        at("call-answer", slug, called.pk),
        at("departure", slug, penalized.number),
        playing.seats.first().entry.get_link(),
        playing.seats.first().entry.get_needs_link(),
        at("entry-link", slug, playing.seats.first().entry.number),
        at("entry-edit", slug, playing.seats.first().entry.number),
        at("hanchan", slug, signed.pk),
        at("hanchan-new", night.slug, 1),
        at("desk", night.slug),
        at("league", league.slug),
        at("league", league.slug, query="?by=country"),
        at("league-edit", league.slug),
        at("invitation", "token"),
        at("count"),
        at("count", query="?tiles=34m22z789s5m&meld=pon-555z&meld=ankan-9999p&dora=4z&ruleset=tenhou"),
        *(
            table + query
            for query in (
                "",
                "?winner=1",
                "?winner=1&discarder=self",
                "?winner=1&discarder=2&value=3-30&riichi=1",
                "?mode=draw&tenpai=0&riichi=3",
                "?mode=chombo&offender=2",
            )
        ),
        signed.table.get_absolute_url(),
        over.table.get_absolute_url(),
        asked.table.get_absolute_url(),
        "/no-such-page",
    ]
    return owner, pages


@pytest.mark.slow
def test_no_page_of_a_twelfth_has_a_fault(addresses, device, log_in):
    """Each in one of the languages; all in all of them would take thirty-six times as long."""
    owner, pages = addresses
    phone = device("phone", width=NARROW)
    log_in(phone, owner)
    twelfth = pages[SEED % 12 :: 12]

    found = [fault for address, language in _in_turns(twelfth) for fault in _in_light(phone, address, language)]

    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_a_fault_in_any_language(addresses, device, log_in, language):
    owner, pages = addresses
    phone = device("phone", width=NARROW)
    log_in(phone, owner)

    found = [fault for address in pages for fault in _in_light(phone, address, language)]

    assert not found, "\n".join(found)


@pytest.mark.long
def test_no_page_lacks_contrast_in_the_dark(addresses, phone, log_in):
    owner, pages = addresses
    log_in(phone, owner)
    phone.emulate_media(color_scheme="dark")

    found = [finding for address in pages for finding in _in_dark(phone, address)]

    assert not found, "\n".join(found)


@pytest.mark.slow
def test_no_page_before_the_login_has_a_fault(device, db):
    phone = device("phone", width=NARROW)
    pages = [reverse(name) for name in ("home", "login", "signup", "password_reset", "password_reset_done")]

    found = [
        fault
        for address, language in _in_turns(pages)
        for fault in (*_in_light(phone, address, language), *_in_dark(phone, address))
    ]

    assert not found, "\n".join(found)


def test_the_telltales_tell(phone, db):
    phone.goto(reverse("login"))

    assert TELLTALES.search(_words(phone))


def _in_turns(pages):
    """Each with one of the languages, which follow each other in an order that the seed says."""
    languages = Random(SEED).sample(LANGUAGES, len(LANGUAGES))
    return zip(pages, cycle(languages))


def _in_light(page, address, language):
    """What axe calls serious or critical, and what is not as it should be in this language or on a narrow phone."""
    page.emulate_media(color_scheme="light")
    chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language}
    page.context.add_cookies([{**chosen, "domain": "localhost", "path": "/"}])
    page.goto(address)
    where = f"{address} ({language})"
    yield from _serious(where, Axe().run(page, options=VIOLATIONS).response)
    if (said := page.evaluate("document.documentElement.lang")) != language:
        yield f"{where}: says that it is in {said!r}"
    if (width := page.evaluate("document.documentElement.scrollWidth")) > NARROW:
        yield f"{where}: is {width} wide"
    if language != "en" and (english := TELLTALES.findall(_words(page))):
        yield f"{where}: English: {english}"


def _words(page):
    return page.evaluate("document.body.innerText")


def _in_dark(page, address):
    """Ask axe about the contrast of a page alone."""
    page.emulate_media(color_scheme="dark")
    page.goto(address)
    return list(_serious(f"{address} (dark)", Axe().run(page, options=CONTRAST).response))


def _serious(where, result):
    for finding in result["violations"]:
        if finding["impact"] in {"serious", "critical"}:
            nodes = "; ".join(node["html"][:120] for node in finding["nodes"][:3])
            yield f"{where}: {finding['help']}: {nodes}"
