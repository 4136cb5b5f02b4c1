"""A club: its nights, its organizers and its pages."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.clubs.nights import night_of, opened
from tests.factories import (
    ClubFactory,
    EntryFactory,
    LeagueFactory,
    PlayerFactory,
    UserFactory,
    visitor,
)
from tournament.clubs.actions.edit_club import (
    InvitationInvalid,
    LastOrganizer,
    invitation_to,
    join_club,
    remove_organizer,
)
from tournament.clubs.queries import club as queries
from tournament.clubs.queries.club import latest_league
from tournament.models import Club, Role, Tournament
from tournament.site.actions.team import change_role

pytestmark = pytest.mark.django_db


def test_a_club_is_created_once_and_named_as_no_other_of_its_organizer(client, organizer):
    client.force_login(organizer)
    fields = {"name": "Šibeničky", "place": "Brno", "ruleset_key": "ema_2016"}

    first = client.post(reverse("club-new"), fields)
    again = client.post(reverse("club-new"), fields)

    club = Club.objects.get()
    assert (first.status_code, first.url) == (302, "/c/sibenicky/")
    assert again.status_code == 409
    assert "You already have a club with this name." in again.text
    assert (club.place, club.ruleset_key, list(club.organizers.all())) == ("Brno", "ema_2016", [organizer])


def test_a_night_has_the_clubs_tables_rules_organizers_and_league(client, club, organizer):
    colleague = UserFactory()
    club.organizers.add(colleague)
    Club.objects.update(ruleset_key="ema_2016", place="Brno")
    league = LeagueFactory(club=club, tournaments=[])

    response = opened(client, club, league_id=league.pk)

    night = Tournament.objects.get()
    assert response.url == night.get_absolute_url()
    assert (night.club, night.ruleset_key, night.place, night.is_club_night) == (club, "ema_2016", "Brno", True)
    assert list(night.tables.values_list("number", flat=True)) == [1, 2]
    assert dict(night.memberships.values_list("user", "role")) == {
        organizer.pk: Role.OWNER,
        colleague.pk: Role.ORGANIZER,
    }
    assert list(league.tournaments.all()) == [night]
    assert latest_league(club) == league
    assert club.name in client.get(night.get_absolute_url()).text


def test_only_who_opens_a_night_has_agreed_to_organize_it(client, club, organizer):
    """The other organizers of the club are not asked: they are not charged for it, and nobody's home moves to it."""
    colleague = UserFactory()
    club.organizers.add(colleague)

    opened(client, club)

    night = Tournament.objects.get()
    assert dict(night.memberships.values_list("user", "has_agreed")) == {organizer.pk: True, colleague.pk: False}
    change_role(
        tournament_id=night.pk,
        member_id=night.memberships.get(user=colleague).pk,
        role=Role.OWNER,
        by=visitor(organizer),
    )
    assert not night.memberships.get(user=colleague).has_agreed


def test_the_form_of_a_night_is_for_tonight_and_refuses_another_clubs_league(client, club, tonight):
    LeagueFactory(name="Autumn", club=club, tournaments=[])
    foreign = LeagueFactory(tournaments=[])

    page = client.get(reverse("club-night-new", args=[club.slug]))
    refused = opened(client, club, league_id=foreign.pk)

    assert 'value="2026-11-26"' in page.text
    assert "selected>Autumn" in page.text
    assert refused.status_code == 422
    assert not Tournament.objects.exists()


def test_an_organizer_is_invited_by_a_link_that_ends_when_one_leaves(client, club, organizer):
    colleague, late = UserFactory(), UserFactory()
    token = invitation_to(club)
    address = reverse("club-invitation", args=[token])
    client.force_login(colleague)
    assert "Riichi Brno" in client.get(address).text

    client.post(address)
    assert set(club.organizers.all()) == {organizer, colleague}

    remove_organizer(club_id=club.pk, user_id=organizer.pk, by=visitor(organizer))
    client.force_login(late)
    assert client.post(address).status_code == 410
    with pytest.raises(LastOrganizer):
        remove_organizer(club_id=club.pk, user_id=colleague.pk, by=visitor(colleague))
    club.refresh_from_db()
    assert join_club(token=invitation_to(club), by=visitor(late)) == club
    assert client.get(reverse("club-invitation", args=["no-token"])).status_code == 410


