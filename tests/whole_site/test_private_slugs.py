"""The address of a private event or league cannot be guessed, so no other one's address reveals that it exists."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import LeagueFactory, TournamentFactory, UserFactory
from tests.standings.test_leagues import SAID
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.core.actions.slugs import LONGEST, free_slug
from tournament.models import League, Tournament, Visitor
from tournament.site.actions.create_tournament import create_tournament

pytestmark = pytest.mark.django_db

NAME, PLAIN = "Secret Trial 2027", "secret-trial-2027"
WITH_LETTERS = re.compile(rf"{PLAIN}-[a-z2-9]{{6}}")


def created(*, is_public=False):
    by = Visitor(UserFactory())
    about = {"place": "", "starts_on": None, "ruleset_key": "ema_2025"}
    return create_tournament(key=uuid4(), name=NAME, is_public=is_public, by=by, **about)


def copied():
    owner = UserFactory()
    origin = TournamentFactory(owner=owner, is_public=False)
    how = {"starts_on": None, "with_team": False, "with_entries": False}
    return copy_tournament(origin_id=origin.pk, key=uuid4(), name=NAME, by=Visitor(owner), **how)


def imported():
    document = read_envelope(envelope_json(envelope(TournamentFactory(name=NAME, is_public=False))))
    return import_tournament(document=document, key=uuid4(), by=Visitor(UserFactory()))


@pytest.mark.parametrize("make", [created, copied, imported])
def test_a_private_event_leaves_the_plain_address_to_public_ones(make):
    private = make()

    assert WITH_LETTERS.fullmatch(private.slug)
    assert not private.is_public
    assert [created(is_public=True).slug, created(is_public=True).slug] == [PLAIN, f"{PLAIN}-2"]


def test_a_private_event_has_letters_also_if_the_plain_address_is_taken():
    TournamentFactory(slug=PLAIN)

    assert WITH_LETTERS.fullmatch(created().slug)


def test_an_event_keeps_its_address_when_it_becomes_public_or_private():
    private, public = created(), created(is_public=True)
    for event in (private, public):
        event.is_public = not event.is_public
        event.save()

    assert {event.slug for event in Tournament.objects.all()} == {private.slug, public.slug}


def test_a_private_league_leaves_the_plain_address_to_public_ones(client):
    for is_public in ([], ["on"]):
        client.force_login(UserFactory())
        client.post(reverse("league-new"), SAID | {"name": NAME, "is_public": is_public})

    private, public = League.objects.order_by("pk")
    assert WITH_LETTERS.fullmatch(private.slug)
    assert public.slug == PLAIN


def test_the_longest_name_has_room_for_the_letters():
    LeagueFactory(slug=free_slug("a" * 54, League.objects.all(), is_public=False))

    assert len(League.objects.get().slug) == LONGEST
