"""By what name people outside the team know a substitute."""

import doctest
import time

import pytest

from tournament.games import substitutes
from tournament.games.substitutes import LONGEST_KEY, name_key, public_name
from tournament.models import Substitution

REFUSED = {name_key("Zoé Nowak")}


@pytest.mark.parametrize(
    ("typed", "is_same"),
    [
        ("Zoé Nowak", True),
        ("zoe  NOWAK", True),
        ("Nowak, Zoé", True),
        ("Zoé Nowak (7)", True),
        ("Zoé", False),
        ("Zoé Nowaková", False),
    ],
)
def test_a_name_is_known_as_people_type_it(typed, is_same):
    assert (name_key(typed) in REFUSED) == is_same


def test_a_name_of_letters_that_fold_to_many_is_compared_no_further_than_others():
    assert sum(map(len, name_key("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 80))) <= LONGEST_KEY
    begun = time.process_time()

    for number in range(100):
        name_key("(1" * 50_000 + f"{number}")

    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    ("may_publish", "refused", "name"),
    [
        (True, set(), "Zoe Nowak"),
        (True, {name_key("Adam Bor")}, "Zoe Nowak"),
        (True, REFUSED, "a player"),
        (False, set(), "a player"),
        (False, REFUSED, "a player"),
    ],
)
def test_a_substitute_is_named_only_if_they_agreed_and_no_entry_of_theirs_refuses(may_publish, refused, name):
    assert public_name(Substitution(name="Zoe Nowak", may_publish=may_publish), refused) == name


def test_the_examples():
    assert doctest.testmod(substitutes).failed == 0
