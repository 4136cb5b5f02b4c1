"""Any ruleset in words, as its page and its print show it."""

import pytest
from django.utils import translation
from hypothesis import given, settings

from tests.scoring.strategies import CHANGES, rulesets
from tournament.core.rules import rules_page
from tournament.core.words.rules import rule_sentence, rule_title, rule_value, rules_name


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr", "cs"])
@settings(max_examples=20)
@given(rules=rulesets(every_field=True))
def test_every_field_of_any_ruleset_has_its_words(language, rules):
    with translation.override(language):
        lines = [line for _title, lines in rules_page(rules).groups for line in lines]

        assert {line.field for line in lines} == set(CHANGES)
        for line in lines:
            assert rule_title(line.field)
            assert rule_sentence(line.field)
            assert rule_value(line.field, line.value).strip(), line.field
        assert rules_name(rules)
