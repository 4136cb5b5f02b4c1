"""Whose events are: all of one account's share the turns of one."""

import asyncio

import pytest
from django.db import DatabaseError

from tests.factories import TournamentFactory, UserFactory
from tournament.live.lanes.owners import Owners, owner_of
from tournament.models import Membership, Role


def names(events, owner_of):
    """The name of each event's owner before and after the owners were read."""

    async def play():
        owners = Owners(owner_of)
        before = [owners.name(event) for event in events]
        await asyncio.gather(*owners._reading)
        return before, [owners.name(event) for event in events]

    return asyncio.run(play())


def test_events_of_one_account_have_one_name() -> None:
    before, after = names(["a", "b", "c"], {"a": 1, "b": 1, "c": 2}.get)

    assert before == ["a", "b", "c"]
    assert after[0] == after[1]
    assert after[0] not in {after[2], "a", "b", "c"}


def test_an_event_without_owner_has_its_own_name() -> None:
    assert names(["a", "b"], lambda _event: None)[1] == ["a", "b"]


def test_an_owner_is_read_once() -> None:
    asked: list[str] = []

    async def play() -> None:
        owners = Owners(asked.append)
        for event in ("a", "a", "b"):
            owners.name(event)
        await asyncio.gather(*owners._reading)
        owners.name("a")

    asyncio.run(play())

    assert sorted(asked) == ["a", "b"]


def test_an_owner_that_could_not_be_read_is_read_again() -> None:
    answers = iter([DatabaseError(), None])

    def read(_event: str) -> int:
        if error := next(answers):
            raise error
        return 7

    async def play() -> list[str]:
        owners, seen = Owners(read), []
        for _turn in range(3):
            seen.append(owners.name("a"))
            await asyncio.gather(*owners._reading)
        return seen

    assert asyncio.run(play()) == ["a", "a", "account 7"]


def test_an_owner_who_has_left_is_charged_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or who has deleted the event, whose slug a stranger's event has by now."""
    monkeypatch.setattr("tournament.live.lanes.owners.READ_AGAIN", 0)
    answers = iter([7, 8, None])

    async def play() -> list[str]:
        owners, seen = Owners(lambda _event: next(answers, None)), []
        for _turn in range(4):
            seen.append(owners.name("a"))
            await asyncio.gather(*owners._reading)
        return seen

    assert asyncio.run(play()) == ["a", "account 7", "account 8", "a"]


def test_the_events_asked_for_least_recently_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.live.lanes.owners.MOST_REMEMBERED", 2)
    owners = Owners(None)
    for event in ("a", "b", "a", "c"):
        owners.name(event)

    assert list(owners._names) == ["a", "c"]


@pytest.mark.django_db(transaction=True)  # it closes the connection
def test_who_has_organized_longest_counts() -> None:
    """Somebody whom others made an owner is not charged for what they do."""
    first, second = UserFactory(), UserFactory()
    tournament = TournamentFactory(slug="open")
    tournament.memberships.all().delete()
    Membership.objects.create(tournament=tournament, user=UserFactory(), role=Role.REFEREE)
    Membership.objects.create(tournament=tournament, user=first, role=Role.ORGANIZER)
    Membership.objects.create(tournament=tournament, user=second, role=Role.OWNER)

    assert owner_of("open") == first.pk
    assert owner_of("other") is None
