"""A club: its nights join its league, its cards lead to tonight's tables, and its people are one touch away."""

from datetime import date, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    ClubFactory,
    EntryFactory,
    LeagueFactory,
    PlayerFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    visitor,
)
from tests.table.phones import HTMX
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.clubs.actions.edit_club import LastOrganizer, invitation_to, join_club, remove_organizer
from tournament.clubs.queries.club import latest_league
from tournament.models import Club, Player, Role, Tournament
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.person import person_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer():
    return UserFactory()


@pytest.fixture
def club(organizer, client):
    client.force_login(organizer)
    return ClubFactory(name="Riichi Brno", organizers=[organizer], people=[PlayerFactory(name="Anna")], tables=2)


def evening(hour=19, day=26):
    return datetime(2026, 11, day, hour, 30, tzinfo=timezone.get_current_timezone())


@pytest.fixture
def tonight(monkeypatch):
    """It is Thursday, 26 November 2026, in the evening."""
    monkeypatch.setattr(timezone, "now", evening)


def night_of(club, **options):
    return TournamentFactory(club=club, is_club_night=True, **{"starts_on": date(2026, 11, 26)} | options)


def opened(client, club, **more):
    fields = {"key": uuid4(), "name": "Thursday", "starts_on": "2026-11-26", "is_club_night": "on", "is_public": "on"}
    return client.post(reverse("club-night-new", args=[club.slug]), fields | more)


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


def test_the_form_of_a_night_is_for_tonight_and_refuses_another_clubs_league(client, club, tonight):
    LeagueFactory(name="Autumn", club=club, tournaments=[])
    foreign = LeagueFactory(tournaments=[])

    page = client.get(reverse("club-night-new", args=[club.slug]))
    refused = opened(client, club, league_id=foreign.pk)

    assert 'value="2026-11-26"' in page.text
    assert "selected>Autumn" in page.text
    assert refused.status_code == 422
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(("hour", "day"), [(19, 26), (1, 27)], ids=["in the evening", "after midnight"])
def test_a_card_leads_to_the_table_of_its_number_of_tonights_event(client, club, monkeypatch, hour, day):
    for day_before in (19, 25):
        night_of(club, starts_on=date(2026, 11, day_before))
    night = night_of(club)
    TableFactory(tournament=night, number=2)
    night_of(club, archived_at=timezone.now())
    link = club.tables.get(number=2).get_link()
    monkeypatch.setattr(timezone, "now", lambda: evening(hour, day))
    client.logout()

    response = client.get(link)

    assert response.url == reverse("table", args=[night.slug, 2])
    assert client.get(response.url).status_code == 200
    assert client.get(reverse("table", args=[night.slug, 1])).status_code == 404


def test_a_card_of_last_week_is_good_this_week(client, club, monkeypatch):
    link = club.tables.get(number=1).get_link()
    nights = [night_of(club, starts_on=date(2026, 11, day)) for day in (19, 26)]
    for night in nights:
        TableFactory(tournament=night)

    for night, day in zip(nights, (19, 26), strict=True):
        monkeypatch.setattr(timezone, "now", lambda day=day: evening(day=day))
        assert client.get(link).url == reverse("table", args=[night.slug, 1])


def test_a_card_says_what_is_missing(client, club, tonight):
    link = club.tables.get(number=1).get_link()

    without_night = client.get(link)
    night_of(club, name="Without tables")
    without_table = client.get(link)
    second = night_of(club, name="Second")
    TableFactory(tournament=second)
    of_two = client.get(link)
    chosen = client.get(f"{link}?event={second.slug}")

    assert "no night today" in without_night.text
    assert "Without tables has no table 1" in without_table.text
    assert "several events today" in of_two.text
    assert chosen.url == reverse("table", args=[second.slug, 1])


def test_a_new_link_ends_the_printed_card(client, club, tonight):
    table = club.tables.get(number=1)
    link = table.get_link()

    client.post(reverse("club-table-renew", args=[club.slug, 1]))

    assert client.get(link).status_code == 404
    assert client.get(club.tables.get(number=1).get_link()).status_code == 200
    assert client.get(link.replace("/1/", "/2/")).status_code == 404


