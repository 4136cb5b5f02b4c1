"""The public names of many substitutes are found without comparing each of them with each entry."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory
from tests.standings.results import tournament_with
from tournament.archive.tenbo import whole
from tournament.core.actions.journal import log
from tournament.core.cache import size_of
from tournament.games import substitutes
from tournament.games.queries import substitutes as queries
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, Substitution

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("name", "query"), [("api-round", ""), ("tournament-json", "?form=public")])
def test_each_name_is_compared_once(name, query, monkeypatch):
    tournament, entries, hanchans = tournament_with([f"Player {n}" for n in range(12)])
    said = log(tournament, "substitute.named", by=STRANGER, number=1, after_hand=None)
    seats = [seat for hanchan in hanchans for seat in hanchan.seats.all()]
    for place, seat in enumerate(seats):
        row = {"hanchan": seat.hanchan, "entry_id": seat.entry_id, "said_by": said}
        Substitution.objects.create(name=f"Tycho {place}", may_publish=True, **row)
    tournament.entries.update(may_publish=False)
    names = []

    def counted(name):
        names.append(name)
        return name_key(name)

    name_key = substitutes.name_key
    for module in (substitutes, queries, whole):
        monkeypatch.setattr(module, "name_key", counted)
    address = reverse(name, args=[tournament.slug, *([1] if name == "api-round" else [])])

    answer = Client().get(address + query)

    assert [f"Tycho {place}" in answer.text for place in range(len(seats))] == [True] * len(seats)
    assert len(names) <= len(entries) + 3 * len(seats)  # a file tells a substitute's name once more in the sheet


def test_a_game_keeps_no_names_of_others():
    """Cached games kept the names of 2,000 hidden people, which their first reader asked for: a gigabyte."""
    tournament, entries, (hanchan,) = tournament_with([f"Player {n}" for n in range(4)])
    said = log(tournament, "substitute.named", by=STRANGER, number=1, after_hand=None)
    hanchan.substitutions.create(name="Tycho", entry=entries[0], said_by=said, may_publish=True)
    for number in range(20):
        name = " ".join(f"{number} {letter}" for letter in "abcdefghijklmn")
        EntryFactory(tournament=tournament, player__name=name, may_publish=False, answered_at=timezone.now())
    (game,) = load_games(Hanchan.objects.filter(pk=hanchan.pk))
    before = size_of(game, most=10**9)

    assert game.public_name_of(game.substitutions[0]) == "Tycho"

    assert size_of(game, most=10**9) - before < 2_000
