"""Every form that writes, on every page, is submitted just as the page has it, and none is refused for want of a token.

A template that is included without its context loses the token, and a test client asks for none unless it is told to:
all that a person reads is "This page was open too long". So a crawler opens the pages of `WORLDS` as the people do whom
they are for, submits each form with the fields that it has, goes on with the forms of the answer, and undoes it all.

A form that none of the worlds shows fails the test, too. To add one: begin a world in which somebody is shown it, or
name in `STARTS` the query that nobody comes upon by following links.
"""

import re
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.template.defaulttags import CsrfTokenNode
from django.test import Client
from django.urls import NoReverseMatch, resolve, reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from scoring.outcome import ExhaustiveDraw
from tests.conftest import ROOT
from tests.factories import (
    ClubFactory,
    EntryFactory,
    LeagueFactory,
    PlayerFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    cut_to,
    enter,
    keep_plan,
    penalize,
    play,
    sign,
    visitor,
)
from tests.rounds.new_round import drawn
from tests.sessions import begin_session
from tests.site.soft_passkey import SoftPasskey
from tests.standings.results import MANGAN, show, tournament_with
from tests.table.entering import code_of
from tests.table.phones import phone_at
from tests.whole_site.audiences import ROWS
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.archive.encryption import encrypted
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.clubs.actions.edit_club import invitation_to
from tournament.models import (
    BrowserLogin,
    Departure,
    EntryStatus,
    Hanchan,
    HandOver,
    Mail,
    Mirror,
    Passkey,
    Player,
    Promotion,
    Ranking,
    Role,
    RoundClock,
    SamePerson,
    TeamPenalty,
    Tournament,
    User,
)
from tournament.people.actions.appeals import appeal_ruling
from tournament.people.actions.depart import depart
from tournament.people.actions.edit_entry_terms import edit_entry_terms
from tournament.rehearsal.html_forms import Button, Form, read_forms
from tournament.rounds.actions.approve_round import approve_round
from tournament.screens.actions.ceremony import reveal_next, start_ceremony
from tournament.screens.actions.hall_link import make_hall_link
from tournament.site.actions.rehearse import open_rehearsal
from tournament.site.actions.team import hash_of
from tournament.site.views.onward import SESSION_WAITING
from tournament.table.actions.calls import answer_call, call_referee
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.second_keying import key_again
from tournament.table.actions.substitute import name_substitute
from tournament.table.edits import Remove, edits_to_text

pytestmark = pytest.mark.django_db

NAMES = [f"Player {number:02}" for number in range(1, 17)]
TO_THE_END = [MANGAN, *[ExhaustiveDraw()] * 7]
RON = {"winner": 1, "discarder": 2, "value": "3-30"}
PLAN = [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]]
PAST = "East;Points;South;Points;West;Points;North;Points\n1;300;2;300;3;300;4;300"
TOKEN = "an-invitation-s-token"


@dataclass
class Person:
    """Somebody's browser, and the addresses where they begin; `filled` is what they type into the forms for an address,
    where the answer has another form. Who `wanders` goes on to wherever the pages link."""

    name: str
    browser: Client
    starts: list[str]
    filled: dict[str, list[dict[str, object]]] = field(default_factory=dict)
    wanders: bool = False


def logged_in(user):
    browser = Client()
    browser.force_login(user)
    return browser


def pages_of(tournament=None) -> list[str]:
    """The pages that need nothing but a tournament, or nothing at all, to be addressed."""
    at, below = ([tournament.slug], "/t/") if tournament else ([], "/")
    addresses = [_reversed(name, at) for name, row in ROWS.items() if row.get]
    return [address for address in addresses if address.startswith(below) and is_page(address)]


def _reversed(name: str, at: list[str]) -> str:
    try:
        return reverse(name, args=at)
    except NoReverseMatch:
        return ""


def with_query(name: str, *at: object, **query: object) -> str:
    return f"{reverse(name, args=at)}?{urlencode(query)}"


# Worlds


