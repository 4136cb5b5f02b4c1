"""Several people at several tables who do anything in any order, also what is stale or not theirs.

Whatever is answered, it is an answer, and afterwards the database means what it says: `manage.py verify` finds
nothing, no points are made or lost, the log has no gap. TENBO_SCENARIO_STEPS and TENBO_SCENARIO_SEED go further.
"""

import json
import os
import random
from collections import Counter
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tests.table.phones import phone_at
from tournament.games.queries.game import load_game, load_games
from tournament.models import Hanchan, LogEntry, Role
from tournament.rounds.actions.start_round import start_round
from tournament.table.edits import Seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STEPS = int(os.environ.get("TENBO_SCENARIO_STEPS", "100"))
SEED = int(os.environ.get("TENBO_SCENARIO_SEED", "0"))
EXPECTED = {200, 302, 404, 409, 422}


class Hall:
    """A tournament of two rounds at two tables, its people's browsers, and the submissions that were sent."""

    def __init__(self, seed, ruleset):
        self.random = random.Random(seed)
        users = {role: UserFactory() for role in (Role.OWNER, Role.REFEREE)}
        self.tournament = TournamentFactory(
            owner=users[Role.OWNER], referees=[users[Role.REFEREE]], ruleset_key=ruleset, is_public=False
        )
        self.owner = visitor(users[Role.OWNER])
        self.entries = [EntryFactory(tournament=self.tournament, number=number) for number in range(1, 10)]
        self.start_round()
        self.start_round()
        self.people = [phone_at(table) for table in self.tournament.tables.all()]
        for user in users.values():
            browser = Client()
            browser.force_login(user)
            self.people += [browser, browser]
        self.sent = []
        self.answers = Counter()

    def start_round(self):
        seats = self.random.sample([entry.pk for entry in self.entries[:8]], 8)
        number = self.tournament.rounds.count() + 1
        return start_round(
            tournament_id=self.tournament.pk, number=number, tables=(seats[:4], seats[4:]), seed=None, by=self.owner
        )

    def step(self):
        """Something new, or something that was sent before: as it was, under another hanchan, by anybody."""
        hanchans = Hanchan.objects.all() if self.random.random() < 0.1 else Hanchan.objects.valid()
        hanchan = self.random.choice(list(hanchans.order_by("pk")) or list(Hanchan.objects.order_by("pk")))
        if self.sent and self.random.random() < 0.25:
            name, data, pk = self.random.choice(self.sent[-12:])
            pk = pk if self.random.random() < 0.7 else hanchan.pk
        else:
            name = self.random.choice(
                ["hand-record"] * 12 + ["hand-undo"] * 2 + ["sheet"] * 5
                + ["time-up", "time-up", "paper", "paper-remove", "correction", "correction", "seats", "hand-move"]
                + ["hanchan-cancel", "table-revoke", "entry-edit", "entry-remove", "tournament-edit"]
            )  # fmt: skip
            data, pk = self.said(name, hanchan), hanchan.pk
            self.sent.append((name, data, pk))
        self.send(name, data, pk)

    def send(self, name, data, pk):
        argument = pk
        if name in {"table-revoke", "entry-edit", "entry-remove"}:
            argument = data["number"]
        arguments = [] if name == "tournament-edit" else [argument]
        url = reverse(name, args=[self.tournament.slug, *arguments])
        response = self.random.choice(self.people).post(url, data)
        assert response.status_code in EXPECTED, (name, data)
        self.answers[name, response.status_code] += 1

    def said(self, name, hanchan):
        """What a page would send, most often as the hanchan is now."""
        pick = self.random.choice
        game = load_game(hanchan)
        revision = hanchan.revision if self.random.random() < 0.85 else max(hanchan.revision - 1, 0)
        base = {"revision": revision, "key": str(uuid4()), "reason": pick(["", "Misread", "Misread"])}
        match name:
            case "hand-record":
                return base | {"number": game.next_number, **self.hand()}
            case "hand-undo":
                return base | {"hand": game.hands[-1].pk if game.hands else 1}
            case "sheet":
                return base | {"seat": pick(["0", "1", "2", "3", "referee"])}
            case "time-up":
                return base | {"answer": pick(["in_progress", "between_hands", "withdraw"])}
            case "paper":
                start = game.rules.start_points
                moved = self.random.randrange(0, 300) * 100
                points = [start + moved, start - moved, start, start - (left := pick([0, 1])) * 1_000]
                return base | {f"points_{seat}": point for seat, point in enumerate(points)} | {"riichi_sticks": left}
            case "seats":
                order = self.random.sample([seat.entry_id for seat in game.seats], 4)
                return base | {f"seat_{seat}": entry for seat, entry in enumerate(order)} | {"accept": "1"}
            case "correction":
                return base | {"edits": self.edits(game)}
            case "hand-move":
                to = pick(list(Hanchan.objects.order_by("pk")))
                number = self.random.randint(1, max(len(game.hands), 1))
                return base | {
                    "hand": number, "to": to.pk, "to_revision": to.revision, "edits": json.dumps([["remove", number]])
                }  # fmt: skip
            case "hanchan-cancel":
                return base | ({"again": "1"} if hanchan.cancelled_by_id else pick([{}, *[{"restart": "on"}] * 4]))
            case "tournament-edit":
                return {"name": pick("AB"), "ruleset_key": pick(["wrc_2015", "tenhou", "ema_2016"])}
            case _:
                return {"number": pick([1, 2, 9]), "name": pick(["Ann", "Bea"]), "status": "accepted"}

    def hand(self):
        """A hand as the screen sends it."""
        pick = self.random.choice
        winner, discarder = self.random.sample("0123", 2)
        riichi = self.random.sample("0123", pick([0, 0, 1, 2]))
        return pick([
            {"winner": winner, "discarder": discarder, "value": pick(["3-30", "1-40", "mangan", "yakuman"])},
            {"winner": winner, "discarder": "self", "value": pick(["2-30", "4-25", "haneman"])},
            {"mode": "draw", "tenpai": [winner, *riichi]},
            {"mode": "chombo", "offender": winner},
            {"winner": winner, "discarder": discarder, "value": "2-30"}
            | {"winner2": "3", "value2": "yakuman", "liable2": winner},
            {"winner": winner, "discarder": discarder, "value": "typed", "han": pick(["3", "6", "x"]), "fu": "32"},
            {"mode": "nagashi-tenpai", "nagashi": winner},
            {"mode": pick(["abort-four_winds", "abort-four_riichi"])},
            {"mode": "redeal"},
        ]) | {"riichi": riichi}  # fmt: skip

    def edits(self, game):
        """One edit of a hand, or a forgotten one before it, as if it were the hand before."""
        number = self.random.randint(1, max(len(game.hands), 1))
        kind = self.random.choice(["replace", "insert", "remove"])
        if kind == "remove" or not game.hands:
            return json.dumps([["remove", number]])
        seen = Seen.of(game.played[number - 1].before)
        said = {"type": "chombo", "offenders": [self.random.randrange(4)]}
        return json.dumps([[kind, number, seen.round_wind.value, int(seen.dealer), said]])


def check(hall):
    """Nothing is wrong with the database."""
    call_command("verify", stdout=StringIO())
    numbers = list(LogEntry.objects.filter(tournament=hall.tournament).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    for game in load_games(Hanchan.objects.order_by("pk")):
        on_the_table = sum(game.final_points) + game.final_sticks * game.rules.riichi_bet
        assert on_the_table == 4 * game.rules.start_points
        assert [hand.number for hand in game.hands] == list(range(1, len(game.hands) + 1))
        assert not (game.sheet and game.hanchan.cancelled_by_id)
        assert game.rules.key == hall.tournament.ruleset_key
        assert len({seat.entry_id for seat in game.seats}) == 4
        if game.sheet:
            assert game.ending


@pytest.mark.parametrize("ruleset", ["wrc_2015", pytest.param("tenhou", marks=pytest.mark.long)])
def test_whatever_people_do_the_database_means_what_it_says(ruleset):
    hall = Hall(f"{SEED} {ruleset}", ruleset)

    for step in range(1, STEPS + 1):
        hall.step()
        if step % 30 == 0:
            check(hall)

    check(hall)
    accepted = {name for name, status in hall.answers if status == 302}
    assert {"hand-record", "sheet", "paper"} <= accepted
