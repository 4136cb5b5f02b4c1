"""Django's `{% if %}` takes every exception for False, an interruption too. What was rendered like this is neither
cached nor committed."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress

import pytest
from django.db import transaction
from django.template import Context, Template

from tests.factories import ClubFactory
from tournament.core.cache import Cache
from tournament.core.threads import interruption
from tournament.core.threads.interruption import Computation, Interrupted, current
from tournament.models import Club

pytestmark = pytest.mark.usefixtures("interrupted_anywhere")

PAGE = Template("{% if not value %}whole{% endif %}")


class Interrupts:
    """A value in whose evaluation the request is interrupted."""

    def __bool__(self) -> bool:
        computation = current.get()
        assert computation is not None
        computation.interrupt()
        sum(range(100_000))
        return False


class Stops(Interrupts):
    """A value whose statement is stopped."""

    def __bool__(self) -> bool:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(current.get(), "_stop_statement", lambda: None)
            patched.setattr(interruption, "_file_executed_in", lambda _thread: interruption.SQL)
            super().__bool__()
        raise OSError


@pytest.fixture
def computation() -> Iterator[Computation]:
    computation = Computation()
    outer = current.set(computation)
    yield computation
    current.reset(outer)


@pytest.mark.parametrize("value", [Interrupts(), Stops()])
def test_a_template_swallows_an_interruption(computation: Computation, value: Interrupts) -> None:
    with computation.run():
        assert PAGE.render(Context({"value": value})) == ""

    assert computation.was_interrupted


@pytest.mark.parametrize("value", [Interrupts(), Stops()])
def test_a_page_without_a_part_is_not_cached(computation: Computation, value: Interrupts) -> None:
    cache = Cache[str, str](3)

    with computation.run(), pytest.raises(Interrupted):
        cache.get("page", 1, lambda: PAGE.render(Context({"value": value})))

    current.set(None)
    assert cache.get("page", 1, lambda: PAGE.render(Context())) == "whole"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("value", [Interrupts(), Stops()])
def test_what_was_written_with_it_is_rolled_back(computation: Computation, value: Interrupts) -> None:
    with computation.run(), pytest.raises(Interrupted), transaction.atomic():
        ClubFactory(name=f"A page {PAGE.render(Context({'value': value}))}")

    assert not Club.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("value", [Interrupts(), Stops()])
@pytest.mark.parametrize("where", [transaction.atomic, nullcontext])
def test_a_later_transaction_of_the_request_is_committed(
    computation: Computation, value: Interrupts, where: Callable[[], AbstractContextManager[None]]
) -> None:
    """It cleans up after what was interrupted, within a transaction or outside."""
    with computation.run():
        with suppress(Interrupted), where():
            PAGE.render(Context({"value": value}))
        with transaction.atomic():
            ClubFactory(name="afterwards")

    assert Club.objects.get().name == "afterwards"
    assert computation.was_interrupted