def before_it() -> list[Person]:
    """Nothing is played: people enter and wait, a plan is to be changed, a referee is invited, a mail is in doubt."""
    owner, invited = UserFactory(), UserFactory()
    referee = UserFactory()
    tournament, entries, _none = tournament_with(NAMES[:8], rounds=0, owner=owner, referees=[referee])
    tournament.starts_on = timezone.localdate()
    tournament.save()
    keep_plan(tournament, *PLAN)
    before = TournamentFactory(owner=owner)
    EntryFactory(tournament=before, number=1, player__name="Anna Known")
    terms = {"opens_on": None, "closes_on": None, "limit": 20, "is_moderated": True}
    edit_entry_terms(tournament_id=tournament.pk, is_on=True, **terms, by=visitor(owner))
    for number, (name, status) in enumerate(
        [("Anna Known", EntryStatus.APPLIED), ("Second", EntryStatus.APPLIED), ("Third", EntryStatus.WAITING)], 20
    ):
        EntryFactory(tournament=tournament, number=number, player__name=name, status=status)
    text, now = {"language": "en", "subject": "Lunch", "body": "At noon"}, timezone.now()
    in_doubt = {"handed_over_at": now, "next_try_at": now, "expires_at": now}
    Mail.objects.create(entry=entries[0], kind="message", batch=uuid4(), **text, **in_doubt)
    invitation = {"token_hash": hash_of(TOKEN), "created_by": owner, "expires_at": timezone.now() + timedelta(days=1)}
    tournament.invitations.create(role=Role.REFEREE, **invitation)
    arguments = {"players": 8, "rounds": 1, "pace": 0, "key": uuid4(), "by": visitor(owner)}
    open_rehearsal(tournament_id=before.pk, **arguments)  # the robots wait for a commit that never comes
    starts_of_leagues = in_a_ladder(owner)
    begun, _entries, _hanchans = tournament_with(NAMES[:8], owner=owner)
    resting, _entries, _none = tournament_with(NAMES[:8], rounds=0, owner=owner)
    keep_plan(resting, PLAN[0])
    EntryFactory(tournament=resting, number=9)
    repaired, _entries, _none = tournament_with(NAMES[:8], rounds=0, owner=owner)
    keep_plan(repaired, *PLAN)
    for number in range(9, 13):
        EntryFactory(tournament=repaired, number=number)
    browser, address = logged_in(owner), reverse("seating-repair", args=[repaired.slug])
    browser.post(address, {"hash": browser.get(address).context["repair"].plan.quality.hash})
    starts = [
        *starts_of_leagues,
        reverse("rehearsal", args=[before.slug]),
        reverse("round", args=[begun.slug, 1]),
        reverse("desk", args=[begun.slug]),
        reverse("seating-repair", args=[resting.slug]),
        reverse("seating", args=[repaired.slug]),
        with_query("exchange", tournament.slug, 1, first=1, second=5),
        with_query("seating-plan", tournament.slug, rounds=2, seed=1),
    ]
    typed = {
        "players-add": [{"names": "Somebody New"}],
        "players-change": [{"entry": ["20"], "change": "removed"}],
        "seating-import": [{"text": "1,1,1,2,3,4\n1,2,5,6,7,8"}],
        "past-results": [{"played_on": "2026-01-01", "text": text} for text in (PAST, "Somebody Unknown;300")],
        "tournament-encrypted": [{"passphrase": "thirteen orphans", "again": "thirteen orphans"}],
        "tournament-import": [
            {"file": SameFile("copy.json", envelope_json(envelope(begun)))},
            {"file": SameFile("copy.json.encrypted", encrypted(b"{}", "thirteen orphans"))},
        ],
    }
    uid = urlsafe_base64_encode(force_bytes(invited.pk))
    reset = reverse("password_reset_confirm", args=[uid, default_token_generator.make_token(invited)])
    return [
        Person("owner", logged_in(owner), [*pages_of(), *pages_of(tournament), *starts], typed, wanders=True),
        Person("invited", logged_in(invited), [reverse("invitation", args=[TOKEN])]),
        Person("stranger", Client(), [*pages_of(), reverse("enter", args=[tournament.slug]), reset]),
        Person("player", Client(), [entries[0].get_link()]),
    ]


