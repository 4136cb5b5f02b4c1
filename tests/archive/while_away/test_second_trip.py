"""A tournament goes to the same laptop a second time, where its people have played in another tournament meanwhile."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tests.archive.laptops import file_for_laptop, go_on, hands_at
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import is_clean
from tests.factories import UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import ShownAs
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ALL_IS_THERE = (3, 4, True)
NEW = {"name": "Anna Alphová", "club": "Hall club", "ema_number": "04010001"}


@pytest.fixture
def crew():
    """The visitor at the laptop."""
    return visitor(UserFactory())


@pytest.fixture
def home(owner, crew):
    """A tournament that was at the laptop for a day, and is back."""
    tournament, _entries, (hanchan,) = tournament_with(["Anna Alpha", "B", "C", "D"], owner=owner.user, slug="spring")
    play(hanchan, ron(A, B))
    laptop = taken(tournament, owner, crew)
    play(hanchan_of(laptop), tsumo(A))
    assert bring_back(tournament_id=tournament.pk, file=returned(laptop, crew), by=owner).separate_copy is None
    tournament.refresh_from_db()
    return tournament


def taken(home, owner, crew):
    take_to_laptop(tournament_id=home.pk, place="the hall", by=owner)
    home.refresh_from_db()
    return take_over(file=file_for_laptop(home), key=uuid4(), by=crew)


@pytest.fixture
def other(home, crew):
    """Next week's tournament on the laptop, with the same people."""
    laptop = crew.account.memberships.get().tournament
    copied = {"name": "Next week", "starts_on": None, "with_team": False, "with_entries": True}
    return copy_tournament(origin_id=laptop.pk, key=uuid4(), by=crew, **copied)


def edit(tournament, by, **details):
    entry = tournament.entries.select_related("player").get(number=1)
    if "shown_as" in details:
        show_person(player_id=entry.player_id, by=by, **details)
    else:
        facts = replace(facts_of(entry.player), **details)
        edit_entry(entry_id=entry.pk, player=facts, entry=entry_facts_of(entry), by=by)


DETAILS = [*NEW.items(), ("shown_as", ShownAs.INITIALS)]


@pytest.mark.parametrize(("detail", "value"), DETAILS)
def test_the_laptop_shows_what_the_site_corrected(home, other, owner, crew, network, detail, value):
    before = getattr(other.entries.get(number=1).player, detail)
    edit(home, owner, **{detail: value})

    laptop = taken(home, owner, crew)

    assert getattr(laptop.entries.get(number=1).player, detail) == value
    assert getattr(other.entries.get(number=1).player, detail) == before
    assert comes_back(home, laptop, owner, crew, network) == ALL_IS_THERE
    assert getattr(home.entries.get(number=1).player, detail) == value


@pytest.mark.parametrize(("detail", "value"), [*DETAILS, ("removed", True)])
def test_what_another_tournament_of_the_laptop_changed_stops_no_mirror(
    home, other, owner, crew, network, detail, value
):
    if detail == "removed":
        remove_person(player_id=other.entries.get(number=1).player_id, by=crew)
    else:
        edit(other, crew, **{detail: value})

    assert comes_back(home, taken(home, owner, crew), owner, crew, network) == ALL_IS_THERE


def comes_back(home, laptop, owner, crew, network):
    """Play two hands on the laptop. The mirror sends the first one, and the second returns with the tournament. Return
    the hands on the site after each, and whether the tournament came back as it was on the laptop."""
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    mirrored = hands_at(home)
    play(hanchan_of(laptop), tsumo(A))
    back = bring_back(tournament_id=home.pk, file=returned(laptop, crew), by=owner)
    return mirrored, hands_at(home), back.separate_copy is None and is_clean(home)
