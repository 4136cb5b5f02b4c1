"""Every refusal of the rules has its words, and fills in what the rules tell."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from django.utils.translation import gettext, override

import tournament
from scoring.outcome import HanFu, Ron, Win
from scoring.points import settle
from scoring.presets import WRC_2015
from scoring.refusal import PROBLEMS, SENTENCES, Problem, Refused, malformed
from scoring.seats import Seat
from scoring.situation import opening
from scoring.tiles.hand import Flag
from tournament.core.words import refusals
from tournament.core.words.tiles import flag_name
from tournament.people.actions.entry_numbers import TooManyPlayers

SAME_IN_EVERY_LANGUAGE = {"{where} {problem}."}


def placeholders(sentence):
    return {field for _text, field, _spec, _conversion in Formatter().parse(sentence) if field}


@pytest.mark.parametrize("language", ["fr", "cs"])
@pytest.mark.parametrize("sentence", [*(sentence for sentence, _rule in SENTENCES.values()), *PROBLEMS.values()])
def test_every_refusal_and_problem_is_translated_with_its_placeholders(language, sentence):
    with override(language):
        translated = gettext(sentence)

    assert placeholders(translated) == placeholders(sentence)
    assert translated != sentence or sentence in SAME_IN_EVERY_LANGUAGE


def test_a_refusal_says_what_was_wrong_and_by_which_rule():
    seven_pairs_of_one_han = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(1, 25)),))

    with pytest.raises(Refused) as refused:
        settle(seven_pairs_of_one_han, opening(WRC_2015), rules=WRC_2015)

    assert refusals.refusal_words(refused.value) == "A win by ron cannot have 1 han and 25 fu. (R14.1)"


def test_a_problem_is_told_in_the_language():
    needed = Problem("field_needs_other", {"field": "double_yakuman", "other": "multiple_yakuman"})

    with override("cs"):
        of_rules = refusals.refusal_words(Refused("illegal_ruleset", problem=needed))
        of_a_win = refusals.refusal_words(malformed("A win", "lacks", words="winner"))

    assert of_rules == "Taková pravidla nejsou možná: double_yakuman vyžaduje multiple_yakuman. (hanchan/1)"
    assert of_a_win == "Výhra musí obsahovat winner. (hanchan/1)"


def test_what_is_named_in_a_refusal_is_of_the_language_too():
    refused = Refused("flags_exclude", flag="rinshan", other="haitei")

    with override("fr"):
        sentence = refusals.refusal_words(refused)

    assert "rinshan" not in sentence
    assert str(flag_name(Flag.HAITEI)) not in sentence
    assert "123m is no open kong." in refusals.refusal_words(Refused("bad_meld", tiles="123m", meld="kakan"))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "An event can have at most 2,000 players, so no one was added."),
        ("fr", "Un événement peut compter 2\u202f000 joueurs au plus, donc personne n’a été ajouté."),
        ("cs", "Turnaj může mít nejvýš 2\u00a0000 hráčů, takže nikdo nepřibyl."),
    ],
)
def test_a_limit_is_written_in_the_language(language, sentence):
    with override(language):
        assert str(TooManyPlayers().message) == str(TooManyPlayers.message) == sentence


def test_no_limit_stands_in_the_text_of_a_refusal():
    """The number would be another one in the text than in `limits`, once it changes."""
    assigned = [
        ast.unparse(node.value)
        for path in Path(tournament.__file__).parent.rglob("actions/*.py")
        for refusal in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(refusal, ast.ClassDef)
        for node in refusal.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "message"
    ]

    assert len(assigned) > 100
    assert [text for text in assigned if re.search(r"\d\d", text)] == []
