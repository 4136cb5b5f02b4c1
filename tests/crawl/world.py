"""Builds the world to crawl: tournaments in every state, and the browsers of every audience."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Limit, Ron, Tsumo, Win
from scoring.seats import Seat
from tests.crawl.addresses import INVITATION
from tests.crawl.frozen import clock, reseed
from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    PlayerFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    keep_plan,
    penalize,
    play,
    sign,
    visitor,
)
from tests.sessions import begin_session
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.core.requests import SESSION_ENTRIES, SESSION_HALLS, SESSION_TABLES
from tournament.management.commands.rehearse import rehearsing
from tournament.models import Departure, EntryTerms, League, PlayerFacts, Ranking, RankingEvent, Role, Tournament
from tournament.people.actions.appeals import appeal_ruling
from tournament.people.actions.check_in import check_in
from tournament.people.actions.depart import depart
from tournament.people.actions.enter import enter
from tournament.rehearsal.day import play_event
from tournament.rehearsal.wanted import Wanted
from tournament.rounds.actions.approve_round import approve_round
from tournament.rounds.actions.clock import start_clock
from tournament.rounds.actions.set_timetable import set_timetable
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.screens.actions.ceremony import reveal_next, start_ceremony
from tournament.screens.actions.hall_link import make_hall_link
from tournament.site.actions.edit_visibility import edit_visibility
from tournament.site.actions.invitations import hash_of
from tournament.standings.actions.save_league import save_league
from tournament.table.actions.calls import answer_call, call_referee
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.substitute import name_substitute

ACCOUNTS = ("other_organizer", "referee", "organizer", "owner")
AUDIENCES = ("stranger", "other_table", "table", "player", "hall", *ACCOUNTS)

RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.EAST, value=HanFu(3, 30)),), riichi=frozenset({Seat.EAST}))
TWO_RON = Ron(
    discarder=Seat.NORTH,
    wins=(Win(winner=Seat.EAST, value=Limit.MANGAN), Win(winner=Seat.SOUTH, value=HanFu(2, 40))),
    riichi=frozenset(),
)
TSUMO = Tsumo(win=Win(winner=Seat.SOUTH, value=Limit.HANEMAN, yaku=("riichi", "ippatsu", "dora")))
DRAW = ExhaustiveDraw(tenpai=frozenset({Seat.EAST, Seat.NORTH}))
HANDS = (RON, DRAW, TSUMO, Chombo(offenders=frozenset({Seat.WEST})), RON)


@dataclass
class World:
    """The tournaments and browsers. `main` are a public and a private tournament in play; `withheld` are those of the
    `others` with results that are withheld from somebody."""

    browsers: dict[str, Client]
    main: list[Any]
    others: list[Any]
    withheld: list[Any]


def build() -> World:
    reseed("accounts")
    users = {name: UserFactory(username=name) for name in ACCOUNTS}
    builders: list[Callable[[dict[str, Any]], None]] = [
        _demo, _rehearsals, _planned, _entering, _withheld, _club_night, _club, _with_mahjong_soul, _leagues
    ]  # fmt: skip
    main = [_in_play(users, is_public=True), _in_play(users, is_public=False)]
    for builder in builders:
        reseed(builder.__name__)
        builder(users)
    others = list(Tournament.objects.exclude(pk__in=[one.pk for one in main]).order_by("pk"))
    for tournament in others:
        _join(tournament, users)
    main = [Tournament.objects.get(pk=one.pk) for one in main]
    clock.stop()
    withheld = [tournament for tournament in others if tournament.round_visibilities.exists()]
    return World(browsers=_browsers(users, [*main, *others]), main=main, others=others, withheld=withheld)


def _join(tournament: Any, users: dict[str, Any]) -> None:
    for role in (Role.OWNER, Role.ORGANIZER, Role.REFEREE):
        if not tournament.memberships.filter(user=users[role.value]).exists():
            tournament.memberships.create(user=users[role.value], role=role)


def _team(users: dict[str, Any]) -> dict[str, Any]:
    return {"owner": users["owner"], "organizers": [users["organizer"]], "referees": [users["referee"]]}


def _browsers(users: dict[str, Any], tournaments: list[Any]) -> dict[str, Client]:
    """Return the browser of each audience. One has opened the link of a table in every tournament, one the link of a
    player, one the link of the hall."""
    opened: dict[str, dict[str, dict[str, str]]] = {"table": {}, "other_table": {}, "player": {}, "hall": {}}
    for tournament in tournaments:
        for audience, number in (("table", 1), ("other_table", 2)):
            for table in tournament.tables.filter(number=number):
                opened[audience].setdefault(SESSION_TABLES, {})[str(table.pk)] = table.link_nonce
        for entry in tournament.entries.order_by("number")[:1]:
            opened["player"].setdefault(SESSION_ENTRIES, {})[str(entry.pk)] = entry.link_nonce
        if tournament.hall_nonce:
            opened["hall"].setdefault(SESSION_HALLS, {})[str(tournament.pk)] = tournament.hall_nonce
    browsers = {name: Client(raise_request_exception=False) for name in AUDIENCES}  # errors give 500
    for name, browser in browsers.items():
        if name in users:
            browser.force_login(users[name])
        elif name in opened:
            begin_session(browser, **opened[name])
    return browsers


def _in_play(users: dict[str, Any], *, is_public: bool) -> Any:
    """Create a tournament in which round 1 is over at two tables, round 2 is in play, and round 3 is planned. It has
    each kind of record that referees write."""
    name = "public" if is_public else "private"
    reseed(name)
    referee = visitor(users["referee"])
    tournament = TournamentFactory(
        name=f"Spring Open {name}", slug=name, is_public=is_public, starts_on=clock.at.date(), place="Brno",
        **_team(users),
    )  # fmt: skip
    entries = [EntryFactory(tournament=tournament, number=number) for number in range(1, 9)]
    tables = [TableFactory(tournament=tournament, number=number) for number in (1, 2)]
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]], [[1, 6, 3, 8], [2, 5, 4, 7]])

    first = RoundFactory(tournament=tournament, number=1)
    over = HanchanFactory(round=first, table=tables[0], entries=entries[:4])
    play(over, *HANDS)
    sign(over)
    paper = HanchanFactory(round=first, table=tables[1], entries=entries[4:])
    record_paper_result(
        hanchan_id=paper.pk, revision=0, key=uuid4(), points=(36_400, 36_400, 29_700, 17_500), riichi_sticks=0,
        chombo=(0, 0, 0, 0), by=referee,
    )  # fmt: skip

    second = RoundFactory(tournament=tournament, number=2)
    hanchan = HanchanFactory(round=second, table=tables[0], entries=[entries[place] for place in (0, 4, 1, 5)])
    play(hanchan, TWO_RON, *HANDS)
    HanchanFactory(round=second, table=tables[1], entries=[entries[place] for place in (2, 6, 3, 7)])
    start_clock(tournament_id=tournament.pk, number=2, key=uuid4(), by=referee)
    name_substitute(
        hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), entry_id=entries[1].pk, name="Zoe Substitute",
        after_hand=2, reason="Ill", by=referee,
    )  # fmt: skip

    penalize(entries[0], by=referee)
    penalize(entries[5], "0", by=referee)
    ruling = call_referee(table_id=tables[0].pk, word="", by=referee)
    answer_call(call_id=ruling.pk, situation="Five tiles", decision="Dead hand", rule="R10", by=referee)
    appeal_ruling(
        tournament_id=tournament.pk, call_id=ruling.pk, key=uuid4(), appealed_by="South", text="It was four", by=referee
    )
    call_referee(table_id=tables[1].pk, word="Dora", by=at_table(tables[1]))
    make_hall_link(tournament_id=tournament.pk, by=visitor(users["owner"]))
    if is_public:
        tournament.invitations.create(
            role=Role.REFEREE,
            token_hash=hash_of(INVITATION),
            created_by=users["owner"],
            expires_at=timezone.now() + timedelta(days=1),
        )
    return tournament


def _demo(users: dict[str, Any]) -> None:
    """Create the demo: a tournament in its third round, an earlier one, and a league of both."""
    call_command("seed_demo", verbosity=0)


def _rehearsals(users: dict[str, Any]) -> None:
    """Rehearse whole events with mishaps: one is then archived, in one a ceremony is in progress, and one is a
    rehearsal."""
    level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # robots cause conflicts on purpose
    slugs = []
    with rehearsing(keep=True) as organizer:
        for seed, ruleset, players in ((1, "wrc_2015", 13), (2, "ema_2016", 16), (7, "czech_club", 9)):
            wanted = Wanted(players=players, rounds=3, seed=seed, ruleset=ruleset, hands=4, phones=2)
            slugs.append(play_event(wanted, organizer).slug)
    logging.disable(level)
    by = visitor(users["owner"])
    archived, revealed, rehearsed = (Tournament.objects.get(slug=slug) for slug in slugs)
    for tournament in (archived, revealed):
        _join(tournament, users)
        for round_ in tournament.rounds.filter(approved_by=None):
            approve_round(tournament_id=tournament.pk, number=round_.number, key=uuid4(), by=by)
    archive_tournament(tournament_id=archived.pk, by=by)
    last = revealed.rounds.order_by("number").last().number
    edit_visibility(
        tournament_id=revealed.pk, number=last, shown_to_players="held", shown_in_hall="held", shown_to_everyone="held",
        by=by,
    )  # fmt: skip
    make_hall_link(tournament_id=revealed.pk, by=by)
    start_ceremony(tournament_id=revealed.pk, from_place=8, key=uuid4(), by=by)
    reveal_next(tournament_id=revealed.pk, revealed=0, key=uuid4(), by=by)
    Tournament.objects.filter(pk=rehearsed.pk).update(rehearsal_of=Tournament.objects.get(slug="public"))


def _planned(users: dict[str, Any]) -> None:
    """Create a tournament without a round: people check in, rounds have announced times, and the seating plan no longer
    fits the players."""
    by = visitor(users["owner"])
    tournament = TournamentFactory(
        name="Planned", slug="planned", languages=["cs", "en"], starts_on=clock.at.date() + timedelta(days=1),
        **_team(users),
    )  # fmt: skip
    entries = [EntryFactory(tournament=tournament, number=number) for number in range(1, 10)]
    for number in (1, 2):
        TableFactory(tournament=tournament, number=number)
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]], by=by)
    for entry in entries[:5]:
        check_in(tournament_id=tournament.pk, entry_id=entry.pk, is_here=True, by=by)
    depart(entry_id=entries[7].pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=1, reason="Ill", by=by)
    start = clock.at + timedelta(days=1)
    set_timetable(tournament_id=tournament.pk, starts={1: start, 2: start + timedelta(hours=2)}, by=by)


def _entering(users: dict[str, Any]) -> None:
    """Create a tournament with entry forms: four people play, the others have applied or are on the waiting list."""
    tournament = TournamentFactory(
        name="Entering", slug="entering", languages=["fr"], starts_on=clock.at.date() + timedelta(days=30),
        **_team(users),
    )  # fmt: skip
    for number in range(1, 4):
        EntryFactory(
            tournament=tournament, number=number, player=PlayerFactory(country="CZ", ema_number=f"0400{number}")
        )
    terms = EntryTerms.objects.create(tournament=tournament, is_moderated=False, limit=4)
    for name, moderated in (("Ada Wait", False), ("Bea Wait", False), ("Cyd Applied", True)):
        terms.is_moderated = moderated
        terms.save()
        facts = PlayerFacts(name=name, country="FR", club="Paris", mail=f"{name[:3].lower()}@example.org", phone="1 2")
        enter(
            tournament_id=tournament.pk, key=uuid4(), player=facts, note="Late", may_publish=moderated,
            by=visitor(users["other_organizer"]),
        )  # fmt: skip


def _withheld(users: dict[str, Any]) -> None:
    """Create a tournament in which round 1 is signed, and round 2 is in play and held back from everybody but the
    team."""
    tournament = TournamentFactory(name="Withheld", slug="withheld", **_team(users))
    entries = [EntryFactory(tournament=tournament, number=number) for number in range(1, 5)]
    table = TableFactory(tournament=tournament, number=1)
    for number in (1, 2):
        hanchan = HanchanFactory(round=RoundFactory(tournament=tournament, number=number), table=table, entries=entries)
        play(hanchan, *HANDS)
        if number == 1:
            sign(hanchan)
    edit_visibility(
        tournament_id=tournament.pk, number=2, shown_to_players="signed", shown_in_hall="held",
        shown_to_everyone="held", by=visitor(users["owner"]),
    )  # fmt: skip
    make_hall_link(tournament_id=tournament.pk, by=visitor(users["owner"]))


def _club_night(users: dict[str, Any]) -> None:
    """Create a club night: one hanchan is over, one is in play, and one table is free."""
    tournament = TournamentFactory(
        name="Club Night", slug="club-night", is_club_night=True, ruleset_key="czech_club",
        starts_on=date(2031, 5, 16), **_team(users),
    )  # fmt: skip
    entries = [EntryFactory(tournament=tournament, number=number) for number in range(1, 10)]
    for number in (1, 2):
        TableFactory(tournament=tournament, number=number)
    for four in (entries[:4], entries[3:7]):
        start_hanchan(
            tournament_id=tournament.pk, table_number=1, key=uuid4(), seats=[entry.pk for entry in four], seed=None,
            by=visitor(users["owner"]),
        )  # fmt: skip
        hanchan = tournament.rounds.order_by("number").last().hanchans.get()
        play(hanchan, *HANDS[:3])
        if four[0] is entries[0]:
            sign(hanchan)


def _with_mahjong_soul(users: dict[str, Any]) -> None:
    """Create a tournament with rules without a clock, and nothing else."""
    tournament = TournamentFactory(name="Online", slug="online", ruleset_key="mahjong_soul", **_team(users))
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, RON, DRAW)


def _club(users: dict[str, Any]) -> None:
    night = Tournament.objects.get(slug="club-night")
    night.club = ClubFactory(
        name="Club", slug="club", organizers=[users["owner"]], people=[PlayerFactory(), PlayerFactory()], tables=2
    )
    night.save()
    ranking = Ranking.objects.create(name="Cup", slug="cup")
    RankingEvent.objects.create(ranking=ranking, tournament=Tournament.objects.get(slug="withheld"))


def _leagues(users: dict[str, Any]) -> None:
    everything = Tournament.objects.filter(rehearsal_of=None).order_by("pk")
    for is_public in (True, False):
        league = League(owner=users["owner"], name=f"League {is_public}", is_public=is_public)
        save_league(league=league, tournaments=everything, by=visitor(users["owner"]))
    top = League.objects.get(name="League True")
    top.periods.create(name="Year", first_day="2020-01-01", last_day="2199-12-31")
    League.objects.filter(name="League False").update(ranked_by="average", best=3, promoted=2, relegated=2, above=top)
