"""Who may open which address: every URL of the site, asked by every kind of person.

A new URL fails `test_every_url_says_who_it_is_for` until it has a row in ROWS. To add one:

* name an audience (below) for `get` and for `post`; None where it does not answer that method;
* say the arguments of its address as a function of the world, or take `of_tournament` or `of_hanchan`;
* where a plain GET is no page (it wants a query, it redirects), say in `answers` what it answers instead.

What is read where it is public is asked for twice, public and private. A POST is sent empty: whoever may send it is
told that something is missing, or it is done; whoever may not gets the same 404 as for an address that does not exist.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    keep_plan,
    penalize,
    play,
    visitor,
)
from tests.table.phones import phone_at
from tournament.models import Role
from tournament.people.actions.appeals import appeal_ruling
from tournament.site.actions.team import hash_of
from tournament.table.actions.calls import answer_call, call_referee

ANONYMOUS = ("stranger", "other_table", "table")  # nobody; who opened the link of table 2; of table 1
TEAM = ("referee", "organizer", "owner")
PEOPLE = (*ANONYMOUS, "other_organizer", *TEAM)  # the other organizer owns another tournament
DIFFERENT = ("stranger", "table", "other_organizer", "referee", "owner")  # asked where everybody is let in

Audience = Callable[[str, bool], str]
"""Person and whether the tournament is public, to "in", "404" or "login"."""


def only(*people: str, login: bool = False) -> Audience:
    """These. Anybody else finds nothing; with `login`, who has no account is first asked to log in."""

    def answer(person: str, is_public: bool) -> str:
        if person in people:
            return "in"
        return "login" if login and person in ANONYMOUS else "404"

    return answer


def if_public(otherwise: Audience) -> Audience:
    """Everybody, if the tournament (or league) is public."""
    return lambda person, is_public: "in" if is_public else otherwise(person, is_public)


everybody = only(*PEOPLE)
accounts = only("other_organizer", *TEAM, login=True)
readers = if_public(only(*TEAM))
readers_and_table = if_public(only("table", *TEAM))
scorers = only("table", *TEAM)
referees = only(*TEAM)
members = only(*TEAM, login=True)
organizers = only("organizer", "owner", login=True)
owners = only("owner", login=True)


@dataclass
class World:
    """A tournament with two tables in play, a league, an invitation, and everybody's browser."""

    people: dict[str, Client]
    tournament: Any
    hanchan: Any
    league: Any
    referee: Any
    invitation: Any
    penalty: Any
    call: Any
    appeal: Any
    entry: Any


Arguments = Callable[[World], list[Any]]


@dataclass(frozen=True)
class Row:
    get: Audience | None
    post: Audience | None = None
    at: Arguments = lambda world: []
    answers: tuple[int, ...] = (200,)


def of_tournament(*more: Any) -> Arguments:
    return lambda world: [world.tournament.slug, *more]


def of_hanchan(world: World) -> list[Any]:
    return [world.tournament.slug, world.hanchan.pk]


def of_league(world: World) -> list[Any]:
    return [world.league.slug]


TOKEN = "an-invitation-s-token"

