"""A hanchan of a club night starts with four taps: those who play most stand first, and seats are drawn."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    PlayerFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
)
from tests.queries import queries_of
from tests.table.phones import phone_at
from tournament.models import Hanchan, Tournament

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Boris", "Claire", "Dóra", "Émile", "František"]


@pytest.fixture
def evening():
    evening = TournamentFactory(is_club_night=True, owner=UserFactory())
    TableFactory(tournament=evening, number=1)
    for number, name in enumerate(NAMES, start=1):
        EntryFactory(tournament=evening, player__name=name, number=number)
    return evening


@pytest.fixture
def phone(evening):
    return phone_at(evening.tables.get())


def at(evening):
    return reverse("hanchan-new", args=[evening.slug, 1])


def start(phone, evening, *numbers, new="", key=None):
    players = list(evening.entries.filter(number__in=numbers).values_list("pk", flat=True))
    return phone.post(at(evening), {"key": key or uuid4(), "seed": "7", "players": players, "new_names": new})


def names_at_table(hanchan):
    return {seat.entry.player.name for seat in hanchan.seats.select_related("entry__player")}


def test_four_taps_start_a_hanchan_with_drawn_seats(phone, evening):
    key = uuid4()
    first, again = (start(phone, evening, 1, 2, 4, 5, key=key) for _twice in "12")

    assert (first.status_code, again.status_code) == (302, 302)
    assert names_at_table(Hanchan.objects.get()) == {"Anna", "Boris", "Dóra", "Émile"}
    assert evening.log.get().data["seed"] == 7


def test_somebody_new_is_one_of_the_four(phone, evening):
    start(phone, evening, 1, 2, new="  Zoë   New \n\nBo Li\n")

    assert names_at_table(Hanchan.objects.get()) == {"Anna", "Boris", "Zoë New", "Bo Li"}


@pytest.mark.parametrize(
    ("numbers", "new", "status", "problem"),
    [
        ((1, 2, 3), "", 422, "Choose four players, not 3."),
        ((1, 2, 3, 4), "Zoë", 422, "Choose four players, not 5."),
        ((), "", 422, "Choose four players, not 0."),
        ((1, 2), "Zoë\nzoe", 422, "This player has two seats."),
        ((1, 2, 3), "x" * 81, 422, "80 characters"),
        ((1, 2, 3), "boris", 409, "A player with this name is already entered."),
    ],
)
def test_no_four_are_refused_and_keep_what_was_tapped(phone, evening, numbers, new, status, problem):
    response = start(phone, evening, *numbers, new=new)

    assert response.status_code == status
    assert problem in response.text
    assert response.text.count(" checked") == len(numbers)
    assert new.splitlines() == [] or new.splitlines()[0] in response.text
    assert not Hanchan.objects.exists()


def test_those_who_play_at_another_table_cannot_be_tapped(phone, evening):
    other = TableFactory(tournament=evening, number=2)
    HanchanFactory(round__tournament=evening, table=other, entries=list(evening.entries.order_by("number")[:4]))

    response = start(phone, evening, 1, 4, 5, 6)

    assert response.status_code == 422
    assert "This player is not free" in response.text
    assert "Playing at another table: Anna" in phone.get(at(evening)).text


def test_too_few_who_are_free_are_counted(phone, evening):
    assert "players are free" not in phone.get(at(evening)).text
    playing = evening.entries.filter(number__lte=4)
    HanchanFactory(round__tournament=evening, table=TableFactory(tournament=evening, number=2), entries=list(playing))

    assert "Only 2 players are free." in phone.get(at(evening)).text


def test_regulars_stand_first_and_the_others_by_name(phone, evening):
    owner = evening.memberships.get().user
    last_week = TournamentFactory(is_club_night=True, owner=owner)
    elsewhere = TournamentFactory(is_club_night=True, owner=UserFactory())
    private = TournamentFactory(is_club_night=True, owner=owner, is_public=False)
    people = [entry.player for entry in evening.entries.order_by("number")]
    for night, four in ((last_week, (5, 4, 3, 2)), (elsewhere, (0, 1, 2, 3)), (private, (0, 1, 2, 3))):
        entries = [EntryFactory(tournament=night, player=people[at], number=at + 1) for at in four]
        HanchanFactory(round__tournament=night, entries=entries)

    boxes = phone.get(at(evening)).context["form"]["players"]

    assert [box.choice_label for box in boxes] == ["Claire", "Dóra", "Émile", "František", "Anna", "Boris"]


def test_nights_of_the_same_club_count_although_they_are_private(phone, evening):
    owner = evening.memberships.get().user
    club = ClubFactory(organizers=[owner])
    Tournament.objects.filter(pk=evening.pk).update(club=club)
    last_week = TournamentFactory(is_club_night=True, owner=owner, is_public=False, club=club)
    boris = evening.entries.get(player__name="Boris").player
    others = [EntryFactory(tournament=last_week, number=number) for number in (2, 3, 4)]
    HanchanFactory(round__tournament=last_week, entries=[EntryFactory(tournament=last_week, player=boris), *others])

    assert phone.get(at(evening)).context["form"]["players"][0].choice_label == "Boris"


def test_more_players_ask_no_more(phone, evening):
    few = queries_of(phone, at(evening))
    for number in range(7, 20):
        EntryFactory(tournament=evening, number=number)

    assert queries_of(phone, at(evening)) == few


@pytest.mark.parametrize("refusal", [{"may_publish": False}, {"player__shown_as": "initials"}])
@pytest.mark.parametrize("is_tonight", [True, False])
def test_who_refused_a_public_name_is_not_named_because_somebody_types_the_name(phone, evening, refusal, is_tonight):
    """Somebody who knows the club's people: a name that anybody else types is not public (test_typed_names.py)."""
    owner = evening.memberships.get().user
    phone.force_login(owner)
    evening.club = ClubFactory(organizers=[owner])
    evening.save()
    last = TournamentFactory(is_club_night=True, owner=owner, club=evening.club)
    EntryFactory(
        tournament=evening if is_tonight else last, number=9, status="cancelled", player__name="Zoë Nový", **refusal
    )

    start(phone, evening, 1, 2, new="NOVÝ Zoë\nBo Li")

    typed = dict(evening.entries.filter(number__gt=9 if is_tonight else 6).values_list("player__name", "may_publish"))
    assert typed == {"NOVÝ Zoë": False, "Bo Li": True}


def test_who_agreed_to_a_public_name_since_is_named(phone, evening):
    owner = evening.memberships.get().user
    phone.force_login(owner)
    evening.club = ClubFactory(organizers=[owner])
    evening.save()
    player = PlayerFactory(name="Zoë")
    for may_publish in (False, True):
        night = TournamentFactory(is_club_night=True, owner=owner, club=evening.club)
        EntryFactory(tournament=night, player=player, may_publish=may_publish)

    start(phone, evening, 1, 2, 3, new="Zoë")

    assert evening.entries.get(player__name="Zoë").may_publish