def test_invitations_that_went_to_the_wrong_person_are_withdrawn(client, club):
    token = invitation_to(club)

    page = client.get(reverse("club-edit", args=[club.slug])).text
    client.post(reverse("club-invitations-withdraw", args=[club.slug]))

    club.refresh_from_db()
    assert "Withdraw all invitation links" in page
    with pytest.raises(InvitationInvalid):
        join_club(token=token, by=visitor(UserFactory()))
    assert join_club(token=invitation_to(club), by=visitor(UserFactory())) == club


def test_a_clubs_organizers_change_its_league(client, club):
    league = LeagueFactory(name="Autumn", club=club, tournaments=[], is_public=False)

    page = client.get(league.get_absolute_url())
    created = client.post(
        reverse("league-new"), {"name": "Spring", "club": club.pk, "counted": "hanchan", "ranked_by": "sum"}
    )

    assert reverse("league-edit", args=[league.slug]) in page.text
    assert client.get(reverse("league-edit", args=[league.slug])).status_code == 200
    assert created.status_code == 302
    assert set(club.leagues.values_list("name", flat=True)) == {"Autumn", "Spring"}
    foreign = client.post(
        reverse("league-new"), {"name": "X", "club": ClubFactory().pk, "counted": "hanchan", "ranked_by": "sum"}
    )
    assert foreign.status_code == 422


def test_a_private_night_is_on_the_page_of_its_team_alone(client, club, organizer, tonight):
    night_of(club, name="Secret night", is_public=False, owner=organizer)

    assert "Secret night" in client.get(club.get_absolute_url()).text
    client.logout()
    assert "Secret night" not in client.get(club.get_absolute_url()).text


def test_a_clubs_page_loads_the_events_that_it_lists(client, club, organizer, tonight, monkeypatch):
    monkeypatch.setattr(queries, "MOST_PAST", 4)
    monkeypatch.setattr(queries, "MOST_LISTED", 2)
    evening = date(2026, 11, 26)
    days = [*(evening - timedelta(days) for days in (0, 0, 0, 1, 2, 3)), None]
    days += [evening + timedelta(days) for days in (3, 2, 1)]
    for number, day in enumerate(days):
        night_of(club, name=f"Night {number}", starts_on=day, owner=organizer)
    night_of(club, name="Over", starts_on=evening, archived_at=timezone.now(), owner=organizer)

    page = client.get(club.get_absolute_url()).context["page"]

    assert [event.name for event in page.today] == ["Night 2", "Night 1"]
    assert [event.name for event in page.coming] == ["Night 9", "Night 8"]
    assert [event.name for event in page.past] == ["Over", "Night 3", "Night 4", "Night 5"]
    monkeypatch.setattr(queries, "MOST_PAST", 5)
    assert client.get(club.get_absolute_url()).context["page"].past[-1].name == "Night 6"


def test_many_clubs_are_listed_in_pages(client, monkeypatch):
    monkeypatch.setattr(queries, "CLUBS_ON_A_PAGE", 2)
    for name in ("Ants", "Bees", "Cats"):
        ClubFactory(name=name)

    first, last = (client.get(reverse("clubs"), {"page": number}) for number in ("", "9"))

    assert [club.name for club in first.context["clubs"]] == ["Ants", "Bees"]
    assert [club.name for club in last.context["clubs"]] == ["Cats"]
    assert "Page 1 of 2" in first.text


@pytest.mark.parametrize("name", ["club", "club-people"])
def test_a_clubs_pages_ask_no_more_for_more(client, club, organizer, name):
    def asked():
        with CaptureQueriesContext(
            connection,
        ) as context:
            client.get(reverse(name, args=[club.slug]))
        return len(context)

    for _twice in range(2):
        EntryFactory(tournament=night_of(club, owner=organizer), number=1)
        LeagueFactory(club=club, tournaments=[])
    client.get(reverse(name, args=[club.slug]))
    few = asked()
    for _more in range(3):
        EntryFactory(tournament=night_of(club, owner=organizer), number=1)
        club.people.add(PlayerFactory())

    assert asked() == few
