"""Markdown of strangers: what it may become."""

import pytest

from tournament.core.markdown import MOST_BRACKETS, markdown_html, markdown_text


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,eA==)",
        "[x](//example.org)",
        "[x](/accounts/)",
        '<https://example.org" onclick=x>',
        "<img src=x onerror=alert(1)>",
    ],
)
def test_nothing_of_it_runs_loads_or_leads_into_this_site(text):
    html = markdown_html(text)

    assert not any(danger in html for danger in ("<script", "<img", "href", "<a")), html


def test_a_picture_is_a_link_that_nobody_loads():
    assert "<img" not in markdown_html("![x](https://example.org/spy.png)")


def test_what_people_need_is_there():
    html = markdown_html(
        "# Title\n\n- **one**\n- [map](https://osm.org/x?a=1&b=2)\n\n|a|b|\n|-|-|\n|1|2|\n\n<me@club.org>"
    )

    assert "<h3>Title</h3>" in html
    assert '<a href="https://osm.org/x?a=1&amp;b=2" rel="nofollow ugc noopener">map</a>' in html
    assert '<a href="mailto:me@club.org" rel="nofollow ugc noopener">' in html
    assert '<div class="table-frame" tabindex="0"><table class="data">' in html
    assert "<strong>one</strong>" in html


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**To** *us*:\n`CZ65`", "To us:\nCZ65"),
        (
            "See <https://example.org>\n\n- [Map](https://example.org/map)",
            "See https://example.org\n\n- Map (https://example.org/map)",
        ),
        ("2 * 3 < 7 & snake_case", "2 * 3 < 7 & snake_case"),
    ],
)
def test_a_mail_has_the_words_without_their_marks(text, plain):
    assert markdown_text(text) == plain


@pytest.mark.parametrize("columns", [2_000, 20])
def test_a_table_that_would_be_huge_stays_text(columns):
    html = markdown_html("a|" * columns + "\n" + "-|" * columns + "\n" + "a|\n" * 500)

    assert "<table" not in html
    assert len(html) < 20_000


def test_many_brackets_are_text_and_take_no_time():
    """Beyond what a text of people has, no link is looked for: from each bracket the parser would read to the end."""
    some = "[a](https://example.org) " * 50

    assert markdown_html(some).count("<a ") == 50
    assert "<a " not in markdown_html(some + "[" * MOST_BRACKETS)
    assert "[" * MOST_BRACKETS in markdown_text("[" * MOST_BRACKETS)


@pytest.mark.parametrize("text", [">>\na\n" * 200, (">" * 18 + "\na\n") * 60, ">a\n" + "a\n" * 4_000 + ">" * 10])
def test_many_quotes_are_text_and_take_no_time(text):
    """Beyond what a text of people has, no quote is looked for: the parser reads what follows again for each one."""
    assert "<blockquote" not in markdown_html(text)


def test_quotes_of_people_are_quotes():
    letter = "\n\n".join(["> What does it cost?\n> And when?", "20 € at the desk, at nine.\nOr before."] * 15)

    assert markdown_html(letter).count("<blockquote>") == 15
