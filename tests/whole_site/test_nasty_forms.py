"""Every form of every page is submitted with numbers that no database and no fraction holds, and none breaks the
server: neither a field that looks for a row by its number nor one that only calculates.

The crawler (`form_crawl.py`) submits each form as the page has it, and then with one such number in all of its fields.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse

from tests.conftest import ROOT
from tests.whole_site.form_crawl import Crawl, Filled
from tests.whole_site.form_people import Person
from tests.whole_site.form_worlds import WORLDS
from tournament.rehearsal.html_forms import Fields

pytestmark = pytest.mark.django_db

BEYOND = "9" * 20  # any integer of SQLite or PostgreSQL
ENDLESS = "9" * 4_000  # Python reads it, and no fraction is as large


class NastyCrawl(Crawl):
    def variants(self, person: Person, route: str, fields: Fields) -> Iterator[Filled]:
        for filled in super().variants(person, route, fields):
            yield filled
            names = (fields.keys() | filled.keys()) - {"csrfmiddlewaretoken"}
            for number in (BEYOND, ENDLESS):
                yield dict.fromkeys(names, number)

    def post(self, person: Person, action: str, fields: Filled) -> Any:
        try:
            return super().post(person, action, fields)
        except Exception as error:  # noqa: BLE001 (each is a response with status 500)
            self.wrong.append(f"{action} ({person.name}): {error!r}")
            return HttpResponse(status=500)


PLAIN = re.compile(r"\bforms\.Model(?:Multiple)?ChoiceField\(|\bforms\.IntegerField\([^)]*step_size=")


def test_forms_use_the_fields_that_refuse_such_numbers():
    """`core.forms.rows` and `core.forms.numbers`, in place of Django's."""
    paths = [path for path in (ROOT / "tournament").rglob("*.py") if path.parts[-3:-1] != ("core", "forms")]

    assert [str(path) for path in paths if PLAIN.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.long
def test_no_form_breaks_the_server_by_a_number(settings):
    # Else no password is reset.
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "localhost", "http://testserver"
    crawl = NastyCrawl()

    for world in WORLDS:
        for person in world():
            crawl.of(person)

    assert crawl.wrong == []
