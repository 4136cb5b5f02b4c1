"""Visibility of rounds: by setting, by round, by release, by link."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    owner_of,
    play,
    sign,
    visitor,
)
from tests.standings.results import show
from tests.table.corrections import A, tsumo
from tournament.core.queries.visibility import (
    EVERYTHING,
    Audience,
    Withheld,
    hidden_rounds,
    partial_sights,
    sight_of,
    sights,
)
from tournament.models import Shown, Tournament, Visitor
from tournament.rounds.actions.release_round import hold_back_round, release_round
from tournament.screens.actions.hall_link import make_hall_link, revoke_hall_link
from tournament.site.actions.edit_visibility import drop_round_visibility

pytestmark = pytest.mark.django_db


def seen(tournament, by=STRANGER):
    """The numbers of the rounds that this visitor sees, of the first three."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    return [number for number in (1, 2, 3) if sight_of(tournament, by).shows(number)]


@pytest.fixture
def tournament(db, made):
    """Round 1 is signed, round 2 is played at two tables, one of which has signed."""
    return deepcopy(made)


@pytest.fixture(scope="module")
def made(once):
    tournament = TournamentFactory()
    first = HanchanFactory(round=RoundFactory(tournament=tournament, number=1), table__number=1)
    second = RoundFactory(tournament=tournament, number=2)
    one = HanchanFactory(round=second, table=first.table, entries=[seat.entry for seat in first.seats.all()])
    HanchanFactory(round=second, table__number=2)
    for hanchan in (first, one):
        play(hanchan, tsumo(A))
        sign(hanchan)
    return tournament


@pytest.fixture
def unsigned(tournament):
    return tournament.rounds.get(number=2).hanchans.get(table__number=2)


def with_entry(entry):
    return Visitor(user=AnonymousUser(), entries={entry.pk: entry.link_nonce})


def in_hall(tournament):
    tournament.refresh_from_db()
    return Visitor(user=AnonymousUser(), halls={tournament.pk: tournament.hall_nonce})


def test_everything_is_live_where_nobody_said_otherwise(tournament):
    sight = sight_of(tournament, STRANGER)

    assert sight.live
    assert sight.rounds_shown == {1, 2}
    assert sight.key == "everyone"


def test_under_embargo_a_round_is_shown_once_all_its_tables_have_signed(tournament, unsigned):
    show(tournament, everyone="signed")

    assert seen(tournament) == [1]
    assert sight_of(Tournament.objects.get(), STRANGER).withheld == (Withheld(2, Shown.SIGNED),)
    sign(unsigned)
    assert seen(tournament) == [1, 2]


def test_a_signature_taken_back_withholds_the_round_again(tournament, unsigned):
    show(tournament, everyone="signed")
    sheet = sign(unsigned)
    sheet.withdrawn_by = tournament.log.last()
    sheet.save()

    assert seen(tournament) == [1]


def test_a_held_round_is_shown_when_it_is_released_until_that_is_taken_back(tournament):
    show(tournament, players="held", hall="held", everyone="held", number=1)

    assert seen(tournament) == [2]
    key = uuid4()
    release_round(tournament_id=tournament.pk, number=1, key=key, by=STRANGER)
    assert seen(tournament) == [1, 2]
    hold_back_round(tournament_id=tournament.pk, number=1, by=STRANGER)
    release_round(tournament_id=tournament.pk, number=1, key=key, by=STRANGER)  # the first one once more
    assert seen(tournament) == [2]
    drop_round_visibility(tournament_id=tournament.pk, number=1, by=STRANGER)
    assert seen(tournament) == [1, 2]


def test_a_release_does_not_end_an_embargo(tournament):
    show(tournament, everyone="signed")
    release_round(tournament_id=tournament.pk, number=2, key=uuid4(), by=STRANGER)

    assert seen(tournament) == [1]


def test_each_audience_has_its_own_time(tournament):
    make_hall_link(tournament_id=tournament.pk, by=owner_of(tournament))
    player, hall = with_entry(tournament.entries.first()), in_hall(tournament)
    table = at_table(tournament.tables.first())
    show(tournament, players="live", hall="signed", everyone="held")

    assert [seen(tournament, by) for by in (player, table, hall, STRANGER)] == [[1, 2], [1, 2], [1], []]
    assert seen(tournament, visitor(UserFactory())) == []
    assert [sight_of(tournament, by).audience for by in (player, hall)] == [Audience.PLAYERS, Audience.HALL]


