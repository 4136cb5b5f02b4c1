"""A check-in makes a club night the home of a regular who has none, unless its team has an outsider in it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.clubs.nights import night_of
from tests.clubs.people import MAIL, check_in, fresh, listed_without_home, removed, removes
from tests.factories import EntryFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tournament.clubs.actions.edit_club import remove_organizer
from tournament.models import Membership, Player, Role

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_check_in_beside_an_outsider_gives_no_home(club, organizer, dora):
    night = night_of(club, owner=organizer, referees=[UserFactory()])

    check_in(night, dora, organizer)

    assert fresh(dora).home is None
    invited = night_of(club, owner=organizer)
    Membership.objects.create(tournament=invited, user=UserFactory(), role=Role.REFEREE, invited_by=organizer)
    check_in(invited, dora, organizer)
    assert fresh(dora).home == invited


def contacts_on(client, night):
    page = client.get(reverse("entry-edit", args=[night.slug, night.entries.get().number])).text
    return MAIL in page


@pytest.mark.parametrize("keeps_nights", [True, False], ids=["left", "removed"])
@pytest.mark.parametrize("plays_elsewhere", [True, False])
def test_whoever_checks_a_regular_in_does_not_keep_the_person(
    client, club, organizer, former, keeps_nights, plays_elsewhere
):
    dora = listed_without_home(club)
    theirs, ours = night_of(club, owner=former), night_of(club, owner=organizer)
    check_in(theirs, dora, former)
    if plays_elsewhere:
        check_in(ours, dora, organizer)
    client.force_login(former)
    assert contacts_on(client, theirs), "an organizer of the club reads them"

    by = former if keeps_nights else organizer
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(by), keeps_nights=keeps_nights)

    assert not contacts_on(client, theirs)
    if not plays_elsewhere:
        check_in(ours, dora, organizer)
    assert not removes(former, dora)
    client.force_login(organizer)
    assert contacts_on(client, ours)
    assert removes(organizer, dora)


def test_a_night_with_an_outsider_in_its_team_becomes_no_home(club, organizer, former):
    dora = listed_without_home(club)
    theirs, ours = night_of(club, owner=former), night_of(club, owner=organizer, referees=[UserFactory()])
    for night, by in ((theirs, former), (ours, organizer)):
        check_in(night, dora, by)

    removed(club, former, organizer)

    assert fresh(dora).home is None


def test_who_was_entered_anew_stays_with_the_night(club, organizer, former):
    theirs = night_of(club, owner=former)
    player = EntryFactory(tournament=theirs, number=1).player
    club.people.add(player)
    EntryFactory(tournament=night_of(club, owner=organizer), number=1, player=player)

    removed(club, former, organizer)

    assert fresh(player).home == theirs


def test_a_club_gets_no_home_of_somebody_who_plays_elsewhere(club, organizer):
    dora = listed_without_home(club)
    EntryFactory(tournament=TournamentFactory(), number=1, player=dora)
    Player.objects.filter(pk=dora.pk).update(home=None)

    night = night_of(club, owner=organizer)
    check_in(night, dora, organizer)

    assert fresh(dora).home is None


def test_the_number_of_queries_does_not_grow_with_the_people(club, organizer):
    def queries(people):
        user = UserFactory()
        club.organizers.add(user)
        theirs, ours = night_of(club, owner=user), night_of(club, owner=organizer)
        for player in PlayerFactory.create_batch(people):
            club.people.add(player)
            for night, by in ((theirs, user), (ours, organizer)):
                check_in(night, player, by)
        with CaptureQueriesContext(connection) as captured:
            removed(club, user, organizer)
        assert Player.objects.filter(home=ours).count() == people
        return len(captured)

    queries(1)  # from then on the club has a night that is somebody's home
    assert queries(1) == queries(5)
