"""A removed organizer of a club keeps the nights they own and no others, and reads no people of the club there."""

from datetime import date

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.clubs.nights import night_of
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
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.clubs.actions.edit_club import LastOrganizer, remove_organizer
from tournament.core.actions.contacts import find_new_homes
from tournament.core.queries.contacts import hidden_from_an_organizer, hidden_from_team
from tournament.games.substitutes import name_key
from tournament.models import League, LeaguePeriod, Membership, Role, Tournament
from tournament.people.queries.refusals import names_not_to_publish
from tournament.screens.actions.hall_link import make_hall_link
from tournament.site.actions.team import accept_invitation, hash_of, invite
from tournament.standings.actions.save_league import save_league
from tournament.standings.actions.save_periods import record_promotion, save_periods, take_back_promotion

pytestmark = pytest.mark.django_db


@pytest.fixture
def former_with_night(club, organizer):
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


def test_a_removed_organizer_reads_no_people_of_the_club_through_a_night_of_theirs(
    client, club, organizer, former_with_night
):
    user, night = former_with_night
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
def test_a_night_shows_contacts_of_its_club_while_all_its_owners_organize_it(
    client, club, organizer, former_with_night, trick
):
    user, night = former_with_night
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


@pytest.mark.parametrize("keeps_nights", [True, False], ids=["left", "removed"])
def test_a_night_that_left_its_club_shares_its_contacts_with_the_club_no_more(client, club, organizer, keeps_nights):
    former, joined_later = UserFactory(), UserFactory()
    club.organizers.add(former)
    home = night_of(club, owner=former)
    player = PlayerFactory(mail="eva@home.example", phone="+420 111 222 333", home=home)
    EntryFactory(tournament=home, number=1, player=player)
    night = night_of(club, owner=organizer, organizers=[joined_later])
    entry = EntryFactory(tournament=night, number=1, player=player)
    club.organizers.add(joined_later)
    assert not hidden_from_team(night)

    by = former if keeps_nights else organizer
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(by), keeps_nights=keeps_nights)

    assert hidden_from_team(night) == hidden_from_an_organizer(night) == {entry.pk}
    for user in (organizer, joined_later):
        client.force_login(user)
        page = client.get(reverse("entry-edit", args=[night.slug, 1])).text
        assert "eva@home.example" not in page
        assert "+420 111 222 333" not in page


@pytest.mark.parametrize(
    ("answers", "is_named"),
    [("left yes", False), ("left no", False), ("club yes, left no", False), ("left no, club yes", True),
     ("left yes, club yes", True), ("club no, left yes", False), ("club yes, left yes", True)],
)  # fmt: skip
def test_the_owner_of_a_night_that_left_agrees_to_nothing_for_the_club(client, club, organizer, answers, is_named):
    """The former organizer may change at any time what their own night says of the people of the club."""
    former, anna = UserFactory(), club.people.get()
    club.organizers.add(former)
    for answer in answers.split(", "):
        where, said = answer.split()
        event = night_of(club, owner=former if where == "left" else organizer)
        EntryFactory(tournament=event, number=1, player=anna, may_publish=said == "yes")
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(organizer))
    night = night_of(club, owner=organizer)
    hidden = names_not_to_publish(night)
    client.force_login(organizer)

    client.post(reverse("regular-arrival", args=[night.slug, anna.pk]))

    assert night.entries.get().may_publish == is_named
    assert hidden == (set() if is_named else {name_key("Anna")})


def test_a_night_that_left_its_club_lets_nobody_go_to_the_club(club, organizer):
    """Somebody of the club still organizes the night, and so reads the contacts, but does not own it."""
    former = UserFactory()
    club.organizers.add(former)
    home = night_of(club, owner=former, organizers=[organizer])
    player = PlayerFactory(mail="eva@home.example", home=home)
    for event in (home, night_of(club, owner=organizer)):
        EntryFactory(tournament=event, number=1, player=player)
    remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(former), keeps_nights=True)
    home.memberships.get_or_create(user=organizer, defaults={"role": Role.ORGANIZER})

    find_new_homes([player.pk], leaving=home)

    player.refresh_from_db()
    assert (player.home, player.mail) == (None, "")