def in_the_middle() -> list[Person]:
    """A round whose clock has sounded: at table 1 a hand is played, 2 waits for signatures, of 3 two have keyed
    different points from paper, and of 4 one has keyed them; table 5 has not begun."""
    owner, referee = UserFactory(), UserFactory()
    tournament, entries, hanchans = tournament_with([*NAMES, *"ABCD"], rounds=1, owner=owner, referees=[referee])
    RoundClock.objects.create(round=hanchans[0].round, started_at=timezone.now() - timedelta(hours=3))
    play(hanchans[0], MANGAN, ExhaustiveDraw())
    play(hanchans[1], *TO_THE_END)
    keyed = {"revision": 0, "riichi_sticks": 0, "chombo": (0, 0, 0, 0)}
    for hanchan in hanchans[2:4]:
        points = (33_000, 31_000, 29_000, 27_000)
        record_paper_result(hanchan_id=hanchan.pk, key=uuid4(), points=points, by=visitor(referee), **keyed)
    other = (27_000, 31_000, 29_000, 33_000)
    key_again(hanchan_id=hanchans[2].pk, key=uuid4(), points=other, by=visitor(owner), **keyed | {"revision": 1})
    substitute = {"entry_id": entries[0].pk, "name": "Zoe", "after_hand": None, "reason": "Ill"}
    name_substitute(hanchan_id=hanchans[0].pk, revision=2, key=uuid4(), by=visitor(owner), **substitute)
    penalize(entries[0], by=visitor(referee))
    for _twice in range(2):
        ruling = call_referee(table_id=hanchans[0].table_id, word="", by=visitor(referee))
        answer_call(call_id=ruling.pk, situation="Five tiles", decision="Dead hand", rule="", by=visitor(referee))
    appeal = {"key": uuid4(), "appealed_by": "South", "text": "It was four", "by": visitor(referee)}
    appeal_ruling(tournament_id=tournament.pk, call_id=ruling.pk, **appeal)
    call_referee(table_id=hanchans[1].table_id, word="Dora", by=at_table(hanchans[1].table))
    why = {"kind": Departure.Kind.WITHDRAWN, "from_round": 2, "reason": "Ill", "by": visitor(owner)}
    depart(entry_id=entries[-1].pk, key=uuid4(), **why)
    slug, playing = tournament.slug, hanchans[0]
    removal = {"revision": 3, "edits": edits_to_text([Remove(2)])}
    starts = [
        with_query("correction", slug, playing.pk, **removal),
        with_query("hand-move", slug, playing.pk, revision=3, edits="", hand=2, to=hanchans[4].pk, to_revision=0),
        with_query("handover", slug, playing.pk, hands=code_of((3, uuid4(), RON))),
        with_query("stick-count", slug, playing.pk, **{f"points_{seat}": 30_000 for seat in range(4)}),
        reverse("departure", args=[slug, 20]),
        reverse("paper", args=[slug, hanchans[3].pk]),
        reverse("second-keying", args=[slug, hanchans[2].pk]),
        reverse("second-keying", args=[slug, hanchans[3].pk]),
        *[hanchan.get_absolute_url() for hanchan in hanchans],
        *[hanchan.get_screen_url() for hanchan in hanchans],
    ]
    return [
        Person("owner", logged_in(owner), [*pages_of(tournament), *starts], wanders=True),
        Person("table", phone_at(playing.table), [with_query("table", slug, 1)]),
        Person("player", Client(), [entries[4].get_link()]),
    ]


def at_its_end() -> list[Person]:
    """All sheets are signed, and the round is held back. A second tournament has its cut, after which a finalist
    left, its approval and a ceremony that is on; in a third the ceremony has revealed all; a fourth is archived."""
    owner = UserFactory()
    people = []
    for case in ("signed", "ceremony", "revealed", "archived"):
        tournament, entries, hanchans = tournament_with(NAMES[:8], owner=owner)
        for hanchan in hanchans:
            play(hanchan, *TO_THE_END)
            sign(hanchan)
        show(tournament, everyone="held")
        of_it = {"tournament_id": tournament.pk, "key": uuid4(), "by": visitor(owner)}
        if case == "ceremony":
            approve_round(number=1, **of_it)
            cut_to(*entries[:4])
            why = {"kind": Departure.Kind.WITHDRAWN, "from_round": 2, "reason": "Ill", "by": visitor(owner)}
            depart(entry_id=entries[3].pk, key=uuid4(), **why)
            make_hall_link(tournament_id=tournament.pk, by=visitor(owner))
            start_ceremony(from_place=None, **of_it | {"key": uuid4()})
            reveal_next(revealed=0, **of_it | {"key": uuid4()})
        if case == "revealed":
            approve_round(number=1, **of_it)
            start_ceremony(from_place=1, **of_it | {"key": uuid4()})
            reveal_next(revealed=0, **of_it | {"key": uuid4()})
        if case == "archived":
            Tournament.objects.filter(pk=tournament.pk).update(archived_at=timezone.now())
        pages = ("tournament", "desk", "players", "visibility", "ceremony", "cut", "round-new", "tournament-close")
        starts = [reverse(name, args=[tournament.slug]) for name in pages]
        starts += [reverse(name, args=[tournament.slug, 1]) for name in ("round", "round-check", "entry-edit")]
        starts += [hanchans[0].get_absolute_url(), hanchans[0].get_screen_url()]
        names = ("paper", "correction", "seats", "extras")
        starts += [reverse(name, args=[tournament.slug, hanchans[0].pk]) for name in names]
        people.append(Person(case, logged_in(owner), starts))
    return people


