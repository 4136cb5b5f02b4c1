"""A small hall behind one address; `make attack` plays one of 200 phones."""

from collections import Counter

import pytest

from tests.attack.hall import Hall, Size
from tests.running_site import PREPARE, site

pytestmark = pytest.mark.long


def test_nobody_in_a_hall_behind_one_address_is_refused(tmp_path):
    size = Size(tables=2, accounts=4, wrong_passwords=8, entries=6, pause=0.5)
    with site(tmp_path) as made:
        made.log = tmp_path / "log"
        tables = made.run(PREPARE, str(1 + size.tables))
        made.start()
        hall = Hall(made, tables[0][1].split("tables/")[0], size)

        hall.play()

    assert hall.refused == []
    done = Counter(hall.done)
    assert (done["signature"], done["login"], done["wrong password"], done["entry"]) == (8, 4, 8, 6)
    assert done["hand"] >= 2 * size.tables
