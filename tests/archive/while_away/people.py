"""Helpers for people who play in a tournament that is away: rename them, and look at what came back from the laptop."""

from django.test import Client
from django.urls import reverse

from tests.archive.laptops import go_on, hands_at
from tests.archive.test_hand_over import hanchan_of, returned
from tests.factories import play
from tests.table.corrections import A, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.queries.differences import differences_in
from tournament.models import PlayerFacts
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of

NAME = "Wawrzyniec Brzęczyszczykiewicz"


def rename(entry, by, name="Renamed"):
    entry.refresh_from_db()
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name=name), entry=entry_facts_of(entry), by=by)


def is_clean(tournament):
    tournament.refresh_from_db()
    return not list(differences_in(tournament))


def kinds(tournament):
    return list(tournament.log.order_by("number").values_list("kind", flat=True))


def public_file(tournament):
    return Client().get(reverse("tournament-json", args=[tournament.slug])).text


def come_back(way, home, laptop, network, by):
    """Play a hand on the laptop, which the site gets by the mirror or when the tournament returns."""
    play(hanchan_of(laptop), tsumo(A))
    if way == "mirror":
        assert go_on(network) == 1
    else:
        assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None
    home.refresh_from_db()
    assert hands_at(home) == 2
    assert is_clean(home)