def test_nobody_sees_less_with_a_link_than_without(tournament):
    show(tournament, players="held", everyone="live")

    assert seen(tournament, with_entry(tournament.entries.first())) == [1, 2]


def test_the_team_sees_all(tournament):
    show(tournament, players="held", hall="held", everyone="held")
    referee = UserFactory()
    tournament.memberships.create(user=referee, role="referee")

    assert sight_of(tournament, visitor(referee)) == EVERYTHING


def test_only_present_links_of_those_who_sit_count(tournament):
    show(tournament, everyone="held")
    make_hall_link(tournament_id=tournament.pk, by=owner_of(tournament))
    hall = in_hall(tournament)
    newcomer = EntryFactory(tournament=tournament, number=99)
    stale = Visitor(user=AnonymousUser(), entries={tournament.entries.first().pk: "another"})
    revoke_hall_link(tournament_id=tournament.pk, by=owner_of(tournament))

    for by in (with_entry(newcomer), stale, hall, Visitor(user=AnonymousUser(), halls={tournament.pk: ""})):
        assert seen(tournament, by) == []
    other = with_entry(HanchanFactory().seats.first().entry)
    assert seen(tournament, other) == []


def test_a_hall_link_opens_a_private_tournament_and_no_other(tournament):
    private = TournamentFactory(is_public=False)
    make_hall_link(tournament_id=private.pk, by=owner_of(private))
    hall = in_hall(private)
    unlinked = Visitor(user=AnonymousUser(), halls={TournamentFactory(is_public=False).pk: ""})

    assert set(Tournament.objects.seen_by(hall)) == {tournament, private}
    assert set(Tournament.objects.seen_by(unlinked)) == {tournament}


def test_what_is_known_after_a_round(tournament):
    sight = sight_of(tournament, STRANGER).after(1)

    assert [sight.shows(number) for number in (1, 2)] == [True, False]
    assert EVERYTHING.after(1).shows(1)
    assert not EVERYTHING.after(1).shows(2)
    assert list(EVERYTHING.after(1).limit(tournament.rounds.all(), "number")) == [tournament.rounds.get(number=1)]


def test_a_sight_is_hashable_and_its_key_names_what_is_withheld(tournament):
    sight = sight_of(tournament, STRANGER)
    show(tournament, everyone="signed")
    withheld = sight_of(Tournament.objects.get(), STRANGER)

    assert len({sight, withheld}) == 2
    assert withheld.key == "everyone-2s"
    assert withheld.after(1).key == "everyone-2s+1"


def test_it_costs_as_much_for_many_as_for_one(tournament, django_assert_num_queries):
    link = with_entry(tournament.entries.first())
    HanchanFactory.create_batch(3)

    for tournaments in ([tournament], list(Tournament.objects.all())):
        with django_assert_num_queries(2):
            sights(tournaments, STRANGER)
        with django_assert_num_queries(3):
            sights(tournaments, link)
    owner = visitor(UserFactory())
    tournaments = list(Tournament.objects.with_role(owner))
    with django_assert_num_queries(2):
        sights(tournaments, owner)


@pytest.mark.parametrize("until", ["live", "signed", "held"])
@pytest.mark.parametrize("number", [None, 1, 2])
def test_of_many_tournaments_only_those_that_withhold_a_round_are_looked_at(tournament, until, number):
    TournamentFactory()
    show(tournament, everyone=until, number=number)
    all_tournaments = Tournament.objects.all()

    partial = partial_sights(all_tournaments, STRANGER)

    whole = sights(list(all_tournaments.with_role(STRANGER)), STRANGER)
    assert partial == {pk: sight for pk, sight in whole.items() if sight.withheld}
    rounds = tournament.rounds.exclude(pk__in=hidden_rounds(partial)).values_list("number", flat=True)
    assert list(rounds) == [n for n in seen(tournament) if n < 3]