def test_who_organizes_a_night_but_no_more_its_club_is_not_shown_its_people(client, club, organizer):
    helper = UserFactory()
    night = night_of(club, owner=organizer, organizers=[helper])
    client.force_login(helper)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, club.people.get().pk]))

    assert "Anna" not in page.text
    assert touch.status_code == 404
    # Whom an organizer of the club asked to help at the door.
    night.memberships.filter(user=helper).update(role=Role.REFEREE, invited_by=organizer)
    assert "+ Anna" in client.get(reverse("check-in", args=[night.slug])).text


def test_whom_a_removed_organizer_invites_as_a_referee_is_not_shown_its_people(client, club, organizer):
    former, second_account = UserFactory(), UserFactory()
    night = night_of(club, owner=organizer, organizers=[former])
    token = invite(tournament_id=night.pk, role=Role.REFEREE, by=visitor(former))
    accept_invitation(invitation=night.invitations.get(token_hash=hash_of(token)), by=visitor(second_account))
    client.force_login(second_account)

    page = client.get(reverse("check-in", args=[night.slug]))
    touch = client.post(reverse("regular-arrival", args=[night.slug, club.people.get().pk]))

    assert page.status_code == 200
    assert "Anna" not in page.text
    assert touch.status_code == 404


def test_a_night_of_a_removed_organizer_stands_for_the_club_no_more(client, club, former_with_night, tonight):
    _user, night = former_with_night
    TableFactory(tournament=night)
    guest = EntryFactory(tournament=night, number=1, player__name="Guest of another").player

    page = client.get(club.get_absolute_url())
    card = client.get(club.tables.get(number=1).get_link())
    people = client.get(reverse("club-people", args=[club.slug]))

    assert night.name not in page.text
    assert "no club night today" in card.text
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


def test_who_leaves_a_club_hands_its_leagues_to_who_stays(club, organizer):
    staying = UserFactory()
    club.organizers.add(staying)
    league = LeagueFactory(club=club, tournaments=[], owner=organizer)

    remove_organizer(club_id=club.pk, user_id=organizer.pk, by=visitor(organizer))

    league.refresh_from_db()
    assert league.owner == staying


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.REFEREE])
@pytest.mark.parametrize("is_archived", [False, True])
def test_a_removed_organizer_keeps_no_role_in_nights_of_others(client, club, organizer, role, is_archived):
    user = UserFactory()
    club.organizers.add(user)
    night = night_of(club, owner=organizer, is_public=False)
    own_event = TournamentFactory(owner=UserFactory(), organizers=[user])
    Membership.objects.create(tournament=night, user=user, role=role)
    invite(tournament_id=night.pk, role=Role.REFEREE, by=visitor(organizer))
    if is_archived:
        Tournament.objects.filter(pk=night.pk).update(archived_at=timezone.now())
    colleague = UserFactory()
    club.organizers.add(colleague)

    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(colleague))
    client.force_login(user)

    assert client.get(night.get_absolute_url()).status_code == 404
    assert not night.invitations.exists()
    assert night.log.filter(kind="team.removed").exists()
    assert own_event.memberships.filter(user=user).exists()


def test_who_leaves_a_club_leaves_it_their_nights(client, club, organizer, tonight):
    staying = UserFactory()
    club.organizers.add(staying)
    night = night_of(club, name="Night of before", owner=organizer, organizers=[staying])
    address = reverse("club-organizer-remove", args=[club.slug, organizer.pk])

    assert "go to another organizer of the club." in client.get(reverse("club-edit", args=[club.slug])).text
    client.post(address)

    assert dict(night.memberships.values_list("user", "role")) == {staying.pk: Role.OWNER}
    assert night.name in client.get(club.get_absolute_url()).text
    assert set(night.log.values_list("kind", flat=True)) == {"team.left", "team.role_changed"}


def test_who_leaves_a_club_may_keep_their_nights(client, club, organizer, tonight):
    club.organizers.add(UserFactory())
    night = night_of(club, name="Night of before", owner=organizer)

    client.post(reverse("club-organizer-remove", args=[club.slug, organizer.pk]), {"keeps_nights": "on"})

    assert dict(night.memberships.values_list("user", "role")) == {organizer.pk: Role.OWNER}
    assert night.name not in client.get(club.get_absolute_url()).text


