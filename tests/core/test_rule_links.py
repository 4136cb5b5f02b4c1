"""A rule that a sentence names is a link to where it stands in words."""

from django.template import Context, Template

from scoring.refusal import SENTENCES
from tournament.core.words.rule_links import RULE, rule_linked
from tournament.games.words.settlement import TERMS
from tournament.site.queries.rules_page import rules_page_html


def test_the_rule_at_the_end_is_a_link_that_keeps_the_page():
    assert rule_linked("No. (R3.10)") == (
        'No. (<a href="/rules/in-words/#R3.10" target="_blank" rel="noopener"'
        ' aria-label="R3.10 in words (opens in a new tab)">R3.10</a>)'
    )


def test_other_sentences_stay_as_they_are(subtests):
    for sentence in ["", "No.", "R3.1 says no.", "No. (hanchan/1)", "No. (R3.1<)"]:
        with subtests.test(sentence=sentence):
            assert "<" not in rule_linked(sentence)
            assert rule_linked(sentence).replace("&lt;", "<") == sentence


def test_every_rule_of_a_sentence_is_linked():
    page = rule_linked("Missing (R15.2). From the start (R15.3).")

    assert page.startswith('Missing (<a href="/rules/in-words/#R15.2"')
    assert page.endswith(">R15.3</a>).")


def test_what_somebody_typed_is_escaped():
    page = Template("{% load refusals %}{{ problem|rule_linked }}").render(
        Context({"problem": "<script>'1'</script> are no tiles. (R3.1)"})
    )

    assert page.startswith("&lt;script&gt;&#x27;1&#x27;&lt;/script&gt; are no tiles. (<a href=")


def test_every_rule_that_a_refusal_names_stands_on_the_page(subtests):
    for code in SENTENCES:
        with subtests.test(code=code):
            rule = SENTENCES[code][1]
            named = RULE.search(f"({rule})")

            if rule != "hanchan/1":
                assert f'id="{named[1]}">' in rules_page_html()


def test_every_rule_that_an_explanation_names_stands_on_the_page():
    rules = {rule for terms in TERMS.values() for _sentence, rule in terms}

    assert {f'id="{rule}">' for rule in rules if f'id="{rule}">' not in rules_page_html()} == set()
