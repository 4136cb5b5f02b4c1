"""A club keeps its leagues: whoever is removed from its organizers changes none of them, also with a form under way."""

import re
from datetime import date

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.urls import reverse

from tests.factories import ClubFactory, LeagueFactory, PlayerFactory, UserFactory, visitor
from tournament.clubs.actions.edit_club import remove_organizer
from tournament.models import League, LeaguePeriod
from tournament.standings.actions.save_league import save_league
from tournament.standings.actions.save_periods import record_promotion, save_periods, take_back_promotion

pytestmark = pytest.mark.django_db


def test_a_club_keeps_its_leagues_when_their_owner_is_removed(client, club, organizer):
    user = UserFactory()
    club.organizers.add(user)
    league = LeagueFactory(name="Autumn", club=club, tournaments=[], is_public=False, owner=user)
    own = LeagueFactory(tournaments=[], owner=user)

    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))
    client.force_login(user)

    league.refresh_from_db()
    assert league.owner == organizer
    assert client.get(league.get_absolute_url()).status_code == 404
    assert client.get(reverse("league-edit", args=[league.slug])).status_code == 404
    assert client.get(reverse("league-edit", args=[own.slug])).status_code == 200


FORM = {"counted": "hanchan", "ranked_by": "sum"}


def test_a_form_that_is_under_way_gives_no_league_back_to_who_was_removed(club, organizer):
    """The view had loaded the league, with its owner, before the removal."""
    user = UserFactory()
    club.organizers.add(user)
    of_club = LeagueFactory(name="Autumn", club=club, owner=user)
    new, own = League(name="New", owner=user, club=club), LeagueFactory(name="Own", owner=user)
    own.above = of_club
    under_way = League.objects.get(pk=of_club.pk)
    under_way.name = "Mine"

    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))

    for league in (under_way, new, own):
        with pytest.raises(ObjectDoesNotExist):
            save_league(league=league, tournaments=[], by=visitor(user))
    of_club.refresh_from_db()
    assert (of_club.name, of_club.owner) == ("Autumn", organizer)
    assert not League.objects.filter(above=of_club).exists()
    assert not League.objects.filter(name="New").exists()


def test_who_was_removed_changes_no_period_and_no_promotion(club, organizer):
    """The view had checked the permission before the removal."""
    user = UserFactory()
    club.organizers.add(user)
    upper = LeagueFactory(club=club, owner=organizer)
    lower = LeagueFactory(club=club, owner=organizer, above=upper)
    period = upper.periods.create(name="Spring", first_day=date(2026, 1, 1), last_day=date(2026, 6, 30))
    new = LeaguePeriod(name="Autumn", first_day=date(2026, 7, 1), last_day=date(2026, 12, 31))
    key = PlayerFactory().pk, True
    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))
    border = {"upper": upper, "lower": lower, "period": period}

    def counts():
        return upper.periods.count(), upper.promotions_below.count()

    with pytest.raises(League.DoesNotExist):
        save_periods(league=upper, saved=[new], removed=[], by=visitor(user))
    with pytest.raises(League.DoesNotExist):
        record_promotion(**border, up=[key], down=[], by=visitor(user))
    assert counts() == (1, 0)
    save_periods(league=upper, saved=[new], removed=[], by=visitor(organizer))
    record_promotion(**border, up=[key], down=[], by=visitor(organizer))
    assert counts() == (2, 1)
    with pytest.raises(League.DoesNotExist):
        take_back_promotion(**border, by=visitor(user))
    assert counts() == (2, 1)
    take_back_promotion(**border, by=visitor(organizer))
    assert counts() == (2, 0)


def test_a_form_that_is_under_way_keeps_the_leagues_new_owner(club, organizer):
    """Whoever sends it still organizes the club; the owner has been removed meanwhile."""
    user = UserFactory()
    club.organizers.add(user)
    league = LeagueFactory(club=club, owner=user)
    under_way = League.objects.get(pk=league.pk)
    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))
    under_way.name = "Winter"

    save_league(league=under_way, tournaments=[], by=visitor(organizer))

    league.refresh_from_db()
    assert (league.name, league.owner) == ("Winter", organizer)


@pytest.mark.parametrize("is_owner", [True, False])
def test_the_owner_alone_gives_a_league_another_club(client, club, organizer, is_owner):
    user = UserFactory()
    club.organizers.add(user)
    elsewhere = ClubFactory(organizers=[user])
    league = LeagueFactory(name="Autumn", club=club, owner=user if is_owner else organizer)
    client.force_login(user)
    address = reverse("league-edit", args=[league.slug])

    assert ('name="club"' in client.get(address).text) == is_owner
    assert client.post(address, FORM | {"name": "Autumn", "club": elsewhere.pk}).status_code == 302

    league.refresh_from_db()
    assert league.club == (elsewhere if is_owner else club)


