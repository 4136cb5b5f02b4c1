"""A tournament by rounds and a club night each say a whole sentence of their own, with the same values in it."""

import re

import pytest

from tests.conftest import ROOT
from tournament.core.words.kinds import SENTENCES, kind_words
from tournament.models import Tournament

BY_ROUNDS, CLUB_NIGHT = Tournament(), Tournament(is_club_night=True)


def values_in(sentence: object) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", str(sentence)))


@pytest.mark.parametrize("key", SENTENCES)
def test_a_club_night_says_it_with_values_that_a_tournament_has_too(key):
    by_rounds, club_night = SENTENCES[key]

    assert by_rounds != club_night
    assert values_in(club_night) <= values_in(by_rounds)


def test_each_kind_speaks_for_itself():
    assert kind_words(BY_ROUNDS, "round_name", number=3) == "Round 3"
    assert kind_words(CLUB_NIGHT, "round_name", number=3) == "Hanchan 3"
    assert kind_words(CLUB_NIGHT, "standings_after", number=3) == "Standings so far"


def test_every_sentence_is_said_somewhere():
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "tournament").rglob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files if path.name != "kinds.py")

    assert [key for key in SENTENCES if f'"{key}"' not in sources and f"'{key}'" not in sources] == []


def test_only_a_tournament_by_rounds_has_rounds():
    assert BY_ROUNDS.kind.has_rounds
    assert not CLUB_NIGHT.kind.has_rounds