def test_tables_are_made_once(client, club):
    address = reverse("club-tables", args=[club.slug])

    client.post(address, {"count": "3"})
    refused = client.post(address, {"count": "none"})

    assert list(club.tables.values_list("number", flat=True)) == [1, 2, 3]
    assert refused.status_code == 422
    assert client.get(address).text.count("<svg") == 3


def test_people_are_added_by_name_and_nobody_twice(client, club):
    address = reverse("club-people", args=[club.slug])

    client.post(address, {"text": "anna\n\n  Boris  Horák \nBORIS HORAK\nClaire"})
    refused = client.post(address, {"text": "David\n\u202eEva"})

    assert list(club.people.values_list("name", flat=True)) == ["Anna", "Boris Horák", "Claire"]
    assert refused.status_code == 422
    assert "Line 2" in refused.text
    assert "David" in refused.text


def test_a_guest_becomes_one_of_the_people_and_leaves_again(client, club):
    guest = EntryFactory(tournament=night_of(club), number=1, player__name="Gitta").player
    stranger = EntryFactory(number=1).player

    page = client.get(reverse("club-people", args=[club.slug]))
    client.post(reverse("club-guest-add", args=[club.slug, guest.pk]))
    refused = client.post(reverse("club-guest-add", args=[club.slug, stranger.pk]))

    assert f'<a href="{reverse("player-page", args=[guest.pk])}">Gitta</a>' in page.text
    assert "<strong>Anna</strong>" in page.text  # who never played has no page
    assert stranger.name not in page.text
    assert refused.status_code == 404
    assert list(club.people.values_list("name", flat=True)) == ["Anna", "Gitta"]

    for name in ("Anna", "Gitta"):
        person = Player.objects.get(name=name)
        client.post(reverse("club-person-remove", args=[club.slug, person.pk]))
    assert not club.people.exists()
    assert list(Player.objects.filter(name__in=["Anna", "Gitta"])) == [guest]  # Anna never played


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_one_touch_enters_a_regular_once(client, club, organizer, headers):
    night = night_of(club, owner=organizer)
    anna = club.people.get()
    page = client.get(reverse("check-in", args=[night.slug]))
    touch = reverse("regular-arrival", args=[night.slug, anna.pk])

    first = client.post(touch, headers=headers)
    client.post(touch, headers=headers)

    entry = night.entries.get()
    assert "+ Anna" in page.text
    assert first.status_code == (200 if headers else 302)
    assert (entry.player, entry.number, entry.checked_in_at is None) == (anna, 1, False)
    assert "+ Anna" not in client.get(reverse("check-in", args=[night.slug])).text
    assert list(night.log.values_list("kind", flat=True)) == ["players.added", "entry.arrived"]


def test_nobody_elses_people_are_entered_or_shown(client, club):
    other = UserFactory()
    foreign = ClubFactory(organizers=[other], people=[PlayerFactory(name="Zoe")])
    night = night_of(foreign, owner=other)
    client.force_login(other)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, club.people.get().pk]))

    assert "+ Zoe" in page.text
    assert "Anna" not in page.text
    assert touch.status_code == 404


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


def test_a_removed_or_merged_person_is_on_the_list_no_more(client, club, organizer):
    night = night_of(club, owner=organizer)
    other = TournamentFactory(owner=organizer)
    anna = EntryFactory(tournament=night, player=club.people.get(), number=1).player
    twin = EntryFactory(tournament=other, player__name="Anna", number=1).player
    assert person_data(anna)["on_the_list_of_clubs"] == ["Riichi Brno"]

    merge_players(player_id=anna.pk, into_id=twin.pk, by=visitor(organizer))
    assert list(club.people.all()) == [twin]
    remove_person(player_id=twin.pk, by=visitor(organizer))

    assert not club.people.exists()


@pytest.mark.parametrize("name", ["club", "club-people"])
def test_a_clubs_pages_ask_no_more_for_more(client, club, organizer, name):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as context:
            client.get(reverse(name, args=[club.slug]))
        return len(context)

    for _twice in range(2):
        EntryFactory(tournament=night_of(club, owner=organizer), number=1)
        LeagueFactory(club=club, tournaments=[])
    client.get(reverse(name, args=[club.slug]))
    few = queries()
    for _more in range(3):
        EntryFactory(tournament=night_of(club, owner=organizer), number=1)
        club.people.add(PlayerFactory())

    assert queries() == few


