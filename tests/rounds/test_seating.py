"""The seats of a whole event: planned, looked at, accepted, and proposed by each round."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, RoundFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tests.rounds.sixteen import sixteen_players
from tests.whole_site.test_rates import use_up
from tournament.core.views import rates
from tournament.models import Departure, RateUse
from tournament.people.actions.depart import depart
from tournament.people.actions.remove_entry import remove_entry
from tournament.rounds.actions.accept_plan import PlayersChanged, PlayHasStarted, accept_plan, drop_plan
from tournament.rounds.queries.seating import proposed_plan

pytestmark = pytest.mark.django_db

ASKED = {"rounds": "4", "seed": "7"}


@pytest.fixture(scope="module")
def world(once):
    return sixteen_players()


@pytest.fixture
def tournament(organizer, world):
    return deepcopy(world[1])


@pytest.fixture
def address(tournament):
    return reverse("seating-plan", args=[tournament.slug])


def public(client, tournament):
    return client.get(reverse("seating", args=[tournament.slug]))


def proposed(client, tournament):
    return client.get(reverse("round-new", args=[tournament.slug]))


def test_a_plan_is_shown_before_it_counts(client, tournament, address):
    page = client.get(address, ASKED)

    assert "Pairs that meet again" in page.text
    assert page.context["plan"].quality.rematches == 0
    assert page.context["plan"].quality.hash in page.text
    assert not tournament.plans.exists()
    assert "There is no seating plan" in public(client, tournament).text


def test_the_same_number_gives_the_same_plan(client, address):
    once, again = (client.get(address, ASKED).context["plan"].rounds for _ in range(2))
    other = client.get(address, ASKED | {"seed": "8"}).context["plan"].rounds

    assert once == again != other


def test_a_plan_is_computed_once_for_looking_and_accepting(client, address, monkeypatch):
    client.get(address, ASKED)
    monkeypatch.setattr("tournament.rounds.queries.seating.plan", lambda *_, **__: 1 / 0)

    assert client.get(address, ASKED).status_code == 200
    assert client.post(address, ASKED).status_code == 302


def test_an_account_computes_so_many_plans_in_an_hour(client, organizer, address):
    client.get(address, ASKED)
    RateUse.objects.all().delete()
    use_up(rates.PLANS, f"account {organizer.pk} ")

    refused = [client.get(address, ASKED | {"seed": "8"}), client.post(address, ASKED | {"seed": "9"})]

    assert [answer.status_code for answer in refused] == [429, 429]
    assert "Too many attempts" in refused[0].text
    assert client.get(address, ASKED).status_code == 200  # the plan that was shown can still be looked at
    assert client.post(address, ASKED).status_code == 302  # and accepted


def test_an_account_accepts_so_many_plans_in_an_hour(client, organizer, tournament, address):
    client.post(address, ASKED)
    RateUse.objects.all().delete()
    use_up(rates.PLAN_CHANGES, f"account {organizer.pk} ")

    refused = client.post(address, ASKED | {"seed": "8"})

    assert refused.status_code == 429
    assert tournament.plans.count() == 1
    assert client.get(address, ASKED | {"seed": "8"}).status_code == 200


def test_a_plan_is_refused_on_a_full_disk(client, tournament, address, monkeypatch):
    monkeypatch.setattr("tournament.core.queries.disk.free_bytes", lambda: 0)

    refused = client.post(address, ASKED)

    assert refused.status_code == 409
    assert "The disk of this site is nearly full" in refused.text
    assert not tournament.plans.exists()


def test_each_round_proposes_the_accepted_plan(client, tournament, address):
    shown = client.get(address, ASKED).context["plan"]

    response = client.post(address, ASKED)

    assert response.url == reverse("seating", args=[tournament.slug])
    assert public(client, tournament).context["plan"].rounds == shown.rounds
    proposal = proposed(client, tournament).context["proposal"]
    numbers = {entry.pk: entry.number for entry in proposal.entries}
    assert proposal.planned
    assert tuple(tuple(numbers[pk] for pk in table) for table in proposal.tables) == shown.rounds[0]
    log = client.get(reverse("log", args=[tournament.slug])).text
    assert "Accepted a seating plan for 4 rounds (draw number 7)" in log


def test_a_planned_round_starts_as_planned_and_the_next_is_the_next(client, tournament, address):
    client.post(address, ASKED)
    page = proposed(client, tournament)
    form = {bound.html_name: bound.value() for bound in page.context["form"]}

    client.post(reverse("round-new", args=[tournament.slug]), {k: v for k, v in form.items() if v is not None})

    seated = [
        tuple(seat.entry.number for seat in hanchan.seats.all())
        for hanchan in tournament.rounds.get().hanchans.order_by("table__number")
    ]
    plan = public(client, tournament).context["plan"]
    assert tuple(seated) == plan.rounds[0]
    second = proposed(client, tournament).context["proposal"]
    assert second.planned
    assert len(second.tables) == 4


def test_a_draw_is_still_possible(client, tournament, address):
    client.post(address, ASKED)

    page = client.get(reverse("round-new", args=[tournament.slug]), {"seed": "5"})

    assert not page.context["proposal"].planned


def test_a_new_player_makes_the_plan_unfit(client, tournament, address):
    client.post(address, ASKED)
    EntryFactory(tournament=tournament, number=17, player__name="Pozdní Host")

    page = public(client, tournament)

    assert "The plan no longer fits" in page.text
    assert "Pozdní Host" in page.text
    drawn = proposed(client, tournament)
    assert not drawn.context["proposal"].planned
    assert reverse("seating-repair", args=[tournament.slug]) in drawn.text


def test_a_withdrawn_player_makes_the_plan_unfit(client, tournament, address):
    client.post(address, ASKED)
    tournament.entries.get(number=3).delete()

    assert "who no longer play: number 3" in " ".join(public(client, tournament).text.split())
    assert not proposed(client, tournament).context["proposal"].planned


def test_a_removed_player_is_named_by_the_number_alone(client, tournament, organizer, address):
    client.post(address, ASKED)
    removed, gone = tournament.entries.get(number=3), tournament.entries.get(number=5)
    remove_entry(tournament_id=tournament.pk, entry_id=removed.pk, by=visitor(organizer))
    depart(
        entry_id=gone.pk, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=1, reason="Ill", by=visitor(organizer)
    )

    assert "number 3, Hráč 5 (number 5)" in public(client, tournament).text
    client.logout()
    assert "number 3, Hráč 5 (number 5)" in public(client, tournament).text


def test_where_tables_are_not_whole_somebody_rests_by_turns(client, tournament, address):
    EntryFactory(tournament=tournament, number=17, player__name="Sedmnáctý")

    client.post(address, ASKED)

    plan = public(client, tournament).context["plan"]
    assert [len(round_.resting) for round_ in plan.by_round] == [1, 1, 1, 1]
    assert plan.quality.most_rests == 1


def test_another_plan_replaces_the_first_which_stays_in_the_books(client, tournament, address):
    client.post(address, ASKED)
    client.post(address, ASKED | {"seed": "8"})
    client.post(address, ASKED | {"seed": "8"})

    assert [plan.seed for plan in tournament.plans.filter(superseded_by=None)] == [8]
    assert tournament.plans.count() == 2


def test_a_plan_can_be_dropped(client, tournament, address):
    client.post(address, ASKED)
    drop = reverse("seating-drop", args=[tournament.slug])

    assert client.post(drop).url == client.post(drop).url == reverse("seating", args=[tournament.slug])

    assert "There is no seating plan" in public(client, tournament).text
    assert not proposed(client, tournament).context["proposal"].planned
    assert tournament.log.filter(kind="seating.dropped").count() == 1


@pytest.mark.parametrize(
    "data",
    [{"rounds": "0", "seed": "1"}, {"rounds": "21", "seed": "1"}, {"rounds": "x", "seed": "1"}, {"rounds": "4"}],
)
def test_invalid_forms_are_refused_with_a_sentence(client, tournament, address, data):
    for response in (client.get(address, data), client.post(address, data)):
        assert response.status_code == 422
        assert 'class="error"' in response.text
    assert not tournament.plans.exists()


def test_too_few_players_are_refused(client, organizer):
    tournament = TournamentFactory(organizers=[organizer])

    page = client.get(reverse("seating-plan", args=[tournament.slug]), ASKED)

    assert "fewer than four players" in page.text


def test_a_withdrawn_player_is_not_planned(client, tournament, organizer, address):
    for entry in list(tournament.entries.all())[3:]:
        depart(
            entry_id=entry.pk,
            key=uuid4(),
            kind=Departure.Kind.WITHDRAWN,
            from_round=1,
            reason="Ill",
            by=visitor(organizer),
        )

    page = client.get(address, ASKED)

    assert page.status_code == 200
    assert "fewer than four players" in page.text


def test_once_play_has_started_the_event_is_not_planned(client, tournament, address):
    RoundFactory(tournament=tournament)

    assert client.get(address).url == reverse("seating", args=[tournament.slug])
    assert "Plan the whole event" not in public(client, tournament).text


def test_a_stale_plan_is_not_accepted(tournament):
    plan = proposed_plan(tournament, rounds=2, seed=1)
    shown = {"rounds": plan.rounds, "players": plan.players, "seed": 1}
    accept = {"tournament_id": tournament.pk, "by": visitor(UserFactory())} | shown

    EntryFactory(tournament=tournament, number=17)
    with pytest.raises(PlayersChanged):
        accept_plan(**accept)
    tournament.entries.get(number=17).delete()
    RoundFactory(tournament=tournament)
    with pytest.raises(PlayHasStarted):
        accept_plan(**accept)

    assert not tournament.plans.exists()
    drop_plan(tournament_id=tournament.pk, by=visitor(UserFactory()))


def test_more_players_take_no_more_queries(client, tournament, address):
    client.post(address, ASKED)
    page = reverse("seating", args=[tournament.slug])
    few = queries_of(client, page)
    for number in range(17, 33):
        EntryFactory(tournament=tournament, number=number)

    assert queries_of(client, page) == few


def test_the_path_of_a_player_is_made_once_for_all_seats(client, tournament, address, monkeypatch):
    """A plan of a thousand players in fifteen rounds has each of them thirty times."""
    client.post(address, ASKED)
    made = []

    def counted(name, *rest, **named):
        made.append(name)
        return reverse(name, *rest, **named)

    monkeypatch.setattr("django.urls.reverse", counted)
    monkeypatch.setattr("tournament.rounds.queries.seating.reverse", counted, raising=False)
    page = public(client, tournament).text

    assert page.count(f'href="{reverse("entry", args=[tournament.slug, 5])}"') == 1 + int(ASKED["rounds"])
    assert made.count("entry") == 16


def test_what_a_reader_opened_has_an_id_so_that_a_refresh_leaves_it_open(client, tournament, address):
    """Without an id it is replaced by a closed one when a notice appears above it."""
    client.post(address, ASKED)

    part = client.get(reverse("seating", args=[tournament.slug]), headers={"HX-Request": "true"}).text

    assert part.lstrip().startswith('<div id="seating-page"')
    assert part.count("<details") == part.count('<details class="planned-round" id="planned-round-') == 4
