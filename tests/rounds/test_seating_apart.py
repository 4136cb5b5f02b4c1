"""Whom the seating keeps apart, and who has a table of their own: in plans, in rounds, and on the certificate."""

from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, owner_of
from tournament.games.queries.seats import current_plan
from tournament.models import Tournament
from tournament.rounds.actions.exchange_players import exchange_players
from tournament.rounds.queries.exchange import round_to_change
from tournament.rounds.queries.repair_plan import repaired_plan
from tournament.rounds.queries.start_round import SeatingRequest, propose_round

pytestmark = pytest.mark.django_db

ASKED = {"rounds": "3", "seed": "7"}


@pytest.fixture
def tournament(client):
    """Twenty players: teams of four, all of one country, four of one club."""
    user = UserFactory()
    client.force_login(user)
    tournament = TournamentFactory(organizers=[user])
    for number in range(1, 21):
        EntryFactory(
            tournament=tournament,
            number=number,
            team=f"Tým {number % 5}",
            player__country="CZ",
            player__club="Praha" if number < 5 else "",
        )
    return tournament


def plan(client, tournament, **more):
    return client.get(reverse("seating-plan", args=[tournament.slug]), ASKED | more).context["plan"]


def choose(client, tournament, *kinds):
    return client.post(reverse("seating-apart", args=[tournament.slug]), {"apart": kinds})


def test_team_mates_are_kept_apart_by_default(client, tournament):
    seen = plan(client, tournament).quality

    assert [(clash.kind, clash.meetings) for clash in seen.clashes] == [("team", 0)]


def test_the_organizer_chooses_the_groups_kept_apart(client, tournament):
    assert choose(client, tournament, "club", "nonsense").url == reverse("seating", args=[tournament.slug])
    choose(client, tournament, "club")

    assert [(clash.kind, clash.meetings) for clash in plan(client, tournament).quality.clashes] == [("club", 0)]
    assert tournament.log.get().data == {"kinds": ["club"]}
    choose(client, tournament)
    assert plan(client, tournament).quality.clashes == ()


def test_the_certificate_counts_and_names_who_could_not_be_kept_apart(client, tournament):
    choose(client, tournament, "country")
    address = reverse("seating-plan", args=[tournament.slug])
    page = client.get(address, ASKED)

    (clash,) = page.context["plan"].quality.clashes
    assert clash.meetings == clash.fewest == 90
    assert "15 wishes could not be met" in page.text
    assert "are from the same country" in page.text
    client.post(address, ASKED)
    public = client.get(reverse("seating", args=[tournament.slug]))
    assert "Meetings of two players from the same country" in public.text


def test_a_reserved_table_is_kept_in_every_round_of_a_plan(client, tournament):
    tournament.entries.filter(number=5).update(reserved_table=3)

    seen = plan(client, tournament)

    assert all(5 in tables[2] for tables in seen.rounds)
    assert seen.quality.away_from_home == 0
    assert seen.reserved == 1


def test_a_missing_reserved_table_is_reported(client, tournament):
    tournament.entries.filter(number=5).update(reserved_table=9)
    page = client.get(reverse("seating-plan", args=[tournament.slug]), ASKED)

    name = tournament.entries.get(number=5).player.name
    assert f"{name} sits at table" in page.text
    assert page.context["plan"].quality.away_from_home == 3


@pytest.mark.parametrize("way", ["random", "swiss", "standings"])
def test_a_reserved_table_is_used_by_every_method(tournament, way):
    guest = tournament.entries.get(number=5)
    tournament.entries.filter(pk=guest.pk).update(reserved_table=3)

    proposal = propose_round(tournament, seed=1, seating=SeatingRequest(method=way))

    assert guest.pk in proposal.tables[2]
    assert not [one for one in proposal.unmet.listed if one.kind == "table"]


@pytest.mark.parametrize("way", ["random", "swiss"])
def test_team_mates_are_apart_in_a_round_too(tournament, way):
    assert propose_round(tournament, seed=1, seating=SeatingRequest(method=way)).unmet.count == 0


def test_mates_who_meet_by_places_are_named(client, tournament):
    tournament.entries.update(team="Jediný")

    page = client.get(reverse("round-new", args=[tournament.slug]), {"way": "standings"})

    assert "5 wishes could not be met" in page.text
    assert "are from the same team" in page.text