def test_the_last_organizer_of_a_club_keeps_their_nights_when_they_cannot_leave(club, organizer):
    night = night_of(club, owner=organizer)

    with pytest.raises(LastOrganizer):
        remove_organizer(club_id=club.pk, user_id=organizer.pk, by=visitor(organizer))

    assert night.memberships.get().role == Role.OWNER


NEW = {"new_cards": "on", "new_tables": "on", "new_players": "on", "new_hall": "on"}


@pytest.fixture
def copied(club, organizer):
    """An organizer of the club who is going to be removed, and the nights of which they may have copied links."""
    user = UserFactory()
    club.organizers.add(user)
    nights = {
        "night": night_of(club, owner=organizer, organizers=[user]),
        "theirs": night_of(club, owner=user, organizers=[organizer]),
        "of another": night_of(club, owner=UserFactory(), organizers=[user]),
        "archived": night_of(club, owner=organizer, organizers=[user]),
        "no night": TournamentFactory(owner=organizer),
    }
    club.organizers.add(nights["of another"].memberships.get(role=Role.OWNER).user)
    for night in nights.values():
        TableFactory(tournament=night, number=1)
        EntryFactory(tournament=night, number=1)
        make_hall_link(tournament_id=night.pk, by=visitor(organizer))
        night.refresh_from_db()
    without = night_of(club, owner=organizer, organizers=[user], starts_on=date(2026, 11, 5))
    assert without.hall_nonce == ""
    Tournament.objects.filter(pk=nights["archived"].pk).update(archived_at=timezone.now())
    return user, nights


def working(club, nights):
    """Which of the copied links still work: of the club's cards, and of each night's table, player and hall."""

    def works(link):
        return Client().get(link).status_code != 404

    cards = {table.number: table.get_link() for table in club.tables.all()}
    links = {
        name: (night.tables.get().get_link(), night.entries.get().get_link(), night.get_hall_link())
        for name, night in nights.items()
    }
    return lambda: (
        [works(link) for link in cards.values()],
        {name: tuple(works(link) for link in three) for name, three in links.items()},
    )


@pytest.mark.parametrize("ticked", [{}, *({name: "on"} for name in NEW), NEW])
def test_with_a_removed_organizer_the_links_they_may_have_copied_are_replaced(client, club, copied, ticked):
    user, nights = copied
    still = working(club, nights)
    page = client.get(reverse("club-edit", args=[club.slug])).text

    client.post(reverse("club-organizer-remove", args=[club.slug, user.pk]), ticked)

    cards, links = still()
    assert all(f'name="{name}"' in page for name in NEW)
    assert not club.organizers.filter(pk=user.pk).exists()
    assert cards == ["new_cards" not in ticked] * 2
    assert links.pop("night") == tuple(name not in ticked for name in ("new_tables", "new_players", "new_hall"))
    assert links == dict.fromkeys(links, (True, True, True))
    assert not club.tournaments.get(starts_on=date(2026, 11, 5)).hall_nonce, "nobody asked for one"


def test_who_leaves_a_club_locks_nobody_out(client, club, copied):
    user, nights = copied
    still = working(club, nights)
    client.force_login(user)

    client.post(reverse("club-organizer-remove", args=[club.slug, user.pk]), NEW)

    assert not club.organizers.filter(pk=user.pk).exists()
    assert still() == ([True, True], dict.fromkeys(nights, (True, True, True)))


def test_nights_at_a_laptop_are_named_because_their_links_stay(client, club, organizer):
    user = UserFactory()
    club.organizers.add(user)
    night = night_of(club, name="Night at the laptop", owner=organizer, organizers=[user])
    take_to_laptop(tournament_id=night.pk, place="laptop", by=visitor(organizer))

    page = client.post(reverse("club-organizer-remove", args=[club.slug, user.pk]), NEW, follow=True)

    assert "so their old links still work: Night at the laptop." in page.text
    assert not night.memberships.filter(user=user).exists()
