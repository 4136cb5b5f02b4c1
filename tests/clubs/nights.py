"""Helpers that open nights of a club on Thursday, 26 November 2026."""

from datetime import date, datetime
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from tests.factories import TournamentFactory


def evening(hour=19, day=26):
    return datetime(2026, 11, day, hour, 30, tzinfo=timezone.get_current_timezone())


def night_of(club, **options):
    return TournamentFactory(club=club, is_club_night=True, **{"starts_on": date(2026, 11, 26)} | options)


def opened(client, club, **more):
    fields = {"key": uuid4(), "name": "Thursday", "starts_on": "2026-11-26", "is_club_night": "on", "is_public": "on"}
    return client.post(reverse("club-night-new", args=[club.slug]), fields | more)
