"""Two of one name carry their numbers on every page; who is not named finds the own seat by number."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import (
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    play,
    visitor,
)
from tests.standings.results import MANGAN
from tournament.models import PlayerFacts
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import decide_entry, edit_entry, entry_facts_of
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.queries.players import PastedName, facts_of
from tournament.screens.queries.hall import round_seats

pytestmark = pytest.mark.django_db

NAMES = ["Anna Nowak", "B", "C", "D", "anna  nowák", "F", "G", "H"]


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def tournament(owner):
    tournament = TournamentFactory(owner=owner)
    names = [PastedName(player=PlayerFacts(name=name), choice="new", known=frozenset()) for name in NAMES]
    add_players(tournament_id=tournament.pk, key=uuid4(), names=names, by=visitor(owner))
    return tournament


def marked(tournament):
    return list(tournament.entries.filter(shares_name=True).order_by("number").values_list("number", flat=True))


@pytest.fixture
def hanchans(tournament):
    """Round 1, the two of one name at different tables."""
    begun, entries = RoundFactory(tournament=tournament), list(tournament.entries.order_by("number"))
    tables = [TableFactory(tournament=tournament, number=number) for number in (1, 2)]
    return [
        HanchanFactory(round=begun, table=table, entries=four)
        for table, four in zip(tables, (entries[:4], entries[4:]), strict=True)
    ]


def test_two_at_different_tables_carry_their_numbers(client, tournament, hanchans):
    play(hanchans[0], MANGAN)

    assert marked(tournament) == [1, 5]
    for address in (reverse("round", args=[tournament.slug, 1]), hanchans[0].get_absolute_url()):
        assert "Anna Nowak (1)" in client.get(address).text


def test_the_mark_follows_every_change_of_names(tournament, owner):
    first, second = tournament.entries.filter(number__in=[1, 5]).select_related("player").order_by("number")
    renamed = PlayerFacts(name="Anna Malá")

    edit_entry(entry_id=second.pk, player=renamed, entry=entry_facts_of(second), by=visitor(owner))
    apart = marked(tournament)
    edit_entry(entry_id=second.pk, player=facts_of(first.player), entry=entry_facts_of(second), by=visitor(owner))
    together = marked(tournament)
    remove_entry(tournament_id=tournament.pk, entry_id=first.pk, by=visitor(owner))

    assert (apart, together, marked(tournament)) == ([], [1, 5], [])


def test_a_change_of_status_keeps_it(tournament, owner):
    decide_entry(tournament_id=tournament.pk, entry_id=tournament.entries.get(number=5).pk, status="waiting",
                 by=visitor(owner))  # fmt: skip

    assert marked(tournament) == [1, 5]


def test_who_is_not_named_is_so_to_strangers_and_finds_the_seat_by_number(client, tournament, hanchans, owner):
    tournament.entries.filter(number=3).update(may_publish=False)
    play(hanchans[0], MANGAN)
    pages = [reverse(name, args=[tournament.slug]) for name in ("leaderboard", "players")]
    pages += [reverse("entry", args=[tournament.slug, 3]), hanchans[0].get_absolute_url()]
    tournament.entries.get(number=3).player.__class__.objects.filter(name="C").update(name="Cyril Nameless")

    strangers = [client.get(address).text for address in pages]
    client.force_login(owner)
    teams = [client.get(address).text for address in pages]

    assert not any("Cyril" in text for text in strangers)
    assert all("Cyril Nameless" in text for text in teams)
    hall = {seat.number: seat.name for seat in round_seats(hanchans[0].round).rows}
    assert hall[3] == "a player (3)"
