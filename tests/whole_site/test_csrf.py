"""Every form that writes, on every page, is submitted just as the page has it, and none is refused for want of a token.

A template that is included without its context loses the token, and a test client asks for none unless it is told to:
all that a person reads is "This page was open too long". So a crawler (`form_crawl.py`) opens the pages of `WORLDS`
(`form_worlds.py`) as the people do whom they are for, submits each form with the fields that it has, goes on with the
forms of the answer, and undoes it all.

A form that none of the worlds shows fails the test, too. To add one: begin a world in which somebody is shown it, or
name in the `starts` of a person the query that nobody comes upon by following links.
"""

import pytest
from django.template.defaulttags import CsrfTokenNode

from tests.conftest import ROOT
from tests.whole_site.audiences import ROWS
from tests.whole_site.form_crawl import Crawl
from tests.whole_site.form_worlds import WORLDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered(monkeypatch):
    """Template and line of every token that was rendered."""
    places = set()
    render = CsrfTokenNode.render

    def noted(node, context):
        places.add((node.origin.template_name, node.token.lineno))
        return render(node, context)

    monkeypatch.setattr(CsrfTokenNode, "render", noted)
    return places


@pytest.mark.long
def test_every_form_of_every_page_is_submitted_with_its_token(rendered, settings):
    # Else no password is reset.
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "localhost", "http://testserver"
    crawl = Crawl()

    for world in WORLDS:
        for person in world():
            crawl.of(person)

    assert crawl.wrong == []
    assert sorted(tokens() - rendered) == [], "show these forms, by template and line, in one of the WORLDS"
    written = {name for name, row in ROWS.items() if row.post} - {
        "set_language",
        "csp-reports",
        "mirror",
    }  # which are exempt
    assert sorted(written - crawl.routes) == [], "show a form for these in one of the WORLDS"


def tokens() -> set[tuple[str, int]]:
    """Template and line of every token there is."""
    folder = ROOT / "templates"
    return {
        (str(path.relative_to(folder)), number)
        for path in folder.rglob("*.html")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "{% csrf_token %}" in line
    }