ROWS = {
    # The site
    "health": Row(get=everybody),
    "home": Row(get=everybody),
    "count": Row(get=everybody),
    "set_language": Row(get=everybody, post=everybody, answers=(302,)),
    # Accounts
    "signup": Row(get=everybody, post=everybody, answers=(200, 302)),
    "login": Row(get=everybody, post=everybody, answers=(200, 302)),
    "logout": Row(get=None, post=everybody),
    "account": Row(get=accounts, post=accounts),
    "password_change": Row(get=accounts, post=accounts),
    "password_reset": Row(get=everybody, post=everybody),
    "password_reset_done": Row(get=everybody),
    "password_reset_confirm": Row(get=everybody, post=everybody, at=lambda world: ["MQ", "no-token"]),
    "password_reset_complete": Row(get=everybody),
    # Tournaments and who runs them
    "tournament-new": Row(get=accounts, post=accounts),
    "archive": Row(get=everybody),
    "tournament-copy": Row(get=organizers, post=organizers, at=of_tournament()),
    "rehearsal": Row(get=organizers, post=organizers, at=of_tournament()),
    "rehearsal-wipe": Row(get=None, post=organizers, at=of_tournament()),
    "tournament-close": Row(get=owners, at=of_tournament()),
    "tournament-archive": Row(get=None, post=owners, at=of_tournament()),
    "tournament-delete": Row(get=None, post=owners, at=of_tournament()),
    "tournament-import": Row(get=accounts, post=accounts),
    "invitation": Row(get=everybody, post=accounts, at=lambda world: [TOKEN]),
    "tournament": Row(get=readers, at=of_tournament()),
    "desk": Row(get=members, at=of_tournament()),
    "sit-out-edit": Row(get=None, post=organizers, at=of_tournament()),
    "tournament-edit": Row(get=organizers, post=organizers, at=of_tournament()),
    "team": Row(get=members, at=of_tournament()),
    "member-role": Row(get=None, post=owners, at=lambda world: [world.tournament.slug, world.referee.pk]),
    "member-remove": Row(
        get=None,
        post=only("referee", "owner", login=True),  # it is the referee's membership
        at=lambda world: [world.tournament.slug, world.referee.pk],
    ),
    "invitation-new": Row(get=None, post=organizers, at=of_tournament()),
    "invitation-revoke": Row(get=None, post=organizers, at=lambda world: [world.tournament.slug, world.invitation.pk]),
    "log": Row(get=members, at=of_tournament()),
    "log-csv": Row(get=members, at=of_tournament()),
    "log-json": Row(get=members, at=of_tournament()),
    "takeaway": Row(get=members, at=of_tournament()),
    "takeaway-csv": Row(get=members, at=of_tournament("hands")),
    "takeaway-xlsx": Row(get=members, at=of_tournament()),
    "ema": Row(get=organizers, at=of_tournament()),
    "ema-xlsx": Row(get=organizers, at=of_tournament()),
    "ema-report": Row(get=organizers, at=of_tournament()),
    # Players, rounds and tables
    "players": Row(get=readers, at=of_tournament()),
    "players-add": Row(get=organizers, post=organizers, at=of_tournament()),
    "entry-edit": Row(get=organizers, post=organizers, at=of_tournament(1)),
    "entry-link": Row(get=members, at=of_tournament(1)),
    "entry-remove": Row(get=None, post=organizers, at=of_tournament(1)),
    "departure": Row(get=organizers, post=organizers, at=of_tournament(1)),
    "penalties": Row(get=members, post=members, at=of_tournament()),
    "penalty-take-back": Row(get=members, post=members, at=lambda world: [world.tournament.slug, world.penalty.pk]),
    "entry-merge": Row(get=None, post=organizers, at=of_tournament(1)),
    "entry-decide": Row(get=None, post=organizers, at=of_tournament(1)),
    "enter": Row(get=readers, post=readers, at=of_tournament()),
    "entry-terms": Row(get=organizers, post=organizers, at=of_tournament()),
    "own-entry": Row(
        get=everybody,  # with the right token
        at=lambda world: [
            world.tournament.slug,
            1,
            world.tournament.entries.get(number=1).get_link().rstrip("/").rsplit("/")[-1],
        ],
    ),
    "own-arrival": Row(
        get=None,
        post=everybody,  # with the right token
        at=lambda world: [world.tournament.slug, 1, world.entry.get_link().split("/")[-2]],
    ),
    "own-sheet": Row(
        get=None,
        post=everybody,  # with the right token
        at=lambda world: [world.tournament.slug, 1, world.entry.get_link().split("/")[-2]],
    ),
    "needs": Row(
        get=everybody,  # with the right token
        at=lambda world: [
            world.tournament.slug,
            1,
            world.tournament.entries.get(number=1).get_link().rstrip("/").rsplit("/")[-1],
        ],
    ),
    "check-in": Row(get=members, at=of_tournament()),
    "arrival": Row(get=None, post=members, at=of_tournament(1)),
    "timetable": Row(get=organizers, post=organizers, at=of_tournament()),
    "visibility": Row(get=organizers, post=organizers, at=of_tournament()),
    "round-visibility": Row(get=None, post=organizers, at=of_tournament(1)),
    "round-release": Row(get=None, post=organizers, at=of_tournament(1)),
    "ceremony": Row(get=organizers, post=organizers, at=of_tournament()),
    "hall-link-new": Row(get=None, post=organizers, at=of_tournament()),
    "hall-link-remove": Row(get=None, post=organizers, at=of_tournament()),
    "hall-link": Row(
        get=everybody,  # with the right token
        at=lambda world: [world.tournament.slug, world.tournament.get_hall_link().rstrip("/").rsplit("/")[-1]],
        answers=(302,),
    ),
    "cut": Row(get=organizers, post=organizers, at=of_tournament()),
    "cut-take-back": Row(get=None, post=organizers, at=of_tournament()),
    "round-new": Row(get=organizers, post=organizers, at=of_tournament()),
    "round-take-back": Row(get=None, post=organizers, at=of_tournament(1)),
    "round": Row(get=readers, at=of_tournament(1)),
    "penalty-appeal": Row(get=members, post=members, at=lambda world: [world.tournament.slug, world.penalty.pk]),
    "ruling-appeal": Row(get=members, post=members, at=lambda world: [world.tournament.slug, world.appeal.call_id]),
    "appeal-decide": Row(get=members, post=members, at=lambda world: [world.tournament.slug, world.appeal.pk]),
    "people": Row(get=only(login=True), at=lambda world: []),
    "person": Row(get=owners, at=lambda world: [world.entry.player_id]),
    "person-file": Row(get=owners, at=lambda world: [world.entry.player_id]),
    "person-shown": Row(get=None, post=owners, at=lambda world: [world.entry.player_id]),
    "person-remove": Row(get=owners, post=owners, at=lambda world: [world.entry.player_id]),
    "round-check": Row(get=members, at=of_tournament(1)),
    "clock": Row(get=readers, post=referees, at=of_tournament(1)),
    "exchange": Row(get=organizers, post=organizers, at=of_tournament(1)),
    "round-approve": Row(get=None, post=organizers, at=of_tournament(1)),
    "tables": Row(get=members, at=of_tournament()),
    "tables-prepare": Row(get=None, post=organizers, at=of_tournament()),
    "table-link": Row(
        get=everybody,  # with the right token
        at=lambda world: [world.tournament.slug, 1, world.hanchan.table.get_link().rstrip("/").rsplit("/")[-1]],
        answers=(302,),
    ),
    "table-revoke": Row(get=None, post=organizers, at=of_tournament(1)),
    # At a table
    "seating": Row(get=readers, at=of_tournament()),
    "seating-plan": Row(get=organizers, post=organizers, at=of_tournament(), answers=(200, 302)),
    "seating-repair": Row(get=organizers, post=organizers, at=of_tournament(), answers=(200, 302)),
    "seating-take-back": Row(get=None, post=organizers, at=of_tournament()),
    "seating-import": Row(get=organizers, post=organizers, at=of_tournament(), answers=(200, 302)),
    "seating-apart": Row(get=None, post=organizers, at=of_tournament()),
    "seating-drop": Row(get=None, post=organizers, at=of_tournament()),
    "prints": Row(get=members, at=of_tournament()),
    "print-sheets": Row(get=members, at=of_tournament(1)),
    "print-seating": Row(get=members, at=of_tournament(1)),
    "print-blank-sheet": Row(get=members, at=of_tournament()),
    "print-schedules": Row(get=members, at=of_tournament()),
    "print-start-list": Row(get=members, at=of_tournament()),
    "print-badges": Row(get=members, at=of_tournament()),
    "call": Row(get=scorers, post=scorers, at=of_tournament(1), answers=(302,)),
    "calls": Row(get=members, at=of_tournament()),
    "call-take": Row(get=None, post=members, at=lambda world: [world.tournament.slug, world.call.pk]),
    "call-answer": Row(get=members, post=members, at=lambda world: [world.tournament.slug, world.call.pk]),
    "table": Row(get=scorers, at=of_tournament(1)),
    "table-round": Row(get=scorers, at=of_tournament(1, 1)),
    "hand-record": Row(get=None, post=scorers, at=of_hanchan),
    "hand-undo": Row(get=None, post=scorers, at=of_hanchan),
    "time-up": Row(get=scorers, post=scorers, at=of_hanchan),
    "sheet": Row(get=None, post=scorers, at=of_hanchan),
    "second-keying": Row(get=members, post=members, at=of_hanchan),
    "paper-decide": Row(get=None, post=members, at=of_hanchan),
    "stick-count-keep": Row(get=None, post=scorers, at=of_hanchan),
    "stick-count": Row(get=scorers, at=of_hanchan),
    "paper": Row(get=scorers, post=scorers, at=of_hanchan),
    "paper-remove": Row(get=None, post=scorers, at=of_hanchan),
    "correction": Row(get=scorers, post=scorers, at=of_hanchan),
    "correction-hand": Row(get=scorers, at=of_hanchan, answers=(422,)),
    "hanchan-new": Row(get=scorers, post=scorers, at=of_tournament(1), answers=(302,)),  # a page of club nights
    "seats": Row(get=scorers, post=scorers, at=of_hanchan),
    "substitute": Row(get=referees, post=referees, at=of_hanchan),
    "hand-move": Row(get=referees, post=referees, at=of_hanchan, answers=(422,)),
    "hanchan-cancel": Row(get=referees, post=referees, at=of_hanchan),
    # Rules
    "rules": Row(get=readers, at=of_tournament()),
    "rules-edit": Row(get=organizers, post=organizers, at=of_tournament()),
    "rules-correction": Row(get=organizers, post=organizers, at=of_tournament()),
    "rulesets": Row(get=everybody),
    "rules-in-words": Row(get=everybody),
    "ruleset": Row(get=everybody, at=lambda world: ["wrc_2015"]),
    # Results
    "hall": Row(get=readers, at=of_tournament()),
    "leaderboard": Row(get=readers, at=of_tournament()),
    "leaderboard-csv": Row(get=readers, at=of_tournament()),
    "leaderboard-json": Row(get=readers, at=of_tournament()),
    "overlay": Row(get=readers, at=of_tournament(1)),
    "results-pdf": Row(get=readers, at=of_tournament()),
    "rounds-ics": Row(get=readers, at=of_tournament()),
    "round-pdf": Row(get=readers, at=of_tournament(1)),
    "tournament-json": Row(get=readers, at=of_tournament()),
    "entry": Row(get=readers, at=of_tournament(1)),
    "hanchan": Row(get=readers_and_table, at=of_hanchan),
    "hanchan-json": Row(get=readers_and_table, at=of_hanchan),
    # For programs, which all see what a stranger sees
    "api": Row(get=everybody),
    "api-schema": Row(get=everybody),
    "api-tournaments": Row(get=everybody),
    "api-tournament": Row(get=if_public(only()), at=of_tournament()),
    "api-standings": Row(get=if_public(only()), at=of_tournament()),
    "api-round": Row(get=if_public(only()), at=of_tournament(1)),
    "api-hanchan": Row(get=if_public(only()), at=of_hanchan),
    "api-leagues": Row(get=everybody),
    "api-league": Row(get=if_public(only()), at=of_league),
    "api-league-table": Row(get=if_public(only()), at=of_league),
    "api-unknown": Row(get=only(), at=lambda world: ["v2/tournaments"]),
    # Over all events
    "player-list": Row(get=everybody),
    "player-page": Row(get=readers, at=lambda world: [world.entry.player_id]),
    "records": Row(get=everybody),
    "tournament-records": Row(get=readers, at=of_tournament()),
    # Leagues; this one is kept by the tournament's owner
    "leagues": Row(get=everybody),
    "league-new": Row(get=accounts, post=accounts),
    "league": Row(get=if_public(only("owner")), at=of_league),
    "league-csv": Row(get=if_public(only("owner")), at=of_league),
    "league-json": Row(get=if_public(only("owner")), at=of_league),
    "league-edit": Row(get=owners, post=owners, at=of_league),
}


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
    # Hashing passwords would take longer than all the rest.
    users = {person: UserFactory(username=person) for person in PEOPLE if person not in ANONYMOUS}
    tournament = TournamentFactory(
        is_public=is_public,
        hall_nonce="nonce",
        owner=users["owner"],
        organizers=[users["organizer"]],
        referees=[users["referee"]],
    )
    TournamentFactory(owner=users["other_organizer"])
    entries = [EntryFactory(tournament=tournament, number=number) for number in range(1, 9)]
    hanchan = HanchanFactory(round__tournament=tournament, entries=entries[:4])
    play(hanchan, ExhaustiveDraw())
    second = TableFactory(tournament=tournament, number=2)
    HanchanFactory(round=hanchan.round, table=second, entries=entries[4:])
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]])
    penalize(entries[0], by=visitor(users["referee"]))
    ruling = call_referee(table_id=hanchan.table_id, word="", by=visitor(users["referee"]))
    answer_call(call_id=ruling.pk, situation="Five tiles", decision="Dead hand", rule="", by=visitor(users["referee"]))
    appeal_ruling(
        tournament_id=tournament.pk,
        call_id=ruling.pk,
        key=uuid4(),
        appealed_by="South",
        text="It was four",
        by=visitor(users["referee"]),
    )
    people = {"stranger": Client(), "other_table": phone_at(second), "table": phone_at(hanchan.table)}
    for person, user in users.items():
        people[person] = Client()
        people[person].force_login(user)
    return World(
        people=people,
        tournament=tournament,
        hanchan=hanchan,
        league=LeagueFactory(owner=users["owner"], is_public=is_public, tournaments=[tournament]),
        referee=tournament.memberships.get(role=Role.REFEREE),
        invitation=tournament.invitations.create(
            role=Role.REFEREE,
            token_hash=hash_of(TOKEN),
            created_by=users["owner"],
            expires_at=timezone.now() + timedelta(days=1),
        ),
        penalty=entries[0].penalties.get(),
        call=call_referee(table_id=second.pk, word="Dora", by=at_table(second)),
        appeal=tournament.appeals.get(),
        entry=entries[0],
    )


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


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_address_answers_its_audience_alone(world, is_public, method):
    """Of a private tournament, what is read by everybody where it is public. The rest has the same audience in both,
    and is asked of the public one: there a page that is shown by mistake is shown."""
    rows = {name: row.get if method == "get" else row.post for name, row in ROWS.items()}
    audiences = {name: audience for name, audience in rows.items() if audience and (is_public or hides(audience))}

    expected = {name: {who: audience(who, is_public) for who in PEOPLE} for name, audience in audiences.items()}
    for name, answers in expected.items():
        if set(answers.values()) == {"in"}:
            expected[name] = dict.fromkeys(DIFFERENT, "in")

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
def test_an_address_answers_head_like_get_and_speaks_the_language_of_its_event(world):
    world.tournament.languages = ["cs"]
    world.tournament.save()
    owner, wrong, spoken = world.people["owner"], {}, {}

    for name, row in ROWS.items():
        if row.get:
            arguments = row.at(world)
            url = reverse(name, args=arguments)
            get, head = owner.get(url), owner.head(url)
            if get.status_code != head.status_code:
                wrong[name] = (get.status_code, head.status_code)
            is_of_event = arguments and arguments[0] == world.tournament.slug and not name.startswith("api-")
            if is_of_event and get.status_code == 200:
                spoken[name] = get["Content-Language"]

    assert wrong == {}
    assert {name: language for name, language in spoken.items() if language != "cs"} == {}
    assert len(spoken) > 50


OF_ANY = {"takeaway-csv", "round-visibility", "round-take-back", "invitation-revoke"}
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
