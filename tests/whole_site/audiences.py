"""A table of who may open which address, with a row for every URL of the site; test_audiences.py checks it with every
kind of person.

To add a row:

* name an audience (below) for `get` and for `post`; None if the URL does not support the method;
* give the arguments of the URL as a function of the world, or use `of_tournament` or `of_hanchan`;
* if a GET without a query gives no page (but a redirect, or an error), list its statuses in `answers`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.test import Client

from tournament.clubs.actions.edit_club import invitation_to

ANONYMOUS = ("stranger", "other_table", "table")  # without a link; with the link of table 2; with the link of table 1
TEAM = ("referee", "organizer", "owner")
PEOPLE = (*ANONYMOUS, "other_organizer", *TEAM)  # the other organizer owns another tournament
DIFFERENT = (
    "stranger",
    "table",
    "other_organizer",
    "referee",
    "owner",
)  # tested at URLs for everybody

Audience = Callable[[str, bool], str]
"""A function of a person, and of whether the tournament is public. It returns "in", "404" or "login"."""


def only(*people: str, login: bool = False) -> Audience:
    """Return the audience of these people. Everybody else gets 404; with `login`, people without an account are
    redirected to the login."""

    def answer(person: str, is_public: bool) -> str:
        if person in people:
            return "in"
        return "login" if login and person in ANONYMOUS else "404"

    return answer


def if_public(otherwise: Audience) -> Audience:
    """Return an audience of everybody if the tournament (or league) is public, and of `otherwise` if not."""
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
    """A tournament with two tables in play, a league, an invitation, and a browser for each person."""

    people: dict[str, Client]
    tournament: Any
    hanchan: Any
    league: Any
    club: Any
    referee: Any
    invitation: Any
    penalty: Any
    call: Any
    appeal: Any
    entry: Any
    regular: Any
    guest: Any
    mail: Any
    ranking: Any


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


def of_period(world: World) -> list[Any]:
    return [world.league.slug, world.league.periods.get().pk]


def of_team_penalty(world: World) -> list[Any]:
    return [world.tournament.slug, world.tournament.player_teams.get().penalties.get().pk]


def of_club(*more: Any) -> Arguments:
    return lambda world: [world.club.slug, *more]


TOKEN = "an-invitation-s-token"

ROWS = {
    # The site
    "home": Row(get=everybody),
    "security-txt": Row(get=everybody, answers=(404,)),  # until the site has a contact
    "csp-reports": Row(get=None, post=everybody),
    "phones": Row(get=everybody, answers=(404,)),  # and 200 where Tenbo serves https itself: tests/site/test_phones.py
    "phones-certificate": Row(get=everybody, answers=(404,)),
    "count": Row(get=everybody),
    "service-worker": Row(get=everybody),
    "metrics": Row(get=only()),
    "operator": Row(get=only()),
    "set_language": Row(get=everybody, post=everybody, answers=(302,)),
    # Accounts
    "signup": Row(get=everybody, post=everybody, answers=(200, 302)),
    "login": Row(get=everybody, post=everybody, answers=(200, 302)),
    "logout": Row(get=None, post=everybody),
    "account": Row(get=accounts, post=accounts),
    "password_change": Row(get=accounts, post=accounts),
    "security": Row(get=accounts),
    "logins-end": Row(get=None, post=accounts),
    "login-end": Row(get=None, post=accounts, at=lambda world: [1]),
    "login-passkey": Row(get=None, post=everybody),
    "login-second": Row(get=everybody, post=everybody, answers=(302,)),  # redirects without a password before
    "passkey-new": Row(get=accounts, post=accounts),
    "passkey-remove": Row(get=None, post=accounts, at=lambda world: [1]),
    "second-factor": Row(get=None, post=accounts),
    "recovery-codes-new": Row(get=None, post=accounts),
    "confirm": Row(get=accounts, post=accounts),
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
    "laptop": Row(get=owners, post=owners, at=of_tournament()),
    "laptop-file": Row(get=owners, at=of_tournament(), answers=(302,)),  # and 200 while it is away
    "laptop-back": Row(get=None, post=owners, at=of_tournament()),
    "laptop-call-back": Row(get=None, post=owners, at=of_tournament()),
    "laptop-return": Row(get=None, post=owners, at=of_tournament()),
    "laptop-late": Row(get=owners, at=of_tournament()),
    "mirror": Row(get=None, post=only(), at=of_tournament()),  # only with the mirror's key
    "mirror-switch": Row(get=None, post=owners, at=of_tournament()),
    "away-note": Row(get=readers, at=of_tournament(), answers=(302,)),  # and 200 as a live part
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
        post=only("referee", "owner", login=True),  # the member to remove is the referee
        at=lambda world: [world.tournament.slug, world.referee.pk],
    ),
    "invitation-new": Row(get=None, post=organizers, at=of_tournament()),
    "invitation-revoke": Row(get=None, post=organizers, at=lambda world: [world.tournament.slug, world.invitation.pk]),
    "log": Row(get=members, at=of_tournament()),
    "log-csv": Row(get=members, at=of_tournament()),
    "log-json": Row(get=members, at=of_tournament()),
    "certification": Row(get=organizers, at=of_tournament()),
    "certification-zip": Row(get=organizers, at=of_tournament()),
    "federation-json": Row(get=organizers, at=of_tournament()),
    "tournament-encrypted": Row(get=organizers, post=organizers, at=of_tournament()),
    "takeaway": Row(get=members, at=of_tournament()),
    "takeaway-csv": Row(get=members, at=of_tournament("hands")),
    "takeaway-xlsx": Row(get=members, at=of_tournament()),
    "ema": Row(get=organizers, at=of_tournament()),
    "ema-xlsx": Row(get=organizers, at=of_tournament()),
    "ema-report": Row(get=organizers, at=of_tournament()),
    # Players, rounds and tables
    "players": Row(get=readers, at=of_tournament()),
    "player-teams": Row(get=organizers, post=organizers, at=of_tournament()),
    "team-cut": Row(get=organizers, post=organizers, at=of_tournament()),
    "line-up": Row(get=None, post=organizers, at=of_tournament(1)),
    "team-matches": Row(get=readers, at=of_tournament()),
    "team-matches-plan": Row(get=None, post=organizers, at=of_tournament()),
    "team-matches-drop": Row(get=None, post=organizers, at=of_tournament()),
    "team-standings": Row(get=readers, at=of_tournament()),
    "team-standings-csv": Row(get=readers, at=of_tournament()),
    "team-standings-json": Row(get=readers, at=of_tournament()),
    "players-add": Row(get=organizers, post=organizers, at=of_tournament()),
    "entry-edit": Row(get=organizers, post=organizers, at=of_tournament(1)),
    "entry-link": Row(get=members, at=of_tournament(1)),
    "entry-renew": Row(get=None, post=organizers, at=of_tournament(1)),
    "links": Row(get=organizers, post=organizers, at=of_tournament()),
    "entry-remove": Row(get=None, post=organizers, at=of_tournament(1)),
    "departure": Row(get=organizers, post=organizers, at=of_tournament(1)),
    "team-penalties": Row(get=members, post=members, at=of_tournament()),
    "team-penalty-take-back": Row(get=members, post=members, at=of_team_penalty),
    "penalties": Row(get=members, post=members, at=of_tournament()),
    "penalty-take-back": Row(get=members, post=members, at=lambda world: [world.tournament.slug, world.penalty.pk]),
    "entry-mail": Row(get=None, post=organizers, at=of_tournament(1)),
    "entry-merge": Row(get=None, post=organizers, at=of_tournament(1)),
    "players-change": Row(get=None, post=organizers, at=of_tournament(), answers=(302,)),
    "entry-decide": Row(get=None, post=organizers, at=of_tournament(1)),
    "announcement": Row(get=readers, at=of_tournament()),
    "announcement-edit": Row(get=organizers, post=organizers, at=of_tournament()),
    "announcement-picture": Row(get=readers, at=of_tournament()),
    "mails": Row(get=organizers, at=of_tournament()),
    "mail-new": Row(get=organizers, post=organizers, at=of_tournament()),
    "mail-letters": Row(get=organizers, at=of_tournament()),
    "mail-wording": Row(get=organizers, post=organizers, at=of_tournament("received", "en")),
    "mail-decide": Row(get=None, post=organizers, at=lambda world: [world.tournament.slug, world.mail.pk]),
    "own-change": Row(
        get=everybody,  # with the right token
        post=everybody,
        at=lambda world: [world.tournament.slug, 1, world.entry.get_link().split("/")[-2]],
    ),
    "own-cancel": Row(
        get=everybody,  # with the right token
        post=everybody,
        at=lambda world: [world.tournament.slug, 1, world.entry.get_link().split("/")[-2]],
    ),
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
    "own-ics": Row(
        get=everybody,  # with the right token
        at=lambda world: [world.tournament.slug, 1, world.entry.get_link().split("/")[-2]],
    ),
    "own-manifest": Row(
        get=everybody,  # with the right token
        at=lambda world: [world.tournament.slug, 1, world.entry.get_link().split("/")[-2]],
    ),
    "own-push": Row(
        get=None,
        post=everybody,  # with the right token
        at=lambda world: [world.tournament.slug, 1, world.entry.get_link().split("/")[-2]],
    ),
    "table-push": Row(get=None, post=scorers, at=of_tournament(1)),
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
    "regular-arrival": Row(
        get=None, post=only("referee", "owner", login=True), at=lambda world: [world.tournament.slug, world.regular.pk]
    ),
    "times": Row(get=readers, at=of_tournament()),
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
    "finals": Row(get=organizers, post=organizers, at=of_tournament()),
    "cut-follow": Row(get=None, post=organizers, at=of_tournament()),
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
    "past-results": Row(get=organizers, post=organizers, at=of_tournament()),
    "paper-round": Row(get=members, post=members, at=of_tournament(1)),
    "paper-line": Row(get=members, at=of_hanchan),
    "paper-sign": Row(get=None, post=members, at=of_tournament(1)),
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
    "table-manifest": Row(get=scorers, at=of_tournament(1)),
    "table-round": Row(get=scorers, at=of_tournament(1, 1)),
    "hand-record": Row(get=None, post=scorers, at=of_hanchan),
    "handover": Row(get=scorers, post=scorers, at=of_hanchan, answers=(422,)),  # without a code
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
    "hanchans-new": Row(get=members, post=members, at=of_tournament(), answers=(302,)),  # a page of club nights
    "hanchan-new": Row(get=scorers, post=scorers, at=of_tournament(1), answers=(302,)),  # a page of club nights
    "seats": Row(get=scorers, post=scorers, at=of_hanchan),
    "extras": Row(get=scorers, post=scorers, at=of_hanchan),
    "substitute": Row(get=referees, post=referees, at=of_hanchan),
    "hand-move": Row(get=referees, post=referees, at=of_hanchan, answers=(422,)),
    "hanchan-cancel": Row(get=referees, post=referees, at=of_hanchan),
    # Rules
    "rules": Row(get=readers, at=of_tournament()),
    "rules-edit": Row(get=organizers, post=organizers, at=of_tournament()),
    "rules-correction": Row(get=organizers, post=organizers, at=of_tournament()),
    "rulesets": Row(get=everybody),
    "rules-in-words": Row(get=everybody),
    "styles": Row(get=only()),  # only with DEBUG: tests/site/test_styles.py
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
    # For programs, which see what a stranger sees
    "api": Row(get=everybody),
    "api-schema": Row(get=everybody),
    "api-format": Row(get=everybody, at=lambda world: ["hanchan-1"]),
    "api-tournaments": Row(get=everybody),
    "api-tournament": Row(get=if_public(only()), at=of_tournament()),
    "api-team-standings": Row(get=if_public(only()), at=of_tournament()),
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
    # Leagues; the tournament's owner also owns this league
    "leagues": Row(get=everybody),
    "league-new": Row(get=accounts, post=accounts),
    "league": Row(get=if_public(only("owner")), at=of_league),
    "league-csv": Row(get=if_public(only("owner")), at=of_league),
    "league-json": Row(get=if_public(only("owner")), at=of_league),
    "league-edit": Row(get=owners, post=owners, at=of_league),
    "league-periods": Row(get=owners, post=owners, at=of_league),
    "league-promotion": Row(get=owners, post=owners, at=of_period),
    "league-promotion-take-back": Row(get=None, post=owners, at=of_period),
    # For a federation's staff, which none of these people belongs to: tests/federation/
    "federation": Row(get=only(login=True)),
    "federation-people": Row(get=only(login=True), post=only(login=True)),
    "federation-results": Row(get=only(login=True)),
    "federation-events": Row(get=only(login=True)),
    "federation-records": Row(get=everybody),
    "ranking-new": Row(get=only(login=True), post=only(login=True)),
    "ranking-edit": Row(get=only(login=True), post=only(login=True), at=lambda world: [world.ranking.slug]),
    "rankings": Row(get=everybody),
    "ranking": Row(get=everybody, at=lambda world: [world.ranking.slug]),
    "same-person": Row(get=organizers, post=organizers, at=of_tournament()),
    # Clubs; the tournament's owner also organizes this club
    "clubs": Row(get=everybody),
    "club": Row(get=everybody, at=of_club()),
    "club-new": Row(get=accounts, post=accounts),
    "club-edit": Row(get=owners, post=owners, at=of_club()),
    "club-night-new": Row(get=owners, post=owners, at=of_club()),
    "club-invitation-new": Row(get=None, post=owners, at=of_club()),
    "club-invitations-withdraw": Row(get=None, post=owners, at=of_club()),
    "club-invitation": Row(
        get=everybody,  # with the right token
        post=accounts,
        at=lambda world: [invitation_to(world.club)],
    ),
    "club-organizer-remove": Row(
        get=None, post=owners, at=lambda world: [world.club.slug, world.club.organizers.get().pk]
    ),
    "club-people": Row(get=owners, post=owners, at=of_club()),
    "club-guest-add": Row(get=None, post=owners, at=lambda world: [world.club.slug, world.guest.pk]),
    "club-person-remove": Row(get=None, post=owners, at=lambda world: [world.club.slug, world.regular.pk]),
    "club-tables": Row(get=owners, post=owners, at=of_club()),
    "club-table-renew": Row(get=None, post=owners, at=of_club(1)),
    "club-table-link": Row(
        get=everybody,  # with the right token
        at=lambda world: [world.club.slug, 1, world.club.tables.get(number=1).get_link().split("/")[-2]],
    ),
}
