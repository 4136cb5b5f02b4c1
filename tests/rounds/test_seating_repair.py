"""The plan after somebody came or left: shown as a difference, accepted, and taken back in one step."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, visitor
from tests.queries import queries_of
from tests.rounds.sixteen import sixteen_players
from tests.whole_site.test_rates import use_up
from tournament.core.views.rates import PLAN_CHANGES, PLANS
from tournament.games.queries.seats import current_plan
from tournament.models import RateUse
from tournament.rounds.actions.accept_plan import PlayersChanged, accept_plan
from tournament.rounds.actions.repair_plan import PlanChanged, accept_repair, take_back_repair
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.queries.repair_plan import repaired_plan
from tournament.rounds.queries.seating import proposed_plan, seating_page
from tournament.rounds.queries.start_round import as_planned, propose_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    organizer, tournament = sixteen_players()
    accept(tournament, organizer, rounds=4)
    start_next(tournament, organizer)
    return organizer, tournament


@pytest.fixture
def tournament(organizer, world):
    """Sixteen players, four rounds planned, the first one started."""
    return deepcopy(world[1])


def accept(tournament, organizer, *, rounds):
    plan = proposed_plan(tournament, rounds=rounds, seed=7)
    accept_plan(tournament_id=tournament.pk, rounds=plan.rounds, players=plan.players, seed=7, by=visitor(organizer))


def start_next(tournament, organizer):
    proposal = as_planned(tournament, propose_round(tournament, seed=1))
    assert proposal.planned
    start_round(
        tournament_id=tournament.pk,
        number=proposal.number,
        tables=proposal.tables,
        seed=None,
        by=visitor(organizer),
    )


@pytest.fixture
def address(tournament):
    return reverse("seating-repair", args=[tournament.slug])


@pytest.fixture
def late(tournament):
    """Four who come when the first round is on."""
    return EntryFactory.create_batch(4, tournament=tournament)


def hash_of(page):
    return page.context["repair"].plan.quality.hash


def test_a_repair_is_computed_once_and_counted(client, organizer, tournament, address, late, monkeypatch):
    client.get(address)
    counted = RateUse.objects.filter(key=PLANS.key(f"account {organizer.pk} ")).count()
    monkeypatch.setattr("tournament.rounds.queries.repair_plan.repair", lambda *_, **__: 1 / 0)

    assert counted == 1
    assert client.get(address).status_code == 200


def test_a_repair_is_previewed(client, tournament, address, late):
    before = current_plan(tournament)
    page = client.get(address)

    repair = page.context["repair"]
    assert repair.plan.rounds[0] == seating_page(tournament).rounds[0]
    assert {late_one.player.name for late_one in late} <= {way.name for way in repair.schedules}
    assert all(seat.round > 1 for way in repair.schedules for seat in way.seats)
    assert "Accept the change" in page.text
    assert current_plan(tournament) == before


def test_an_account_accepts_so_many_repairs_in_an_hour(client, organizer, tournament, address, late):
    form, before = {"hash": hash_of(client.get(address))}, current_plan(tournament)
    use_up(PLAN_CHANGES, f"account {organizer.pk} ")

    assert client.post(address, form).status_code == 429
    assert current_plan(tournament) == before


def test_an_accepted_repair_seats_the_new_players(client, tournament, organizer, address, late):
    form = {"hash": hash_of(client.get(address))}

    assert client.post(address, form).url == reverse("seating", args=[tournament.slug])

    page = client.get(reverse("seating", args=[tournament.slug]))
    assert page.context["plan"].fits
    start_next(tournament, organizer)
    assert tournament.rounds.get(number=2).hanchans.count() == 5
    assert "Changed the seating plan" in client.get(reverse("log", args=[tournament.slug])).text


def test_the_change_is_taken_back_in_one_step(client, tournament, address, late):
    before = current_plan(tournament)
    client.post(address, {"hash": hash_of(client.get(address))})
    base = {"base": current_plan(tournament).hash}
    assert "Undo the last change" in client.get(reverse("seating", args=[tournament.slug])).text

    client.post(reverse("seating-take-back", args=[tournament.slug]), base)
    client.post(reverse("seating-take-back", args=[tournament.slug]), base)

    assert current_plan(tournament).rounds == before.rounds
    assert tournament.log.filter(kind="seating.repair_taken_back").count() == 1


def test_an_account_undoes_so_many_changes_in_an_hour(client, tournament, organizer, address, late):
    """The plan is stored whole once more."""
    client.post(address, {"hash": hash_of(client.get(address))})
    repaired = current_plan(tournament)
    RateUse.objects.all().delete()
    use_up(PLAN_CHANGES, f"account {organizer.pk} ")

    undone = client.post(reverse("seating-take-back", args=[tournament.slug]), {"base": repaired.hash})

    assert undone.status_code == 429
    assert current_plan(tournament) == repaired


def test_once_a_round_was_started_the_change_stays(client, tournament, organizer, address, late):
    client.post(address, {"hash": hash_of(client.get(address))})
    start_next(tournament, organizer)

    with pytest.raises(PlanChanged):
        take_back_repair(tournament_id=tournament.pk, base=current_plan(tournament).hash, by=visitor(organizer))


def test_a_change_that_is_out_of_date_is_not_accepted(client, tournament, organizer, address, late):
    shown = hash_of(client.get(address))
    EntryFactory(tournament=tournament)

    response = client.post(address, {"hash": shown})

    assert response.status_code == 409
    assert "check the plan again" in response.text
    assert current_plan(tournament).accepted_by.kind == "seating.planned"


def test_the_same_change_twice_is_one(client, tournament, address, late):
    form = {"hash": hash_of(client.get(address))}
    client.post(address, form)
    client.post(address, form)

    assert tournament.log.filter(kind="seating.repaired").count() == 1


def test_a_plan_that_fits_does_not_change(client, address):
    page = client.get(address)

    assert page.context["repair"].schedules == ()
    assert "nothing has to change" in page.text


def test_too_few_players_are_refused(client, tournament, address):
    tournament.entries.filter(number__gt=3).update(status="waiting")

    assert "fewer than four players" in client.get(address).text


def test_without_a_plan_there_is_nothing_to_repair(client, organizer):
    tournament = TournamentFactory(organizers=[organizer])

    response = client.get(reverse("seating-repair", args=[tournament.slug]))

    assert response.url == reverse("seating", args=[tournament.slug])


def test_a_stale_repair_is_not_accepted(tournament, organizer, late):
    repair = repaired_plan(tournament, current_plan(tournament))
    shown = {"rounds": repair.plan.rounds, "players": repair.plan.players}
    accepted = {"tournament_id": tournament.pk, "by": visitor(organizer)} | shown

    with pytest.raises(PlanChanged):
        accept_repair(**accepted, base="another", started=1)
    with pytest.raises(PlanChanged):
        accept_repair(**accepted, base=repair.base, started=0)
    EntryFactory(tournament=tournament)
    with pytest.raises(PlayersChanged):
        accept_repair(**accepted, base=repair.base, started=1)


@pytest.fixture
def nine(organizer):
    """Nine players, of whom each rests in some round, and one in the last."""
    tournament = TournamentFactory(organizers=[organizer])
    for number in range(1, 10):
        EntryFactory(tournament=tournament, number=number)
    return tournament


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_player_who_rests_in_all_coming_rounds_is_in_the_plan(nine, organizer, rounds):
    accept(nine, organizer, rounds=rounds)

    for _ in range(rounds):
        assert seating_page(nine).fits
        start_next(nine, organizer)  # proposed as planned


def test_somebody_new_who_would_only_rest_is_not_in_the_plan_until_it_is_kept_for_them(client, nine, organizer):
    accept(nine, organizer, rounds=1)
    EntryFactory(tournament=nine, number=10)
    address = reverse("seating-repair", args=[nine.slug])

    assert not seating_page(nine).fits
    assert as_planned(nine, propose_round(nine, seed=1)).plan_is_unfit
    response = client.post(address, {"hash": hash_of(client.get(address))})

    assert response.status_code == 302
    assert seating_page(nine).fits
    assert as_planned(nine, propose_round(nine, seed=1)).planned
    take_back_repair(tournament_id=nine.pk, base=current_plan(nine).hash, by=visitor(organizer))
    assert not seating_page(nine).fits


def test_more_players_take_no_more_queries(client, tournament, address, late):
    client.get(address)  # makes the rows of rate limits
    EntryFactory.create_batch(4, tournament=tournament)
    few = queries_of(client, address)
    EntryFactory.create_batch(8, tournament=tournament)

    assert queries_of(client, address) == few
