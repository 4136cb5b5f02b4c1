"""Whoever removes an organizer of a club is told which nights leave the club and still count for its leagues."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.clubs.nights import night_of
from tests.factories import ClubFactory, LeagueFactory, TournamentFactory, UserFactory, visitor
from tournament.clubs.actions.edit_club import remove_organizer
from tournament.clubs.queries import organizers
from tournament.clubs.queries.organizers import MOST_NAMED, CountedNights, counted_nights
from tournament.models import Role

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def in_league(club, organizer, *nights, **options):
    return LeagueFactory(club=club, owner=organizer, tournaments=nights, **options)


def edit_page(client, club):
    return client.get(reverse("club-edit", args=[club.slug])).text


def remove(client, club, user, **ticked):
    address = reverse("club-organizer-remove", args=[club.slug, user.pk])
    return client.post(address, dict.fromkeys(ticked, "on"), follow=True).text


def test_nights_that_count_for_leagues_are_named_before_and_after(client, club, organizer, former):
    night = night_of(club, name="Tea & tiles", owner=former, organizers=[organizer])
    night_of(club, name="Night without league", owner=former, organizers=[organizer])
    of_organizer = night_of(club, name="Night of the organizer", owner=organizer)
    in_league(club, organizer, night, of_organizer, name="Autumn & winter")

    before, after = edit_page(client, club), remove(client, club, former)

    assert "still count for leagues of the club (Autumn &amp; winter), and the person can still" in before
    assert "<li>Tea &amp; tiles</li>" in before
    assert "<li>Night without league</li>" not in before
    assert (
        "Some nights that former keeps still count for leagues of the club (Autumn &amp; winter), and former can still"
        " change their results: Tea &amp; tiles. To remove a night from a league, open the league, choose “Edit” and"
        " untick the night."
    ) in after
    assert "Night of the organizer" not in after
    league = reverse("league-edit", args=[club.leagues.get().slug])
    assert client.get(league).text.count("other owners</span>") == 1


def test_a_night_with_an_owner_from_outside_is_named_and_marked_too(client, club, organizer, former):
    """A second account of the organizer who is removed, for example; the night has left the club by it."""
    night = night_of(club, name="Thursday", owner=former, organizers=[organizer])
    for owner in (UserFactory(), organizer):
        night.memberships.update_or_create(user=owner, defaults={"role": Role.OWNER})
    league = in_league(club, organizer, night)

    before, after = edit_page(client, club), remove(client, club, former)

    assert "<li>Thursday</li>" in before
    assert "can still change their results: Thursday." in " ".join(after.split())
    assert client.get(reverse("league-edit", args=[league.slug])).text.count("other owners</span>") == 1


def test_nothing_is_said_if_no_night_counts(client, club, organizer, former):
    night = night_of(club, name="In another league", owner=former, organizers=[organizer])
    night_of(club, name="In none", owner=former, organizers=[organizer])
    LeagueFactory(owner=organizer, tournaments=[night])

    before, after = edit_page(client, club), remove(client, club, former)

    assert "still count for leagues" not in before
    assert "still count" not in after
    assert not club.organizers.filter(pk=former.pk).exists()


def test_who_leaves_is_told_that_kept_nights_count(client, club, organizer, former):
    in_league(club, organizer, night_of(club, name="Thursday", owner=former), name="Autumn")
    client.force_login(former)

    before, after = edit_page(client, club), remove(client, club, former, keeps_nights=True)

    assert "These nights that you keep still count for leagues of the club (Autumn)" in before
    assert "<li>Thursday</li>" in before
    assert "still count" not in after


def test_a_private_night_is_counted_and_not_named(client, club, organizer, former):
    nights = [night_of(club, name=f"Secret {number}", owner=former, is_public=False) for number in range(2)]
    in_league(club, organizer, *nights)

    before, after = edit_page(client, club), remove(client, club, former)

    assert "<li>2 other nights</li>" in before
    assert "2 other nights. To remove a night" in after
    assert "Secret" not in before + after


def test_of_hundreds_of_nights_the_newest_are_named(club, organizer, former):
    day = date(2026, 11, 26)
    nights = [
        night_of(club, name=f"Night {number}", owner=former, starts_on=day - timedelta(days=number))
        for number in range(MOST_NAMED + 1)
    ]
    in_league(club, organizer, *nights, name="Autumn")
    in_league(club, organizer, nights[0], name="All years")

    named = [f"Night {number}" for number in range(MOST_NAMED)]
    expected = CountedNights(names=named, more=1, leagues=["All years", "Autumn"])
    assert counted_nights(club, visitor(organizer)) == {former.pk: expected}


def test_the_nights_of_others_are_not_read_for_a_removal(club, organizer, former, monkeypatch):
    """They were read too while the club and, on SQLite, all tables of the site waited."""
    night = night_of(club, name="Thursday", owner=former)
    in_league(club, organizer, night, *(night_of(club, owner=organizer) for _night in range(3)), name="Autumn")
    read, names_of = [], organizers._counted
    monkeypatch.setattr(organizers, "_counted", lambda *nights: read.append(nights) or names_of(*nights))

    removed = remove_organizer(club_id=club.pk, user_id=former.pk, by=visitor(organizer))

    assert removed.counted_nights == CountedNights(names=["Thursday"], more=0, leagues=["Autumn"])
    assert read == [(["Thursday"], {club.leagues.get().pk: "Autumn"})]


def test_nights_outside_the_club_and_those_being_deleted_are_left_out(club, organizer, former):
    stranger = UserFactory()
    of_other_club = night_of(ClubFactory(organizers=[former]), owner=former)
    deleted = night_of(club, owner=former, deleted_at="2026-11-26T12:00:00Z")
    has_left = night_of(club, owner=stranger)
    in_league(club, organizer, of_other_club, deleted, has_left, TournamentFactory(owner=former))

    assert counted_nights(club, visitor(organizer)) == {}


def test_more_organizers_and_nights_take_no_more_queries(client, club, organizer):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            edit_page(client, club)
        return len(captured)

    def add():
        user = UserFactory()
        club.organizers.add(user)
        in_league(club, organizer, night_of(club, owner=user), night_of(club, owner=user))

    add()
    first = queries()
    for _number in range(3):
        add()
    assert queries() == first