@pytest.mark.parametrize("is_below", [True, False])
def test_a_ladder_ends_with_the_membership(client, club, organizer, is_below):
    user, staying = UserFactory(), UserFactory()
    club.organizers.add(user, staying)
    top = LeagueFactory(name="Top", club=club, owner=organizer, above=LeagueFactory(name="Of who stays", owner=staying))
    kept = LeagueFactory(name="Second", club=club, owner=organizer)
    theirs = LeagueFactory(name="Buy gold")
    (theirs if is_below else kept).above = top if is_below else theirs
    (theirs if is_below else kept).save()
    theirs.owner = user
    theirs.save()

    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))

    for league in (top, kept, theirs):
        league.refresh_from_db()
    assert (theirs.above, kept.above) == (None, None)
    assert top.above.name == "Of who stays"
    assert "Buy gold" not in client.get((top if is_below else kept).get_absolute_url()).text
    form = FORM | {"name": "Second", "above": top.pk}
    assert client.post(reverse("league-edit", args=[kept.slug]), form).status_code == 302


@pytest.fixture
def hung_below(club, organizer):
    """A colleague's own league, of no club, below the organizer's league of the club."""
    colleague = UserFactory()
    club.organizers.add(colleague)
    upper = LeagueFactory(name="Top", club=club, owner=organizer)
    lower = League(name="Buy gold", owner=colleague, above=upper)
    save_league(league=lower, tournaments=[], by=visitor(colleague))
    return lower


@pytest.mark.parametrize("is_private", [False, True])
def test_a_league_that_a_colleague_put_below_is_detached(client, organizer, hung_below, is_private):
    upper = hung_below.above
    League.objects.filter(pk=hung_below.pk).update(is_public=not is_private)
    address = reverse("league-edit", args=[upper.slug])
    client.force_login(organizer)
    name = "A private league that you may not see" if is_private else "Buy gold"
    assert f"Detach the league below: {name}" in client.get(address).text

    client.post(address, FORM | {"name": "Top", "is_public": "on", "club": upper.club_id})
    assert League.objects.get(pk=hung_below.pk).above == upper
    client.post(
        address, FORM | {"name": "Top", "is_public": "on", "club": upper.club_id, "detaches_below": hung_below.pk}
    )

    assert League.objects.get(pk=hung_below.pk).above is None
    assert "Detach the league below" not in client.get(address).text
    second = League(name="Second", owner=organizer, above=upper)
    save_league(league=second, tournaments=[], by=visitor(organizer))
    assert upper.below == second


def test_an_old_page_detaches_no_other_league_than_it_named(client, organizer, hung_below):
    upper = hung_below.above
    client.force_login(organizer)
    address = reverse("league-edit", args=[upper.slug])
    value = re.search(r'name="detaches_below" value="(\d+)"', client.get(address).text)[1]
    sent = FORM | {"name": "Best", "is_public": "on", "club": upper.club_id, "detaches_below": value}
    League.objects.filter(pk=hung_below.pk).update(above=None)
    own = LeagueFactory(name="Second", owner=organizer, above=upper)

    answer = client.post(address, sent)

    assert League.objects.get(pk=own.pk).above == upper
    assert answer.status_code == 422
    assert "Another league is now below this one" in answer.text
    assert "Detach the league below: Second" in answer.text
    save_league(league=upper, tournaments=[], detaches_below=hung_below, by=visitor(organizer))
    assert League.objects.get(pk=own.pk).above == upper


def test_a_ladder_ends_when_a_league_leaves_its_club(organizer, hung_below):
    upper = hung_below.above
    upper.club = None

    save_league(league=upper, tournaments=[], by=visitor(organizer))

    assert League.objects.get(pk=hung_below.pk).above is None


def test_a_league_that_leaves_its_club_keeps_its_owners_leagues(club, organizer):
    top = LeagueFactory(name="Top", owner=organizer)
    middle = LeagueFactory(name="Middle", club=club, owner=organizer, above=top)
    low = LeagueFactory(name="Low", club=club, owner=organizer, above=middle)
    middle.club = None

    save_league(league=middle, tournaments=[], by=visitor(organizer))

    assert (League.objects.get(pk=low.pk).above, League.objects.get(pk=middle.pk).above) == (middle, top)


def test_who_leaves_a_club_hands_its_leagues_to_who_stays(club, organizer):
    staying = UserFactory()
    club.organizers.add(staying)
    league = LeagueFactory(club=club, tournaments=[], owner=organizer)

    remove_organizer(club_id=club.pk, user_id=organizer.pk, by=visitor(organizer))

    league.refresh_from_db()
    assert league.owner == staying
