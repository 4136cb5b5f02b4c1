"""A Toronto open through the site's own pages, from entry to result file, compared with a reckoning of its own.

The format is that of the opens of 2025 and 2026, as the club announced them on 2025-03-24 and 2026-03-26: after the
sixth hanchan the best eight go on with a quarter of their score, and the finals are seated by seed:
`[1,2,7,8] [3,4,5,6]`, then `[1,3,6,8] [2,4,5,7]`. Points come from paper, as North American qualifiers ask for (no
scoring apps). The rulebook of the day is not announced with the format: WRC 2015 stands in, whose uma is 15, 5, −5, −15
and is shared by equals. That two more hands are played when the signal falls between hands changes nothing on paper.
"""

import csv
import io
import json
from fractions import Fraction
from random import Random

import pytest

from tests.factories import UserFactory
from tournament.models import Hanchan
from tournament.rehearsal.html_forms import Page, read_forms

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PLAYERS = 24
FINALISTS = 8
QUALIFICATION = range(1, 7)
FINAL_SEATS = {7: ((1, 2, 7, 8), (3, 4, 5, 6)), 8: ((1, 3, 6, 8), (2, 4, 5, 7))}
UMA = (15, 5, -5, -15)


class Desk:
    """The organizer's browser without JavaScript."""

    def __init__(self, client):
        self.client = client

    def open(self, address, **asked):
        return self._page(self.client.get(address, asked, follow=True))

    def send(self, form):
        page = self._page(self.client.post(form.action, form.fields, follow=True))
        assert page.status in {200, 302}, (form.action, page.words)
        return page

    def _page(self, response):
        address = response.redirect_chain[-1][0] if response.redirect_chain else response.request["PATH_INFO"]
        text = response.text
        return Page(address, response.status_code, text, read_forms(text, address))


def test_a_toronto_open_from_entry_to_result_file(client):
    client.force_login(UserFactory())
    desk, random = Desk(client), Random(2026)
    at = _opened(desk)
    scores = {f"Player {number:02}": [] for number in range(1, PLAYERS + 1)}

    for number in QUALIFICATION:
        _play_round(desk, at, number, scores, random, seed=number)
    before_cut = {name: sum(own) for name, own in scores.items()}
    seeds = sorted(before_cut, key=lambda name: -before_cut[name])
    assert len({before_cut[name] for name in seeds[: FINALISTS + 1]}) == FINALISTS + 1  # no tie to break
    _cut(desk, at)
    for number, tables in FINAL_SEATS.items():
        expected = [{seeds[seed - 1] for seed in table} for table in tables]
        assert _play_round(desk, at, number, scores, random, side="rest") == expected

    finalists = seeds[:FINALISTS]
    totals = before_cut | {name: before_cut[name] / 4 + sum(scores[name][6:]) for name in finalists}
    order = sorted(finalists, key=lambda name: -totals[name]) + seeds[FINALISTS:]
    _compare(desk, at, order, totals, before_cut)


def _opened(desk):
    """Open the tournament, enter everybody, and set what was announced. Returns its address."""
    form = desk.open("/tournaments/new/").form("ruleset_key")
    page = desk.send(form.filled(name="Toronto Open", ruleset_key="wrc_2015", is_on_paper=["on"], is_public=["on"]))
    at = "/t/" + page.address.split("/")[2] + "/"
    form = desk.open(f"{at}players/new/").form("names")
    page = desk.send(form.filled(names="\n".join(f"Player {number:02}" for number in range(1, PLAYERS + 1))))
    if not page.address.endswith("/players/"):
        desk.send(page.form("preview", "names"))
    form = desk.open(f"{at}finals/").form("final_seats")
    text = "\n".join(" ".join(str(list(table)) for table in tables) for tables in FINAL_SEATS.values())
    desk.send(form.filled(final_seats=text, after_1=6, places_1=FINALISTS, carried_1="1/4"))
    return at


def _play_round(desk, at, number, scores, random, **asked):
    """Start the round as proposed, enter it from paper and sign it. Returns who sat at each table."""
    page = desk.open(f"{at}rounds/new/", **asked)
    if "side" in asked:  # the seats of the settings are proposed with the others too; now they sit out
        pattern = page.form("pattern", method="get").fields["pattern"][0]
        page = desk.open(f"{at}rounds/new/", way="seeds", pattern=pattern, **asked)
    desk.send(page.form("seat-1-0"))
    form = desk.open(f"{at}rounds/{number}/paper/").form("key")
    tables, typed = [], {}
    for hanchan in Hanchan.objects.filter(round__number=number).order_by("table__number"):
        names = [seat.entry.player.name for seat in hanchan.seats.order_by("seat")]
        points = _points(random)
        for seat, (name, amount) in enumerate(zip(names, points, strict=True)):
            typed[f"t{hanchan.pk}-points_{seat}"] = amount
            scores[name].append(_score(points, amount))
        typed[f"t{hanchan.pk}-bets"] = 0
        tables.append(set(names))
    page = desk.send(form.filled(**typed))
    desk.send(page.form("sheet"))
    return tables


def _points(random):
    """Four final points, in hundreds, that add up to 120,000."""
    first, second, third = (random.randrange(50, 550) * 100 for _ in range(3))
    return first, second, third, 120_000 - first - second - third


def _score(points, amount):
    """The score of one of four, in thousands; equal points share their uma."""
    ranked = sorted(points, reverse=True)
    shared = [UMA[place] for place in range(4) if ranked[place] == amount]
    return Fraction(amount - 30_000, 1_000) + Fraction(sum(shared), len(shared))


def _cut(desk, at):
    page = desk.open(f"{at}cut/")
    assert "After round 6 the first 8 advance, carrying 1/4 of the score" in page.text
    page = desk.send(page.form("carried", "shown").filled(reason="As announced"))
    assert "8 players advance, carrying 1/4 of the score" in page.text


def _compare(desk, at, order, totals, before_cut):
    """Compare the standings' files with the reckoning."""
    document = json.loads(desk.client.get(f"{at}standings.json").content)
    text = desk.client.get(f"{at}standings.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert document["cuts"] == [{"after": 6, "carry": "0.25"}]
    assert [row["name"] for row in document["players"][:FINALISTS]] == order[:FINALISTS]
    assert {row["name"]: Fraction(row["total"]) for row in document["players"]} == totals
    for row in document["players"][:FINALISTS]:
        assert Fraction(row["carried"]) == before_cut[row["name"]] / 4
        assert row["passed"] == [6]
    assert [row["Player"] for row in rows[:FINALISTS]] == order[:FINALISTS]
    assert {row["Player"]: Fraction(row["Total"]) for row in rows} == totals
    page = desk.open(f"{at}standings/")
    assert "Cut after round 6: those above advanced, carrying 1/4 of the score" in " ".join(page.text.split())
