"""By what name people outside the team know a substitute."""

import doctest

import pytest

from tournament.games import substitutes
from tournament.games.substitutes import entries_named, public_name
from tournament.models import Entry, Player, Substitution


def entry(name, *, number=1, may_publish=True, shown_as="name", status="accepted"):
    player = Player(name=name, shown_as=shown_as)
    return Entry(player=player, number=number, may_publish=may_publish, status=status)


@pytest.mark.parametrize(
    ("typed", "is_named"),
    [
        ("Zoé Nowak", True),
        ("zoe  NOWAK", True),
        ("Nowak, Zoé", True),
        ("Zoé Nowak (7)", True),
        ("Zoé", False),
        ("Zoé Nowaková", False),
    ],
)
def test_an_entry_is_known_by_its_name_as_people_type_it(typed, is_named):
    reserve, other = entry("Zoé Nowak", status="waiting"), entry("Adam Bor", number=2)

    assert entries_named(typed, [other, reserve]) == ((reserve,) if is_named else ())


@pytest.mark.parametrize("may_publish", [True, False])
@pytest.mark.parametrize(
    ("entered", "name"),
    [
        ([entry("Zoé Nowak")], "Zoé Nowak"),
        ([entry("Zoé Nowak", may_publish=False)], "a player"),
        ([entry("Zoé Nowak", shown_as="initials")], "Z. N."),
        ([entry("Zoé Nowak", shown_as="nobody")], "a player"),
        ([entry("Zoé Nowak"), entry("Zoé Nowak", number=2)], "Zoé Nowak"),
        ([entry("Zoé Nowak"), entry("Zoé Nowak", number=2, may_publish=False)], "a player"),
    ],
)
def test_who_is_entered_is_named_by_their_own_consent(may_publish, entered, name):
    assert public_name(Substitution(name="Zoé Nowak", may_publish=may_publish), entered) == name


def test_anybody_else_is_named_only_if_they_agreed():
    assert public_name(Substitution(name="Zoé Nowak", may_publish=True), ()) == "Zoé Nowak"
    assert public_name(Substitution(name="Zoé Nowak"), ()) == "a player"


def test_the_examples():
    assert doctest.testmod(substitutes).failed == 0
