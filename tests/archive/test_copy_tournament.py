"""Last year's tournament as the start of this year's."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.presets import WRC_2015
from scoring.rules import ruleset_to_json
from tests.factories import EntryFactory, TournamentFactory, UserFactory, play, visitor
from tests.standings.results import MANGAN, tournament_with
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.core.errors import NoOrganizerAnyMore
from tournament.core.queries.accountable import accountable
from tournament.models import Player, Role, Tournament

pytestmark = pytest.mark.django_db

RULES = WRC_2015.changed(kiriage=False)


@pytest.fixture
def organizer(client):
    organizer = UserFactory()
    client.force_login(organizer)
    return organizer


@pytest.fixture
def tournament(organizer):
    tournament, _entries, (hanchan,) = tournament_with(
        ["A", "B", "C", "D"],
        organizers=[organizer],
        owner=UserFactory(),
        referees=[UserFactory()],
        rules=ruleset_to_json(RULES),
        place="Dům dětí",
        is_public=False,
        name="Spring 2026",
    )
    play(hanchan, MANGAN)
    return tournament


@pytest.fixture
def url(tournament):
    return reverse("tournament-copy", args=[tournament.slug])


def copied(client, url, **fields):
    key = client.get(url).context["form"]["key"].value()
    return client.post(url, {"key": key, "name": "Spring 2027", "starts_on": "2027-05-01"} | fields)


def test_rules_place_and_tables_come_with_it_and_nothing_that_was_played(client, tournament, organizer, url):
    response = copied(client, url)

    made = Tournament.objects.get(name="Spring 2027")
    assert response.url == made.get_absolute_url()
    assert made.ruleset == RULES
    assert made.rules is None
    assert (made.place, made.is_public, str(made.starts_on)) == ("Dům dětí", False, "2027-05-01")
    assert list(made.tables.values_list("number", flat=True)) == [1]
    assert made.tables.get().link_nonce != tournament.tables.get().link_nonce
    assert (made.entries.count(), made.rounds.count()) == (0, 0)
    assert [(member.user, member.role) for member in made.memberships.all()] == [(organizer, "owner")]
    assert "as a copy of Spring 2026" in client.get(reverse("log", args=[made.slug])).text


def test_team_and_players_come_if_they_are_wanted(client, tournament, organizer, url):
    tournament.memberships.filter(user=organizer).update(role="owner")
    tournament.memberships.create(user=UserFactory(), role="organizer")
    assert "All team members keep their roles" in client.get(url).text

    copied(client, url, with_team="on", with_entries="on")

    made = Tournament.objects.get(name="Spring 2027")
    assert sorted(made.memberships.values_list("role", flat=True)) == ["organizer", "owner", "owner", "referee"]
    assert made.memberships.get(user=organizer).role == "owner"
    assert accountable(made.memberships.all()) == organizer.pk, "whose limits are used is who made it"
    assert [member.user for member in made.memberships.filter(has_agreed=True)] == [organizer]
    assert [entry.player.name for entry in made.entries.all()] == ["A", "B", "C", "D"]
    assert Player.objects.count() == 4


def test_an_organizer_makes_nobody_an_owner_or_organizer_of_a_copy(client, tournament, organizer, url):
    """The former boss of an event would know the players of the copy, and give them the contacts of a list."""
    tournament.memberships.create(user=UserFactory(), role="organizer")
    assert "The referees keep their role" in client.get(url).text

    copied(client, url, with_team="on")

    made = Tournament.objects.get(name="Spring 2027")
    referee = tournament.memberships.get(role="referee").user
    assert dict(made.memberships.values_list("user", "role")) == {organizer.pk: "owner", referee.pk: "referee"}


@pytest.mark.parametrize(("role", "kept"), [("owner", [True, False, True, True]), ("organizer", [False] * 4)])
def test_only_an_owner_keeps_what_people_agreed_to(client, tournament, organizer, url, role, kept):
    tournament.memberships.filter(user=organizer).update(role=role)
    tournament.entries.exclude(number=2).update(may_publish=True)
    tournament.entries.filter(number=2).update(may_publish=False)

    copied(client, url, with_entries="on")

    made = Tournament.objects.get(name="Spring 2027")
    assert list(made.entries.order_by("number").values_list("may_publish", flat=True)) == kept


@pytest.mark.parametrize(("is_own", "is_named"), [(True, False), (False, True)])
def test_who_refused_in_a_later_event_of_the_owner_is_not_named(client, tournament, organizer, url, is_own, is_named):
    tournament.memberships.filter(user=organizer).update(role="owner")
    tournament.entries.update(may_publish=True)
    later = TournamentFactory(owner=organizer if is_own else UserFactory())
    player = tournament.entries.get(number=2).player
    EntryFactory(tournament=later, player=player, may_publish=False)

    copied(client, url, with_entries="on")

    made = Tournament.objects.get(name="Spring 2027")
    assert list(made.entries.filter(may_publish=False)) == ([] if is_named else [made.entries.get(player=player)])


@pytest.mark.parametrize("role", [None, Role.REFEREE])
def test_who_was_removed_while_the_form_was_sent_copies_nothing(tournament, organizer, role):
    tournament.memberships.filter(user=organizer).delete()
    if role:
        tournament.memberships.create(user=organizer, role=role)
    wanted = {"name": "Own", "starts_on": None, "with_team": True, "with_entries": True}

    with pytest.raises(NoOrganizerAnyMore):
        copy_tournament(origin_id=tournament.pk, key=uuid4(), by=visitor(organizer), **wanted)

    assert Tournament.objects.count() == 1


def test_the_same_submission_twice_is_one_tournament(client, url):
    key = client.get(url).context["form"]["key"].value()
    fields = {"key": key, "name": "Spring 2027"}

    assert client.post(url, fields).url == client.post(url, fields).url
    assert Tournament.objects.count() == 2


def test_it_needs_a_name_and_the_right_to_open_tournaments(client, url, settings):
    assert copied(client, url, name=" ").status_code == 422

    settings.TENBO_TOURNAMENT_CREATORS = "staff"
    assert client.get(url).status_code == 404
    assert Tournament.objects.count() == 1