def test_a_repair_keeps_them_apart_as_well(client, tournament):
    address = reverse("seating-plan", args=[tournament.slug])
    client.post(address, ASKED)
    for number in range(21, 25):
        EntryFactory(tournament=tournament, number=number, team="Pozdní", reserved_table=2 if number == 21 else None)

    repair = repaired_plan(tournament, current_plan(tournament))

    (clash,) = repair.plan.quality.clashes
    assert clash.meetings <= 2  # of 18, at a table of their own in each round
    assert all(21 in tables[1] for tables in repair.plan.rounds)


def test_a_plan_that_is_not_the_one_that_was_shown_is_not_accepted(client, tournament):
    address = reverse("seating-plan", args=[tournament.slug])
    shown = client.get(address, ASKED).context["plan"].quality.hash
    tournament.entries.filter(number=5).update(reserved_table=3)

    response = client.post(address, ASKED | {"hash": shown})

    assert response.status_code == 409
    assert not tournament.plans.exists()


def test_a_team_larger_than_the_tables_are_many_is_said_beforehand(client, tournament):
    seating = reverse("seating", args=[tournament.slug])
    assert "more members than there are tables" not in client.get(seating).text
    tournament.entries.filter(number__in=(1, 2)).update(team="Tým 0")

    assert "Tým 0 has more members than there are tables" in client.get(seating).text


def test_outsiders_learn_nothing_of_hidden_players_from_unmet_wishes(client, tournament):
    """Whoever shares a table with a named player, in spite of the wishes, would be known by that player's country."""
    tournament.entries.exclude(number=1).update(may_publish=True)
    tournament.entries.filter(number__lte=2).update(reserved_table=3)
    choose(client, tournament, "country")
    address = reverse("seating-plan", args=[tournament.slug])
    client.post(address, ASKED)
    seen = Client().get(reverse("seating", args=[tournament.slug]))

    plan_seen = seen.context["plan"]
    assert plan_seen.unmet.count
    assert not any("a player" in name for wish in plan_seen.unmet.listed for name in wish.names)
    assert plan_seen.reserved == 0
    assert "reserved table" not in seen.text
    own = client.get(reverse("seating", args=[tournament.slug])).context["plan"]
    assert own.reserved == 2
    assert own.unmet.count > plan_seen.unmet.count


@pytest.mark.parametrize(
    "hidden",
    [{"may_publish": False}, {"reserved_table": 3}, {"number": 30}],
    ids=["not named", "reserved table", "no longer entered"],
)
def test_outsiders_see_the_draw_number_only_of_a_plan_made_from_public_data(client, tournament, hidden):
    """With the number anybody can compute the plan again with each team and table of one player, and compare."""
    tournament.entries.update(may_publish=True)
    address = reverse("seating", args=[tournament.slug])
    client.post(reverse("seating-plan", args=[tournament.slug]), ASKED)
    assert public_seeds(client, address) == (7, 7)

    tournament.entries.filter(number=5).update(**hidden)
    newer = F("version") + 1
    Tournament.objects.update(version=newer, official_version=newer)  # as by every change of an entry

    assert public_seeds(client, address) == (7, None)
    stranger = Client().get(address).text
    assert "Draw number" not in stranger
    assert "Imported plan" not in stranger
    assert current_plan(tournament).hash in stranger


def test_outsiders_see_no_draw_number_of_a_changed_plan(client, tournament):
    """A hidden player who has left may have been in the plan before, and the number belongs to that plan."""
    tournament.entries.update(may_publish=True)
    address = reverse("seating", args=[tournament.slug])
    client.post(reverse("seating-plan", args=[tournament.slug]), ASKED)

    base = round_to_change(tournament, 1).base
    exchange_players(
        tournament_id=tournament.pk, number=1, first=1, second=2, base=base, key=uuid4(), by=owner_of(tournament)
    )

    assert current_plan(tournament).seed == 7
    assert public_seeds(client, address) == (7, None)


def public_seeds(client, address):
    """The draw numbers that the organizer and a stranger see."""
    document = Client().get(address.replace("seating/", "tournament.json")).json()
    organizer, stranger = (reader.get(address).context["plan"].seed for reader in (client, Client()))
    assert document["plans"][0]["seed"] == stranger
    return organizer, stranger
