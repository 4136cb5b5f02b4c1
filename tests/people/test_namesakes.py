"""Two of one name carry their numbers on every page; who is not named finds the own seat by number."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from tests.factories import (
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    play,
    visitor,
)
from tests.standings.results import MANGAN
from tournament.core.actions import locking
from tournament.core.actions import mark_namesakes as namesakes
from tournament.models import EntryStatus, EntryTerms, FreedPlaces, PlayerFacts, ShownAs
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import decide_entry, edit_entry, entry_facts_of
from tournament.people.actions.own_entry import cancel_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName
from tournament.screens.queries.hall import round_seats

pytestmark = pytest.mark.django_db

NAMES = ["Anna Nowak", "B", "C", "D", "anna  nowák", "F", "G", "H"]


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def tournament(owner):
    tournament = TournamentFactory(owner=owner)
    names = [PastedName(player=PlayerFacts(name=name), choice="new", known=frozenset()) for name in NAMES]
    add_players(tournament_id=tournament.pk, key=uuid4(), names=names, by=visitor(owner))
    return tournament


def marked(tournament):
    return list(tournament.entries.filter(shares_name=True).order_by("number").values_list("number", flat=True))


@pytest.fixture
def hanchans(tournament):
    """Round 1, the two of one name at different tables."""
    begun, entries = RoundFactory(tournament=tournament), list(tournament.entries.order_by("number"))
    tables = [TableFactory(tournament=tournament, number=number) for number in (1, 2)]
    return [
        HanchanFactory(round=begun, table=table, entries=four)
        for table, four in zip(tables, (entries[:4], entries[4:]), strict=True)
    ]


def test_two_at_different_tables_carry_their_numbers(client, tournament, hanchans):
    play(hanchans[0], MANGAN)

    assert marked(tournament) == [1, 5]
    for address in (reverse("round", args=[tournament.slug, 1]), hanchans[0].get_absolute_url()):
        assert "Anna Nowak (1)" in client.get(address).text


def test_names_are_not_compared_after_a_change_of_something_else(tournament, owner, monkeypatch):
    """The list of each event of a person was read under the lock, also when the club changed: 2 s for twenty events of
    2,000 players."""
    compared, compare = [], namesakes.mark_namesakes
    monkeypatch.setattr(locking, "mark_namesakes", lambda event: compared.append(event) or compare(event))
    entry = tournament.entries.select_related("player").get(number=5)
    facts = facts_of(entry.player)

    edit_entry(
        entry_id=entry.pk,
        player=replace(facts, club="Riichi"),
        entry=replace(entry_facts_of(entry), paid=True),
        by=visitor(owner),
    )
    without = len(compared)
    show_person(player_id=entry.player_id, shown_as=ShownAs.NOBODY, by=visitor(owner))

    assert (without, compared) == (0, [tournament])


def test_the_mark_follows_every_change_of_names(tournament, owner):
    first, second = tournament.entries.filter(number__in=[1, 5]).select_related("player").order_by("number")
    renamed = PlayerFacts(name="Anna Malá")

    edit_entry(entry_id=second.pk, player=renamed, entry=entry_facts_of(second), by=visitor(owner))
    apart = marked(tournament)
    edit_entry(entry_id=second.pk, player=facts_of(first.player), entry=entry_facts_of(second), by=visitor(owner))
    together = marked(tournament)
    remove_entry(tournament_id=tournament.pk, entry_id=first.pk, by=visitor(owner))

    assert (apart, together, marked(tournament)) == ([], [1, 5], [])


def test_a_change_of_status_keeps_it(tournament, owner):
    decide_entry(tournament_id=tournament.pk, entry_id=tournament.entries.get(number=5).pk, status="waiting",
                 by=visitor(owner))  # fmt: skip

    assert marked(tournament) == [1, 5]


def test_who_is_not_named_is_so_to_strangers_and_finds_the_seat_by_number(client, tournament, hanchans, owner):
    tournament.entries.filter(number=3).update(may_publish=False)
    play(hanchans[0], MANGAN)
    pages = [reverse(name, args=[tournament.slug]) for name in ("leaderboard", "players")]
    pages += [reverse("entry", args=[tournament.slug, 3]), hanchans[0].get_absolute_url()]
    tournament.entries.get(number=3).player.__class__.objects.filter(name="C").update(name="Cyril Nameless")

    strangers = [client.get(address).text for address in pages]
    client.force_login(owner)
    teams = [client.get(address).text for address in pages]

    assert not any("Cyril" in text for text in strangers)
    assert all("Cyril Nameless" in text for text in teams)
    hall = {seat.number: seat.name for seat in round_seats(hanchans[0].round).rows}
    assert hall[3] == "a player (3)"


@pytest.mark.parametrize(
    "hidden",
    [
        {"may_publish": False},
        {"status": EntryStatus.WAITING},
        {"status": EntryStatus.APPLIED},
        {"status": EntryStatus.NO_SHOW},
        {"status": EntryStatus.CANCELLED},
        {"player__shown_as": ShownAs.NOBODY},
        {"player__shown_as": ShownAs.INITIALS},
    ],
)
def test_no_number_tells_strangers_of_a_namesake_whom_they_do_not_see(client, owner, hidden):
    tournament = TournamentFactory(owner=owner)
    four = EntryFactory.create_batch(3, tournament=tournament)
    EntryFactory(tournament=tournament, player__name="Anna Nowak", **hidden)
    EntryTerms.objects.create(tournament=tournament, is_moderated=False)

    client.post(
        reverse("enter", args=[tournament.slug]),
        {"name": "Anna Nowak", "mail": "a@example.org", "may_publish": "on", "key": str(uuid4())},
    )

    number = tournament.entries.latest("number").number
    decide_entry(tournament_id=tournament.pk, entry_id=tournament.entries.get(number=number).pk, status="accepted",
                 by=visitor(owner))  # fmt: skip
    hanchan = HanchanFactory(round__tournament=tournament, entries=[tournament.entries.get(number=number), *four])
    play(hanchan, MANGAN)
    for address in (hanchan.get_absolute_url(), reverse("leaderboard", args=[tournament.slug])):
        page = client.get(address).text
        assert "Anna Nowak" in page
        assert f"Anna Nowak ({number})" not in page
    client.force_login(owner)
    assert f"Anna Nowak ({number})" in client.get(hanchan.get_absolute_url()).text


def test_the_number_comes_and_goes_with_what_strangers_see(client, tournament, owner):
    EntryTerms.objects.create(tournament=tournament, freed_places=FreedPlaces.MOVE_UP)
    first, second = tournament.entries.filter(number__in=[1, 5]).order_by("number")

    def numbered():
        return list(
            tournament.entries.filter(shares_public_name=True).order_by("number").values_list("number", flat=True)
        )

    together = numbered()
    decide_entry(tournament_id=tournament.pk, entry_id=second.pk, status="waiting", by=visitor(owner))
    apart = numbered()
    cancel_own_entry(entry_id=tournament.entries.get(number=2).pk, by=visitor(AnonymousUser()))
    moved_up = numbered()
    cancel_own_entry(entry_id=first.pk, by=visitor(AnonymousUser()))

    assert (together, apart, moved_up, numbered()) == ([1, 5], [], [1, 5], [])
