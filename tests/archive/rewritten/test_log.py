"""A laptop's document may not change the log from before, not even what counts as empty."""

from copy import deepcopy

import pytest

from tests.archive.rewritten.documents import with_entry
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.rewritten import rewritten_part

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("before", "after"), [({"number": 1}, {"number": True}), ({"after": {"may_publish": False}}, {"after": {}})]
)
def test_values_that_are_equal_for_python_or_empty_are_no_equal_log(home, before, after):
    own = envelope(home)
    with_entry(own, "entry.edited", **before)
    document = deepcopy(own)
    known = len(own["log"])
    assert rewritten_part(own, document, known=known) is None

    document["log"][-1]["data"] = after

    assert rewritten_part(own, document, known=known) == "the log"
