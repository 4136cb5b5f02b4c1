"""Every refusal of the rules has its words, and fills in what the rules tell."""

from string import Formatter

import pytest

from scoring.outcome import HanFu, Ron, Win
from scoring.points import settle
from scoring.presets import WRC_2015
from scoring.refusal import SENTENCES, Refused
from scoring.seats import Seat
from scoring.situation import opening
from tournament.forms import refusals


def placeholders(sentence):
    return {field for _text, field, _spec, _conversion in Formatter().parse(str(sentence)) if field}


def test_every_code_has_its_words_and_no_other():
    assert refusals.SENTENCES.keys() == SENTENCES.keys()


@pytest.mark.parametrize("code", SENTENCES)
def test_the_words_ask_for_what_the_rules_tell(code):
    assert placeholders(refusals.SENTENCES[code]) == placeholders(SENTENCES[code][0])


def test_a_refusal_says_what_was_wrong_and_by_which_rule():
    seven_pairs_of_one_han = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(1, 25)),))

    with pytest.raises(Refused) as refused:
        settle(seven_pairs_of_one_han, opening(WRC_2015), rules=WRC_2015)

    assert refusals.refusal_words(refused.value) == "A win by ron cannot have 1 han and 25 fu. (R14.1)"
