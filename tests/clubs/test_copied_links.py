"""Links that a removed organizer may have copied are replaced on request, and those of nights at a laptop are named."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.clubs.nights import night_of
from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.clubs.actions import edit_club
from tournament.clubs.actions.edit_club import invitation_to
from tournament.core.limits import MOST_LOGGED
from tournament.core.rates import Rate
from tournament.models import Role, Tournament
from tournament.screens.actions.hall_link import make_hall_link

pytestmark = pytest.mark.django_db


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
        owner = night.memberships.get(role=Role.OWNER).user
        make_hall_link(tournament_id=night.pk, by=visitor(owner))
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


def test_links_are_replaced_for_no_more_organizers_than_join_a_club_in_a_day(client, club, organizer, monkeypatch):
    monkeypatch.setattr(edit_club, "JOINED", Rate("joined", 3, timedelta(days=1)))
    former, night = UserFactory(), night_of(club, owner=organizer)
    phone = Client()
    phone.force_login(former)
    Tournament.objects.filter(pk=night.pk).update(version=MOST_LOGGED)

    for _time in range(5):
        club.refresh_from_db()
        phone.post(reverse("club-invitation", args=[invitation_to(club)]))
        client.post(reverse("club-organizer-remove", args=[club.slug, former.pk]), {"new_players": "on"})

    assert night.log.filter(kind="links.players_renewed").count() == 3
    assert phone.post(reverse("club-invitation", args=[invitation_to(club)])).status_code == 429
