"""A merge of people while a tournament is away holds when the laptop returns, and so do the links that it ended."""

from uuid import uuid4

import pytest
from django.test import Client

from tests.archive.laptops import file_for_laptop, go_on
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import come_back, is_clean
from tests.factories import EntryFactory, TournamentFactory, play
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import Entry, Player
from tournament.people.actions.merge_players import merge_players

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_two_of_them_become_one(home, laptop, first, owner, copier):
    double = EntryFactory(player__name="W. Brzęczyszczykiewicz", tournament=TournamentFactory(owner=owner.user))

    merge_players(player_id=double.player_id, into_id=first.player_id, by=owner)
    bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    assert Player.objects.get(entries=double).pk == first.player_id
    assert home.entries.filter(player=first.player_id).exists()
    assert is_clean(home)


@pytest.mark.slow
@pytest.mark.parametrize("is_into_entered", [False, True])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_a_link_that_a_merge_ended_does_not_come_back_from_the_laptop(owner, network, is_mirrored, is_into_entered):
    """It would show the contacts of the other person to whoever entered under that name."""
    tournament, _entries, (hanchan,) = tournament_with(["Anna Novak", "B", "C", "D"], owner=owner.user, slug="spring")
    entered = tournament.entries.get(player__name="Anna Novak")
    elsewhere = TournamentFactory(owner=owner.user)
    anna = EntryFactory(tournament=elsewhere, player__name="Anna Nowak", player__mail="anna@example.org").player
    Entry.objects.filter(pk=entered.pk).update(language="en")
    play(hanchan, ron(A, B))
    take_to_laptop(tournament_id=tournament.pk, place="nowhere", by=owner)
    tournament.refresh_from_db()
    laptop = take_over(file=file_for_laptop(tournament), key=uuid4(), by=owner)
    old, others = entered.get_link(), tournament.entries.exclude(pk=entered.pk)
    of_laptop = [entry.get_link() for entry in laptop.entries.exclude(number=entered.number)]

    one, other = (anna.pk, entered.player_id) if is_into_entered else (entered.player_id, anna.pk)
    merge_players(player_id=one, into_id=other, by=owner)
    entered.refresh_from_db()
    new = entered.get_link()
    play(hanchan_of(laptop), tsumo(A))
    if is_mirrored:
        assert go_on(network) == 1
    bring_back(tournament_id=tournament.pk, file=returned(laptop, owner), by=owner)

    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    tokens = [link.removesuffix("/").rpartition("/")[2] for link in of_laptop]
    assert all(entry.accepts_desk(token) for entry, token in zip(others.order_by("number"), tokens, strict=True))


@pytest.mark.slow
def test_a_link_that_a_merge_made_invalid_stays_so(home, laptop, copier, network):
    elsewhere = TournamentFactory(owner=copier.user)
    real = EntryFactory(tournament=elsewhere, player__name="B", player__mail="b@example.org", player__home=elsewhere)
    entry = home.entries.get(number=2)
    others_link, links = home.entries.get(number=3).get_link(), [entry.get_link()]

    merge_players(player_id=entry.player_id, into_id=real.player_id, by=copier)
    links.append(laptop.entries.get(number=2).get_link())
    come_back("return", home, laptop, network, copier)

    assert "b@example.org" in Client().get(home.entries.get(number=2).get_link()).text
    assert Client().get(others_link).status_code == 200
    for link in links:
        assert Client().get(link.replace(laptop.slug, home.slug)).status_code == 404
