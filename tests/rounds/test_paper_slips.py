"""200 sheets with one digit wrong, typed into the grid by one person and right by another who does not see the first.

The page's own forms and the site's answers judge: a slip is refused because the sheet does not add up, or the second
entry differs, and no sheet is signed with it. `make clicks` prints the counts.
"""

import json
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    enter,
)
from tests.rounds.paper_sheets import sheet, slip
from tournament.games.queries.game import load_games
from tournament.models import Hanchan
from tournament.rehearsal.html_forms import read_forms

pytestmark = [pytest.mark.django_db, pytest.mark.long]

TABLES, ROUNDS = 10, 20
FIELDS = (*(f"points_{seat}" for seat in range(4)), "bets", "chombo")


def sheets(random, rules, names):
    """A right sheet and one with a slip for each table; without 300, of which the page asks whether it is 30,000."""
    made = {}
    for name in names:
        right = sheet(random, rules)
        while 300 in (abs(int(text)) for text in right[:4] if text.lstrip("-").isdigit()):
            right = sheet(random, rules)
        made[name] = right, slip(right, random)[1]
    return made


def grid(client, address):
    """The page and its form."""
    page = client.get(address).text
    return page, next(form for form in read_forms(page, address) if form.action == address and "key" in form.fields)


def typed(form, texts):
    """The form with these sheets in the lines that it has."""
    fields = dict(form.fields)
    for pk, line in texts.items():
        if f"t{pk}-bets" in fields:
            fields |= {f"t{pk}-{field}": [text] for field, text in zip(FIELDS, line, strict=True)}
    return fields


def test_no_slip_of_200_gets_into_a_signed_sheet(capsys):
    people = UserFactory.create_batch(2)
    tournament = TournamentFactory(organizers=people, is_on_paper=True)
    entries = enter(EntryFactory.build_batch(4 * TABLES, tournament=tournament))
    tables = [TableFactory(tournament=tournament, number=number + 1) for number in range(TABLES)]
    first, second = (Client() for _person in people)
    for client, person in zip((first, second), people, strict=True):
        client.force_login(person)
    random, seen = Random("slips in the grid"), {"by the sum": 0, "by the second entry": 0}

    for number in range(1, ROUNDS + 1):
        round_ = RoundFactory(tournament=tournament, number=number)
        pks = [
            HanchanFactory(round=round_, table=table, entries=entries[4 * place : 4 * place + 4]).pk
            for place, table in enumerate(tables)
        ]
        written = sheets(random, tournament.ruleset, pks)
        address = reverse("paper-round", args=[tournament.slug, number])
        wrong = {pk: with_slip for pk, (_right, with_slip) in written.items()}
        answer = first.post(address, typed(grid(first, address)[1], wrong))
        saved = {game.hanchan.pk: game.paper for game in load_games(Hanchan.objects.filter(pk__in=pks)) if game.paper}
        assert answer.status_code == (302 if len(saved) == TABLES else 422)
        seen["by the sum"] += TABLES - len(saved)

        page, form = grid(second, address)
        assert all(form.fields[f"t{pk}-{field}"] == [""] for pk in saved for field in FIELDS)
        assert not any(f"{points:,}" in page for paper in saved.values() for points in paper.points)
        second.post(address, typed(form, {pk: written[pk][0] for pk in saved}))
        games = list(load_games(Hanchan.objects.filter(pk__in=saved)))
        assert not any(game.sheet for game in games)
        seen["by the second entry"] += sum(game.is_disputed for game in games)

    with capsys.disabled():
        print(f"\n{json.dumps({'slips': ROUNDS * TABLES, 'seen': seen})}")
    assert sum(seen.values()) == ROUNDS * TABLES
    assert min(seen.values()) > 0
