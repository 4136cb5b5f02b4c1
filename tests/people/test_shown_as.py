"""A person shown under initials, or as "a player", to everybody outside the team, on every page and in every file."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, LeagueFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tests.people.test_person import pages_from
from tests.standings.results import MANGAN
from tests.standings.test_statistics import signed_event
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.core.actions.rates import spend
from tournament.core.actions.write_budget import WRITTEN
from tournament.models import Player, SheetLine, ShownAs
from tournament.people.actions.edit_entry import PlaysElsewhere
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.show_person import SHOWN_AGAIN, OthersOrganizePerson, show_person

pytestmark = pytest.mark.django_db

NAMES = ["Anna Nowak-Zielińska", "Břetislav Černý", "Claire Dupont", "Dóra Fehér"]


@pytest.fixture(scope="module")
def world(once):
    owner = UserFactory(username="olga")
    tournament, entries, hanchan = signed_event(MANGAN, names=NAMES, owner=owner)
    LeagueFactory(owner=owner, slug="season", tournaments=[tournament])
    Player.objects.filter(pk=entries[0].player_id).update(country="PL", club="Klub Wrocław")
    return owner, (tournament, entries, hanchan)


@pytest.fixture
def owner(db, world):
    return deepcopy(world[0])


@pytest.fixture
def event(db, world):
    return deepcopy(world[1])


def ask(client, entry, shown_as):
    return client.post(reverse("person-shown", args=[entry.player_id]), {"shown_as": shown_as}, follow=True)


def seen_by_strangers(tournament):
    starts = [tournament.get_absolute_url(), reverse("league", args=["season"]), reverse("player-list")]
    starts += [reverse("records"), reverse("tournament-json", args=[tournament.slug])]
    return pages_from(Client(), *starts)


@pytest.mark.slow
def test_initials_are_all_that_strangers_read(client, owner, event):
    tournament, entries, hanchan = event
    lines = list(SheetLine.objects.order_by("pk").values_list("points", "place", "score"))
    client.force_login(owner)
    page = reverse("player-page", args=[entries[0].player_id])
    before = seen_by_strangers(tournament)
    named = {address for address, text in before.items() if "Nowak" in text}

    assert "others see the name that you chose" in ask(client, entries[0], "initials").text

    pages = seen_by_strangers(tournament)
    assert {address for address, text in pages.items() if "Nowak" in text or "Klub Wro" in text} == set()
    assert {address for address, text in pages.items() if "A. N. Z." in text} >= named
    must = {page, reverse("records"), reverse("league", args=["season"]), hanchan.get_absolute_url()}
    files = {reverse(name, args=[tournament.slug]) for name in ("leaderboard-csv", "leaderboard-json")}
    assert must | files | {reverse("tournament-json", args=[tournament.slug])} <= named
    assert lines == list(SheetLine.objects.order_by("pk").values_list("points", "place", "score"))
    # The team goes on with the name.
    assert "Anna Nowak-Zielińska" in client.get(reverse("players", args=[tournament.slug])).text
    assert "the name that others see" in client.get(reverse("log", args=[tournament.slug])).text


@pytest.mark.slow
def test_nobody_has_no_page_and_is_a_player(client, owner, event):
    tournament, entries, _ = event
    client.force_login(owner)
    ask(client, entries[0], "nobody")

    pages = seen_by_strangers(tournament)

    assert not any("Nowak" in text or "A. N." in text for text in pages.values())
    assert "a player" in pages[reverse("leaderboard", args=[tournament.slug])]
    page = reverse("player-page", args=[entries[0].player_id])
    assert page not in pages
    assert Client().get(page).status_code == 404
    assert "players whose name is hidden" in pages[reverse("player-page", args=[entries[1].player_id])]


def test_it_is_asked_of_who_may_remove_them(client, owner, event):
    _tournament, entries, _ = event
    client.force_login(owner)
    assert ask(client, entries[0], "secret").status_code == 422
    EntryFactory(tournament=TournamentFactory(), player=entries[0].player)
    assert ask(client, entries[0], "initials").status_code == 404
    with pytest.raises(OthersOrganizePerson):
        show_person(player_id=entries[0].player_id, shown_as=ShownAs.INITIALS, by=visitor(owner))
    client.force_login(UserFactory(is_staff=True))
    for _twice in range(2):
        assert ask(client, entries[0], "initials").status_code == 200
    assert entries[0].tournament.log.filter(kind="player.edited").count() == 1


def test_one_who_was_two_is_shown_as_asked_for_the_most(owner, event):
    tournament, entries, _ = event
    again = EntryFactory(tournament=TournamentFactory(owner=owner), player=PlayerFactory(shown_as="initials"))

    merge_players(player_id=again.player_id, into_id=entries[0].player_id, by=visitor(owner))

    assert Player.objects.get(pk=entries[0].player_id).shown_as == "initials"
    assert tournament.log.get(kind="player.edited").data["after"] == {"shown_as": "initials"}


def test_merging_hides_nobody_in_a_tournament_of_somebody_else(owner, event):
    _tournament, entries, _ = event
    EntryFactory(tournament=TournamentFactory(), player=entries[0].player)
    again = EntryFactory(tournament=TournamentFactory(owner=owner), player=PlayerFactory(shown_as="nobody"))
    merged = {"into_id": entries[0].player_id, "by": visitor(owner)}

    with pytest.raises(PlaysElsewhere):
        merge_players(player_id=again.player_id, **merged)

    assert Player.objects.get(pk=entries[0].player_id).shown_as == "name"
    Player.objects.filter(pk=again.player_id).update(shown_as="name")
    merge_players(player_id=again.player_id, **merged)
    assert not Player.objects.filter(pk=again.player_id).exists()


def test_a_safety_copy_keeps_it(owner, event):
    tournament, entries, _ = event
    Player.objects.filter(pk=entries[0].player_id).update(shown_as="initials")

    document = read_envelope(envelope_json(envelope(tournament)))
    copy = import_tournament(document=document, key=uuid4(), by=visitor(owner))

    assert [entry.public_name for entry in copy.entries.order_by("number")[:2]] == ["A. N. Z.", "Břetislav Černý"]


def alternate(client, entry, times):
    """Hide the name and show it again so often; return the number of log entries."""
    for _time in range(times):
        for shown_as in ("nobody", "name"):
            client.post(reverse("person-shown", args=[entry.player_id]), {"shown_as": shown_as})
    return entry.tournament.log.filter(kind="player.edited").count()


def test_a_name_is_shown_again_so_often_and_hidden_always(client, owner, event):
    _tournament, entries, _ = event
    client.force_login(owner)

    assert alternate(client, entries[0], 30) == 2 * SHOWN_AGAIN.burst + 1
    assert Player.objects.get(pk=entries[0].player_id).shown_as == "nobody"
    assert alternate(client, entries[1], 1) == 2 * SHOWN_AGAIN.burst + 3, "each person has a count of their own"


def test_a_used_up_budget_stops_showing_a_name_and_no_hiding(client, owner, event):
    _tournament, entries, _ = event
    client.force_login(owner)
    spend(2 * WRITTEN.burst, (WRITTEN, f"account {owner.pk}"))

    hidden, shown = ask(client, entries[0], "nobody"), ask(client, entries[0], "name")

    assert (hidden.status_code, shown.status_code) == (200, 409)
    assert "More was stored in one day" in shown.text
    assert Player.objects.get(pk=entries[0].player_id).shown_as == "nobody"
