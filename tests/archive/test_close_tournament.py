"""Archiving and deleting: what is archived is only read, and what is deleted leaves nothing behind."""

import pytest
from django.apps import apps
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.archive.envelopes import busy_tournament
from tests.factories import EntryFactory, LeagueFactory, TournamentFactory, UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.phones import phone_at
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.core.errors import Archived
from tournament.models import Membership, Player, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    owner = UserFactory()
    client.force_login(owner)
    return owner


def test_an_archived_tournament_is_read_and_not_changed(client, owner):
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=owner)
    play(hanchan, ExhaustiveDraw())

    response = client.post(reverse("tournament-archive", args=[tournament.slug]))

    assert response.url == tournament.get_absolute_url()
    page = client.get(response.url).text
    assert "nothing can be changed" in page
    assert reverse("round-new", args=[tournament.slug]) not in page
    with pytest.raises(Archived):
        play(hanchan, ExhaustiveDraw())
    phone = phone_at(hanchan.table)
    fields = {"number": 2, "revision": 1, "key": "9f4f3f6e-8a0f-4a37-9b58-3c62a6a5e9d0", "mode": "draw"}
    answer = phone.post(reverse("hand-record", args=[tournament.slug, hanchan.pk]), fields)
    assert answer.status_code == 409
    assert "This tournament is archived" in answer.text
    # A view that expects no refusal of this kind says it all the same.
    revoked = client.post(reverse("table-revoke", args=[tournament.slug, 1]))
    assert revoked.status_code == 409
    assert "This tournament is archived" in revoked.text
    assert client.get(reverse("leaderboard", args=[tournament.slug])).status_code == 200


def test_it_leaves_the_first_page_for_the_archive(client, owner):
    tournament = TournamentFactory(owner=owner, name="Winter Cup")
    stranger = UserFactory()
    private = TournamentFactory(owner=stranger, name="Not Yours", is_public=False)
    for one, owns in ((tournament, owner), (private, stranger)):
        archive_tournament(tournament_id=one.pk, by=visitor(owns))

    assert "Winter Cup" not in client.get("/").text
    assert reverse("archive") in client.get("/").text
    page = client.get(reverse("archive")).text
    assert "Winter Cup" in page
    assert "Not Yours" not in page


def test_its_owner_takes_it_back(client, owner):
    tournament = TournamentFactory(owner=owner)
    address = reverse("tournament-archive", args=[tournament.slug])
    client.post(address)
    client.post(address)

    client.post(address, {"back": "1"})

    assert tournament.name in client.get("/").text
    assert [entry.kind for entry in tournament.log.all()] == ["tournament.archived", "tournament.unarchived"]


def counts():
    models = apps.get_app_config("tournament").get_models()
    return {model.__name__: model._default_manager.count() for model in models}


@pytest.mark.slow
def test_deleted_nothing_of_it_is_left_and_nothing_else_is_touched(client, owner):
    other = tournament_with(["A", "B", "C", "D"], owner=owner)[0]
    before = counts()
    tournament = busy_tournament(owner=owner)
    shared = EntryFactory(tournament=tournament, player=other.entries.first().player, number=50)
    tournament.invitations.create(role=Role.REFEREE, token_hash="x", created_by=owner, expires_at=tournament.created_at)
    LeagueFactory(owner=owner, tournaments=[tournament, other])

    response = client.post(reverse("tournament-delete", args=[tournament.slug]), {"name": f" {tournament.name}  "})

    assert response.url == "/"
    # What is left: the league with its other tournament, and the write budgets of account, network and site.
    assert counts() == before | {"League": 1, "LeagueEvent": 1, "RateUse": 3}
    assert Player.objects.filter(pk=shared.player_id).exists()
    assert "was deleted" in client.get("/").text


@pytest.mark.parametrize(("name", "status"), [("", 422), ("Another", 409)])
def test_without_the_right_name_nothing_is_deleted(client, owner, name, status):
    tournament = TournamentFactory(owner=owner)

    response = client.post(reverse("tournament-delete", args=[tournament.slug]), {"name": name})

    assert response.status_code == status
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_the_safety_copy_is_offered_before(client, owner):
    tournament = TournamentFactory(owner=owner)

    page = client.get(reverse("tournament-close", args=[tournament.slug])).text

    assert reverse("tournament-json", args=[tournament.slug]) in page
    assert reverse("tournament-close", args=[tournament.slug]) in client.get(tournament.get_absolute_url()).text


def test_an_organizer_neither_archives_nor_deletes(client, owner):
    tournament = TournamentFactory(owner=owner)
    Membership.objects.filter(tournament=tournament).update(role=Role.ORGANIZER)

    for name in ("tournament-archive", "tournament-delete"):
        response = client.post(reverse(name, args=[tournament.slug]), {"name": tournament.name})
        assert response.status_code == 404
