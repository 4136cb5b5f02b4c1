"""Create the demo for first visitors: a tournament in its third round, an earlier tournament, and a league over both.

The demo is created by the same actions that the site's forms call, so that its data is consistent.
"""

import os
import secrets
from argparse import ArgumentParser
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from scoring.hanchan import PlayedHand, next_hand
from scoring.presets import WRC_2015
from scoring.seats import SEATS
from scoring.situation import opening
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, League, PlayerFacts, Tournament, User, Visitor
from tournament.people.actions.add_players import add_players
from tournament.people.queries.players import PastedName, PastedPlayer, preview
from tournament.rehearsal.demo_play import plausible_hand
from tournament.rounds.actions.start_round import start_round
from tournament.site.actions.create_tournament import create_tournament
from tournament.site.queries.demo import LOGIN_FILE, USERNAME
from tournament.standings.actions.save_league import save_league
from tournament.table.actions.call_time import call_time
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.sign_sheet import confirm_seat, sign_sheet

NAMES = (
    "Wojciech Brzęczyszczykiewicz",
    "Kateřina Dvořáková",
    "Kovács Bence",
    "Élodie Dupont",
    "Maximiliana von Hohenzollern-Sigmaringen",
    "Jiří Novák",
    "Nagy-Szentgyörgyi Boglárka",
    "Tom Hall",
    "Katarzyna Łuczyńska-Wiśniewska",
    "Søren Kjærgaard",
    "Chloé Lefèvre",
    "Jean-Baptiste de La Rochefoucauld",
    "Božena Příhodová",
    "Aleksandra Wójcik",
    "Tóth Ágnes",
    "Li Na",
)
EIGHT_EARLIER = (1, 3, 5, 6, 9, 10, 13, 15)
"""The indexes in `NAMES` of the players of the earlier tournament."""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of a password that cannot be confused when they are read off a screen."""

TIED_ON_PAPER = (36_400, 36_400, 29_700, 17_500)


class Command(BaseCommand):
    help = "Make a demo: an account with a random password, a tournament in play, an earlier one and a league."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1, help="number that the hands are drawn from")

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(username=USERNAME).exists():
            raise CommandError(f"There is an account called {USERNAME} already, so the demo was made before.")
        # Each computer's demo has another password, because the next club night may be on an open network.
        password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
        with transaction.atomic():
            # If only staff may create tournaments, the demo's account must be staff.
            is_staff = settings.TENBO_TOURNAMENT_CREATORS == "staff"
            user = User.objects.create_user(USERNAME, password=password, is_staff=is_staff)
            _seed(user, Random(options["seed"]))  # noqa: S311 (hands, not secrets)
        _write_secret(settings.VAR / LOGIN_FILE, password)
        if options["verbosity"]:
            self.stdout.write(f"The demo is made. Log in as {USERNAME}, password in {settings.VAR / LOGIN_FILE}.")


def _seed(owner: User, random: Random) -> None:
    by = Visitor(user=owner)
    earlier = _tournament("Demo: Winter Evening", days_ago=70, by=by)
    entries = _enter(earlier, [NAMES[number] for number in EIGHT_EARLIER], by)
    for number in (1, 2):
        order = entries if number == 1 else [*entries[::2], *entries[1::2]]
        for hanchan in _start_round(earlier, number, order, by):
            _play(hanchan, random, hands=random.randint(5, 7), by=by)
            _sign(hanchan, by)

    spring = _tournament("Demo: Spring Open", days_ago=0, by=by)
    square = _enter(spring, NAMES, by)
    rows = [[4 * row + column for column in range(4)] for row in range(4)]
    columns = [[4 * row + column for row in range(4)] for column in range(4)]
    diagonals = [[4 * row + (row + shift) % 4 for row in range(4)] for shift in range(4)]
    for number, tables in enumerate((rows, columns), start=1):
        for hanchan in _start_round(spring, number, [square[place] for table in tables for place in table], by):
            if number == 1 and hanchan.table.number == 4:
                _enter_paper(hanchan, by)
            else:
                _play(hanchan, random, hands=random.randint(5, 8), by=by)
            _sign(hanchan, by)
    in_play = _start_round(spring, 3, [square[place] for table in diagonals for place in table], by)
    for hanchan, hands in zip(in_play, (4, 6, 2, 0), strict=True):
        _play(hanchan, random, hands=hands, by=by)

    save_league(league=League(owner=owner, name="Demo: Season"), tournaments=[earlier, spring], by=by)


def _tournament(name: str, *, days_ago: int, by: Visitor) -> Tournament:
    return create_tournament(
        key=uuid4(),
        name=name,
        place="",
        starts_on=timezone.localdate() - timedelta(days=days_ago),
        is_public=True,
        ruleset_key=WRC_2015.key,
        by=by,
    )


def _enter(tournament: Tournament, names: Sequence[str], by: Visitor) -> list[int]:
    """Enter players as the page for entering suggests: a known player is not entered as a new person. Returns the ids
    of the entries in the order of the names."""
    players = [PastedPlayer(number=n, player=PlayerFacts(name=name)) for n, name in enumerate(names, start=1)]
    lines = preview(tournament, by, players)
    pasted = [
        PastedName(
            player=line.player,
            choice=line.suggestion or "new",
            known=frozenset(known.player for known in line.known),
        )
        for line in lines
    ]
    add_players(tournament_id=tournament.pk, key=uuid4(), names=pasted, by=by)
    return list(tournament.entries.values_list("pk", flat=True))


def _start_round(tournament: Tournament, number: int, order: Sequence[int], by: Visitor) -> list[Hanchan]:
    tables = [order[first : first + 4] for first in range(0, len(order), 4)]
    started = start_round(tournament_id=tournament.pk, number=number, tables=tables, seed=None, by=by)
    return list(started.hanchans.select_related("table", "round__tournament").order_by("table__number"))


def _play(hanchan: Hanchan, random: Random, *, hands: int, by: Visitor) -> None:
    """Record this many random hands, or fewer if the game ends earlier."""
    rules = hanchan.tournament.ruleset
    played: list[PlayedHand] = []
    for number in range(1, hands + 1):
        if played and played[-1].ending:
            return
        outcome = plausible_hand(random, played[-1].after if played else opening(rules), rules)
        record_hand(hanchan_id=hanchan.pk, number=number, revision=number - 1, key=uuid4(), outcome=outcome, by=by)
        played.append(next_hand(outcome, played, rules=rules, start=None))


def _enter_paper(hanchan: Hanchan, by: Visitor) -> None:
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=0,
        key=uuid4(),
        points=TIED_ON_PAPER,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=by,
    )


def _sign(hanchan: Hanchan, by: Visitor) -> None:
    """End a running game by time; then the four players sign at table 1, and a referee at the other tables."""
    game = load_game(hanchan)
    if not game.ending:
        call_time(hanchan_id=hanchan.pk, revision=game.hanchan.revision, in_progress=False, by=by)
    revision = Hanchan.objects.get(pk=hanchan.pk).revision
    if hanchan.table.number > 1:
        sign_sheet(hanchan_id=hanchan.pk, revision=revision, by=by)
        return
    for seat in SEATS:
        confirm_seat(hanchan_id=hanchan.pk, revision=revision, seat=seat, by=by)


def _write_secret(path: Path, password: str) -> None:
    """Write the password to a file that only this computer's user can read."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(password + "\n")