def in_a_ladder(owner: User) -> list[str]:
    """Two leagues with two periods; what follows from the first one is recorded. Returns where to start."""
    tournament, _entries, (hanchan,) = tournament_with(NAMES[:4], owner=owner, starts_on="2026-03-01")
    play(hanchan, MANGAN)
    sign(hanchan)
    upper = LeagueFactory(owner=owner, tournaments=[tournament], relegated=1)
    lower = LeagueFactory(owner=owner, above=upper)
    winter, spring = (
        upper.periods.create(name=day, first_day=day, last_day=day) for day in ("2026-01-01", "2026-03-01")
    )
    Promotion.objects.create(period=winter, upper=upper, lower=lower)
    promotions = [reverse("league-promotion", args=[upper.slug, period.pk]) for period in (winter, spring)]
    return [reverse("league-periods", args=[upper.slug]), *promotions]


def on_a_club_night() -> list[Person]:
    """One hanchan is played, and table 2 is free."""
    owner = UserFactory()
    tournament, _entries, hanchans = tournament_with(NAMES[:4], owner=owner, is_club_night=True)
    play(hanchans[0], MANGAN)
    free = TableFactory(tournament=tournament, number=2)
    at = [tournament.slug, 2]
    club = ClubFactory(organizers=[owner, UserFactory()], people=[PlayerFactory()], tables=1)
    tournament.club = club
    tournament.save(update_fields=["club"])
    enter([EntryFactory.build(tournament=tournament, number=n, checked_in_at=timezone.now()) for n in range(11, 15)])
    of_club = [
        reverse(name, args=[club.slug]) for name in ("club-edit", "club-people", "club-tables", "club-night-new")
    ]
    starts = [reverse(name, args=[tournament.slug]) for name in ("tournament", "desk", "check-in", "visibility")]
    starts += [*of_club, reverse("club-new"), reverse("hanchans-new", args=at[:1]), reverse("players", args=at[:1])]
    starts += [reverse("hanchan-new", args=at), with_query("hanchan-new", *at, seats=1)]
    invited = reverse("club-invitation", args=[invitation_to(club)])
    return [
        Person("owner", logged_in(owner), starts),
        Person("invited", logged_in(UserFactory()), [invited]),
        Person("table", phone_at(free), [reverse("table", args=at), reverse("hanchan-new", args=at)]),
        Person("playing", phone_at(hanchans[0].table), [with_query("table", tournament.slug, 1, **RON)]),
    ]


def in_a_team_season() -> list[Person]:
    """Four teams have met once, and are to meet once more."""
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner)
    browser, at = logged_in(owner), [tournament.slug]
    enter(
        [
            EntryFactory.build(tournament=tournament, number=number, team=team)
            for number, team in enumerate(["Ants", "Bees", "Cats", "Dogs"], 1)
        ]
    )
    planned = {"teams": ["ants", "bees", "cats", "dogs"], "rounds": 2, "tables": 1}
    browser.post(reverse("team-matches-plan", args=at), planned)
    first = tournament.team_seats.filter(round=1).select_related("team")
    players = {seat.pk: tournament.entries.get(team=seat.team.name).pk for seat in first}
    named = {f"round-1-seat-{seat}": player for seat, player in players.items()}
    browser.post(reverse("line-up", args=[*at, 1]), named)
    start = reverse("round-new", args=at)
    browser.post(start, drawn(browser.get(start)))
    hanchan = Hanchan.objects.get(round__tournament=tournament)
    play(hanchan, MANGAN)
    sign(hanchan)
    penalty = {"key": uuid4(), "entry": "ants", "offence": "other", "points": "1", "reason": "Late"}
    browser.post(reverse("team-penalties", args=at), penalty)
    withdrawal = reverse("team-penalty-take-back", args=[*at, TeamPenalty.objects.get().pk])
    pages = ("player-teams", "team-matches", "team-cut", "team-penalties")
    return [Person("owner", browser, [withdrawal, *(reverse(name, args=at) for name in pages)])]


