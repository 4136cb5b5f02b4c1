"""Two people who sign up at the same moment."""

from functools import partial

import pytest

from tests.concurrency.conftest import both_at_once
from tests.factories import PASSWORD
from tournament.models import User
from tournament.site.actions.accounts import UsernameTaken, sign_up

pytestmark = pytest.mark.database


def test_one_name_in_two_spellings_makes_one_account(transactional_db):
    ada, capitals = (partial(sign_up, username=name, email="", password=PASSWORD) for name in ("ada", "ADA"))

    with pytest.raises(UsernameTaken):
        both_at_once(ada, capitals)

    assert [user.username for user in User.objects.all()] == ["ada"]
