"""Two transactions that count uses of the same rate limits at the same time, each several times."""

from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import count
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import transaction

from tests.concurrency.conftest import together
from tournament.core.actions.rates import take
from tournament.core.rates import Rate
from tournament.models import RateUse

OF_OWNER = Rate("test of one owner", 1_000, timedelta(days=1))
TO_ADDRESS = Rate("test to one address", 10, timedelta(days=1))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_mails_to_the_same_people_in_two_orders_wait_for_each_other_in_turn():
    """Two events of one owner accept the same two people, each in its own order."""
    addresses = (f"{number}@example.org" for number in count())
    first, second = (
        next(each for each in addresses if TO_ADDRESS.key(f"7 {each}") < OF_OWNER.key("7")) for _ in range(2)
    )
    both_have_one = Barrier(2)

    def write_mails(*recipients):
        with transaction.atomic():
            for address in recipients:
                take((TO_ADDRESS, f"7 {address}"), (OF_OWNER, "7"))
                with suppress(BrokenBarrierError):
                    both_have_one.wait(0.5)

    together([partial(write_mails, first, second), partial(write_mails, second, first)])

    assert RateUse.objects.count() == 3