def over_many_events() -> list[Person]:
    """Two organizers' events have a player with the same EMA number, and another who had; a federation has a
    ranking."""
    staff, owner = UserFactory(is_federation=True), UserFactory()
    parted = []
    for organizer in (UserFactory(), owner):
        here, entries, (hanchan,) = tournament_with(["Anna", "Boris", "Claire", "Dóra"], owner=organizer)
        Player.objects.filter(pk=entries[0].player_id).update(ema_number="04010078")
        parted.append(entries[1].player)
        play(hanchan, MANGAN)
        sign(hanchan)
    answer = {"is_same": True, "by_federation": True, "decided_by": staff, "decided_at": timezone.now()}
    SamePerson.objects.create(first=parted[0], second=parted[1], **answer)
    ranking = Ranking.objects.create(name="Cup", slug="cup")
    starts = [reverse("federation-people"), reverse("ranking-new"), reverse("ranking-edit", args=[ranking.slug])]
    return [
        Person("staff", logged_in(staff), starts),
        Person("owner", logged_in(owner), [reverse("same-person", args=[here.slug])]),
    ]


def at_a_laptop() -> list[Person]:
    """One tournament is away, one was called back without its file, and one is here from another site."""
    owner, people = UserFactory(), []
    for name in ("away", "called back", "guest"):
        tournament = TournamentFactory(owner=owner)
        if name != "guest":
            take_to_laptop(tournament_id=tournament.pk, place="Hall", by=visitor(owner))
        if name == "called back":
            call_back(tournament_id=tournament.pk, by=visitor(owner))
        if name == "guest":
            now = {"log_until": 0, "began_at": timezone.now()}
            borrowed = HandOver.objects.create(tournament=tournament, is_lent=False, place="tenbo.example", **now)
            Mirror.objects.create(hand_over=borrowed, address="https://tenbo.example/", next_try_at=timezone.now())
        people.append(Person(name, logged_in(owner), [reverse("laptop", args=[tournament.slug])]))
    return people


def with_passkeys() -> list[Person]:
    """Somebody is logged in twice and has a passkey; somebody else has entered the password of such an account."""
    user, now = UserFactory(needs_passkey=True), timezone.now()
    passkey = SoftPasskey()
    Passkey.objects.create(user=user, name="Phone", credential_id="x", credential=passkey.credential, added_at=now)
    for key in ("one", "other"):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=1))
        BrowserLogin.objects.create(user=user, session_key=key, began_at=now, used_at=now)
    owner, half = (Client(SERVER_NAME="localhost") for _ in range(2))  # where browsers take passkeys by http
    owner.force_login(user)
    begin_session(half, **{SESSION_WAITING: [user.pk, int(now.timestamp()), user.get_session_auth_hash()]})
    return [
        Person("owner", owner, [reverse(name) for name in ("security", "passkey-new", "confirm")]),
        Person("half", half, [reverse("login"), reverse("login-second")]),
    ]


WORLDS = (
    before_it,
    in_the_middle,
    at_its_end,
    on_a_club_night,
    in_a_team_season,
    over_many_events,
    at_a_laptop,
    with_passkeys,
)


# The crawler


class SameFile(SimpleUploadedFile):
    """A file that is uploaded again and again."""

    def read(self, *size: int) -> bytes:
        self.seek(0)
        return super().read(*size)


