"""How much one account uses up of the limits that it shares with others, also by forms that are never refused."""

import pytest

from tests.core.test_write_budget import aged, used
from tests.factories import EntryFactory, TournamentFactory, visitor
from tournament.core.actions.journal import log
from tournament.core.actions.write_budget import (
    NEARLY_FULL,
    OF_ALL_NEARLY_FULL,
    OF_NEW,
    WRITTEN,
    WRITTEN_NEARLY_FULL,
    WriteBudget,
    charge,
    counted,
)
from tournament.core.queries import disk
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def nearly_full_disk(monkeypatch):
    monkeypatch.setattr(disk, "free_bytes", lambda: 1_000)


@pytest.mark.parametrize("share", [0.3, 7], ids=["many forms", "one huge form"])
def test_an_account_uses_at_most_its_own_limit_of_what_is_shared(share):
    for _form in range(5):
        charge(WriteBudget("account 1", ((OF_NEW, ""),)), share * WRITTEN.burst * 1_000)

    assert used("account 1") > 1.4 * WRITTEN.burst
    assert used("", OF_NEW) == pytest.approx(WRITTEN.burst, rel=0.01)


@pytest.mark.usefixtures("nearly_full_disk")
def test_an_account_uses_at_most_its_own_limit_of_a_nearly_full_disk():
    for _form in range(5):
        charge(WriteBudget("account 1", ((OF_NEW, ""),)), 0.3 * WRITTEN_NEARLY_FULL.burst * 1_000)

    assert used("", OF_NEW) == pytest.approx(1.5 * WRITTEN_NEARLY_FULL.burst, rel=0.01)
    for rate in (NEARLY_FULL[OF_NEW], OF_ALL_NEARLY_FULL):
        assert used("", rate) == pytest.approx(WRITTEN_NEARLY_FULL.burst, rel=0.01)


def test_nobody_waits_longer_than_a_day_for_what_others_have_stored():
    """Forms that are never refused are counted beyond limits that are used up already."""
    for account in range(15):
        charge(WriteBudget(f"account {account}", ((OF_NEW, ""),)), 3 * WRITTEN.burst * 1_000)

    assert used("account 1") == pytest.approx(2 * WRITTEN.burst, rel=0.01)
    assert used("", OF_NEW) == pytest.approx(2 * OF_NEW.burst, rel=0.01)


@pytest.mark.parametrize("remove", ["person", "entry"])
def test_a_removal_saves_only_what_it_changes_of_a_log(remove):
    """An imported log may have entries of a megabyte, and each removal would be charged with them."""
    owner = visitor(aged())
    event = TournamentFactory(owner=owner.user, breaks="x" * 100_000)
    entry, _other = EntryFactory.create_batch(2, tournament=event)
    log(event, "cut.followed", by=owner, number=99, name="Jan", x="x" * 100_000)
    log(event, "player.renamed", by=owner, number=entry.number, before=f"#{entry.number}", x="x" * 100_000)

    with counted() as written:
        if remove == "person":
            remove_person(player_id=entry.player_id, by=owner)
        else:
            remove_entry(tournament_id=event.pk, entry_id=entry.pk, by=owner)

    assert 100 < written.size < 10_000