@pytest.fixture
def former(club, organizer):
    """Somebody who was removed from the club and still owns a night of it, to whose team the organizer belongs."""
    user = UserFactory()
    club.organizers.add(user)
    night = night_of(club, name="Night of before", owner=user, organizers=[organizer])
    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))
    return user, night


def dora_of(club, organizer):
    """Somebody who was entered in a private night of the club, with mail and phone, and is on the club's list."""
    private = night_of(club, owner=organizer, is_public=False, starts_on=date(2026, 11, 19))
    player = PlayerFactory(name="Dora Later", mail="dora@private.example", phone="+420 999 888 777")
    EntryFactory(tournament=private, number=1, player=player)
    club.people.add(player)
    return player


def test_a_removed_organizer_reads_no_people_of_the_club_through_a_night_of_theirs(client, club, organizer, former):
    user, night = former
    dora = dora_of(club, organizer)
    client.force_login(user)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, dora.pk]))

    assert page.status_code == 200
    assert "Dora" not in page.text
    assert "Anna" not in page.text
    assert touch.status_code == 404
    assert not night.entries.exists()


@pytest.mark.parametrize("trick", ["alone", "with an organizer made an owner"])
def test_a_night_shows_contacts_of_its_club_while_all_its_owners_organize_it(client, club, organizer, former, trick):
    user, night = former
    EntryFactory(tournament=night, number=1, player=dora_of(club, organizer))
    club.tournaments.get(
        is_public=False
    ).memberships.all().delete()  # what an owner who organizes both may read is another rule
    if trick != "alone":
        night.memberships.filter(user=organizer).update(role=Role.OWNER)
    client.force_login(user)
    address = reverse("entry-edit", args=[night.slug, 1])

    before = client.get(address).text
    club.organizers.add(user)
    again = client.get(address).text

    assert "dora@private.example" not in before
    assert "+420 999 888 777" not in before
    assert "dora@private.example" in again


def test_who_organizes_a_night_but_no_more_its_club_is_not_shown_its_people(client, club, organizer):
    helper = UserFactory()
    night = night_of(club, owner=organizer, organizers=[helper])
    client.force_login(helper)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, club.people.get().pk]))

    assert "Anna" not in page.text
    assert touch.status_code == 404
    night.memberships.filter(user=helper).update(role=Role.REFEREE)  # whom an owner asked to help at the door
    assert "+ Anna" in client.get(reverse("check-in", args=[night.slug])).text


def test_a_night_of_a_removed_organizer_stands_for_the_club_no_more(client, club, former, tonight):
    _user, night = former
    TableFactory(tournament=night)
    guest = EntryFactory(tournament=night, number=1, player__name="Guest of another").player

    page = client.get(club.get_absolute_url())
    card = client.get(club.tables.get(number=1).get_link())
    people = client.get(reverse("club-people", args=[club.slug]))

    assert night.name not in page.text
    assert "no night today" in card.text
    assert guest.name not in people.text
    assert club.name not in client.get(night.get_absolute_url()).text


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


def test_who_leaves_a_club_hands_its_leagues_to_who_stays(club, organizer):
    staying = UserFactory()
    club.organizers.add(staying)
    league = LeagueFactory(club=club, tournaments=[], owner=organizer)

    remove_organizer(club_id=club.pk, user_id=organizer.pk, by=visitor(organizer))

    league.refresh_from_db()
    assert league.owner == staying


@pytest.mark.parametrize("undo", ["removed entry", "deleted night"])
def test_who_is_on_a_clubs_list_stays_there_without_entries(club, organizer, undo):
    night = night_of(club, owner=organizer)
    entry = EntryFactory(tournament=night, number=1, player=club.people.get())

    if undo == "removed entry":
        remove_entry(tournament_id=night.pk, entry_id=entry.pk, by=visitor(organizer))
    else:
        delete_tournament(tournament_id=night.pk, name=night.name, by=visitor(organizer))

    assert not night.entries.exists()
    assert [person.name for person in club.people.all()] == ["Anna"]