@dataclass
class Crawl:
    """What a crawler came upon. `wrong` names the page, the form and what is wrong with it; `submitted` are the forms
    by page, address, button and fields, each of which is submitted once; `routes` the names of their addresses."""

    wrong: list[str] = field(default_factory=list)
    submitted: set[tuple[str, ...]] = field(default_factory=set)
    routes: set[str] = field(default_factory=set)

    def of(self, person: Person) -> None:
        person.browser.handler.enforce_csrf_checks = True
        waiting, known = list(person.starts), set(person.starts)
        opened = set()  # names of pages: a second page of one name has the same forms, or is among the starts
        while waiting:
            address = waiting.pop(0)
            name = resolve(urlsplit(address).path).url_name
            if address not in person.starts and name in opened:
                continue
            opened.add(name)
            response = person.browser.get(address)
            if response.status_code == 302 and is_page(response.url):  # type: ignore[attr-defined]
                address = response.url  # type: ignore[attr-defined]
                response = person.browser.get(address)
            if not response.headers["Content-Type"].startswith("text/html"):
                continue
            self.submit_all(person, address, response)
            links = leads_to(response.content.decode()) - known if person.wanders else set()
            known |= links
            waiting += sorted(links)

    def submit_all(self, person: Person, address: str, response: Any, depth: int = 0) -> None:
        text = response.content.decode(errors="replace")  # a file may be no text
        if response.status_code == 403:
            self.wrong.append(f"{address} ({person.name}): refused")
        # What stands in a form is sent with all of its fields.
        outside = re.sub(r'<form\b[^>]*\bmethod="post".*?</form>', "", text, flags=re.DOTALL)
        for tag in re.findall(r"<(?!form\b)[^>]*\shx-(?:post|put|patch|delete)=[^>]*>", outside):
            self.wrong.append(f"{address} ({person.name}): this is sent without the token of a form: {tag}")
        for form in read_forms(text, address):
            if form.method != "post" or resolve(urlsplit(form.action).path).url_name == "set_language":
                continue
            if "csrfmiddlewaretoken" not in form.fields:
                self.wrong.append(f"{address} ({person.name}): the form for {form.action} has no token")
            for button in form.buttons or (Button("", ""),):
                self.submit(person, address, form, button, depth)

    def submit(self, person: Person, address: str, form: Form, button: Button, depth: int) -> None:
        page, route = (resolve(urlsplit(url).path).url_name or "" for url in (address, form.action))
        signature = ("" if route == "logout" else page, route, button.name, *sorted(form.fields))
        if signature in self.submitted:
            return
        self.submitted.add(signature)
        self.routes.add(route)
        fields = (form.pressed(button) if button.name else form).fields
        for filled in ({}, *person.filled.get(route, [])):
            cookies = deepcopy(person.browser.cookies)
            with transaction.atomic():
                response = person.browser.post(form.action, fields | filled)
                if response.status_code == 403:
                    self.wrong.append(f"{address} ({person.name}): the form for {form.action} is refused")
                elif response.status_code in (200, 409, 422) and depth < 2:
                    self.submit_all(person, form.action, response, depth + 1)
                transaction.set_rollback(True)
            person.browser.cookies = cookies


def leads_to(text: str) -> set[str]:
    """The pages of this site that a page links to, no files. What their queries show is in the starts."""
    links = set(re.findall(r'href="(/[^"?#\s.]*)[?#"]', text))
    return {link for link in links if is_page(link)}


def is_page(address: str) -> bool:
    return "." not in address and "/print/" not in address and not address.startswith(READ)


READ = ("/static/", "/api/", "/rules/", "/players/")
"""Folders of nothing but files, and of pages for everybody whose only form is that of every page."""


@pytest.fixture
def rendered(monkeypatch):
    """Template and line of every token that was rendered."""
    places = set()
    render = CsrfTokenNode.render

    def noted(node, context):
        places.add((node.origin.template_name, node.token.lineno))
        return render(node, context)

    monkeypatch.setattr(CsrfTokenNode, "render", noted)
    return places


@pytest.mark.long
def test_every_form_of_every_page_is_submitted_with_its_token(rendered, settings):
    settings.EMAIL_HOST = "localhost"  # else no password is reset
    crawl = Crawl()

    for world in WORLDS:
        for person in world():
            crawl.of(person)

    assert crawl.wrong == []
    assert sorted(tokens() - rendered) == [], "show these forms, by template and line, in one of the WORLDS"
    written = {name for name, row in ROWS.items() if row.post} - {
        "set_language",
        "csp-reports",
        "mirror",
    }  # which are exempt
    assert sorted(written - crawl.routes) == [], "show a form for these in one of the WORLDS"


def tokens() -> set[tuple[str, int]]:
    """Template and line of every token there is."""
    folder = ROOT / "templates"
    return {
        (str(path.relative_to(folder)), number)
        for path in folder.rglob("*.html")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "{% csrf_token %}" in line
    }
